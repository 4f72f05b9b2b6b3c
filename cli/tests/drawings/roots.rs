//! The roots that a text shows: read from the text alone, without the program's own layout.

use serde_json::{Map, Value as Json};

/// The roots of instances that are not seen in their drawings, or not at their objects.
pub fn missing(instances: &[Json], drawings: &str) -> Vec<String> {
    let drawings: Vec<&str> = drawings.split("\n\n").filter(|one| !one.is_empty()).collect();
    if drawings.len() != instances.len() {
        return vec![format!("{} instances in {} drawings", instances.len(), drawings.len())];
    }
    instances.iter().zip(drawings).flat_map(|(one, drawing)| missing_of(one, drawing)).collect()
}

fn missing_of(record: &Json, drawing: &str) -> Vec<String> {
    let none = Map::new();
    let roots = record["roots"].as_object().unwrap_or(&none);
    let Some(objects) = record["objects"].as_object() else {
        // A trace has its roots in each state, and is drawn state by state.
        assert!(record["states"].is_array(), "a record has objects, or states");
        return Vec::new();
    };
    let is_missing = |(name, value): &(&String, &Json)| !is_seen(name, value, objects, drawing);
    let missing = roots.iter().filter(is_missing);
    missing.map(|(name, value)| format!("the root {name} is not seen at {value}")).collect()
}

fn is_seen(name: &str, value: &Json, objects: &Map<String, Json>, drawing: &str) -> bool {
    let expected = match value {
        Json::Null => "–".to_owned(),
        Json::Array(items) => match items.first() {
            None => "{}".to_owned(),
            Some(first) => first_of(first),
        },
        Json::Object(_) => "{".to_owned(),
        Json::String(id) if is_named_so(name, id, objects) => return has_word(drawing, id),
        Json::String(text) => text.clone(),
        other => other.to_string(),
    };
    let is_moment = is_moment(value, drawing);
    drawing
        .lines()
        .any(|line| is_said(line, name, &expected) || (is_moment && is_said(line, name, "true")))
}

/// The first part of a list.
fn first_of(item: &Json) -> String {
    match item {
        Json::Array(tuple) => first_of(&tuple[0]),
        Json::String(text) => format!("{{{text}"),
        other => format!("{{{other}"),
    }
}

/// True if the object of a `one sig` tells by its own name which object it is.
fn is_named_so(name: &str, id: &str, objects: &Map<String, Json>) -> bool {
    let of = |object: &Json| object["$type"] == name;
    objects.get(id).is_some_and(of) && objects.values().filter(|object| of(object)).count() == 1
}

/// Objects of an ordered sig are frames.
fn is_moment(value: &Json, drawing: &str) -> bool {
    let is_frame = |id: &str| drawing.contains(&format!("── {id} ("));
    match value {
        Json::String(id) => is_frame(id),
        Json::Array(ids) => ids.iter().filter_map(Json::as_str).any(is_frame),
        _ => false,
    }
}

/// True if a line tells the value of a name: `name: value`, `name, other: value`, with the marks of
/// changes.
fn is_said(line: &str, name: &str, value: &str) -> bool {
    line.match_indices(": ").any(|(at, _)| {
        let rest = line[at + 2..].trim_start_matches(['*', '+', '-', '"']);
        let names = line[..at].rsplit(": ").next().unwrap_or_default();
        let names = names.rsplit("  ").next().unwrap_or_default();
        let is_it = |one: &str| {
            let one = one.trim_end_matches('*');
            one == name || one.ends_with(&format!(" {name}"))
        };
        let value = value.trim_start_matches(['-', '"']);
        has_prefix_word(rest, value) && names.split(", ").any(is_it)
    })
}

fn has_word(text: &str, word: &str) -> bool {
    text.match_indices(word).any(|(at, _)| has_prefix_word(&text[at..], word))
}

fn has_prefix_word(text: &str, word: &str) -> bool {
    let next = text.strip_prefix(word).map(|rest| rest.chars().next());
    next.is_some_and(|next| next.is_none_or(|c| !c.is_alphanumeric()))
}
