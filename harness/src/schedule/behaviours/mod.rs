//! Behaviours: sequences of calls to a program that keeps its state.
//!
//! *Problem.* A program that is called again and again has a state that no request can carry: a socket, a cache, a
//! file. All behaviours up to some length are a tree, in which most of the work is shared beginnings. *Choice.* The
//! walk through the tree is depth first, so it passes each beginning once. Where it branches the driver takes a
//! snapshot, or, if it has none, starts anew and is called as before (`walk.rs`, `arrive.rs`). Several drivers share
//! it (`gather.rs`). Each call waits for its answer (`session.rs`), because what comes next may depend on it.
//! *Rejected.* All behaviours one after the other: the beginnings, which they share, are most of them. A list of
//! behaviours made beforehand: where the spec leaves the next state open, the program chooses.

mod arrive;
mod failing;
mod gather;
mod labelled;
pub(super) mod session;
mod walk;

use korrel_heapgraph::Record;
use serde_json::{Map, Value};

use crate::failure::{FailureCause, RightEnds};
use crate::outcome::UncalledSteps;
use crate::protocol::Reply;

pub use gather::run_behaviours;
pub use walk::{BehaviourRun, behaviour_key};

/// A call of an operation.
#[derive(Clone, Debug, PartialEq)]
pub struct BehaviourCall {
    /// The operation's index among those of the run.
    pub op: usize,
    /// By the names of parameters.
    pub args: Map<String, Value>,
    /// The number of ways in which the spec lets it end, or 0 if that is not known.
    pub choices: u64,
}

impl BehaviourCall {
    pub fn new(op: usize, args: Map<String, Value>) -> BehaviourCall {
        BehaviourCall { op, args, choices: 0 }
    }
}

/// The calls to be made in a state, in order, and those that are not made.
#[derive(Clone, Debug, Default)]
pub struct NextCalls {
    pub calls: Vec<BehaviourCall>,
    pub left: UncalledSteps,
}

/// A state that a call led to.
#[derive(Clone, Debug)]
pub struct BehaviourStep<S> {
    pub state: S,
    /// The number of other ways in which the spec lets the call end.
    pub open: u64,
}

/// A way to begin: the members of the request, beside `kind` and `id`, and the state that is then known.
#[derive(Clone, Debug)]
pub struct Beginning<S> {
    pub members: Map<String, Value>,
    pub state: S,
}

/// The part that knows what may happen: it chooses the calls, and judges the answers.
pub trait Behaviours {
    /// All that is known after some calls.
    type State: Clone;

    fn beginnings(&mut self) -> Vec<Beginning<Self::State>>;

    fn calls(&mut self, state: &Self::State) -> NextCalls;

    /// The state after a call.
    ///
    /// # Errors
    /// Why the answer is wrong: at least one cause.
    fn after(
        &mut self,
        state: &Self::State,
        call: &BehaviourCall,
        reply: &Reply,
    ) -> Result<BehaviourStep<Self::State>, Vec<FailureCause>>;

    /// All ways in which a call may end, for a test of it, where they are known.
    fn right(&mut self, _state: &Self::State, _call: &BehaviourCall) -> Option<RightEnds> {
        None
    }

    /// True if nobody can tell two states apart that the same calls led to.
    fn is_same(&self, one: &Self::State, other: &Self::State) -> bool;

    /// The state as a heap, if it is one of objects.
    fn heap<'s>(&self, state: &'s Self::State) -> Option<&'s Record>;

    /// The part of a heap that a report shows. `before` is the state before the call.
    fn shown(&self, _before: &Value, heap: &Value) -> Value {
        heap.clone()
    }

    /// The state in a line, for people. Empty if nothing is known about it, or if it is drawn.
    fn text(&self, state: &Self::State) -> String;

    /// An argument, for people.
    fn value(&self, value: &Value) -> String {
        value.to_string()
    }
}
