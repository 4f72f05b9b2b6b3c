//! Heaps as they are given: JSON with objects and roots, and perhaps the state afterwards.

use korrel_enumerate::heap::{HeapCompletion, HeapError, Schema, TraceStates, completion, repeats};
use korrel_heapgraph::MalformedRecord;
use korrel_heapgraph::itf::ItfTrace;
use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use korrel_translate::Question;
use serde_json::{Map, Value as Json};

/// A heap as it was given, with the state afterwards if there is one.
#[derive(Clone, Debug)]
pub struct GivenHeap {
    /// The record's own, else the number of heaps before it.
    pub id: Json,
    pub states: Vec<GivenState>,
    /// The mistakes in the JSON itself.
    pub repeats: Vec<HeapError>,
}

/// A state of a heap.
#[derive(Clone, Debug)]
pub struct GivenState {
    /// The prefix of its paths: `post.` for the state afterwards.
    pub prefix: &'static str,
    pub json: Json,
}

impl GivenHeap {
    /// The heap, or the trace of whatever format, of a JSON value, which was read from `text`; `number` heaps came before it.
    pub fn new(mut json: Json, text: &str, number: u64) -> GivenHeap {
        let id = json.get("id").cloned().unwrap_or_else(|| number.into());
        let mut repeats = repeats(text);
        if ItfTrace::is_one(&json) {
            match ItfTrace::read(&json).and_then(|trace| trace.record()) {
                Ok((_, record)) => json = record,
                Err(MalformedRecord { path, expected }) => {
                    repeats.push(HeapError { path, message: format!("is not {expected}") });
                }
            }
        }
        let post = json.as_object_mut().and_then(|object| object.remove("post"));
        let post = post.map(|post| GivenState { prefix: "post.", json: with_roots(post, &json) });
        let states = [GivenState { prefix: "", json }].into_iter().chain(post).collect();
        GivenHeap { id, states, repeats }
    }

    /// It stands in this text, whose names may repeat beyond the heap.
    pub fn stands_in(&mut self, text: &str) {
        self.repeats.extend(repeats(text));
    }

    /// The question for the completions of the heap, made from another question.
    ///
    /// # Errors
    /// A heap that does not fit the spec, or that has two states.
    pub(in crate::question) fn completion<'m>(
        self,
        schema: &Schema,
        question: &Question<'m>,
    ) -> Result<HeapCompletion<'m>, Diagnostic> {
        let misfit = |errors: Vec<HeapError>| {
            let message = format!("the heap does not fit the spec: {}", errors[0]);
            let rest = errors[1..].iter().map(HeapError::to_string);
            rest.fold(Diagnostic::new(code::HEAP, message), Diagnostic::help)
        };
        if !self.repeats.is_empty() {
            return Err(misfit(self.repeats));
        }
        let [state] = &self.states[..] else {
            let message = "a heap of two states cannot be completed: leave `post` out";
            return Err(Diagnostic::new(code::HEAP, message));
        };
        if TraceStates::of(&state.json).is_some() {
            let message = "a trace cannot be completed: give one of its states as a heap";
            return Err(Diagnostic::new(code::HEAP, message));
        }
        completion(schema, question, &state.json).map_err(misfit)
    }
}

/// A state afterwards; where it has no roots, they are those before.
fn with_roots(post: Json, pre: &Json) -> Json {
    match (post, pre.get("roots")) {
        (Json::Object(mut post), Some(roots)) if !post.contains_key("roots") => {
            post.insert("roots".to_owned(), roots.clone());
            Json::Object(post)
        }
        (post @ Json::Object(_), _) => post,
        (post, _) => Json::Object(Map::from_iter([("objects".to_owned(), post)])),
    }
}
