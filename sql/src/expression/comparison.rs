//! How values stand to each other: equality, order, patterns.

use std::cmp::Ordering;

use sqlparser::ast::Expr;

use super::kinds::{has_forms, read_as};
use super::{Obstacle, Row, unsaid};
use crate::dialect::Dialect;
use crate::pattern::Pattern;
use crate::schema::ColumnKind;
use crate::value::Value;

/// Texts are not filled to more characters.
const MOST_FILLED: u64 = 10_000;

impl Row<'_> {
    pub(super) fn is_same(&self, left: &Expr, right: &Expr) -> Result<bool, Obstacle> {
        let (a, b) = (self.worth(left)?, self.worth(right)?);
        match (&a, &b) {
            (Value::Null, _) | (_, Value::Null) => Ok(a == b),
            _ => Ok(self.equal((left, &a), (right, &b))? == Some(true)),
        }
    }

    /// How the values of two expressions stand to each other. Labels are in the order of their list in PostgreSQL. Nothing, if
    /// one is NULL.
    pub(super) fn order(
        &self,
        (left, a): (&Expr, &Value),
        (right, b): (&Expr, &Value),
    ) -> Result<Option<Ordering>, Obstacle> {
        let labels = |expr: &Expr| match &self.column_of(expr)?.kind {
            ColumnKind::Enum(labels) => Some(labels),
            _ => None,
        };
        let Some(labels) = labels(left).or_else(|| labels(right)) else {
            return self.compared((left, a), (right, b));
        };
        let place = |value: &Value| match value {
            Value::Text(text) => labels.iter().position(|label| label == text),
            _ => None,
        };
        match (a, b) {
            (Value::Null, _) | (_, Value::Null) => Ok(None),
            _ if self.dialect != Dialect::Postgres => unsaid("the order of labels is not known"),
            _ => match (place(a), place(b)) {
                (Some(a), Some(b)) => Ok(Some(a.cmp(&b))),
                _ => unsaid(format!("{a} and {b} are not both labels")),
            },
        }
    }

    fn compared(
        &self,
        (left, a): (&Expr, &Value),
        (right, b): (&Expr, &Value),
    ) -> Result<Option<Ordering>, Obstacle> {
        if let (Value::Text(a), Value::Text(b)) = (a, b) {
            if let Some(order) = self.timed((left, a), (right, b)) {
                return order.map(Some);
            }
            let is_by_bytes = matches!(self.dialect, Dialect::Sqlite | Dialect::Duckdb);
            if a != b && !is_by_bytes && !(are_dates(a, b) || are_words(a, b)) {
                return unsaid("the order of texts depends on the locale of the database");
            }
        }
        let (a, b) = self.of_one_kind(a, b)?;
        Ok(a.compare(&b))
    }

    pub(super) fn equal(
        &self,
        (left, a): (&Expr, &Value),
        (right, b): (&Expr, &Value),
    ) -> Result<Option<bool>, Obstacle> {
        if let (Value::Text(a), Value::Text(b)) = (a, b) {
            if self.dialect == Dialect::Mysql && a != b && a.eq_ignore_ascii_case(b) {
                return unsaid("whether case matters depends on the collation");
            }
            return match self.timed((left, a), (right, b)) {
                Some(order) => Ok(Some(order?.is_eq())),
                None if a != b && [left, right].into_iter().any(|of| self.has_forms(of)) => {
                    unsaid(format!("whether {a} and {b} are one value is not known"))
                }
                None => Ok(Some(a == b)),
            };
        }
        let (a, b) = self.of_one_kind(a, b)?;
        Ok(a.compare(&b).map(Ordering::is_eq))
    }

    /// Values of two kinds are compared after a conversion that depends on types. PostgreSQL compares a text with one of another
    /// kind only if it stands there in quotes, and then it is read as the other one.
    fn of_one_kind(&self, a: &Value, b: &Value) -> Result<(Value, Value), Obstacle> {
        let is_postgres = self.dialect == Dialect::Postgres;
        let read = |of: &Value, other: &Value| match of {
            Value::Text(text) if is_postgres => read_as(text, other),
            _ => None,
        };
        let pair =
            (read(a, b).unwrap_or_else(|| a.clone()), read(b, a).unwrap_or_else(|| b.clone()));
        let is_null = *a == Value::Null || *b == Value::Null;
        match is_null || pair.0.compare(&pair.1).is_some() {
            true => Ok(pair),
            false => unsaid(format!("{a} and {b} are of two kinds")),
        }
    }

    /// Whether an expression is a column whose values may be written in several ways.
    fn has_forms(&self, of: &Expr) -> bool {
        let kind = self.column_of(of).map(|column| &column.kind);
        self.dialect == Dialect::Postgres
            && matches!(kind, Some(ColumnKind::Other(name)) if has_forms(name))
    }

    /// A text with the spaces to which `CHAR(n)` fills it.
    fn filled(&self, of: &Expr, text: &str) -> Result<String, Obstacle> {
        match self.column_of(of).and_then(|column| column.width) {
            Some(width) if width > MOST_FILLED => {
                unsaid(format!("a text of {width} characters is too long"))
            }
            width => {
                let length = text.chars().count() as u64;
                let spaces = width.unwrap_or_default().saturating_sub(length);
                Ok(text.to_owned() + &" ".repeat(spaces as usize))
            }
        }
    }

    /// Whether a text matches a regular expression: PostgreSQL's `~`.
    pub(super) fn is_match(
        &self,
        (of, text): (&Expr, &Value),
        pattern: &Value,
        ignores_case: bool,
    ) -> Result<Option<bool>, Obstacle> {
        let (text, pattern) = match (text, pattern) {
            (Value::Null, _) | (_, Value::Null) => return Ok(None),
            (Value::Text(text), Value::Text(pattern)) => (text, pattern),
            (a, b) => return unsaid(format!("{a} ~ {b} is not known")),
        };
        if self.dialect != Dialect::Postgres {
            return unsaid("regular expressions of other engines than PostgreSQL are not known");
        }
        if !text.is_ascii() {
            return unsaid(format!("whether {text} matches depends on the locale"));
        }
        let text = self.filled(of, text)?;
        let matcher = Pattern::read(pattern, ignores_case).and_then(|pattern| pattern.matcher());
        match matcher {
            Ok(matcher) => Ok(Some(matcher.is_match(&text))),
            Err(why) => unsaid(format!("the regular expression '{pattern}': {why}")),
        }
    }

    pub(super) fn is_like(
        &self,
        of: &Expr,
        pattern: &Expr,
        ignores_case: bool,
    ) -> Result<Option<bool>, Obstacle> {
        match (self.worth(of)?, self.worth(pattern)?) {
            (Value::Null, _) | (_, Value::Null) => Ok(None),
            (Value::Text(text), Value::Text(pattern)) => {
                if pattern.contains('\\') && self.dialect != Dialect::Sqlite {
                    return unsaid("a pattern with a backslash is not known");
                }
                if ignores_case && !(text.is_ascii() && pattern.is_ascii()) {
                    return unsaid("case beyond ASCII depends on the locale");
                }
                let folded = |text: &str| match ignores_case {
                    true => text.to_ascii_lowercase(),
                    false => text.to_owned(),
                };
                let (text, pattern) = (folded(&self.filled(of, &text)?), folded(&pattern));
                let text: Vec<char> = text.chars().collect();
                let pattern: Vec<char> = pattern.chars().collect();
                Ok(Some(matches(&text, &pattern)))
            }
            (a, b) => unsaid(format!("{a} LIKE {b} is not known")),
        }
    }
}

/// Dates and times of one form are ordered as their digits are.
fn are_dates(a: &str, b: &str) -> bool {
    let is_digits = |text: &str| text.chars().all(|c| c.is_ascii_digit() || "-: .".contains(c));
    a.len() == b.len() && is_digits(a) && is_digits(b)
}

/// Words of small letters have the same order in all locales that are in use for plain ASCII.
fn are_words(a: &str, b: &str) -> bool {
    let is_word = |text: &str| text.chars().all(|c| c.is_ascii_lowercase());
    is_word(a) && is_word(b)
}

/// `LIKE`: `%` is any text, `_` any character. The last `%` takes one more character where the rest does not fit; those
/// before it need not.
fn matches(text: &[char], pattern: &[char]) -> bool {
    let (mut at, mut next) = (0, 0);
    let mut last: Option<(usize, usize)> = None;
    while at < text.len() {
        match (pattern.get(next), last) {
            (Some('%'), _) => {
                last = Some((at, next));
                next += 1;
            }
            (Some(c), _) if *c == '_' || *c == text[at] => (at, next) = (at + 1, next + 1),
            (_, Some((from, any))) => {
                last = Some((from + 1, any));
                (at, next) = (from + 1, any + 1);
            }
            (_, None) => return false,
        }
    }
    pattern[next..].iter().all(|c| *c == '%')
}
