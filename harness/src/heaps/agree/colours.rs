//! Colours of objects. Objects of different colours differ. Those of one colour may.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use serde_json::Value;

use super::normal::number;
use super::state::HeapState;

pub(super) type Colours<'s> = HashMap<&'s str, u64>;

/// The colours of the objects that exist, after as many rounds as can tell more.
pub(super) fn refined<'s>(state: &HeapState<'s>, known: &HashMap<&'s str, u64>) -> Colours<'s> {
    let exists: Vec<(&str, &str)> = state.ids().collect();
    // An object that is known and gone may still be referred to.
    let mut colours: Colours<'s> = known.iter().map(|(id, name)| (*id, hash((1, name)))).collect();
    for (id, ty) in &exists {
        let colour = hash((colours.get(id).map_or(2, |_| 3), colours.get(id), ty));
        colours.insert(id, colour);
    }
    for _ in 0..exists.len().min(16) {
        let before = count(&colours);
        colours = step(state, &colours);
        if count(&colours) == before {
            break;
        }
    }
    colours.retain(|id, _| exists.iter().any(|(existing, _)| existing == id));
    colours
}

fn count(colours: &Colours<'_>) -> usize {
    let mut all: Vec<u64> = colours.values().copied().collect();
    all.sort_unstable();
    all.dedup();
    all.len()
}

fn step<'s>(state: &HeapState<'s>, old: &Colours<'s>) -> Colours<'s> {
    let mut new = old.clone();
    for (owner, place, value, is_unordered) in state.values() {
        let owner_colour = owner.map_or(0, |owner| old[owner]);
        let context = hash((place, owner_colour));
        if let Some(owner) = owner {
            add(&mut new, owner, hash((4, place, hashed(value, is_unordered, old))));
        }
        refer(value, is_unordered, context, old, &mut new);
    }
    new
}

/// Contributions come in no order.
fn add<'s>(colours: &mut Colours<'s>, id: &str, more: u64) {
    if let Some(colour) = colours.get_mut(id) {
        *colour = colour.wrapping_add(more);
    }
}

fn hashed(value: &Value, is_unordered: bool, colours: &Colours<'_>) -> u64 {
    match value {
        Value::String(text) => match colours.get(text.as_str()) {
            Some(colour) => hash((5, colour)),
            None => hash((6, text)),
        },
        Value::Array(items) if is_unordered => {
            let items = items.iter().map(|item| hashed(item, false, colours));
            hash((7, items.fold(0, u64::wrapping_add)))
        }
        Value::Array(items) => {
            let items: Vec<u64> = items.iter().map(|item| hashed(item, false, colours)).collect();
            hash((8, items))
        }
        Value::Object(entries) => {
            let entry = |(key, value): (&String, &Value)| {
                let key = Value::String(key.clone());
                hash((9, hashed(&key, false, colours), hashed(value, false, colours)))
            };
            hash((10, entries.iter().map(entry).fold(0, u64::wrapping_add)))
        }
        other => hash((11, number(other).to_string())),
    }
}

/// Tells each object that it is referred to, and from where.
fn refer<'s>(value: &Value, is_set: bool, context: u64, old: &Colours<'s>, new: &mut Colours<'s>) {
    match value {
        Value::String(text) => add(new, text, hash((12, context))),
        Value::Array(items) => {
            for (at, item) in items.iter().enumerate() {
                let beside = if is_set { hashed(item, false, old) } else { at as u64 };
                refer(item, false, hash((13, context, beside)), old, new);
            }
        }
        Value::Object(entries) => {
            for (key, value) in entries {
                let name = Value::String(key.clone());
                let (of_key, of_value) = (hashed(&name, false, old), hashed(value, false, old));
                refer(&name, false, hash((14, context, of_value)), old, new);
                refer(value, false, hash((15, context, of_key)), old, new);
            }
        }
        _ => {}
    }
}

fn hash(value: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}
