//! Values in a line.

use std::fmt::Write;

use crate::heap::{RecordScalar, RecordState, RecordValue};

pub fn scalar_text(state: &RecordState, scalar: &RecordScalar) -> String {
    match scalar {
        RecordScalar::Object(at) => state.objects[*at].id.clone(),
        RecordScalar::Number(number) => number.to_string(),
        RecordScalar::Boolean(value) => value.to_string(),
        RecordScalar::Name(name) => name.clone(),
        RecordScalar::String(text) => quoted(text),
    }
}

/// A string as Alloy has it; what deceives is replaced by whoever prints it.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// `{a, b}`, `[a, b]`, `{k: v}`, `{a→b}`, and for nothing `–`.
pub fn value_text(state: &RecordState, value: &RecordValue) -> String {
    value_text_by(value, |scalar| scalar_text(state, scalar))
}

/// The same, where an object is called something else.
pub fn value_text_by(value: &RecordValue, text: impl Fn(&RecordScalar) -> String) -> String {
    let list = |items: &[RecordScalar]| items.iter().map(&text).collect::<Vec<_>>().join(", ");
    match value {
        RecordValue::Null => "–".to_owned(),
        RecordValue::One(scalar) => text(scalar),
        RecordValue::Set(items) => format!("{{{}}}", list(items)),
        RecordValue::Sequence(items) => format!("[{}]", list(items)),
        RecordValue::Map(entries) => {
            let mut all = String::from("{");
            for (at, (key, value)) in entries.iter().enumerate() {
                let comma = if at > 0 { ", " } else { "" };
                write!(all, "{comma}{}: {}", text(key), text(value)).expect("strings take all");
            }
            all + "}"
        }
        RecordValue::Relation(tuples) => {
            let tuple =
                |tuple: &Vec<RecordScalar>| tuple.iter().map(&text).collect::<Vec<_>>().join("→");
            format!("{{{}}}", tuples.iter().map(tuple).collect::<Vec<_>>().join(", "))
        }
    }
}
