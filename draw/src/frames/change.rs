//! The differences between two states of one heap.

use std::collections::{BTreeMap, BTreeSet};

use crate::value::value_text;
use korrel_heapgraph::{State, Value};

/// The marks in the drawing of one of the two states: names, since objects keep these.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// The sign before an object that the other state does not have: `+`, or `-` in the earlier
    /// one.
    pub sign: &'static str,
    /// Objects that the other state does not have.
    pub objects: BTreeSet<String>,
    /// Fields of objects that both have, with another value there.
    pub fields: BTreeSet<(String, String)>,
    /// Roots, sets and relations.
    pub globals: BTreeSet<String>,
    /// Objects, and the sets that they are in here and not there.
    pub members: BTreeSet<(String, String)>,
    /// Objects of the other state that this one does not have, in order.
    pub gone: Vec<String>,
    /// By set, the objects that were in it and that are here, but no longer in it.
    pub left: BTreeMap<String, Vec<String>>,
    /// Some of `members` are those of a set, and not of a root.
    is_joined: bool,
}

impl Changes {
    /// The differences of a state from the one before it.
    pub fn since(before: &State, state: &State) -> Changes {
        Changes { sign: "+", ..Changes::between(state, before) }
    }

    /// The differences of a state from the one after it.
    pub fn until(state: &State, after: &State) -> Changes {
        Changes { sign: "-", ..Changes::between(state, after) }
    }

    fn between(state: &State, other: &State) -> Changes {
        let mut changes = Changes::default();
        for object in &state.objects {
            let Some(twin) = other.objects.iter().find(|twin| twin.id == object.id) else {
                changes.objects.insert(object.id.clone());
                continue;
            };
            for (name, value) in &object.fields {
                let before = twin.fields.iter().find(|(field, _)| field == name);
                if before.map(|(_, before)| value_text(other, before))
                    != Some(value_text(state, value))
                {
                    changes.fields.insert((object.id.clone(), name.clone()));
                }
            }
        }
        for (name, text) in globals(state) {
            let before = globals(other).into_iter().find(|(other, _)| *other == name);
            if before.is_none_or(|(_, before)| before != text) {
                changes.globals.insert(name);
            }
        }
        let members = |state: &State| -> BTreeSet<(String, String)> {
            let objects = (0..state.objects.len()).flat_map(|at| {
                state.sets_of(at).map(move |set| (state.objects[at].id.clone(), set.to_owned()))
            });
            objects.collect()
        };
        changes.members = &members(state) - &members(other);
        let is_here = |id: &String| state.objects.iter().any(|object| object.id == *id);
        let others = other.objects.iter().map(|object| object.id.clone());
        changes.gone = others.filter(|id| !is_here(id)).collect();
        // A root that is a set is shown as a value.
        let is_set = |name: &String| state.sets.iter().any(|(set, _)| set == name);
        for (object, set) in &members(other) - &members(state) {
            if is_here(&object) && is_set(&set) {
                changes.left.entry(set).or_default().push(object);
            }
        }
        changes.is_joined = changes.members.iter().any(|(_, set)| is_set(set));
        changes
    }

    /// Changes that no object of this state can show: the objects that are gone, and those that are no longer in a set.
    pub fn losses(&self) -> Vec<(String, String)> {
        let gone = (!self.gone.is_empty()).then(|| ("gone".to_owned(), self.gone.join(", ")));
        let left = self.left.iter();
        let left = left.map(|(set, objects)| (format!("no longer in {set}"), objects.join(", ")));
        gone.into_iter().chain(left).collect()
    }

    /// True if a value beside the objects became empty, and nothing else says so.
    pub fn is_emptied(&self, global: &str) -> bool {
        self.globals.contains(global) && !self.left.contains_key(global)
    }

    pub fn is_new_member(&self, object: &str, set: &str) -> bool {
        self.members.contains(&(object.to_owned(), set.to_owned()))
    }

    pub fn is_empty(&self) -> bool {
        self.spares_objects() && self.globals.is_empty() && self.members.is_empty()
    }

    /// True if nothing is marked at any object.
    pub fn spares_objects(&self) -> bool {
        self.objects.is_empty()
            && self.fields.is_empty()
            && !self.is_joined
            && self.gone.is_empty()
            && self.left.is_empty()
    }

    pub fn has_field(&self, object: &str, field: &str) -> bool {
        self.fields.contains(&(object.to_owned(), field.to_owned()))
    }
}

/// The values with a name beside the objects, as text.
fn globals(state: &State) -> Vec<(String, String)> {
    let values = state.roots.iter().chain(&state.relations);
    let values = values.map(|(name, value)| (name.clone(), value_text(state, value)));
    let sets = state
        .sets
        .iter()
        .map(|(name, items)| (name.clone(), value_text(state, &Value::Set(items.clone()))));
    values.chain(sets).collect()
}
