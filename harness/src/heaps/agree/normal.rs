//! A state as one value that equal states share.

use serde_json::{Map, Value, json};

use super::state::{HeapState, Renaming};

/// The state with objects renamed, sets sorted, and everything at its place.
pub(super) fn normal(state: &HeapState<'_>, renaming: &Renaming) -> Vec<(String, String)> {
    let renamed = |id: &str| renaming.get(id).map_or(id, String::as_str).to_owned();
    let mut all: Vec<(String, String)> = state
        .values()
        .map(|(owner, place, value, is_unordered)| {
            let owner = owner.map_or(String::new(), renamed);
            (format!("{owner}.{place}"), renamed_value(value, is_unordered, renaming).to_string())
        })
        .collect();
    // An object may have no fields.
    all.extend(state.ids().map(|(id, ty)| (renamed(id), ty.to_owned())));
    all.sort();
    all
}

fn renamed_value(value: &Value, is_unordered: bool, renaming: &Renaming) -> Value {
    match value {
        Value::String(text) => json!(renaming.get(text).unwrap_or(text)),
        Value::Array(items) => {
            let mut items: Vec<Value> =
                items.iter().map(|item| renamed_value(item, false, renaming)).collect();
            if is_unordered {
                items.sort_by_cached_key(Value::to_string);
                items.dedup();
            }
            Value::Array(items)
        }
        Value::Object(entries) => {
            let entry = |(key, value): (&String, &Value)| {
                let key = renaming.get(key).unwrap_or(key).clone();
                (key, renamed_value(value, false, renaming))
            };
            let mut entries: Vec<(String, Value)> = entries.iter().map(entry).collect();
            entries.sort_by(|a, b| a.0.cmp(&b.0));
            Value::Object(entries.into_iter().collect::<Map<_, _>>())
        }
        other => number(other),
    }
}

/// A whole number is one, however it is written: languages differ in whether 2.0 is 2.
pub(super) fn number(value: &Value) -> Value {
    match value.as_f64() {
        Some(float) if value.is_f64() && float.fract() == 0.0 => whole(float),
        _ => value.clone(),
    }
}

/// The number as an integer if it is one of 64 bits: the conversion is exact.
fn whole(float: f64) -> Value {
    const TWO_TO_63: f64 = 9_223_372_036_854_775_808.0;
    match float {
        _ if (-TWO_TO_63..TWO_TO_63).contains(&float) => json!(float as i64),
        _ if (0.0..2.0 * TWO_TO_63).contains(&float) => json!(float as u64),
        _ => json!(float),
    }
}
