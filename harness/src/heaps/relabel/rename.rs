//! A heap under other names, shuffled.

use serde_json::Value;

use super::random::SplitMix;
use crate::heaps::agree::Renaming;
use korrel_heapgraph::{Header, Member, Shape, shape_of};

pub(super) fn renamed(
    heap: &Value,
    types: &Header,
    parameters: &[Member],
    renaming: &Renaming,
    shuffle: &mut Option<SplitMix>,
) -> Value {
    let mut rename = Rename { types, renaming, shuffle };
    let members = heap.as_object().into_iter().flatten();
    members.map(|(name, value)| (name.clone(), rename.member(name, value, parameters))).collect()
}

struct Rename<'r> {
    types: &'r Header,
    renaming: &'r Renaming,
    shuffle: &'r mut Option<SplitMix>,
}

impl Rename<'_> {
    fn member(&mut self, name: &str, value: &Value, parameters: &[Member]) -> Value {
        match name {
            "objects" => self.objects(value),
            "roots" => self
                .entries(value, |root| shape_of(parameters, root).is_some_and(Shape::is_unordered)),
            "sets" => self.entries(value, |_| true),
            "relations" => self.entries(value, |_| true),
            _ => value.clone(),
        }
    }

    fn objects(&mut self, objects: &Value) -> Value {
        let types = self.types;
        let mut renamed = Vec::new();
        for (id, fields) in objects.as_object().into_iter().flatten() {
            let ty = fields.get("$type").and_then(Value::as_str).unwrap_or_default();
            renamed
                .push((self.name(id), self.entries(fields, |field| types.is_unordered(ty, field))));
        }
        if let Some(random) = self.shuffle {
            random.shuffle(&mut renamed);
        }
        Value::Object(renamed.into_iter().collect())
    }

    fn entries(&mut self, entries: &Value, is_unordered: impl Fn(&str) -> bool) -> Value {
        let entries = entries.as_object().into_iter().flatten();
        entries.map(|(name, value)| (name.clone(), self.value(value, is_unordered(name)))).collect()
    }

    fn value(&mut self, value: &Value, is_unordered: bool) -> Value {
        match value {
            Value::String(text) => Value::String(self.name(text)),
            Value::Array(items) => {
                let mut items: Vec<Value> =
                    items.iter().map(|item| self.value(item, false)).collect();
                if let (Some(random), true) = (self.shuffle.as_mut(), is_unordered) {
                    random.shuffle(&mut items);
                }
                Value::Array(items)
            }
            Value::Object(entries) => {
                let entry =
                    |(key, value): (&String, &Value)| (self.name(key), self.value(value, false));
                entries.iter().map(entry).collect()
            }
            other => other.clone(),
        }
    }

    fn name(&self, text: &str) -> String {
        self.renaming.get(text).map_or(text, String::as_str).to_owned()
    }
}
