//! The state afterwards, as a driver tells it: the whole, or what the operation changed.
//!
//! A program changes a few fields, so the changes are written and read in a fraction of the time of a
//! whole state. The whole is made of them only where somebody needs it.

use std::sync::OnceLock;

use korrel_heapgraph::json::pruned;
use korrel_heapgraph::{Record, objects_after};
use serde_json::{Map, Value};

use super::shape::{Wrong, kind, object, only, text};

/// The state after an operation.
#[derive(Clone, Debug)]
pub struct PostState {
    /// `{"objects":{…}}`, and the roots that changed.
    whole: OnceLock<Value>,
    changes: Option<InputChanges>,
}

/// The changes to an input. They fit it: everything that they name is there.
#[derive(Clone, Debug)]
struct InputChanges {
    /// The input.
    heap: Record,
    /// An object without a `$type` has the members that changed. Null is one that was deleted.
    objects: Map<String, Value>,
    /// `roots`, `sets` and `relations`, those of each that changed.
    parts: Map<String, Value>,
}

const PARTS: [&str; 3] = ["roots", "sets", "relations"];

impl PostState {
    /// The whole state, `{"objects":{…}}`, with the roots that were given.
    pub fn whole(&self) -> &Value {
        self.whole.get_or_init(|| {
            self.changes.as_ref().expect("one of the two is there").applied().into()
        })
    }

    /// The changed objects, if nothing else was given: those without a `$type` have the members that
    /// changed, and null stands for one that was deleted.
    pub fn changed_objects(&self) -> Option<&Map<String, Value>> {
        self.changes.as_ref().filter(|told| told.parts.is_empty()).map(|told| &told.objects)
    }
}

impl From<Value> for PostState {
    fn from(whole: Value) -> PostState {
        PostState { whole: OnceLock::from(whole), changes: None }
    }
}

impl PartialEq for PostState {
    fn eq(&self, other: &PostState) -> bool {
        self.whole() == other.whole()
    }
}

/// Takes the state out of a reply to an input. Without the input only the forms are checked.
pub(super) fn read(
    record: &mut Map<String, Value>,
    heap: Option<&Record>,
) -> Result<Option<PostState>, Wrong> {
    let Some(changed) = record.get("changed") else {
        if let Some(part) = PARTS.into_iter().find(|part| record.contains_key(*part)) {
            return Err(Wrong::new(format!("$.{part}"), "stands without `changed`"));
        }
        let post = record.remove("post");
        post.as_ref().map_or(Ok(()), is_state)?;
        return Ok(post.map(PostState::from));
    };
    if record.contains_key("post") {
        return Err(Wrong::new("$.changed", "stands beside `post`"));
    }
    let changed = object(changed, "$.changed")?;
    for (id, told) in changed {
        fits(id, told, heap).map_err(|wrong| Wrong {
            path: format!("$.changed[{}]{}", Value::from(id.as_str()), wrong.path),
            ..wrong
        })?;
    }
    let mut parts = Map::new();
    for part in PARTS {
        if let Some(told) = record.get(part) {
            object(told, &format!("$.{part}"))?;
            parts.insert(part.to_owned(), record[part].clone());
        }
    }
    let Some(Value::Object(objects)) = record.remove("changed") else { unreachable!("as before") };
    let Some(heap) = heap else { return Ok(None) };
    let changes = InputChanges { heap: heap.clone(), objects, parts };
    Ok(Some(PostState { whole: OnceLock::new(), changes: Some(changes) }))
}

/// One of the changed objects. Paths begin at it.
fn fits(id: &str, told: &Value, heap: Option<&Record>) -> Result<(), Wrong> {
    const NONE: &str = "the input has no such object";
    let is_missing = || heap.is_some_and(|heap| !heap.has_object(id));
    let told = match told {
        Value::Null if is_missing() => return Err(Wrong::new("", NONE)),
        Value::Null => return Ok(()),
        Value::Object(told) => told,
        other => {
            let found = kind(other);
            return Err(Wrong::new("", format!("must be an object or null, but is {found}")));
        }
    };
    if let Some(ty) = told.get("$type") {
        return text(ty, ".$type").map(drop);
    }
    let Some(heap) = heap else { return Ok(()) };
    if is_missing() {
        return Err(Wrong::new("", format!("{NONE}; a new one has a `$type`, and all its fields")));
    }
    match told.keys().find(|field| !heap.has_member(id, field)) {
        None => Ok(()),
        Some(field) => Err(Wrong::new(
            format!(".{field}"),
            "the object has no such member in the input; one that gains a member is told whole, with its `$type`",
        )),
    }
}

impl InputChanges {
    fn applied(&self) -> Map<String, Value> {
        let none = Map::new();
        let before = self.heap.json();
        let given = before["objects"].as_object().unwrap_or(&none);
        let objects = objects_after(given, &self.objects);
        let is_gone = |id: &str| given.contains_key(id) && !objects.contains_key(id);
        let mut whole = self.parts.clone();
        for part in ["sets", "relations"] {
            if let Some(was) = before.get(part) {
                let mut now = pruned(was, is_gone);
                now.extend(
                    self.parts.get(part).and_then(Value::as_object).cloned().into_iter().flatten(),
                );
                whole.insert(part.to_owned(), now.into());
            }
        }
        std::iter::once(("objects".to_owned(), objects.into())).chain(whole).collect()
    }
}

/// The outer form of a whole. Others check whether it fits the types.
fn is_state(post: &Value) -> Result<(), Wrong> {
    let post = object(post, "$.post")?;
    only(post, "$.post", &["objects", "roots", "sets", "relations"])?;
    let Some(objects) = post.get("objects") else {
        return Err(Wrong::new("$.post.objects", "is missing"));
    };
    for (id, fields) in object(objects, "$.post.objects")? {
        let path = || format!("$.post.objects[{}]", Value::from(id.as_str()));
        let Value::Object(fields) = fields else {
            return Err(Wrong::kind(&path(), "an object", fields));
        };
        match fields.get("$type") {
            Some(Value::String(_)) => {}
            Some(ty) => return Err(Wrong::kind(&format!("{}.$type", path()), "a string", ty)),
            None => return Err(Wrong::new(format!("{}.$type", path()), "is missing")),
        }
    }
    post.get("roots").map_or(Ok(()), |roots| object(roots, "$.post.roots").map(drop))
}
