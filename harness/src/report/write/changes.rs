//! The changes that an operation made.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

/// The differences between the state before and the state after.
#[derive(Clone, Debug, Default)]
pub struct StateChanges {
    /// Objects that are in the state after only.
    pub new: BTreeSet<String>,
    /// Objects that are in the state before only.
    pub gone: BTreeSet<String>,
    /// Fields (object, field) of objects that are in both, whose values differ.
    pub fields: BTreeSet<(String, String)>,
    /// Roots whose values differ.
    pub roots: BTreeSet<String>,
}

impl StateChanges {
    pub fn between(pre: &Value, post: &Value) -> StateChanges {
        let mut changes = StateChanges::default();
        let (before, after) = (member(pre, "objects"), member(post, "objects"));
        for (id, fields) in &before {
            match after.get(id) {
                None => drop(changes.gone.insert(id.clone())),
                Some(now) => {
                    let fields = different(fields, now).map(|field| (id.clone(), field));
                    changes.fields.extend(fields);
                }
            }
        }
        changes.new = after.keys().filter(|id| !before.contains_key(*id)).cloned().collect();
        if let Some(roots) = post.get("roots") {
            changes.roots = different(pre.get("roots").unwrap_or(&Value::Null), roots).collect();
        }
        changes
    }

    /// True if a field changed of an object that is in both states.
    pub(super) fn touches(&self, id: &str) -> bool {
        self.fields.range((id.to_owned(), String::new())..).next().is_some_and(|(of, _)| of == id)
    }
}

pub(super) fn member(state: &Value, name: &str) -> Map<String, Value> {
    state.get(name).and_then(Value::as_object).cloned().unwrap_or_default()
}

/// Names whose values differ.
fn different(before: &Value, after: &Value) -> impl Iterator<Item = String> {
    let (before, after) = (entries(before), entries(after));
    let names: BTreeSet<String> = before.keys().chain(after.keys()).cloned().collect();
    names.into_iter().filter(move |name| before.get(name) != after.get(name))
}

fn entries(value: &Value) -> Map<String, Value> {
    value.as_object().cloned().unwrap_or_default()
}
