//! Objects as the program calls them, and as the spec does.

use korrel_harness::BehaviourCall;
use korrel_harness::protocol::{PostState, Reply};
use korrel_heapgraph::shape_of;
use serde_json::Value as Json;

use crate::operations::{ActionCall, rename};

use super::seen::ProgramNames;
use super::traces::{PossibleState, TraceBehaviours};
use korrel_heapgraph::json::sort;

impl TraceBehaviours<'_> {
    /// The state after an answer, in the program's names.
    pub(super) fn state_after(&self, heap: &Json, reply: &Reply) -> Json {
        let mut after = heap.clone();
        let Some(post) = reply.post.as_ref().map(PostState::whole) else { return after };
        for part in ["objects", "sets", "relations"] {
            if let Some(told) = post.get(part) {
                after[part] = told.clone();
            }
        }
        if let (Some(roots), Some(told)) =
            (after["roots"].as_object_mut(), post["roots"].as_object())
        {
            roots.extend(told.iter().map(|(name, value)| (name.clone(), value.clone())));
        }
        self.view.complete(heap, &mut after);
        after
    }

    /// The names with those of new objects: each the first of its type that no state had.
    pub(super) fn named(&self, names: &ProgramNames, after: &Json) -> ProgramNames {
        let mut names = names.clone();
        let mut taken: Vec<(String, i64)> =
            names.values().filter_map(|name| self.place(name)).collect();
        for (id, object) in after["objects"].as_object().into_iter().flatten() {
            let ty = object["$type"].as_str();
            let (None, Some(ty)) = (names.get(id), ty) else { continue };
            let top = self.header.top(ty).to_owned();
            let free = (0..).find(|number| !taken.contains(&(top.clone(), *number)));
            let number = free.expect("numbers do not end");
            taken.push((top, number));
            names.insert(id.clone(), format!("{ty}${number}"));
        }
        names
    }

    /// The type above all and the number of a name.
    fn place(&self, name: &str) -> Option<(String, i64)> {
        let (ty, number) = name.rsplit_once('$')?;
        Some((self.header.top(ty).to_owned(), number.parse().ok()?))
    }

    /// A call in a possible state, as the spec calls objects. The program knows the objects in its calls.
    pub(super) fn in_spec(&self, possible: &mut PossibleState, call: &BehaviourCall) -> ActionCall {
        let mut args = Json::Object(call.args.clone());
        let shapes = &self.header.actions[call.op].parameters;
        let mut sent: Vec<String> = Vec::new();
        for (name, value) in &call.args {
            if let Some(shape) = shape_of(shapes, name) {
                self.view.mentioned_by(shape, value, &mut sent);
            }
        }
        for id in sent.into_iter().filter(|id| id.contains('$')) {
            possible.names.entry(id.clone()).or_insert(id);
        }
        rename(&mut args, &|id| possible.names.get(id).cloned());
        let mut arguments = args.as_object().cloned().unwrap_or_default();
        arguments.values_mut().for_each(sort);
        ActionCall { action: call.op, arguments }
    }
}
