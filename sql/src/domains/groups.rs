//! Which values nothing tells apart.

use std::collections::BTreeMap;

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
            // What cannot be read may tell any two apart.
            let is_unread = |(table, column): &ColumnPlace| {
                self.schema.tables[*table].columns[*column].is_collated
                    || made
                        .barriers
                        .iter()
                        .any(|barrier| barrier.table == *table && barrier.columns.contains(column))
            };
            let is_ordered = is_ordered || own.iter().any(is_unread);
            // What the schema calls by its value is a value of its own.
            let called = self.wanted(own, made).literals;
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
            // Groups of values that pass in the same tables of one column, by these.
            let mut passing: BTreeMap<Vec<bool>, Vec<usize>> = BTreeMap::new();
            for place in 0..values.len() {
                if is_fixed(place) {
                    groups.push(vec![place]);
                    continue;
                }
                let alike = passing.entry(passes(made, at, place)).or_default();
                match alike.iter().find(|group| are_alike(made, at, groups[**group][0], place)) {
                    Some(group) => groups[*group].push(place),
                    None => {
                        alike.push(groups.len());
                        groups.push(vec![place]);
                    }
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

/// Whether a value passes, for each table of one column.
fn passes(made: &Domains, domain: usize, place: usize) -> Vec<bool> {
    let tables = made.checks.iter().chain(&made.filters);
    let of_one = tables.filter(|of| match of.columns[..] {
        [only] => made.roles[of.table][only] == Role::Value(domain),
        _ => false,
    });
    of_one.map(|of| of.rows.contains(&vec![Some(place)])).collect()
}

/// True if all tables of several columns stay as they are when two values of a domain are swapped, and all keys.
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
    let of_several = made.checks.iter().chain(&made.filters).filter(|of| of.columns.len() > 1);
    of_several.into_iter().all(stays)
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
