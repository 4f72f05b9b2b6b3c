//! Which values nothing tells apart.

use super::{Cells, ColumnPlace, Domains, KeyCell, Maker, Role, RowTable};
use crate::schema::ColumnKind;

impl Maker<'_> {
    /// Parts each domain into values that are interchangeable.
    pub(super) fn group(&self, made: &mut Domains, members: &[Vec<ColumnPlace>]) {
        for (at, own) in members.iter().enumerate() {
            let values = &made.domains[at].values;
            let is_named = own.iter().any(|(table, column)| {
                let kind = &self.schema.tables[*table].columns[*column].kind;
                matches!(kind, ColumnKind::Boolean | ColumnKind::Enum(_))
            });
            let is_ordered = self
                .usages
                .iter()
                .any(|usage| usage.ordered.iter().any(|place| own.contains(place)));
            let is_ordered = is_ordered || own.iter().any(|place| self.is_computed_from(*place));
            // What the schema calls by its value is a value of its own.
            let called = self.wanted(own).literals;
            let is_fixed =
                |place: usize| {
                    is_named
                        || is_ordered
                        || called.contains(&values[place])
                        || self.usages.iter().flat_map(|usage| &usage.constants).any(
                            |(place_of, value)| own.contains(place_of) && *value == values[place],
                        )
                };
            let mut groups: Vec<Vec<usize>> = Vec::new();
            for place in 0..values.len() {
                let known = groups.iter_mut().find(|group| {
                    !is_fixed(place) && !is_fixed(group[0]) && are_alike(made, at, group[0], place)
                });
                match known {
                    Some(group) => group.push(place),
                    None => groups.push(vec![place]),
                }
            }
            made.domains[at].groups = groups;
        }
    }
}

impl Maker<'_> {
    /// Whether the engine computes another column from this one: that sees more of a value than whether it equals another.
    fn is_computed_from(&self, (table, column): ColumnPlace) -> bool {
        let exprs = self.schema.tables[table].columns.iter().filter_map(|of| of.generated.as_ref());
        exprs.into_iter().any(|expr| match self.inputs(table, expr, None) {
            Ok((columns, _)) => columns.contains(&column),
            Err(_) => true,
        })
    }
}
/// True if all tables stay as they are when two values of a domain are swapped.
fn are_alike(made: &Domains, domain: usize, a: usize, b: usize) -> bool {
    let swapped = |place: usize| match place {
        place if place == a => b,
        place if place == b => a,
        place => place,
    };
    let is_of = |table: usize, column: usize| made.roles[table][column] == Role::Value(domain);
    let stays = |of: &RowTable| {
        of.rows.iter().all(|cells| {
            let cells: Cells = cells
                .iter()
                .zip(&of.columns)
                .map(
                    |(cell, column)| {
                        if is_of(of.table, *column) { cell.map(swapped) } else { *cell }
                    },
                )
                .collect();
            of.rows.contains(&cells)
        })
    };
    let classes =
        made.keys.iter().flat_map(|key| key.parts.iter().map(move |part| (key.table, part)));
    let mut classes = classes.filter_map(|(table, part)| match part {
        KeyCell::Classes(classes) if is_of(table, classes.column) => Some(classes),
        _ => None,
    });
    made.checks.iter().chain(&made.filters).all(stays)
        && classes.all(|classes| {
            let is_same =
                |a: usize, b: usize| classes.of[a].is_some() && classes.of[a] == classes.of[b];
            let places = 0..classes.of.len();
            let is_as_null = |c: usize| classes.null.is_some() && classes.of[c] == classes.null;
            places.clone().all(|c| {
                is_as_null(c) == is_as_null(swapped(c))
                    && (classes.of[c].is_some() == classes.of[swapped(c)].is_some())
                    && places.clone().all(|d| is_same(c, d) == is_same(swapped(c), swapped(d)))
            })
        })
}
