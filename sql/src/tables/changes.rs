//! What migrations take away and call otherwise: SQLite's change a table by making another one and giving it the old name.

use sqlparser::ast::{ForeignKeyConstraint, Ident, ObjectName};

use super::{Reader, last};
use crate::expression::mentioned;
use crate::schema::KeyPart;

impl Reader {
    pub(super) fn drop_table(&mut self, name: &str) {
        let Some(at) = self.schema.table(name) else { return };
        self.schema.tables.remove(at);
        self.references.retain(|(own, ..)| *own != at);
        for (own, ..) in &mut self.references {
            *own -= usize::from(*own > at);
        }
    }

    /// Who refers to it follows.
    pub(super) fn rename_table(&mut self, at: usize, name: &ObjectName) {
        let table = &mut self.schema.tables[at];
        let old = std::mem::replace(&mut table.name, last(name));
        table.written = name.to_string();
        for (_, key, _) in &mut self.references {
            if last(&key.foreign_table).eq_ignore_ascii_case(&old) {
                key.foreign_table = name.clone();
            }
        }
    }

    /// Keys and checks of the column go with it.
    pub(super) fn drop_column(&mut self, at: usize, name: &str) {
        let Some(gone) = self.schema.tables[at].column(name) else { return };
        let table = &mut self.schema.tables[at];
        let is_same = |other: &String| other.eq_ignore_ascii_case(name);
        table.columns.remove(gone);
        table.keys.retain(|key| {
            key.parts.iter().all(|part| match part {
                KeyPart::Column(column) => *column != gone,
                KeyPart::Expression(expr) => {
                    !mentioned(expr).is_ok_and(|all| all.names.iter().any(is_same))
                }
            })
        });
        for part in table.keys.iter_mut().flat_map(|key| &mut key.parts) {
            if let KeyPart::Column(column) = part {
                *column -= usize::from(*column > gone);
            }
        }
        table.checks.retain(|check| {
            check.value != Some(gone)
                && !mentioned(&check.expr).is_ok_and(|all| all.names.iter().any(is_same))
        });
        for value in table.checks.iter_mut().filter_map(|check| check.value.as_mut()) {
            *value -= usize::from(*value > gone);
        }
        let is_of = |names: &[Ident]| names.iter().any(|own| is_same(&own.value));
        let refers = |key: &ForeignKeyConstraint| is_of(&key.columns);
        self.references.retain(|(own, key, _)| *own != at || !refers(key));
    }
}
