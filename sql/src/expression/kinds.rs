//! What PostgreSQL takes a text for: it reads one in quotes as what stands beside it is.

use std::cmp::Ordering;

use sqlparser::ast::Expr;

use super::mentioned::arguments;
use super::{Obstacle, Row, parts, unsaid};
use crate::dialect::Dialect;
use crate::moment::Moment;
use crate::schema::{Column, ColumnKind};
use crate::tables::{is_named, kind_named};
use crate::value::Value;

impl<'r> Row<'r> {
    /// The column that an expression is.
    pub(super) fn column_of(&self, expr: &Expr) -> Option<&'r Column> {
        match expr {
            Expr::Nested(of) => self.column_of(of),
            Expr::Identifier(name) => (self.column)(&name.value),
            Expr::CompoundIdentifier(names) => (self.column)(&names.last()?.value),
            _ => None,
        }
    }

    /// The kind of an expression of times or numbers, as far as columns and casts say it.
    fn kind_of(&self, expr: &Expr) -> Option<ColumnKind> {
        let name =
            |ty: &dyn ToString| kind_named(&ty.to_string().to_ascii_uppercase(), self.dialect);
        match expr {
            Expr::Nested(of) => self.kind_of(of),
            Expr::Cast { data_type, .. } => Some(name(data_type)),
            Expr::TypedString(text) => Some(name(&text.data_type)),
            Expr::Function(function) => {
                arguments(function).ok()?.into_iter().find_map(|part| self.kind_of(part))
            }
            Expr::Case { conditions, else_result, .. } => {
                let results = conditions.iter().map(|when| &when.result);
                results.chain(else_result.as_deref()).find_map(|of| self.kind_of(of))
            }
            other => {
                let kind = &self.column_of(other)?.kind;
                (is_time(kind) || matches!(kind, ColumnKind::Number { .. })).then(|| kind.clone())
            }
        }
    }

    /// Whether an expression is a number that may have a fraction, though none is written.
    pub(super) fn has_fraction(&self, expr: &Expr) -> bool {
        let parts = match expr {
            Expr::Function(function) => arguments(function),
            other => parts(other),
        };
        matches!(self.kind_of(expr), Some(ColumnKind::Number { .. }))
            || parts.unwrap_or_default().into_iter().any(|part| self.has_fraction(part))
    }

    /// How two texts stand to each other as dates and times. Nothing, where they are none.
    pub(super) fn timed(
        &self,
        (left, a): (&Expr, &str),
        (right, b): (&Expr, &str),
    ) -> Option<Result<Ordering, Obstacle>> {
        if self.dialect != Dialect::Postgres {
            return None;
        }
        let [first, second] = [left, right].map(|of| self.kind_of(of).filter(is_time));
        let kinds = (first.as_ref().or(second.as_ref())?, second.as_ref().or(first.as_ref())?);
        let moments = moment(kinds.0, a).zip(moment(kinds.1, b));
        Some(match moments.map(|(a, b)| a.order(b)) {
            Some(Some(order)) => Ok(order),
            Some(None) => unsaid(format!("{a} and {b}: it depends on the time zone")),
            None if a == b && kinds.0 == kinds.1 => Ok(Ordering::Equal),
            None => unsaid(format!("how {a} and {b} stand to each other is not known")),
        })
    }
}

fn is_time(kind: &ColumnKind) -> bool {
    matches!(kind, ColumnKind::Date | ColumnKind::Time | ColumnKind::Timestamp { .. })
}

fn moment(kind: &ColumnKind, text: &str) -> Option<Moment> {
    match kind {
        ColumnKind::Date => Moment::day(text),
        ColumnKind::Timestamp { has_zone: true } => Moment::read(text),
        ColumnKind::Timestamp { has_zone: false } => Moment::local(text),
        _ => Moment::read(&format!("1970-01-01 {text}")).filter(|moment| !moment.has_offset),
    }
}

/// Whether PostgreSQL takes texts that differ for one value of a type: `'1 day'` and `'24 hours'`, `'[1,2]'` and `'[1,3)'`.
pub(super) fn has_forms(ty: &str) -> bool {
    const NAMES: [&str; 9] =
        ["INTERVAL", "INET", "CIDR", "MACADDR", "MACADDR8", "TSVECTOR", "POINT", "CUBE", "CITEXT"];
    ty.ends_with("RANGE") || is_named(ty, &NAMES, Dialect::Postgres)
}

/// A text as a value of the kind of another one. Nothing, where PostgreSQL would not read it so.
pub(super) fn read_as(text: &str, other: &Value) -> Option<Value> {
    match other {
        Value::Integer(_) | Value::Decimal(_) => {
            Value::number(text.trim()).filter(|number| number.as_number().is_some())
        }
        Value::Boolean(_) => truth(text).map(Value::Boolean),
        _ => None,
    }
}

/// PostgreSQL's manual, 8.6 "Boolean Type": beginnings of words will do.
fn truth(text: &str) -> Option<bool> {
    let text = text.trim().to_ascii_lowercase();
    let begins = |words: &[&str]| words.iter().any(|word| word.starts_with(&text));
    match text.as_str() {
        "" | "o" => None,
        "on" | "1" => Some(true),
        "of" | "off" | "0" => Some(false),
        _ if begins(&["true", "yes"]) => Some(true),
        _ if begins(&["false", "no"]) => Some(false),
        _ => None,
    }
}
