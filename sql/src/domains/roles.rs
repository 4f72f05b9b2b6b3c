//! Which columns are rows, references and values, and which values share a domain.

use std::collections::{BTreeMap, BTreeSet};

use super::{ColumnPlace, Maker, Role};
use crate::schema::{Column, ColumnKind};

impl Maker<'_> {
    pub(super) fn roles(&mut self) -> Vec<Vec<Role>> {
        let schema = self.schema;
        let is_related = |a: ColumnPlace, b: ColumnPlace| {
            let refers = |from: ColumnPlace, to: ColumnPlace| {
                schema.tables[from.0].foreign.iter().any(|key| {
                    key.table == to.0 && key.columns[..] == [from.1] && key.to[..] == [to.1]
                })
            };
            a == b || refers(a, b) || refers(b, a)
        };
        // What is compared with something else needs a value.
        for (a, b) in self.shared.clone() {
            if !is_related(a, b) {
                self.valued.extend([a, b]);
            }
        }
        let mut rows: BTreeSet<ColumnPlace> = BTreeSet::new();
        for (table, of) in schema.tables.iter().enumerate() {
            let Some(primary) = of.primary() else { continue };
            if let [column] = primary[..]
                && self.is_row(table, column)
            {
                rows.insert((table, column));
            }
        }
        // Two columns that refer to different keys may be compared through a third.
        let role = |table: usize, column: usize, of: &Column| {
            if of.generated.is_some() {
                return Role::Computed;
            }
            if rows.contains(&(table, column)) {
                return Role::Row;
            }
            let target =
                schema.tables[table].foreign.iter().filter(|key| key.filter.is_none()).find(
                    |key| key.columns[..] == [column] && rows.contains(&(key.table, key.to[0])),
                );
            target.map_or(Role::Value(usize::MAX), |key| Role::Reference(key.table))
        };
        let tables = schema.tables.iter().enumerate();
        tables
            .map(|(table, of)| {
                let columns = of.columns.iter().enumerate();
                columns.map(|(column, of)| role(table, column, of)).collect()
            })
            .collect()
    }

    /// Whether a primary key only tells rows apart.
    pub(super) fn is_row(&self, table: usize, column: usize) -> bool {
        let of = &self.schema.tables[table];
        let own = &of.columns[column];
        let is_plain = matches!(
            own.kind,
            ColumnKind::Integer { .. } | ColumnKind::Text(None | Some(2..)) | ColumnKind::Uuid
        );
        let is_free = |table: usize, column: usize| !self.valued.contains(&(table, column));
        let referring = self.schema.tables.iter().enumerate().flat_map(|(from, of)| {
            of.foreign
                .iter()
                .filter(|key| key.table == table && key.to.contains(&column))
                .map(move |key| (from, key))
        });
        is_plain
            && !own.is_nullable
            && own.generated.is_none()
            && is_free(table, column)
            && !of.foreign.iter().any(|key| key.columns.contains(&column))
            && referring.into_iter().all(|(from, key)| match key.columns[..] {
                [only] => {
                    let others = &self.schema.tables[from].foreign;
                    let is_alone =
                        others.iter().filter(|key| key.columns.contains(&only)).count() == 1;
                    let is_given = self.schema.tables[from].columns[only].generated.is_none();
                    let is_key = self.schema.tables.iter().any(|of| {
                        of.foreign.iter().any(|key| key.table == from && key.to.contains(&only))
                    });
                    key.filter.is_none() && is_alone && is_given && !is_key && is_free(from, only)
                }
                _ => false,
            })
    }

    /// Columns that have one domain: a foreign key and what it refers to, and what is compared.
    pub(super) fn sharing(&self, roles: &[Vec<Role>]) -> Sharing {
        let mut sharing = Sharing::default();
        let is_value =
            |(table, column): ColumnPlace| matches!(roles[table][column], Role::Value(_));
        for (table, of) in self.schema.tables.iter().enumerate() {
            for key in &of.foreign {
                for (own, to) in key.columns.iter().zip(&key.to) {
                    if is_value((table, *own)) && is_value((key.table, *to)) {
                        sharing.join((table, *own), (key.table, *to));
                    }
                }
            }
        }
        for (a, b) in &self.shared {
            let kind = |place: &ColumnPlace| &self.schema.tables[place.0].columns[place.1].kind;
            let is_alike = std::mem::discriminant(kind(a)) == std::mem::discriminant(kind(b));
            if is_value(*a) && is_value(*b) && is_alike {
                sharing.join(*a, *b);
            }
        }
        sharing
    }
}

/// Sets of columns, joined step by step.
#[derive(Default)]
pub(super) struct Sharing {
    above: BTreeMap<ColumnPlace, ColumnPlace>,
}

impl Sharing {
    pub(super) fn root(&self, mut of: ColumnPlace) -> ColumnPlace {
        while let Some(above) = self.above.get(&of) {
            of = *above;
        }
        of
    }

    pub(super) fn join(&mut self, a: ColumnPlace, b: ColumnPlace) {
        let (a, b) = (self.root(a), self.root(b));
        if a != b {
            self.above.insert(a.max(b), a.min(b));
        }
    }
}
