//! Functions and arithmetic.

use sqlparser::ast::BinaryOperator;

use super::{Obstacle, Row, Worth, unsaid};
use crate::dialect::Dialect;
use crate::value::Value;

impl Row<'_> {
    /// `are_whole`: both sides are integers, and not numbers without a fraction.
    pub(super) fn arithmetic(
        &self,
        op: &BinaryOperator,
        a: &Value,
        b: &Value,
        are_whole: bool,
    ) -> Worth {
        use BinaryOperator as Op;
        let (a, b) = match (a, b) {
            (Value::Null, _) | (_, Value::Null) => return Ok(Value::Null),
            (Value::Integer(a), Value::Integer(b)) => (*a, *b),
            _ => return unsaid(format!("{a} {op} {b} is not known")),
        };
        if matches!(op, Op::Divide | Op::Modulo) && b == 0 {
            return match self.dialect {
                Dialect::Postgres => Err(Obstacle::Refused),
                _ => Ok(Value::Null),
            };
        }
        let number = match op {
            Op::Plus => a.checked_add(b),
            Op::Minus => a.checked_sub(b),
            Op::Multiply => a.checked_mul(b),
            Op::Modulo => a.checked_rem(b),
            // Elsewhere a quotient has a fraction.
            _ if a.checked_rem(b) == Some(0)
                || are_whole && matches!(self.dialect, Dialect::Sqlite | Dialect::Postgres) =>
            {
                a.checked_div(b)
            }
            _ => return unsaid("a quotient with a fraction is not known"),
        };
        // PostgreSQL's integers have 32 bits where both sides do.
        match number.filter(|number| i32::try_from(*number).is_ok()) {
            Some(number) => Ok(Value::Integer(number)),
            None => unsaid("a number is too large"),
        }
    }
}

/// A function that gives NULL where an argument is NULL.
pub(super) fn called(name: &str, parts: Vec<Value>) -> Worth {
    if parts.contains(&Value::Null) {
        return Ok(Value::Null);
    }
    let texts = parts.iter().all(|part| match part {
        Value::Text(text) => text.is_ascii(),
        _ => true,
    });
    if !texts && matches!(name, "lower" | "upper") {
        return unsaid("case beyond ASCII depends on the locale");
    }
    Ok(match (name, &parts[..]) {
        ("lower", [Value::Text(text)]) => Value::Text(text.to_ascii_lowercase()),
        ("upper", [Value::Text(text)]) => Value::Text(text.to_ascii_uppercase()),
        ("length" | "char_length" | "character_length", [Value::Text(text)])
            if texts || name != "length" =>
        {
            Value::Integer(text.chars().count() as i64)
        }
        ("abs", [Value::Integer(number)]) if *number > i64::MIN => Value::Integer(number.abs()),
        ("trim" | "btrim", [Value::Text(text)]) => Value::Text(text.trim_matches(' ').to_owned()),
        ("ltrim", [Value::Text(text)]) => Value::Text(text.trim_start_matches(' ').to_owned()),
        ("rtrim", [Value::Text(text)]) => Value::Text(text.trim_end_matches(' ').to_owned()),
        ("replace", [Value::Text(text), Value::Text(old), Value::Text(new)]) if !old.is_empty() => {
            Value::Text(text.replace(old.as_str(), new))
        }
        ("substr" | "substring", [Value::Text(text), Value::Integer(from)]) if *from > 0 => {
            Value::Text(text.chars().skip(*from as usize - 1).collect())
        }
        (
            "substr" | "substring",
            [Value::Text(text), Value::Integer(from), Value::Integer(length)],
        ) if *from > 0 && *length >= 0 => {
            Value::Text(text.chars().skip(*from as usize - 1).take(*length as usize).collect())
        }
        _ => {
            let parts: Vec<String> = parts.iter().map(ToString::to_string).collect();
            return unsaid(format!("{name}({}) is not known", parts.join(", ")));
        }
    })
}
