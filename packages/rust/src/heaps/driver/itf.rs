//! Values of the Informal Trace Format as plain JSON.

use serde_json::{Map, Value, json};

/// The value as `serde` reads it: sets and tuples as arrays, maps as objects, or as arrays of pairs if a key is neither a
/// text nor an integer; a variant of nothing without `value`; an integer of more than 64 bits as its digits.
pub(super) fn read(value: &Value) -> Value {
    match value {
        Value::Array(items) => items.iter().map(read).collect(),
        Value::Object(members) => {
            let mut all = members.iter();
            match (all.next(), all.next()) {
                (Some((tag, inner)), None) => tagged(tag, inner).unwrap_or_else(|| record(members)),
                _ => record(members),
            }
        }
        value => value.clone(),
    }
}

fn tagged(tag: &str, inner: &Value) -> Option<Value> {
    match tag {
        "#bigint" => {
            let digits = inner.as_str()?;
            let number = digits.parse::<i64>().map(Value::from);
            Some(
                number.or_else(|_| digits.parse::<u64>().map(Value::from)).unwrap_or(json!(digits)),
            )
        }
        "#set" | "#tup" => Some(read(inner)),
        "#map" => {
            let pair = |pair: &Value| Some((read(pair.get(0)?), read(pair.get(1)?)));
            let pairs: Vec<(Value, Value)> =
                inner.as_array()?.iter().map(pair).collect::<Option<_>>()?;
            let named: Option<Map<String, Value>> =
                pairs.iter().map(|(key, value)| Some((name(key)?, value.clone()))).collect();
            Some(named.map_or_else(|| json!(pairs), Value::Object))
        }
        _ => None,
    }
}

/// A key as the name of a member.
fn name(key: &Value) -> Option<String> {
    match key {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

fn record(members: &Map<String, Value>) -> Value {
    let is_nothing = |value: &Value| *value == json!({ "#tup": [] });
    let is_unit = members.len() == 2
        && members.get("tag").is_some_and(Value::is_string)
        && members.get("value").is_some_and(is_nothing);
    let kept = members.iter().filter(|(name, _)| !(is_unit && *name == "value"));
    kept.map(|(name, value)| (name.clone(), read(value))).collect::<Map<_, _>>().into()
}

/// A value in an answer: a variant of nothing has its `value` again.
pub(super) fn write(value: Value) -> Value {
    match value {
        Value::Array(items) => items.into_iter().map(write).collect(),
        Value::Object(members) => {
            let is_unit = members.len() == 1 && members.get("tag").is_some_and(Value::is_string);
            let mut written: Map<String, Value> =
                members.into_iter().map(|(name, value)| (name, write(value))).collect();
            if is_unit {
                written.insert("value".to_owned(), json!([]));
            }
            Value::Object(written)
        }
        value => value,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// If it failed, a program would get another value than the model's.
    #[test]
    fn values_are_plain() {
        for (given, plain) in [
            (json!({ "#bigint": "-3" }), json!(-3)),
            (json!({ "#bigint": "18446744073709551616" }), json!("18446744073709551616")),
            (json!({ "#set": [{ "#bigint": "1" }, { "#tup": [true] }] }), json!([1, [true]])),
            (
                json!({ "#map": [[{ "#bigint": "1" }, ["a"]], ["b", 2]] }),
                json!({ "1": ["a"], "b": 2 }),
            ),
            (json!({ "#map": [[{ "#tup": ["a", "b"] }, 1]] }), json!([[["a", "b"], 1]])),
            (
                json!({ "tag": "Some", "value": { "#bigint": "3" } }),
                json!({ "tag": "Some", "value": 3 }),
            ),
            (json!({ "tag": "None", "value": { "#tup": [] } }), json!({ "tag": "None" })),
        ] {
            assert_eq!(read(&given), plain);
        }
        let written = write(json!([{ "tag": "None" }, { "tag": "Some", "value": 3 }]));
        assert_eq!(written, json!([{ "tag": "None", "value": [] }, { "tag": "Some", "value": 3 }]));
    }
}
