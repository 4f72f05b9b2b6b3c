//! A value that stands in a cell of a database.

use std::cmp::Ordering;
use std::fmt;

/// Numbers with a fraction are kept as they are written, for a decimal is none of the machine's numbers.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Value {
    Null,
    Boolean(bool),
    Integer(i64),
    /// Digits with a point: `-0.5`.
    Decimal(String),
    Text(String),
    /// Upper-case digits of base 16.
    Bytes(String),
}

impl Value {
    /// As a comment of a spec has it: what hides or turns text around is escaped.
    pub fn comment(&self) -> String {
        let is_plain = |c: char| c == ' ' || c.is_ascii_graphic() || c.is_alphanumeric();
        match self {
            Value::Text(text) if !text.chars().all(is_plain) => {
                let escaped = text.chars().map(|c| match c {
                    '\'' => "''".to_owned(),
                    '\\' => "\\\\".to_owned(),
                    c if is_plain(c) => c.to_string(),
                    c => format!("\\u{{{:x}}}", u32::from(c)),
                });
                format!("E'{}'", escaped.collect::<String>())
            }
            other => other.to_string(),
        }
    }

    /// The values of a list of literals, or nothing if something else stands there.
    pub fn list(text: &str) -> Option<Vec<Value>> {
        let mut values = Vec::new();
        let mut rest = text.trim();
        loop {
            let (value, after) = Value::first(rest)?;
            values.push(value);
            let after = after.trim_start();
            if after.is_empty() {
                return Some(values);
            }
            rest = after.strip_prefix(',')?.trim_start();
        }
    }

    fn first(text: &str) -> Option<(Value, &str)> {
        if let Some(quoted) = text.strip_prefix('\'') {
            let (said, rest) = until_quote(quoted)?;
            return Some((Value::Text(said), rest));
        }
        if let Some(quoted) = text.strip_prefix("E'") {
            let (said, rest) = until_quote(quoted)?;
            return Some((Value::Text(unescaped(&said)?), rest));
        }
        if let Some(quoted) = text.strip_prefix("X'") {
            let (digits, rest) = until_quote(quoted)?;
            return digits
                .chars()
                .all(|c| c.is_ascii_hexdigit())
                .then_some((Value::Bytes(digits), rest));
        }
        let end = text.find([',', ' ']).unwrap_or(text.len());
        let (word, rest) = text.split_at(end);
        let value = match word {
            "NULL" => Value::Null,
            "TRUE" => Value::Boolean(true),
            "FALSE" => Value::Boolean(false),
            number => Value::number(number)?,
        };
        Some((value, rest))
    }

    /// The number that digits say.
    pub fn number(digits: &str) -> Option<Value> {
        if let Ok(number) = digits.parse() {
            return Some(Value::Integer(number));
        }
        let is_plain = digits.chars().all(|c| c.is_ascii_digit() || matches!(c, '-' | '.'));
        (is_plain && digits.parse::<f64>().is_ok()).then(|| Value::Decimal(digits.to_owned()))
    }

    /// The number of digits behind the point.
    pub(crate) fn places(&self) -> usize {
        let Value::Decimal(digits) = self else { return 0 };
        let behind = digits.split_once('.').map_or("", |(_, behind)| behind);
        behind.trim_end_matches('0').len()
    }

    /// What a number is worth, whatever its kind.
    pub fn as_number(&self) -> Option<f64> {
        match self {
            Value::Integer(number) => Some(*number as f64),
            Value::Decimal(digits) => digits.parse().ok(),
            _ => None,
        }
    }

    /// The order of two values of one kind. Nothing where one is NULL, or where the kinds differ.
    pub fn compare(&self, other: &Value) -> Option<Ordering> {
        match (self, other) {
            (Value::Integer(a), Value::Integer(b)) => Some(a.cmp(b)),
            (Value::Text(a), Value::Text(b)) => Some(a.as_bytes().cmp(b.as_bytes())),
            (Value::Bytes(a), Value::Bytes(b)) => Some(a.cmp(b)),
            (Value::Boolean(a), Value::Boolean(b)) => Some(a.cmp(b)),
            _ => self.as_number()?.partial_cmp(&other.as_number()?),
        }
    }
}

/// A text of which some characters are written by their numbers.
fn unescaped(text: &str) -> Option<String> {
    let mut said = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('\\') {
        said += before;
        if let Some(after) = after.strip_prefix('\\') {
            said.push('\\');
            rest = after;
            continue;
        }
        let (digits, after) = after.strip_prefix("u{")?.split_once('}')?;
        said.push(char::from_u32(u32::from_str_radix(digits, 16).ok()?)?);
        rest = after;
    }
    Some(said + rest)
}

/// What stands before the quote that ends a text, and what follows it.
fn until_quote(text: &str) -> Option<(String, &str)> {
    let mut said = String::new();
    let mut rest = text;
    loop {
        let (before, after) = rest.split_once('\'')?;
        said += before;
        match after.strip_prefix('\'') {
            Some(after) => {
                said.push('\'');
                rest = after;
            }
            None => return Some((said, after)),
        }
    }
}

/// As a literal of SQL, the same in all dialects.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Null => f.write_str("NULL"),
            Value::Boolean(true) => f.write_str("TRUE"),
            Value::Boolean(false) => f.write_str("FALSE"),
            Value::Integer(number) => write!(f, "{number}"),
            Value::Decimal(digits) => f.write_str(digits),
            Value::Text(text) => write!(f, "'{}'", text.replace('\'', "''")),
            Value::Bytes(digits) => write!(f, "X'{digits}'"),
        }
    }
}
