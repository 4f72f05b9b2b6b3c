//! A record of a trace, read as the caller wants it.

use std::sync::Arc;

use serde_core::de::DeserializeOwned;
use serde_json::{Map, Value as Json};

use super::{Codec, Misfit, TypedHeap};
use crate::record::is_trace;
use crate::trace::{Trace, whole_states};
use crate::{Header, MalformedRecord, Shape};

/// The behaviour of a system: states one after the other, each a heap, and what happens between them.
///
/// An object that keeps its name is one and the same: `trace.states()[1].object::<Node>("Node$0")`.
///
/// ```
/// use korrel_heapgraph::Header;
/// use korrel_heapgraph::typed::{Codec, TypedHeap, Values};
///
/// #[derive(serde::Deserialize)]
/// struct Lock {
///     is_held: bool,
/// }
///
/// let header = serde_json::json!({"format": "heapgraph/1", "roots": {"l": "Lock"}, "types": {"Lock": {"is_held": "bool"}},
///     "var": ["Lock.is_held"], "actions": {"set": {"to": "bool"}}});
/// let codec = Codec::new(Header::read(&header)?, &Values::new())?;
/// let state = |held: bool| serde_json::json!({"roots": {"l": "L$0"}, "objects": {"L$0": {"$type": "Lock", "is_held": held}}});
/// let set = |to: bool| serde_json::json!([{"action": "set", "args": {"to": to}}]);
/// let record = serde_json::json!({"id": 0, "states": [state(false), state(true)], "loop": 0, "steps": [set(true), set(false)]});
/// let trace = TypedHeap::new(codec.into(), record.to_string())?.trace()?;
/// assert!(trace.at(7).expect("it goes round for ever").root::<Lock>("l")?.is_held);
/// let step = &trace.steps()[1][0];
/// assert_eq!((step.name(), step.get::<bool>("to")?), ("set", false));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct TypedTrace {
    record: Json,
    states: Vec<TypedHeap>,
    back: Option<usize>,
    steps: Vec<Vec<TypedAction>>,
}

/// What happens in a step: an action, and its arguments.
#[derive(Clone, Debug)]
pub struct TypedAction {
    name: String,
    arguments: Map<String, Json>,
    /// The state in which the step begins.
    state: TypedHeap,
}

impl TypedHeap {
    /// The record is one of a trace, which has no objects of its own.
    pub fn is_trace(&self) -> bool {
        is_trace(self.record())
    }

    /// The trace of a record that is one.
    ///
    /// # Errors
    /// A record that is no trace, or does not fit the types.
    pub fn trace(&self) -> Result<TypedTrace, MalformedRecord> {
        TypedTrace::new(&self.codec, self.record())
    }
}

impl TypedTrace {
    fn new(codec: &Arc<Codec>, record: &Json) -> Result<TypedTrace, MalformedRecord> {
        let mut whole: Vec<Json> =
            whole_states(record)?.into_iter().map(|state| state.into_owned()).collect();
        for (at, state) in whole.iter_mut().enumerate() {
            // A step is read in the objects of its state.
            codec.types.fit_objects(state).map_err(|error| error.within(at))?;
            sort(&codec.types, state);
        }
        let mut record = record.clone();
        record["states"] = Json::Array(whole);
        let read = Trace::read(&codec.types, &record)?;
        let whole = record["states"].as_array().into_iter().flatten();
        let state = |json: &Json| TypedHeap::of_record(Arc::clone(codec), json.clone());
        let states: Vec<TypedHeap> = whole.map(state).collect();
        let told = record["steps"].as_array().into_iter().flatten().zip(&states);
        let steps = match read.steps.is_empty() {
            true => Vec::new(),
            false => told.map(|(step, state)| actions(step, state)).collect(),
        };
        Ok(TypedTrace { record, states, back: read.back, steps })
    }

    /// The states, each whole, also where the record says of some only what changed.
    pub fn states(&self) -> &[TypedHeap] {
        &self.states
    }

    /// The index of the state after the last one, or `None` in the beginning of a trace, of which nothing more is
    /// known.
    pub fn back(&self) -> Option<usize> {
        self.back
    }

    /// The state at a time from 0 on: the loop goes round for ever. `None` after the end of a beginning.
    pub fn at(&self, time: usize) -> Option<&TypedHeap> {
        let count = self.states.len();
        match self.back {
            Some(back) if time >= count => self.states.get(back + (time - back) % (count - back)),
            _ => self.states.get(time),
        }
    }

    /// All actions of each step, the last one of a loop leading back. None if the spec has no actions.
    pub fn steps(&self) -> &[Vec<TypedAction>] {
        &self.steps
    }

    /// The object of this name in each state, or `None` where it is not there.
    ///
    /// # Errors
    /// As [`TypedHeap::object`].
    pub fn history<T: DeserializeOwned>(&self, id: &str) -> Result<Vec<Option<T>>, Misfit> {
        let of = |state: &TypedHeap| match state.record()["objects"].get(id) {
            Some(_) => state.object(id).map(Some),
            None => Ok(None),
        };
        self.states.iter().map(of).collect()
    }

    /// The record of heapgraph/1, each state whole: the line that the program writes without `--changes`.
    pub fn json(&self) -> String {
        self.record.to_string()
    }

    /// The same as a tree of JSON.
    pub fn record(&self) -> &Json {
        &self.record
    }
}

/// A state that is given by what changed has its new objects last.
fn sort(types: &Header, state: &mut Json) {
    if let Some(objects) = state["objects"].as_object_mut() {
        let mut sorted: Vec<_> = std::mem::take(objects).into_iter().collect();
        sorted.sort_by_key(|(id, _)| types.place_of_object(id));
        objects.extend(sorted);
    }
}

/// `step` is one that a [`Trace`] was read of.
fn actions(step: &Json, state: &TypedHeap) -> Vec<TypedAction> {
    let action = |told: &Json| TypedAction {
        name: told["action"].as_str().unwrap_or_default().to_owned(),
        arguments: told["args"].as_object().cloned().unwrap_or_default(),
        state: state.clone(),
    };
    step.as_array().into_iter().flatten().map(action).collect()
}

impl TypedAction {
    pub fn name(&self) -> &str {
        &self.name
    }

    /// An argument. Objects are those of the state in which the step begins.
    ///
    /// # Errors
    /// A type that does not fit, or an argument name that does not occur.
    pub fn get<T: DeserializeOwned>(&self, name: &str) -> Result<T, Misfit> {
        let value = self
            .arguments
            .get(name)
            .ok_or_else(|| Misfit::new(format!("{} has no argument `{name}`", self.name)))?;
        let action = self.state.codec.types.action(&self.name);
        let shapes = action.into_iter().flat_map(|action| &action.parameters);
        let shape: Option<&Shape> =
            shapes.into_iter().find(|one| one.name == name).map(|one| &one.shape);
        self.state.codec.decode(self.state.members("objects"), value, shape, name)
    }
}
