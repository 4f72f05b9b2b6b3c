//! Values in a line.

use std::fmt::Write;

use korrel_heapgraph::{Scalar, State, Value};

pub fn scalar_text(state: &State, scalar: &Scalar) -> String {
    match scalar {
        Scalar::Object(at) => state.objects[*at].id.clone(),
        Scalar::Number(number) => number.to_string(),
        Scalar::Boolean(value) => value.to_string(),
        Scalar::Name(name) => name.clone(),
        Scalar::String(text) => quoted(text),
    }
}

/// A string as Alloy has it. The printer replaces deceptive characters.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// `{a, b}`, `[a, b]`, `{k: v}`, `{a→b}`, and for nothing `–`.
pub fn value_text(state: &State, value: &Value) -> String {
    value_text_by(value, |scalar| scalar_text(state, scalar))
}

/// The same, where an object is called something else.
pub fn value_text_by(value: &Value, text: impl Fn(&Scalar) -> String) -> String {
    let list = |items: &[Scalar]| items.iter().map(&text).collect::<Vec<_>>().join(", ");
    match value {
        Value::Null => "–".to_owned(),
        Value::One(scalar) => text(scalar),
        Value::Set(items) => format!("{{{}}}", list(items)),
        Value::Sequence(items) => format!("[{}]", list(items)),
        Value::Map(entries) => {
            let mut all = String::from("{");
            for (at, (key, value)) in entries.iter().enumerate() {
                let comma = if at > 0 { ", " } else { "" };
                write!(all, "{comma}{}: {}", text(key), text(value)).expect("strings take all");
            }
            all + "}"
        }
        Value::Relation(tuples) => {
            let tuple = |tuple: &Vec<Scalar>| tuple.iter().map(&text).collect::<Vec<_>>().join("→");
            format!("{{{}}}", tuples.iter().map(tuple).collect::<Vec<_>>().join(", "))
        }
    }
}
