//! Heaps that are a little smaller than one: an object less, a reference less, a smaller number.
//!
//! Others decide whether the spec allows them. The largest steps come first. Half of the objects cannot go at once:
//! the rest would no longer be a tree or a list. So one object goes, and each reference to it is redirected to
//! its successor, as when a node is taken out of a list.

use korrel_heapgraph::json::each_number;
use serde_json::{Map, Value as Json, json};

use crate::explore::reached;

/// The measure that orders heaps by size: objects, the values they hold, and the magnitude of the
/// numbers.
pub(super) fn measure(heap: &Json) -> (usize, usize, u64) {
    let objects = heap["objects"].as_object().map_or(0, Map::len);
    let (mut held, mut numbers) = (0, 0);
    weigh(&heap["objects"], &mut held, &mut numbers);
    weigh(&heap["roots"], &mut held, &mut numbers);
    (objects, held, numbers)
}

fn weigh(value: &Json, held: &mut usize, numbers: &mut u64) {
    match value {
        Json::Null => {}
        Json::Number(number) => {
            *numbers = numbers.saturating_add(number.as_i64().map_or(u64::MAX, i64::unsigned_abs));
        }
        Json::Array(items) => {
            *held += items.len();
            items.iter().for_each(|item| weigh(item, held, numbers));
        }
        Json::Object(entries) => {
            *held += entries.len();
            entries.values().for_each(|item| weigh(item, held, numbers));
        }
        _ => *held += 1,
    }
}

/// All heaps that are one step smaller.
pub(super) fn smaller(heap: &Json) -> Vec<Json> {
    let before = measure(heap);
    let none = Map::new();
    let objects = heap["objects"].as_object().unwrap_or(&none);
    let mut found = Vec::new();
    for id in objects.keys() {
        found.extend(without(heap, id));
    }
    for (id, fields) in objects {
        for (field, value) in fields.as_object().into_iter().flatten() {
            for lesser in lesser(value) {
                let mut changed = heap.clone();
                changed["objects"][id][field] = lesser;
                found.push(reached(changed.clone()));
                found.push(changed);
            }
        }
    }
    for (name, value) in heap["roots"].as_object().into_iter().flatten() {
        for lesser in lesser(value) {
            let mut changed = heap.clone();
            changed["roots"][name] = lesser;
            found.push(changed);
        }
    }
    found.push(reached(heap.clone()));
    found.push(ranked(heap));
    found.retain(|one| measure(one) < before);
    found.sort_by_key(measure);
    found.dedup();
    found
}

/// Returns heaps without an object: each reference to it becomes nothing, one of the objects that it referred
/// to, or another object of its type.
fn without(heap: &Json, id: &str) -> Vec<Json> {
    let own = heap["objects"][id].as_object().cloned().unwrap_or_default();
    let ty = own.get("$type");
    let objects = heap["objects"].as_object().into_iter().flatten();
    let others = objects.filter(|(name, one)| *name != id && one.get("$type") == ty);
    let mut instead: Vec<Json> = own
        .iter()
        .filter(|(name, value)| *name != "$type" && value.as_str().is_some_and(|to| to != id))
        .map(|(_, value)| value.clone())
        .filter(|value| value.as_str().is_some_and(|to| heap["objects"].get(to).is_some()))
        .collect();
    instead.extend(others.map(|(name, _)| json!(name)));
    instead.insert(0, Json::Null);
    instead.dedup();
    let mut found = Vec::new();
    for to in instead {
        let mut left = heap.clone();
        left["objects"].as_object_mut().map(|objects| objects.shift_remove(id));
        redirect(&mut left, id, &to);
        found.push(reached(left.clone()));
        found.push(left);
    }
    found
}

fn redirect(value: &mut Json, from: &str, to: &Json) {
    match value {
        Json::String(text) if text == from => *value = to.clone(),
        Json::Array(items) => {
            items.retain(|item| item.as_str() != Some(from) && !names(item, from));
            items.iter_mut().for_each(|item| redirect(item, from, to));
        }
        Json::Object(entries) => {
            entries.shift_remove(from);
            entries.values_mut().for_each(|item| redirect(item, from, to));
        }
        _ => {}
    }
}

/// True if a tuple names an object.
fn names(item: &Json, id: &str) -> bool {
    item.as_array().is_some_and(|cells| cells.iter().any(|cell| cell.as_str() == Some(id)))
}

/// Values that are less than one.
fn lesser(value: &Json) -> Vec<Json> {
    match value {
        Json::String(text) if text.contains('$') => vec![Json::Null],
        Json::Bool(true) => vec![json!(false)],
        Json::Number(number) => {
            let number = number.as_i64().unwrap_or(0);
            let mut lesser = vec![0, number / 2, number - number.signum()];
            lesser.dedup();
            lesser.retain(|one| *one != number);
            lesser.into_iter().map(|one| json!(one)).collect()
        }
        Json::Array(items) => {
            let without = |at: usize| {
                let left = items.iter().enumerate().filter(|(other, _)| *other != at);
                left.map(|(_, item)| item.clone()).collect()
            };
            (0..items.len()).map(without).collect()
        }
        Json::Object(entries) => {
            let without = |key: &String| {
                let mut left = entries.clone();
                left.shift_remove(key);
                Json::Object(left)
            };
            entries.keys().map(without).collect()
        }
        _ => Vec::new(),
    }
}

/// Replaces the numbers of a heap by 0, 1, 2, …, in the same order.
fn ranked(heap: &Json) -> Json {
    let mut numbers = Vec::new();
    for part in ["objects", "roots"] {
        each_number(&heap[part], &mut |number| numbers.extend(number.as_i64()));
    }
    numbers.sort_unstable();
    numbers.dedup();
    let mut ranked = heap.clone();
    for part in ["objects", "roots"] {
        rank(&mut ranked[part], &numbers);
    }
    ranked
}

fn rank(value: &mut Json, numbers: &[i64]) {
    match value {
        Json::Number(number) => {
            if let Some(Ok(at)) = number.as_i64().map(|number| numbers.binary_search(&number)) {
                *value = json!(at);
            }
        }
        Json::Array(items) => items.iter_mut().for_each(|item| rank(item, numbers)),
        Json::Object(entries) => entries.values_mut().for_each(|item| rank(item, numbers)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// If this failed, a list would not get shorter, or shrinking would go around in circles.
    #[test]
    fn a_node_is_taken_out() {
        let list = json!({"roots": {"l": "L$0"}, "objects": {
            "L$0": {"$type": "L", "head": "N$0"}, "N$0": {"$type": "N", "next": "N$1", "v": 7},
            "N$1": {"$type": "N", "next": null, "v": 9}}});
        let found = smaller(&list);
        assert!(found.iter().all(|one| measure(one) < measure(&list)));
        let spliced = json!({"roots": {"l": "L$0"}, "objects": {
            "L$0": {"$type": "L", "head": "N$1"}, "N$1": {"$type": "N", "next": null, "v": 9}}});
        assert!(found.contains(&spliced), "{found:?}");
        let ranked = json!({"roots": {"l": "L$0"}, "objects": {
            "L$0": {"$type": "L", "head": "N$0"}, "N$0": {"$type": "N", "next": "N$1", "v": 0},
            "N$1": {"$type": "N", "next": null, "v": 1}}});
        assert!(found.contains(&ranked), "{found:?}");
    }
}
