//! The state that a call leaves, as tests compare it.
//!
//! Objects may be called otherwise another time, so a state is the list of its objects in the order in which
//! they are met from some entries, by their numbers in it. So are the keys of maps that are objects. An entry
//! that is no object of the state is `null`, so that where all objects are entries these keep their names.

use serde_json::{Map, Value};

use korrel_heapgraph::Header;

/// The objects that are met from `entries`.
pub(super) fn normal(
    objects: &Map<String, Value>,
    entries: Vec<String>,
    unordered: &[String],
) -> Value {
    let mut met: Vec<String> = Vec::new();
    entries.into_iter().for_each(|entry| {
        if !met.contains(&entry) {
            met.push(entry)
        }
    });
    written(objects, &mut met, unordered)
}

/// The objects that were met, and those that are met from there, which are added.
pub(super) fn written(
    objects: &Map<String, Value>,
    met: &mut Vec<String>,
    unordered: &[String],
) -> Value {
    let (mut written, mut at) = (Vec::new(), 0);
    while at < met.len() {
        let object = objects.get(&met[at]).and_then(Value::as_object);
        let fields = object.map(|object| fields(object, objects, met, unordered));
        written.push(fields.map_or(Value::Null, Value::Object));
        at += 1;
    }
    Value::Array(written)
}

fn fields(
    object: &Map<String, Value>,
    objects: &Map<String, Value>,
    met: &mut Vec<String>,
    unordered: &[String],
) -> Map<String, Value> {
    let ty = object["$type"].as_str().unwrap_or_default();
    let mut fields: Vec<(&String, &Value)> = object.iter().collect();
    fields.sort_by_key(|(name, _)| *name);
    let field = |(name, value): (&String, &Value)| {
        let is_set = unordered.contains(&format!("{ty}.{name}"));
        (name.clone(), sorted(&renamed(&sorted(value, is_set), objects, met), is_set))
    };
    fields.into_iter().map(field).collect()
}

/// The fields, by type and name, whose arrays are sets.
pub(super) fn unordered(objects: &Map<String, Value>, types: &Header) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for fields in objects.values() {
        let ty = fields["$type"].as_str().unwrap_or_default();
        for field in fields.as_object().into_iter().flat_map(Map::keys) {
            let name = format!("{ty}.{field}");
            if types.is_unordered(ty, field) && !names.contains(&name) {
                names.push(name);
            }
        }
    }
    names
}

fn sorted(value: &Value, is_set: bool) -> Value {
    let mut value = value.clone();
    if let (Some(items), true) = (value.as_array_mut(), is_set) {
        items.sort_by_key(Value::to_string);
    }
    value
}

fn renamed(value: &Value, objects: &Map<String, Value>, met: &mut Vec<String>) -> Value {
    match value {
        Value::Array(items) => items.iter().map(|item| renamed(item, objects, met)).collect(),
        Value::Object(entries) => {
            let mut entries: Vec<(&String, &Value)> = entries.iter().collect();
            entries.sort_by_key(|(name, _)| *name);
            // A map may be keyed by objects.
            let entry = |(name, item): (&String, &Value)| {
                let key = number(name, objects, met).unwrap_or_else(|| name.clone());
                (key, renamed(item, objects, met))
            };
            Value::Object(entries.into_iter().map(entry).collect())
        }
        Value::String(name) => {
            number(name, objects, met).map_or_else(|| value.clone(), Value::String)
        }
        other => other.clone(),
    }
}

/// The number of an object among those met, which then include it, or `None` if the name is no
/// object's.
fn number(name: &String, objects: &Map<String, Value>, met: &mut Vec<String>) -> Option<String> {
    objects.contains_key(name).then(|| {
        let at = met.iter().position(|other| other == name).unwrap_or_else(|| {
            met.push(name.clone());
            met.len() - 1
        });
        format!("#{at}")
    })
}
