//! An answer to one input, carried over to another one in which the program would read the same.

use std::collections::{HashMap, HashSet};

use serde_json::{Map, Value};

use super::effect::{Effect, PARTS, StateChange};
use super::garbage::StateAfter;
use crate::protocol::Reply;
use korrel_heapgraph::json;

/// The answer to `heap`, whose objects are met in this order, or `None` where it is not known.
pub fn carried(effect: &Effect, heap: &Value, met: &[String]) -> Option<Reply> {
    let names = effect.met.iter().cloned().zip(met.iter().cloned()).collect();
    let mut carrying = Carrying { effect, heap, names };
    let is_outcome = effect.reply.throw.is_some() || effect.reply.skip.is_some();
    if is_outcome && effect.change.is_none() {
        return Some(effect.reply.clone());
    }
    let mut objects = heap["objects"].as_object()?.clone();
    let none = StateChange::default();
    let change = effect.change.as_ref().unwrap_or(&none);
    carrying.apply(change, &mut objects)?;
    let result = effect.reply.result.as_ref().map(|result| carrying.renamed(result));
    let parts = change.parts.iter();
    let mut post: Map<String, Value> =
        parts.map(|(part, value)| (part.clone(), carrying.renamed(value))).collect();
    let after = StateAfter { heap, objects: &objects, parts: &post, result: result.as_ref() };
    let going = carrying.going(change, &after)?;
    carrying.prune(change, &mut post, &going)?;
    objects.retain(|id, _| !going.contains(id));
    post.insert("objects".to_owned(), Value::Object(objects));
    let post = effect.change.is_some().then_some(Value::Object(post));
    let post = post.map(Into::into);
    Some(Reply { post, result, ..effect.reply.clone() })
}

struct Carrying<'c> {
    effect: &'c Effect,
    heap: &'c Value,
    /// The names of the other input's objects.
    names: HashMap<String, String>,
}

impl Carrying<'_> {
    fn apply(&mut self, change: &StateChange, objects: &mut Map<String, Value>) -> Option<()> {
        for (id, fields) in &change.made {
            let name = free_name(id, fields, objects)?;
            objects.insert(name.clone(), Value::Null);
            self.names.insert(id.clone(), name);
        }
        for (id, fields) in &change.made {
            objects[&self.names[id]] = self.fields(fields);
        }
        for (id, field, value) in &change.fields {
            let fields = objects.get_mut(&self.names[id])?.as_object_mut()?;
            match value {
                Some(value) => drop(fields.insert(field.clone(), self.renamed(value))),
                None => drop(fields.shift_remove(field)),
            }
        }
        Some(())
    }

    /// The objects that are not there any more.
    fn going(&self, change: &StateChange, after: &StateAfter<'_>) -> Option<HashSet<String>> {
        let mut going = HashSet::new();
        for (id, kind) in after.garbage() {
            if !self.effect.fates.stays(kind)? {
                going.insert(id.to_owned());
            }
        }
        // The driver did not tell the values that the fields of those now have.
        change.gone.iter().all(|id| going.contains(&self.names[id])).then_some(going)
    }

    /// Removes the objects that are gone from sets and relations, if it is known that they lose
    /// them.
    fn prune(
        &self,
        change: &StateChange,
        post: &mut Map<String, Value>,
        going: &HashSet<String>,
    ) -> Option<()> {
        for part in PARTS {
            let Some(was) = self.heap.get(part) else { continue };
            if change.pruned.contains(&part) {
                post.insert(part.to_owned(), json::pruned(was, |id| going.contains(id)).into());
            }
            if speaks_of(post.get(part).unwrap_or(was), going) {
                return None;
            }
        }
        Some(())
    }

    fn fields(&self, fields: &Value) -> Value {
        let fields = fields.as_object().into_iter().flatten();
        let renamed = |(field, value): (&String, &Value)| match field.as_str() {
            "$type" => (field.clone(), value.clone()),
            _ => (field.clone(), self.renamed(value)),
        };
        Value::Object(fields.map(renamed).collect())
    }

    fn renamed(&self, value: &Value) -> Value {
        json::renamed(value, &|text| self.name(text).to_owned())
    }

    fn name<'t>(&'t self, text: &'t str) -> &'t str {
        self.names.get(text).map_or(text, String::as_str)
    }
}

fn speaks_of(value: &Value, ids: &HashSet<String>) -> bool {
    let mut speaks = false;
    json::each_text(value, &mut |text| speaks |= ids.contains(text));
    speaks
}

/// The name of a new object: its own, unless the other input has an object of this name.
fn free_name(id: &str, fields: &Value, objects: &Map<String, Value>) -> Option<String> {
    if !objects.contains_key(id) {
        return Some(id.to_owned());
    }
    let ty = fields["$type"].as_str()?;
    (0u64..).map(|number| format!("{ty}${number}")).find(|name| !objects.contains_key(name))
}
