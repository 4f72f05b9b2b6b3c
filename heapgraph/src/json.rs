//! Walks over values of JSON, which name objects anywhere: in texts, and as members of maps.

use serde_json::{Map, Number, Value as Json};

/// A value with other names: `name` is asked for that of each text and of each member.
pub fn renamed(value: &Json, name: &dyn Fn(&str) -> String) -> Json {
    match value {
        Json::String(text) => Json::String(name(text)),
        Json::Array(items) => items.iter().map(|item| renamed(item, name)).collect(),
        Json::Object(members) => {
            members.iter().map(|(key, item)| (name(key), renamed(item, name))).collect()
        }
        other => other.clone(),
    }
}

/// Hands on each text in a value, and the name of each member before what it holds.
pub fn each_text<'v>(value: &'v Json, take: &mut dyn FnMut(&'v str)) {
    match value {
        Json::String(text) => take(text),
        Json::Array(items) => items.iter().for_each(|item| each_text(item, take)),
        Json::Object(members) => members.iter().for_each(|(name, item)| {
            take(name);
            each_text(item, take);
        }),
        _ => {}
    }
}

/// Hands on each number in a value.
pub fn each_number(value: &Json, take: &mut dyn FnMut(&Number)) {
    match value {
        Json::Number(number) => take(number),
        Json::Array(items) => items.iter().for_each(|item| each_number(item, take)),
        Json::Object(members) => members.values().for_each(|item| each_number(item, take)),
        _ => {}
    }
}

/// True if all numbers in a value are integers from `least` to `greatest`.
pub fn numbers_fit(value: &Json, (least, greatest): (i64, i64)) -> bool {
    let mut fit = true;
    each_number(value, &mut |number| {
        fit &= number.as_i64().is_some_and(|number| (least..=greatest).contains(&number));
    });
    fit
}

/// Puts the items of an array into one order.
pub fn sort(value: &mut Json) {
    if let Json::Array(items) = value {
        items.sort_by_key(Json::to_string);
    }
}

/// Sets and relations without the objects that are gone.
pub fn pruned(part: &Json, is_gone: impl Fn(&str) -> bool) -> Map<String, Json> {
    let is_left = |item: &&Json| match item {
        Json::Array(row) => !row.iter().filter_map(Json::as_str).any(&is_gone),
        item => !item.as_str().is_some_and(&is_gone),
    };
    let without = |value: &Json| match value {
        Json::Array(items) => items.iter().filter(is_left).cloned().collect(),
        other => other.clone(),
    };
    let entries = part.as_object().into_iter().flatten();
    entries.map(|(name, value)| (name.clone(), without(value))).collect()
}
