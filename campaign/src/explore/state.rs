//! A state as JSON: the objects that its roots reach.

use std::collections::BTreeSet;

use korrel_enumerate::heap::Schema;
use korrel_harness::protocol::{PostState, Reply};
use korrel_heapgraph::json::{each_text, numbers_fit};
use korrel_heapgraph::{Header, Member, Shape, shape_of};
use korrel_translate::Scopes;
use serde_json::{Map, Value as Json, json};

use super::program::ExploredProgram;

/// The state that an answer leaves. `sent` is the heap as the driver got it, `root` that of the state before.
///
/// # Errors
/// The answer lacks a part of the state.
pub(super) fn after(
    program: &ExploredProgram,
    op: usize,
    sent: &Json,
    root: Option<&Json>,
    reply: &Reply,
) -> Result<Json, String> {
    let state = reply.post.as_ref().map_or(sent, PostState::whole);
    let objects = state["objects"].as_object().cloned().unwrap_or_default();
    let mut roots = Map::new();
    if let Some(name) = &program.root {
        let given = root_after(program, op, reply).or_else(|| root.cloned());
        let given = given.filter(|id| id.as_str().is_some_and(|id| objects.contains_key(id)));
        let Some(given) = given else {
            let shape = shape_of(&program.states.types.roots, name);
            let shape = shape.map(Shape::to_string).unwrap_or_default();
            return Err(format!("the answer names no state: its result must be a {shape}"));
        };
        roots.insert(name.clone(), given);
    }
    for name in &program.fixed_roots {
        let own = objects.iter().find(|(_, fields)| fields["$type"] == json!(name));
        let Some((id, _)) = own else { return Err(format!("the answer has no {name}")) };
        roots.insert(name.clone(), json!(id));
    }
    let mut whole = Map::new();
    whole.insert("roots".to_owned(), Json::Object(roots));
    whole.insert("objects".to_owned(), Json::Object(objects));
    for part in ["sets", "relations"] {
        state
            .get(part)
            .into_iter()
            .for_each(|given| drop(whole.insert(part.to_owned(), given.clone())));
    }
    Ok(reached(Json::Object(whole)))
}

fn root_after(program: &ExploredProgram, op: usize, reply: &Reply) -> Option<Json> {
    let changed = reply.post.as_ref().and_then(|post| post.whole().get("roots"));
    let own = |name: &String| changed.and_then(|roots| roots.get(name)).cloned();
    if !program.is_constructor(op) {
        return program.receivers[op].as_ref().and_then(own);
    }
    let only = || changed?.as_object()?.values().next().cloned();
    program.root.as_ref().and_then(own).or_else(only).or_else(|| reply.result.clone())
}

/// Removes the objects that the roots do not lead to. A state without a root stays as it is.
pub(crate) fn reached(mut state: Json) -> Json {
    if state["roots"].as_object().is_none_or(Map::is_empty) {
        return state;
    }
    let mut seen = BTreeSet::new();
    let mut waiting = Vec::new();
    let name = |value: &Json, waiting: &mut Vec<String>| {
        each_text(value, &mut |text| waiting.push(text.to_owned()));
    };
    name(&state["roots"], &mut waiting);
    name(&state["relations"], &mut waiting);
    while let Some(id) = waiting.pop() {
        if let Some(fields) = state["objects"].get(&id)
            && seen.insert(id)
        {
            name(fields, &mut waiting);
        }
    }
    if let Some(objects) = state["objects"].as_object_mut() {
        objects.retain(|id, _| seen.contains(id));
    }
    for (_, set) in state.get_mut("sets").and_then(Json::as_object_mut).into_iter().flatten() {
        if let Some(items) = set.as_array_mut() {
            items.retain(|item| item.as_str().is_none_or(|id| seen.contains(id)));
        }
    }
    state
}

/// The number of objects of a state.
pub fn size(state: &Json) -> u64 {
    state["objects"].as_object().map_or(0, |objects| objects.len() as u64)
}

/// True if a state has no more objects, no other integers and no longer sequences than the scope allows.
pub(super) fn fits(state: &Json, schema: &Schema, types: &Header, scopes: &Scopes) -> bool {
    let objects = state["objects"].as_object();
    let fits = |ty: &korrel_enumerate::heap::SchemaType| {
        objects_of(&ty.name, state, types) <= u64::from(scopes.top_level(ty.sig).max)
    };
    let is_short = |(ty, fields): (&str, &Json)| {
        let is_short = |(field, value): (&String, &Json)| {
            let length = value.as_array().map_or(0, Vec::len);
            !is_sequence(types.field(ty, field)) || length as u64 <= u64::from(scopes.max_sequence)
        };
        fields.as_object().into_iter().flatten().all(is_short)
    };
    let typed =
        objects.into_iter().flatten().filter_map(|(_, one)| Some((one["$type"].as_str()?, one)));
    schema.types.iter().filter(|ty| ty.parent.is_none()).all(fits)
        && typed.into_iter().all(is_short)
        && state.get("objects").is_none_or(|objects| numbers_fit(objects, scopes.integers))
}

/// The number of objects of a top-level sig.
pub(crate) fn objects_of(top: &str, state: &Json, types: &Header) -> u64 {
    let objects = state["objects"].as_object().into_iter().flatten();
    let all = objects.filter_map(|(_, fields)| fields["$type"].as_str());
    all.filter(|ty| types.top(ty) == top).count() as u64
}

fn is_sequence(field: Option<&Member>) -> bool {
    field.is_some_and(|field| matches!(field.shape, Shape::Sequence(_)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// If this fails, one state is taken for two, or an object is lost that the root leads to.
    #[test]
    fn what_the_roots_reach() {
        let state = json!({"roots": {"t": "T$0"}, "objects": {
            "T$0": {"$type": "T", "first": "N$1"}, "N$0": {"$type": "N", "next": "N$1"},
            "N$1": {"$type": "N", "next": null}}, "sets": {"Marked": ["N$0", "N$1"]}});
        let reached = reached(state);
        let ids: Vec<&String> = reached["objects"].as_object().unwrap().keys().collect();
        assert_eq!(ids, ["T$0", "N$1"]);
        assert_eq!(reached["sets"], json!({"Marked": ["N$1"]}));
        let rootless = json!({"roots": {}, "objects": {"N$0": {"$type": "N"}}});
        assert_eq!(super::reached(rootless.clone()), rootless);
    }
}
