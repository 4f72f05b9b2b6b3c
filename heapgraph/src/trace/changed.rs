//! States that are given by what changed since the one before, as harness/1 gives the state after an operation.
//!
//! `changed` has the objects that changed. One without a `$type` has the members that changed. One with a `$type` is
//! whole. An object that is gone is null. `roots`, `sets` and `relations` have those that changed, each whole.

use std::borrow::Cow;

use serde_json::{Map, Value as Json};

use crate::json::pruned;
use crate::{MalformedRecord, malformed};

/// The parts of a state beside its objects.
const PARTS: [&str; 3] = ["roots", "sets", "relations"];

/// The states of a trace's record, each whole.
///
/// # Errors
/// No states, and changes that do not fit the state before.
pub fn whole_states(record: &Json) -> Result<Vec<Cow<'_, Json>>, MalformedRecord> {
    let Some(Json::Array(states)) = record.get("states") else {
        return malformed("states", "an array of states");
    };
    let mut whole: Vec<Cow<'_, Json>> = Vec::with_capacity(states.len());
    for (at, state) in states.iter().enumerate() {
        let next = match (state.get("changed"), whole.last()) {
            _ if !state.is_object() => malformed(format!("states[{at}]"), "a state"),
            (None, _) => Ok(Cow::Borrowed(state)),
            (Some(_), None) => malformed("states[0]", "a whole state, as the first one is"),
            (Some(_), Some(before)) => {
                applied(before, state).map(Cow::Owned).map_err(|error| error.within(at))
            }
        }?;
        whole.push(next);
    }
    if whole.is_empty() { malformed("states", "at least one state") } else { Ok(whole) }
}

/// The state after `before` that `told` tells. Paths begin at it.
fn applied(before: &Json, told: &Json) -> Result<Json, MalformedRecord> {
    if told.get("objects").is_some() {
        return malformed("objects", "told beside `changed`");
    }
    let Json::Object(changed) = &told["changed"] else {
        return malformed("changed", "an object");
    };
    let none = Map::new();
    let was = before["objects"].as_object().unwrap_or(&none);
    for (id, fields) in changed {
        fits(was.get(id), fields).map_err(|error| MalformedRecord {
            path: format!("changed.{id}{}", error.path),
            ..error
        })?;
    }
    let objects = objects_after(was, changed);
    let is_gone = |id: &str| was.contains_key(id) && !objects.contains_key(id);
    let mut parts = Map::new();
    for part in PARTS {
        let told = match told.get(part) {
            None => None,
            Some(Json::Object(told)) => Some(told),
            Some(_) => return malformed(part, "an object"),
        };
        let mut now = match &before[part] {
            Json::Object(was) if part == "roots" => was.clone(),
            was @ Json::Object(_) => pruned(was, is_gone),
            _ if told.is_none() => continue,
            _ => Map::new(),
        };
        now.extend(told.cloned().into_iter().flatten());
        parts.insert(part.to_owned(), now.into());
    }
    let mut whole = Map::new();
    whole.extend(parts.remove_entry("roots"));
    whole.insert("objects".to_owned(), objects.into());
    whole.extend(parts);
    Ok(whole.into())
}

/// The objects after a change that fits those before it: these in their order, then the new ones.
pub fn objects_after(was: &Map<String, Json>, changed: &Map<String, Json>) -> Map<String, Json> {
    let mut objects = Map::new();
    for (id, fields) in was {
        match changed.get(id) {
            None => drop(objects.insert(id.clone(), fields.clone())),
            Some(Json::Object(told)) if told.contains_key("$type") => {
                objects.insert(id.clone(), told.clone().into());
            }
            Some(Json::Object(told)) => {
                let mut now = fields.clone();
                now.as_object_mut().expect("it fits").extend(told.clone());
                objects.insert(id.clone(), now);
            }
            Some(_) => {}
        }
    }
    let new = changed.iter().filter(|(id, _)| !was.contains_key(*id));
    objects.extend(new.map(|(id, fields)| (id.clone(), fields.clone())));
    objects
}

/// One of the changed objects. `was` is its former value. Paths begin at it.
fn fits(was: Option<&Json>, told: &Json) -> Result<(), MalformedRecord> {
    match (told, was) {
        (Json::Null, None) => malformed("", "an object of the state before"),
        (Json::Null, Some(_)) => Ok(()),
        (Json::Object(told), _) if told.contains_key("$type") => Ok(()),
        (Json::Object(_), None) => {
            malformed("", "an object of the state before, and without `$type` no new one")
        }
        (Json::Object(told), Some(was)) => {
            match told.keys().find(|field| was.get(field.as_str()).is_none()) {
                None => Ok(()),
                Some(field) => malformed(format!(".{field}"), "a member that the object had"),
            }
        }
        _ => malformed("", "an object or null"),
    }
}
