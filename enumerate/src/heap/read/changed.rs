//! A state that is given by what changed since another one.
//!
//! The state before is read already, so only the members that changed are. What is unusual is left to the
//! reader of whole states, which also tells all mistakes.

use std::borrow::Cow;

use korrel_lang::model::{Model, SigId};
use rustc_hash::FxHashMap;
use serde_json::Value as Json;

use super::super::graph::{HeapGraph, HeapValue, Object, Scalar};
use super::super::schema::Schema;
use super::{JsonObject, JsonPlace, RecordReader};

/// The state afterwards. A changed object without a `$type` has the members that changed, and null stands
/// for one that was deleted. `None` if the whole has to be read: it is wrong, or the schema has parts beside
/// the objects.
pub fn read_changed<'a>(
    schema: &'a Schema,
    model: &'a Model,
    before: &HeapGraph<'a>,
    changed: &'a JsonObject,
) -> Option<HeapGraph<'a>> {
    let has_parts =
        !(schema.sets.is_empty() && schema.relations.is_empty() && schema.orders.is_empty());
    if has_parts {
        return None;
    }
    let mut reader = RecordReader::new(schema, model, false);
    let mut after =
        HeapGraph { objects: Vec::new(), roots: before.roots.clone(), ..HeapGraph::default() };
    let mut places = Vec::with_capacity(before.objects.len());
    let mut told = Vec::new();
    for object in &before.objects {
        let at = after.objects.len();
        match changed.get(&*object.id) {
            Some(Json::Null) => {
                places.push(None);
                continue;
            }
            Some(change) => {
                let ty = change.get("$type");
                if ty.is_some_and(|ty| ty != object.type_name) {
                    return None;
                }
                told.push((at, change.as_object()?, ty.is_none()));
            }
            None => {}
        }
        places.push(Some(at));
        after.objects.push(object.clone());
    }
    let is_new =
        |(id, _): &(&'a String, &'a Json)| !before.objects.iter().any(|object| object.id == **id);
    for (id, fields) in changed.iter().filter(is_new) {
        let (sig, type_name) = reader.type_of(fields, JsonPlace::Root("objects"))?;
        told.push((after.objects.len(), fields.as_object()?, false));
        after.objects.push(Object { id: id.into(), sig, type_name, fields: Vec::new() });
    }
    if after.objects.len() != before.objects.len() {
        let objects = after.objects.iter_mut().flat_map(|object| &mut object.fields);
        for (_, value) in objects.chain(&mut after.roots) {
            // A reference in a field that changed is replaced below.
            renumber(value, &places);
        }
    }
    reader.ids = ids(&after);
    for (at, fields, is_partial) in told {
        let object = &mut after.objects[at];
        reader.change(object, fields, is_partial);
    }
    let has_dangling = |(_, value): &(&str, HeapValue<'a>)| scalars(value).any(is_dangling);
    let is_wrong = !reader.errors.is_empty()
        || after.objects.iter().flat_map(|object| &object.fields).any(&has_dangling)
        || after.roots.iter().any(&has_dangling);
    (!is_wrong).then_some(after)
}

impl<'a> RecordReader<'a> {
    fn change(&mut self, object: &mut Object<'a>, given: &'a JsonObject, is_partial: bool) {
        let ty = self.schema.object_type(object.sig).expect("objects are of types of object");
        let path = JsonPlace::Root("objects");
        if is_partial {
            for (name, json) in given {
                let member = ty.fields.iter().find(|member| member.name == *name);
                let field = object.fields.iter_mut().find(|(field, _)| field == name);
                match (member, field) {
                    (Some(member), Some((_, value))) => {
                        if let Some(now) = self.value(&member.shape, json, path) {
                            *value = now;
                        }
                    }
                    _ => drop(self.fail::<()>(path, "unknown")),
                }
            }
        } else {
            object.fields = self.members(ty.fields.iter(), given, path);
        }
    }
}

/// Stands for an object that is gone.
const GONE: usize = usize::MAX;

fn is_dangling(scalar: Scalar<'_>) -> bool {
    matches!(scalar, Scalar::Reference(GONE))
}

fn ids<'a>(heap: &HeapGraph<'a>) -> FxHashMap<&'a str, Option<(usize, SigId)>> {
    let id = |(at, object): (usize, &Object<'a>)| {
        let Cow::Borrowed(id) = object.id else { unreachable!("a heap that is read borrows ids") };
        (id, Some((at, object.sig)))
    };
    heap.objects.iter().enumerate().map(id).collect()
}

fn renumber(value: &mut HeapValue<'_>, places: &[Option<usize>]) {
    let put = |scalar: &mut Scalar<'_>| {
        if let Scalar::Reference(at) = scalar {
            *at = places[*at].unwrap_or(GONE);
        }
    };
    match value {
        HeapValue::Null => {}
        HeapValue::Scalar(scalar) => put(scalar),
        HeapValue::Set(items) | HeapValue::Sequence(items) => items.iter_mut().for_each(put),
        HeapValue::Map(entries) => entries.iter_mut().for_each(|(key, value)| {
            put(key);
            put(value);
        }),
        HeapValue::Relation(tuples) => tuples.iter_mut().flatten().for_each(put),
    }
}

fn scalars<'v, 'h: 'v>(value: &'v HeapValue<'h>) -> impl Iterator<Item = Scalar<'h>> + 'v {
    let (one, many, pairs, tuples): (Option<_>, &[_], &[_], &[_]) = match value {
        HeapValue::Null => (None, &[], &[], &[]),
        HeapValue::Scalar(scalar) => (Some(*scalar), &[], &[], &[]),
        HeapValue::Set(items) | HeapValue::Sequence(items) => (None, items, &[], &[]),
        HeapValue::Map(entries) => (None, &[], entries, &[]),
        HeapValue::Relation(tuples) => (None, &[], &[], tuples),
    };
    let pairs = pairs.iter().flat_map(|(key, value)| [*key, *value]);
    one.into_iter().chain(many.iter().copied()).chain(pairs).chain(tuples.iter().flatten().copied())
}
