//! What migrations take away and call otherwise: SQLite's change a table by making another one and giving it the old name.

use sqlparser::ast::{Expr, ForeignKeyConstraint, Ident, ObjectName};

use sqlparser::parser::Parser;
use sqlparser::tokenizer::{Token, Tokenizer, Word};

use super::{Reader, last};
use crate::dialect::Dialect;
use crate::expression::mentioned;
use crate::schema::KeyPart;

impl Reader {
    /// PostgreSQL drops a table to which others refer, or from which others inherit, only with these, or with CASCADE.
    pub(super) fn drop_tables(&mut self, names: &[ObjectName], cascade: bool) {
        let mut gone: Vec<usize> =
            names.iter().filter_map(|name| self.schema.table(&last(name))).collect();
        let mut next = 0;
        while let Some(&at) = gone.get(next) {
            let heirs = self.heirs(at).into_iter().filter(|heir| !gone.contains(heir));
            let is_part = |heir: &usize| self.schema.tables[*heir].part_of.is_some();
            gone.extend(heirs.filter(|heir| cascade || is_part(heir)).collect::<Vec<usize>>());
            next += 1;
        }
        if self.schema.dialect == Dialect::Postgres {
            let is_to = |key: &ForeignKeyConstraint| {
                self.schema.table(&last(&key.foreign_table)).is_some_and(|to| gone.contains(&to))
            };
            let heirs = gone.iter().flat_map(|at| self.heirs(*at));
            let refers = self.references.iter().filter(|(_, key, _)| is_to(key));
            let mut bound = heirs.chain(refers.map(|(own, ..)| *own));
            match bound.find(|other| !cascade && !gone.contains(other)) {
                Some(other) => {
                    let of: Vec<String> = names.iter().map(ToString::to_string).collect();
                    let other = &self.schema.tables[other].written;
                    return self.unsaid(format!("DROP TABLE {}: {other} needs it", of.join(", ")));
                }
                None => {
                    let kept = self.references.iter().filter(|(_, key, _)| !is_to(key));
                    self.references = kept.cloned().collect();
                }
            }
        }
        gone.sort_unstable();
        gone.dedup();
        for at in gone.into_iter().rev() {
            self.schema.tables.remove(at);
            self.references.retain(|(own, ..)| *own != at);
            for (own, ..) in &mut self.references {
                *own -= usize::from(*own > at);
            }
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
        for table in &mut self.schema.tables {
            let whole = table.part_of.as_mut().map(|of| &mut of.table);
            let of = table.parents.iter_mut().chain(whole);
            of.filter(|of| **of == old).for_each(|of| *of = last(name));
        }
    }

    /// What mentions the column follows: keys, checks, computed columns, and who refers to it.
    pub(super) fn rename_column(&mut self, at: usize, old: &str, new: &Ident) {
        let Some(column) = self.schema.tables[at].column(old) else { return };
        let dialect = self.schema.dialect;
        let before = self.schema.tables[at].clone();
        let is_old = |name: &Ident| before.called(dialect, name) == Some(column);
        let table = &mut self.schema.tables[at];
        let old = std::mem::replace(&mut table.columns[column].name, new.value.clone());
        table.columns[column].written = new.to_string();
        // What a type demands has no names of columns.
        for check in table.checks.iter_mut().filter(|check| check.value.is_none()) {
            rename_in(dialect, &mut check.expr, &is_old, new);
        }
        table.columns.iter_mut().filter_map(|of| of.generated.as_mut()).for_each(|expr| {
            rename_in(dialect, expr, &is_old, new);
        });
        for expr in table.parted.iter_mut().flat_map(|parted| &mut parted.of) {
            rename_in(dialect, expr, &is_old, new);
        }
        for key in &mut table.keys {
            if let Some(filter) = &mut key.filter {
                rename_in(dialect, filter, &is_old, new);
            }
            for part in &mut key.parts {
                if let KeyPart::Expression(expr) = part {
                    rename_in(dialect, expr, &is_old, new);
                }
            }
        }
        for (own, key, _) in &mut self.references {
            let ForeignKeyConstraint { columns, referred_columns, foreign_table, .. } = key;
            let is_to = last(foreign_table).eq_ignore_ascii_case(&table.name);
            let own = columns.iter_mut().filter(|_| *own == at);
            let names = own.chain(referred_columns.iter_mut().filter(|_| is_to));
            for name in names.filter(|name| name.value.eq_ignore_ascii_case(&old)) {
                *name = new.clone();
            }
        }
    }

    /// Keys and checks of the column go with it.
    pub(super) fn drop_column(&mut self, at: usize, name: &str) {
        if let Some(gone) = self.schema.tables[at].column(name) {
            self.drop_column_at(at, gone);
        }
    }

    pub(super) fn drop_column_at(&mut self, at: usize, gone: usize) {
        let before = self.schema.tables[at].clone();
        let is_gone = |name: &str| before.column(name) == Some(gone);
        let is_in = |expr: &Expr| {
            mentioned(expr).is_ok_and(|all| all.names.iter().any(|name| is_gone(name)))
        };
        let table = &mut self.schema.tables[at];
        table.columns.remove(gone);
        table.keys.retain(|key| {
            let in_parts = key.parts.iter().any(|part| match part {
                KeyPart::Column(column) => *column == gone,
                KeyPart::Expression(expr) => is_in(expr),
            });
            !in_parts && !key.filter.as_ref().is_some_and(is_in)
        });
        for part in table.keys.iter_mut().flat_map(|key| &mut key.parts) {
            if let KeyPart::Column(column) = part {
                *column -= usize::from(*column > gone);
            }
        }
        table.checks.retain(|check| match check.value {
            Some(value) => value != gone,
            None => !is_in(&check.expr),
        });
        for value in table.checks.iter_mut().filter_map(|check| check.value.as_mut()) {
            *value -= usize::from(*value > gone);
        }
        let refers = |key: &ForeignKeyConstraint| key.columns.iter().any(|own| is_gone(&own.value));
        self.references.retain(|(own, key, _)| *own != at || !refers(key));
    }
}

fn named(word: &Word) -> Ident {
    Ident { quote_style: word.quote_style, ..Ident::new(&word.value) }
}

/// Calls a column otherwise in an expression. One that the parser does not read again stays.
fn rename_in(dialect: Dialect, expr: &mut Expr, is_old: &dyn Fn(&Ident) -> bool, new: &Ident) {
    let Ok(mut tokens) = Tokenizer::new(dialect.parser(), &expr.to_string()).tokenize() else {
        return;
    };
    tokens.retain(|token| !matches!(token, Token::Whitespace(_)));
    for at in 0..tokens.len() {
        let is_call = matches!(tokens.get(at + 1), Some(Token::LParen));
        let is_type = at > 0
            && match &tokens[at - 1] {
                Token::DoubleColon => true,
                Token::Word(word) => word.value.eq_ignore_ascii_case("as"),
                _ => false,
            };
        match &tokens[at] {
            Token::Word(word) if !is_call && !is_type && is_old(&named(word)) => {
                tokens[at] = Token::make_word(&new.value, new.quote_style);
            }
            _ => {}
        }
    }
    let mut parser = Parser::new(dialect.parser()).with_tokens(tokens);
    if let Ok(renamed) = parser.parse_expr()
        && parser.peek_token().token == Token::EOF
    {
        *expr = renamed;
    }
}
