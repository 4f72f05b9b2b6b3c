//! Why a table may have no row: conditions that none of the values meets, and conditions of which that is not known.

use std::collections::BTreeSet;

use sqlparser::ast::Expr;

use super::{Domains, Maker, Role};
use crate::schema::{ColumnKind, Schema};

/// Conditions of a table that perhaps no row meets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Barrier {
    pub table: usize,
    /// The columns that they look at.
    pub columns: Vec<usize>,
    /// `CHECK (a > b)`.
    pub said: String,
    /// No row meets them. Otherwise the engine alone knows.
    pub is_known: bool,
    what: Wanting,
}

/// What a user may say, so that a row meets a condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wanting {
    Text,
    Number,
    Value,
}

impl Wanting {
    fn of(kinds: impl Iterator<Item = ColumnKind>) -> Wanting {
        let one = |kind: ColumnKind| match kind {
            ColumnKind::Text(_) | ColumnKind::Other(_) => Wanting::Text,
            ColumnKind::Integer { .. } | ColumnKind::Number { .. } => Wanting::Number,
            _ => Wanting::Value,
        };
        let mut kinds = kinds.map(one);
        let first = kinds.next().unwrap_or(Wanting::Value);
        if kinds.all(|other| other == first) { first } else { Wanting::Value }
    }
}

impl Barrier {
    fn new(schema: &Schema, table: usize, columns: Vec<usize>, said: String) -> Barrier {
        let of = &schema.tables[table];
        let what = Wanting::of(columns.iter().map(|column| of.columns[*column].kind.clone()));
        Barrier { table, columns, said, is_known: true, what }
    }

    /// That of a condition which cannot be evaluated. It looks at each column whose name stands in it.
    pub(super) fn unknown(
        schema: &Schema,
        table: usize,
        expr: &Expr,
        value: Option<usize>,
    ) -> Barrier {
        let text = expr.to_string();
        let words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
        let columns: BTreeSet<usize> =
            words.filter_map(|word| schema.tables[table].meant(word, value)).collect();
        let columns = columns.into_iter().chain(value).collect::<BTreeSet<_>>();
        let columns = columns.into_iter().collect();
        Barrier {
            is_known: false,
            ..Barrier::new(schema, table, columns, format!("CHECK ({text})"))
        }
    }

    pub(super) fn is_of(&self, table: usize, expr: &Expr) -> bool {
        self.table == table && self.said == format!("CHECK ({expr})")
    }

    /// `no text meets CHECK (a LIKE 'b'): give one with --text TEXT`.
    pub fn why(&self) -> String {
        let said = &self.said;
        match self.what {
            Wanting::Text => format!("no text meets {said}: {}", self.advice()),
            Wanting::Number => format!("no number meets {said}: {}", self.advice()),
            Wanting::Value => format!("no value meets {said}: {}", self.advice()),
        }
    }

    /// What a user may do.
    pub fn advice(&self) -> &'static str {
        match self.what {
            Wanting::Text => "give one with --text TEXT",
            Wanting::Number => "give some with --integers A..B",
            Wanting::Value => "give some with --text TEXT or --integers A..B",
        }
    }
}

impl Maker<'_> {
    /// The conditions that no row meets.
    pub(super) fn barriers(&self, made: &Domains) -> Vec<Barrier> {
        let schema = self.schema;
        let mut barriers = Vec::new();
        for (table, of) in schema.tables.iter().enumerate() {
            let checks: Vec<_> = made.checks.iter().filter(|check| check.table == table).collect();
            if let Some(check) = checks.iter().find(|check| check.rows.is_empty()) {
                let (columns, said) = (check.columns.clone(), check.said.clone());
                barriers.push(Barrier::new(schema, table, columns, said));
                continue;
            }
            let is_empty = |column: &usize| {
                !of.columns[*column].is_nullable
                    && matches!(made.roles[table][*column], Role::Value(_))
                    && made.passing(table, *column).is_empty()
            };
            let Some(column) = (0..of.columns.len()).find(is_empty) else { continue };
            let said = checks.iter().filter(|check| check.columns.contains(&column));
            let said: Vec<&str> = said.map(|check| check.said.as_str()).collect();
            // A column of a type without values is told elsewhere.
            if !said.is_empty() {
                barriers.push(Barrier::new(schema, table, vec![column], said.join(" and ")));
            }
        }
        barriers
    }
}
