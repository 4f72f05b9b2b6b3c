//! Values that lie just on this side and on the other side of what a query asks.

use crate::value::Value;
use crate::values::{in_other_case, is_day};

/// The value, one that is less, and one that is greater. Texts that begin as a date stay dates.
pub(super) fn beside(value: &Value) -> Vec<Value> {
    match value {
        Value::Integer(number) => {
            let near = [number.checked_sub(1), Some(*number), number.checked_add(1)];
            near.into_iter().flatten().map(Value::Integer).collect()
        }
        Value::Decimal(digits) => {
            let places = digits.split_once('.').map_or(0, |(_, after)| after.len());
            let (Ok(number), step) = (digits.parse::<f64>(), 10_f64.powi(-(places as i32))) else {
                return vec![value.clone()];
            };
            let near = [number - step, number + step].map(|near| format!("{near:.places$}"));
            let near = near.into_iter().filter_map(|digits| Value::number(&digits));
            near.chain([value.clone()]).collect()
        }
        Value::Text(text) => {
            let near = dates_beside(text).unwrap_or_else(|| texts_beside(text));
            near.into_iter().chain([text.clone()]).map(Value::Text).collect()
        }
        Value::Null => Vec::new(),
        Value::Boolean(_) => vec![Value::Boolean(false), Value::Boolean(true)],
        Value::Bytes(_) => vec![value.clone()],
    }
}

/// Values of which a function may make this one: lower() and trim() a text, date() a day, round() and a cast a number.
pub(super) fn inside(value: &Value) -> Vec<Value> {
    match value {
        Value::Text(text) if is_day(text) => vec![Value::Text(format!("{text} 12:30:15"))],
        Value::Text(text) => {
            let others = [in_other_case(text), format!(" {text} ")];
            others.into_iter().filter(|other| other != text).map(Value::Text).collect()
        }
        Value::Integer(number) => {
            let half = |twice: i128| {
                let sign = if twice < 0 { "-" } else { "" };
                Value::Decimal(format!("{sign}{}.5", twice.unsigned_abs() / 2))
            };
            let twice = 2 * i128::from(*number);
            vec![half(twice - 1), half(twice + 1)]
        }
        _ => Vec::new(),
    }
}

/// The same day of the year before, and of the year after.
fn dates_beside(text: &str) -> Option<Vec<String>> {
    let year: u32 = if is_day(text.get(..10)?) { text[..4].parse().ok()? } else { return None };
    // The day that a leap year adds is in neither.
    let rest = if &text[4..10] == "-02-29" {
        format!("-02-28{}", &text[10..])
    } else {
        text[4..].to_owned()
    };
    let years = [year.checked_sub(1)?, year + 1];
    Some(
        years
            .into_iter()
            .filter(|year| *year < 10_000)
            .map(|year| format!("{year:04}{rest}"))
            .collect(),
    )
}

/// The text without its last letter is less, and the text with one more is greater.
fn texts_beside(text: &str) -> Vec<String> {
    let mut shorter = text.to_owned();
    match shorter.pop() {
        Some(_) => vec![shorter, format!("{text}a")],
        None => vec!["a".to_owned()],
    }
}

/// Texts that match a pattern of `LIKE`, in the least and in a larger way, and texts that miss it by a letter or by the
/// case of letters.
pub(super) fn texts_of(pattern: &str, escape: Option<char>, signs: Signs) -> Vec<Value> {
    let with = |many: &str, one: &str| filled(pattern, escape, signs, many, one);
    let least = with("", "a");
    let mut texts = vec![least.clone(), with("b", "c")];
    let (is_open_before, is_open_behind) =
        (pattern.starts_with(signs.many), pattern.ends_with(signs.many));
    if !is_open_before {
        texts.push(format!("x{least}"));
    }
    if !is_open_behind {
        texts.push(format!("{least}x"));
    }
    let mut shorter = least.clone();
    if (pattern.contains(signs.one) || is_open_before) && shorter.pop().is_some() {
        texts.push(shorter);
    }
    let other_case =
        if least == least.to_uppercase() { least.to_lowercase() } else { least.to_uppercase() };
    texts.push(other_case);
    texts.sort();
    texts.dedup();
    texts.into_iter().map(Value::Text).collect()
}

/// What stands for any text, and for any letter.
#[derive(Clone, Copy)]
pub(super) struct Signs {
    pub many: char,
    pub one: char,
}

impl Signs {
    pub const LIKE: Signs = Signs { many: '%', one: '_' };
    pub const GLOB: Signs = Signs { many: '*', one: '?' };
}

fn filled(pattern: &str, escape: Option<char>, signs: Signs, many: &str, one: &str) -> String {
    let mut text = String::new();
    let mut letters = pattern.chars();
    while let Some(letter) = letters.next() {
        match letter {
            _ if Some(letter) == escape => text.extend(letters.next()),
            _ if letter == signs.many => text += many,
            _ if letter == signs.one => text += one,
            _ => text.push(letter),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(values: &[Value]) -> Vec<String> {
        values.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn on_both_sides() {
        assert_eq!(texts(&beside(&Value::Integer(5))), ["4", "5", "6"]);
        assert_eq!(texts(&beside(&Value::Integer(i64::MAX))).len(), 2);
        assert_eq!(texts(&beside(&Value::Decimal("0.50".into()))), ["0.49", "0.51", "0.50"]);
        let date = beside(&Value::Text("2024-02-29".into()));
        assert_eq!(texts(&date), ["'2023-02-28'", "'2025-02-28'", "'2024-02-29'"]);
        assert_eq!(texts(&beside(&Value::Text("M".into()))), ["''", "'Ma'", "'M'"]);
    }

    #[test]
    fn matching_and_nearly() {
        let texts = texts(&texts_of("A_%", None, Signs::LIKE));
        assert_eq!(texts, ["'A'", "'AA'", "'Aa'", "'Acb'", "'xAa'"]);
    }
}
