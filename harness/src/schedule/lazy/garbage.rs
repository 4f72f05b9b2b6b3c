//! The objects that the roots do not lead to afterwards, by the other parts that do, and by their presence in
//! the answer.
//!
//! *Problem.* The presence of an object afterwards may depend on fields that were not read: something else may lead to
//! it. *Choice.* Some drivers show all objects, others only those that are reached from somewhere. An answer shows
//! which ones, kind by kind. If an answer has none of a kind, or lists only some of them, nothing is known about it.
//! *Rejected.* Asking drivers for their rule: they do not know it either.

use std::collections::HashSet;

use serde_json::{Map, Value};

/// The kind of an object that the roots do not lead to. It tells whether the result leads to it, whether a subset
/// sig or relation does, and whether the roots did not lead to it before either, or such an object leads to it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct GarbageKind(usize);

const KINDS: usize = 8;

/// A state afterwards.
pub struct StateAfter<'v> {
    pub heap: &'v Value,
    /// All objects, those that are gone as far as it is known included.
    pub objects: &'v Map<String, Value>,
    pub parts: &'v Map<String, Value>,
    pub result: Option<&'v Value>,
}

impl<'v> StateAfter<'v> {
    /// The objects that the roots do not lead to.
    pub fn garbage(&self) -> Vec<(&'v str, GarbageKind)> {
        let none = Map::new();
        let before = self.heap["objects"].as_object().unwrap_or(&none);
        let part = |part| self.parts.get(part).or_else(|| self.heap.get(part));
        let is = reached(self.objects, part("roots"));
        let mut loose: Vec<&'v str> = self.objects.keys().map(String::as_str).collect();
        loose.retain(|id| !is.contains(id));
        if loose.is_empty() {
            return Vec::new();
        }
        let was = reached(before, self.heap.get("roots"));
        let is_apart = |id: &&&str| before.contains_key(**id) && !was.contains(**id);
        let apart: Vec<&str> = loose.iter().filter(is_apart).copied().collect();
        let mut beside = reached(self.objects, apart.iter().map(|id| &self.objects[*id]));
        beside.extend(apart);
        let returned = reached(self.objects, self.result);
        let listed = reached(self.objects, ["sets", "relations"].into_iter().filter_map(part));
        let kind = |id: &'v str| {
            let bits = [&returned, &listed, &beside].map(|there| usize::from(there.contains(id)));
            (id, GarbageKind(bits[0] + 2 * bits[1] + 4 * bits[2]))
        };
        loose.into_iter().map(kind).collect()
    }
}

/// The fate that objects of each kind share.
pub struct Fates([Fate; KINDS]);

#[derive(Clone, Copy, PartialEq, Eq)]
enum Fate {
    /// There were none, or they did not share one.
    Unknown,
    Stayed,
    Went,
}

impl Fates {
    pub fn new(garbage: &[(&str, GarbageKind)], is_there: impl Fn(&str) -> bool) -> Fates {
        Fates(std::array::from_fn(|kind| {
            let like = || garbage.iter().filter(|(_, other)| other.0 == kind);
            match like().filter(|(id, _)| is_there(id)).count() {
                0 if like().next().is_some() => Fate::Went,
                there if there == like().count() && there > 0 => Fate::Stayed,
                _ => Fate::Unknown,
            }
        }))
    }

    /// True if such an object is still there, or `None` if that is not known.
    pub fn stays(&self, kind: GarbageKind) -> Option<bool> {
        match self.0[kind.0] {
            Fate::Unknown => None,
            fate => Some(fate == Fate::Stayed),
        }
    }
}

/// The objects that values lead to.
fn reached<'v>(
    objects: &'v Map<String, Value>,
    from: impl IntoIterator<Item = &'v Value>,
) -> HashSet<&'v str> {
    let mut seen = HashSet::new();
    let mut waiting: Vec<&Value> = from.into_iter().collect();
    let mut come_upon = |text: &str| {
        let (id, fields) = objects.get_key_value(text)?;
        seen.insert(id.as_str()).then_some(fields)
    };
    while let Some(value) = waiting.pop() {
        match value {
            Value::String(text) => waiting.extend(come_upon(text)),
            Value::Array(items) => waiting.extend(items),
            Value::Object(entries) => {
                waiting.extend(entries.keys().filter_map(|name| come_upon(name)));
                waiting.extend(entries.values());
            }
            _ => {}
        }
    }
    seen
}
