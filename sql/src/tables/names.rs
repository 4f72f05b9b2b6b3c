//! What constraints and indexes are called, for statements that take them away or call them otherwise.
//!
//! PostgreSQL names what has no name by its table and its columns: `t_pkey`, `t_a_key`, `t_a_idx`, `t_a_fkey`, `t_a_check`. A check
//! gets its name at once, with a number if the name is taken, for tables inherit it with its name. Names of keys are known as far
//! as they are not taken.

use sqlparser::ast::{Expr, ForeignKeyConstraint, Ident, ObjectName};
use sqlparser::tokenizer::{Token, Tokenizer};

use super::types::folded;
use super::{Reader, last, last_word, unnested};
use crate::dialect::Dialect;
use crate::expression::mentioned;
use crate::schema::{Check, Column, Key, Table};

/// Whether a constraint has this name. PostgreSQL tells the case of names, which are given as it keeps them.
fn is_called(dialect: Dialect, name: Option<&String>, wanted: &str) -> bool {
    name.is_some_and(|name| match dialect {
        Dialect::Postgres => name == wanted,
        _ => name.eq_ignore_ascii_case(wanted),
    })
}

/// A name as PostgreSQL keeps it.
fn kept(name: &str, written: &str) -> String {
    if written.ends_with('"') { name.to_owned() } else { name.to_ascii_lowercase() }
}

impl Table {
    /// The place of the check with a name, as PostgreSQL keeps it.
    pub(super) fn check(&self, name: &str) -> Option<usize> {
        self.checks.iter().position(|check| check.name.as_deref() == Some(name))
    }

    /// The column that has the name of another one in PostgreSQL.
    pub(super) fn same_column(&self, other: &Column) -> Option<usize> {
        let name = other.kept_name();
        self.columns.iter().position(|column| column.kept_name() == name)
    }

    /// The column that has a name in the engine.
    pub(super) fn called(&self, dialect: Dialect, name: &Ident) -> Option<usize> {
        let is_same = |column: &Column| match dialect {
            Dialect::Postgres => column.kept_name() == folded(name),
            _ => column.name.eq_ignore_ascii_case(&name.value),
        };
        self.columns.iter().position(is_same)
    }

    fn kept_name(&self) -> String {
        kept(&self.name, &self.written)
    }
}

impl Column {
    fn kept_name(&self) -> String {
        kept(&self.name, &self.written)
    }
}

impl Check {
    /// Whether PostgreSQL makes one of the two where an heir has both.
    pub(super) fn is_same(&self, other: &Check) -> bool {
        let words = |check: &Check| {
            let text = unnested(&check.expr).to_string();
            let tokens = Tokenizer::new(Dialect::Postgres.parser(), &text).tokenize();
            let word = |token: Token| match token {
                Token::Word(word) if word.quote_style.is_none() => {
                    Token::make_word(&word.value.to_ascii_lowercase(), None)
                }
                other => other,
            };
            tokens.unwrap_or_default().into_iter().map(word).collect::<Vec<Token>>()
        };
        self.is_handed_down && other.is_handed_down && words(self) == words(other)
    }
}

/// Whether a key has this name, or the one that the engine gives it.
fn is_key(dialect: Dialect, table: &Table, key: &Key, wanted: &str) -> bool {
    if key.name.is_some() {
        return is_called(dialect, key.name.as_ref(), wanted);
    }
    let columns = key.columns().unwrap_or_default().into_iter().map(|at| &table.columns[at]);
    match dialect {
        Dialect::Postgres if key.is_primary => wanted == format!("{}_pkey", table.kept_name()),
        Dialect::Postgres => {
            let columns: Vec<String> = columns.map(Column::kept_name).collect();
            let start = format!("{}_{}", table.kept_name(), columns.join("_"));
            wanted == start.clone() + "_key" || wanted == start + "_idx"
        }
        Dialect::Mysql if key.is_primary => wanted.eq_ignore_ascii_case("primary"),
        Dialect::Mysql => {
            let mut columns = columns;
            columns.next().is_some_and(|first| first.name.eq_ignore_ascii_case(wanted))
        }
        _ => false,
    }
}

fn is_foreign(dialect: Dialect, table: &Table, key: &ForeignKeyConstraint, wanted: &str) -> bool {
    if dialect != Dialect::Postgres {
        return is_called(dialect, key.name.as_ref().map(|name| &name.value), wanted);
    }
    let columns = || key.columns.iter().map(folded).collect::<Vec<String>>().join("_");
    let given = || format!("{}_{}_fkey", table.kept_name(), columns());
    wanted == key.name.as_ref().map_or_else(given, folded)
}

impl Reader {
    /// The name of a constraint as the engine keeps it: PostgreSQL's in small letters, unless it stands in quotes.
    pub(super) fn kept(&self, name: &Ident) -> String {
        match self.schema.dialect {
            Dialect::Postgres => folded(name),
            _ => name.value.clone(),
        }
    }

    /// The same, of an index.
    pub(super) fn kept_last(&self, name: &ObjectName) -> String {
        last_word(name).map_or_else(|| name.to_string(), |word| self.kept(word))
    }

    /// Whether the engine takes a name for that of a table. PostgreSQL tells the case of names in quotes.
    pub(super) fn is_same_table(&self, table: &Table, name: &str, written: &str) -> bool {
        match self.schema.dialect {
            Dialect::Postgres => table.kept_name() == kept(name, written),
            _ => table.name.eq_ignore_ascii_case(name),
        }
    }

    /// The column of a table that has this name already.
    pub(super) fn column_called(&self, at: usize, name: &Ident) -> Option<usize> {
        self.schema.tables[at].called(self.schema.dialect, name)
    }

    /// Adds a check. PostgreSQL makes one of two checks with one name, if the other one is inherited and says the same.
    pub(super) fn add_check(&mut self, at: usize, mut check: Check) {
        if self.schema.dialect == Dialect::Postgres {
            let name = check.name.take().unwrap_or_else(|| self.check_name(at, &check.expr));
            let table = &mut self.schema.tables[at];
            if let Some(same) = table.check(&name).map(|same| &mut table.checks[same]) {
                match !same.is_own && same.is_same(&check) {
                    true => same.is_own = true,
                    false => self.second_check(at, &name, &check),
                }
                return;
            }
            check.name = Some(name);
        }
        self.schema.tables[at].checks.push(check);
    }

    /// PostgreSQL refuses it.
    pub(super) fn second_check(&mut self, at: usize, name: &str, check: &Check) {
        let table = &self.schema.tables[at].written;
        self.unsaid(format!("CHECK ({}): {table} has another check {name}", check.expr));
    }

    /// The name that PostgreSQL gives a check: the first that no check of any table has.
    fn check_name(&self, at: usize, check: &Expr) -> String {
        let table = &self.schema.tables[at];
        let column = match mentioned(check).map(|all| all.names).as_deref() {
            Ok([only]) => table.column(only).map(|only| table.columns[only].kept_name() + "_"),
            _ => None,
        };
        let start = format!("{}_{}check", table.kept_name(), column.unwrap_or_default());
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
                table.indexes.retain(|index| !is_called(dialect, Some(index), name));
            }
        }
    }

    /// Whether there is an index of this name.
    pub(super) fn has_index(&self, name: &str) -> bool {
        let dialect = self.schema.dialect;
        self.schema.tables.iter().any(|table| {
            table.keys.iter().any(|key| is_key(dialect, table, key, name))
                || table.indexes.iter().any(|index| is_called(dialect, Some(index), name))
        })
    }

    pub(super) fn rename_index(&mut self, name: &str, new: &str) {
        let dialect = self.schema.dialect;
        for table in &mut self.schema.tables {
            let of = table.clone();
            for key in table.keys.iter_mut().filter(|key| is_key(dialect, &of, key, name)) {
                key.name = Some(new.to_owned());
            }
            let indexes = table.indexes.iter_mut();
            indexes.filter(|index| is_called(dialect, Some(index), name)).for_each(|index| {
                new.clone_into(index);
            });
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
        table.checks.retain(|check| !is_called(dialect, check.name.as_ref(), name));
        self.references.retain(|(own, key, _)| *own != at || !is_foreign(dialect, &of, key, name));
        number(table, self.references.len()) < before
    }

    pub(super) fn rename_constraint(&mut self, at: usize, name: &str, new: &Ident) {
        let (dialect, new_name) = (self.schema.dialect, self.kept(new));
        let table = &mut self.schema.tables[at];
        let of = table.clone();
        for key in table.keys.iter_mut().filter(|key| is_key(dialect, &of, key, name)) {
            key.name = Some(new_name.clone());
        }
        let is_meant = |check: &&mut Check| is_called(dialect, check.name.as_ref(), name);
        for check in table.checks.iter_mut().filter(is_meant) {
            check.name = Some(new_name.clone());
        }
        for (own, key, _) in &mut self.references {
            if *own == at && is_foreign(dialect, &of, key, name) {
                key.name = Some(new.clone());
            }
        }
    }
}
