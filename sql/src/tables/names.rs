//! What constraints and indexes are called, for statements that take them away or call them otherwise.
//!
//! PostgreSQL names what has no name by its table and its columns: `t_pkey`, `t_a_key`, `t_a_idx`, `t_a_fkey`, `t_a_check`. A check
//! gets its name at once, with a number if the name is taken, for tables inherit it with its name. Names of keys are known as far
//! as they are not taken.

use sqlparser::ast::{Expr, ForeignKeyConstraint, Ident, ObjectName};

use super::{Reader, last};
use crate::dialect::Dialect;
use crate::expression::mentioned;
use crate::schema::{Check, Key, Table};

pub(super) fn is_called(name: Option<&String>, wanted: &str) -> bool {
    name.is_some_and(|name| name.eq_ignore_ascii_case(wanted))
}

/// Whether a key has this name, or the one that the engine gives it.
fn is_key(dialect: Dialect, table: &Table, key: &Key, wanted: &str) -> bool {
    if key.name.is_some() {
        return is_called(key.name.as_ref(), wanted);
    }
    let columns = key.columns().unwrap_or_default();
    let columns: Vec<&str> = columns.iter().map(|at| table.columns[*at].name.as_str()).collect();
    match dialect {
        Dialect::Postgres if key.is_primary => wanted == format!("{}_pkey", table.name),
        Dialect::Postgres => {
            let start = format!("{}_{}", table.name, columns.join("_"));
            wanted == start.clone() + "_key" || wanted == start + "_idx"
        }
        Dialect::Mysql if key.is_primary => wanted.eq_ignore_ascii_case("primary"),
        Dialect::Mysql => columns.first().is_some_and(|first| first.eq_ignore_ascii_case(wanted)),
        _ => false,
    }
}

fn is_foreign(dialect: Dialect, table: &Table, key: &ForeignKeyConstraint, wanted: &str) -> bool {
    let name = key.name.as_ref().map(|name| &name.value);
    if name.is_some() || dialect != Dialect::Postgres {
        return is_called(name, wanted);
    }
    let columns: Vec<&str> = key.columns.iter().map(|column| column.value.as_str()).collect();
    wanted == format!("{}_{}_fkey", table.name, columns.join("_"))
}

impl Reader {
    /// Whether the engine takes a name for that of a table. PostgreSQL tells the case of names in quotes.
    pub(super) fn is_same_table(&self, table: &Table, name: &str, written: &str) -> bool {
        let folded = |name: &str, written: &str| {
            if written.ends_with('"') { name.to_owned() } else { name.to_ascii_lowercase() }
        };
        match self.schema.dialect {
            Dialect::Postgres => folded(&table.name, &table.written) == folded(name, written),
            _ => table.name.eq_ignore_ascii_case(name),
        }
    }

    /// Adds a check. PostgreSQL makes one of two checks with one name: the other one is inherited.
    pub(super) fn add_check(&mut self, at: usize, mut check: Check) {
        if self.schema.dialect == Dialect::Postgres {
            check.name.get_or_insert_with(|| self.check_name(at, &check.expr));
            let table = &mut self.schema.tables[at];
            if let Some(same) = check.name.as_ref().and_then(|name| table.check(name)) {
                table.checks[same].is_own = true;
                return;
            }
        }
        self.schema.tables[at].checks.push(check);
    }

    /// The name that PostgreSQL gives a check: the first that no check of any table has.
    fn check_name(&self, at: usize, check: &Expr) -> String {
        let table = &self.schema.tables[at];
        let column = match mentioned(check).map(|all| all.names).as_deref() {
            Ok([only]) => table.column(only).map(|only| table.columns[only].name.clone() + "_"),
            _ => None,
        };
        let start = format!("{}_{}check", table.name, column.unwrap_or_default());
        let is_free = |name: &String| self.schema.tables.iter().all(|of| of.check(name).is_none());
        let numbered = (1..).map(|number| format!("{start}{number}"));
        let mut names = std::iter::once(start.clone()).chain(numbered);
        names.find(is_free).expect("there is no last number")
    }

    pub(super) fn drop_index(&mut self, name: &str, table: Option<&ObjectName>) {
        let dialect = self.schema.dialect;
        let only = table.map(last);
        for table in &mut self.schema.tables {
            if only.as_ref().is_none_or(|only| only.eq_ignore_ascii_case(&table.name)) {
                let of = table.clone();
                table.keys.retain(|key| !is_key(dialect, &of, key, name));
            }
        }
    }

    pub(super) fn rename_index(&mut self, name: &str, new: &str) {
        let dialect = self.schema.dialect;
        for table in &mut self.schema.tables {
            let of = table.clone();
            for key in table.keys.iter_mut().filter(|key| is_key(dialect, &of, key, name)) {
                key.name = Some(new.to_owned());
            }
        }
    }

    /// Whether there was a constraint with this name.
    pub(super) fn drop_constraint(&mut self, at: usize, name: &str) -> bool {
        let dialect = self.schema.dialect;
        let table = &mut self.schema.tables[at];
        let of = table.clone();
        let number =
            |table: &Table, foreign: usize| table.keys.len() + table.checks.len() + foreign;
        let before = number(table, self.references.len());
        table.keys.retain(|key| !is_key(dialect, &of, key, name));
        table.checks.retain(|check| !is_called(check.name.as_ref(), name));
        self.references.retain(|(own, key, _)| *own != at || !is_foreign(dialect, &of, key, name));
        number(table, self.references.len()) < before
    }

    pub(super) fn rename_constraint(&mut self, at: usize, name: &str, new: &Ident) {
        let dialect = self.schema.dialect;
        let table = &mut self.schema.tables[at];
        let of = table.clone();
        for key in table.keys.iter_mut().filter(|key| is_key(dialect, &of, key, name)) {
            key.name = Some(new.value.clone());
        }
        for check in table.checks.iter_mut().filter(|check| is_called(check.name.as_ref(), name)) {
            check.name = Some(new.value.clone());
        }
        for (own, key, _) in &mut self.references {
            if *own == at && is_foreign(dialect, &of, key, name) {
                key.name = Some(new.clone());
            }
        }
    }
}
