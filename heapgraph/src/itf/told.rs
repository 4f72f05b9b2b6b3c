//! Values as programs tell them: plain JSON, or the form of this format.

use serde_json::Value as Json;

use super::ItfValue;

impl ItfValue {
    /// The value that plain JSON is, if it is one.
    pub fn of(told: &Json) -> Option<ItfValue> {
        ItfValue::read(told, "$").ok()
    }

    /// The same, with the pairs of a plain object as those of a map, if the other is one, and so within.
    #[must_use]
    pub fn like(self, other: Option<&ItfValue>) -> ItfValue {
        match (self, other) {
            (ItfValue::Record(fields), Some(ItfValue::Map(entries))) => {
                let entry = |(name, value): (String, ItfValue)| {
                    let like = entries.iter().find(|(key, _)| name_of(key) == name);
                    let key = like.map_or(ItfValue::String(name), |(key, _)| key.clone());
                    (key, value.like(like.map(|(_, value)| value)))
                };
                ItfValue::Map(fields.into_iter().map(entry).collect())
            }
            (ItfValue::List(items), Some(ItfValue::Set(_))) => ItfValue::Set(items),
            (ItfValue::List(items), Some(ItfValue::Tuple(_))) => ItfValue::Tuple(items),
            (value, _) => value,
        }
    }

    /// True if a program means this value by that JSON. Plain numbers, arrays and objects stand for integers of any
    /// size, for sets, lists and tuples, and for maps and records, as this value has them.
    pub fn is_told_by(&self, told: &Json) -> bool {
        match self {
            ItfValue::Boolean(value) => told == value,
            ItfValue::String(text) => told == text,
            ItfValue::Number(number) => digits_of(told).as_deref() == Some(&number.to_string()),
            ItfValue::BigInteger(digits) => digits_of(told).as_deref() == Some(trimmed(digits)),
            ItfValue::List(items) | ItfValue::Tuple(items) => {
                let told = items_of(told, "#tup");
                told.is_some_and(|told| {
                    told.len() == items.len()
                        && items.iter().zip(told).all(|(item, told)| item.is_told_by(told))
                })
            }
            ItfValue::Set(items) => items_of(told, "#set").is_some_and(|told| {
                let is_told = |item: &ItfValue| told.iter().any(|told| item.is_told_by(told));
                items.iter().all(is_told)
                    && told.iter().all(|told| items.iter().any(|item| item.is_told_by(told)))
            }),
            ItfValue::Map(entries) => match entries_of(told) {
                Some(told) => {
                    told.len() == entries.len()
                        && entries.iter().all(|(key, value)| {
                            let is_told = |(of, told): &(&Json, &Json)| {
                                key.is_told_by(of) && value.is_told_by(told)
                            };
                            told.iter().any(is_told)
                        })
                }
                None => told.as_object().is_some_and(|told| {
                    told.len() == entries.len()
                        && entries.iter().all(|(key, value)| {
                            told.get(&name_of(key)).is_some_and(|told| value.is_told_by(told))
                        })
                }),
            },
            ItfValue::Record(fields) => told.as_object().is_some_and(|told| {
                told.len() == fields.len()
                    && fields.iter().all(|(name, value)| {
                        told.get(name).is_some_and(|told| value.is_told_by(told))
                    })
            }),
            ItfValue::Unserializable(_) => false,
        }
    }
}

/// An integer's digits.
fn digits_of(told: &Json) -> Option<String> {
    match told {
        Json::Number(number) if !number.is_f64() => Some(number.to_string()),
        Json::Object(members) if members.len() == 1 => {
            members.get("#bigint")?.as_str().map(|digits| trimmed(digits).to_owned())
        }
        _ => None,
    }
}

/// Digits as a number is written.
fn trimmed(digits: &str) -> &str {
    if digits == "-0" { "0" } else { digits }
}

fn items_of<'j>(told: &'j Json, tag: &str) -> Option<&'j Vec<Json>> {
    match told {
        Json::Array(items) => Some(items),
        Json::Object(members) if members.len() == 1 => members.get(tag)?.as_array(),
        _ => None,
    }
}

/// The pairs of a `#map`, or `None` if it is no map.
fn entries_of(told: &Json) -> Option<Vec<(&Json, &Json)>> {
    let entries = told.as_object().filter(|told| told.len() == 1)?.get("#map")?.as_array()?;
    entries
        .iter()
        .map(|entry| match entry.as_array().map(Vec::as_slice) {
            Some([key, value]) => Some((key, value)),
            _ => None,
        })
        .collect()
}

/// A key as the name of a JSON object's member.
fn name_of(key: &ItfValue) -> String {
    match key {
        ItfValue::String(text) => text.clone(),
        key => key.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// If this fails, a right answer is called wrong, or a wrong one right.
    #[test]
    fn values_are_told_plainly_or_in_the_format() {
        let value = |json: Json| ItfValue::read(&json, "v").expect("it is a value");
        let big = value(json!({"#bigint": "12"}));
        let set = value(json!({"#set": [1, {"#bigint": "2"}]}));
        let map = value(json!({"#map": [["a", 1], ["b", 2]]}));
        let numbered = value(json!({"#map": [[1, "x"]]}));
        let pair = value(json!({"#tup": [1, "x"]}));
        let some = value(json!({"tag": "Some", "value": {"#bigint": "-3"}}));
        for (value, told) in [
            (&big, json!(12)),
            (&big, json!({"#bigint": "12"})),
            (&set, json!([2, 1])),
            (&set, json!({"#set": [{"#bigint": "1"}, 2, 2]})),
            (&map, json!({"b": 2, "a": 1})),
            (&map, json!({"#map": [["b", 2], ["a", {"#bigint": "1"}]]})),
            (&numbered, json!({"1": "x"})),
            (&pair, json!([1, "x"])),
            (&some, json!({"value": -3, "tag": "Some"})),
        ] {
            assert!(value.is_told_by(&told), "{value} by {told}");
        }
        for (value, told) in [
            (&big, json!("12")),
            (&big, json!(12.0)),
            (&set, json!([1])),
            (&set, json!([1, 2, 3])),
            (&map, json!({"a": 1})),
            (&map, json!({"a": 1, "b": 3})),
            (&map, json!({"a": 1, "b": 2, "c": 3})),
            (&pair, json!(["x", 1])),
            (&some, json!({"tag": "None", "value": -3})),
        ] {
            assert!(!value.is_told_by(&told), "{value} by {told}");
        }
    }
}
