//! Behaviours: sequences of calls to a program that keeps its state.
//!
//! *Problem.* A program that is called again and again has a state that no request can carry: a socket, a cache, a file.
//! All behaviours up to some length are a tree, in which most of the work is shared beginnings. *Choice.* The tree is
//! walked depth first, so a beginning is gone through once: where it branches the driver takes a snapshot, or, if it has
//! none, starts anew and is called as before (`walk.rs`). Each call waits for its answer (`session.rs`), because
//! what comes next may depend on it. *Rejected.* All behaviours one after the other: the beginnings, which they share, are most
//! of them. A list of behaviours made beforehand: where the spec leaves the next state open, the program chooses.

mod session;
mod walk;

use korrel_heapgraph::Record;
use serde_json::{Map, Value};

use crate::failure::FailureCause;
use crate::protocol::Reply;

pub use walk::{BehaviourRun, Walked, behaviour_key, run_behaviours};

/// A call of an operation.
#[derive(Clone, Debug, PartialEq)]
pub struct BehaviourCall {
    /// The operation's index among those of the run.
    pub op: usize,
    /// By the names of parameters.
    pub args: Map<String, Value>,
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

    /// The calls to be made in a state, in order.
    fn calls(&mut self, state: &Self::State) -> Vec<BehaviourCall>;

    /// The state after a call.
    ///
    /// # Errors
    /// Why the answer is wrong: at least one cause.
    fn after(
        &mut self,
        state: &Self::State,
        call: &BehaviourCall,
        reply: &Reply,
    ) -> Result<Self::State, Vec<FailureCause>>;

    /// True if nobody can tell two states apart that the same calls led to.
    fn is_same(&self, one: &Self::State, other: &Self::State) -> bool;

    /// The state as a heap, if it is one of objects.
    fn heap<'s>(&self, state: &'s Self::State) -> Option<&'s Record>;

    /// The state in a line, for people; empty if nothing is known of it, or if it is drawn.
    fn text(&self, state: &Self::State) -> String;

    /// An argument, for people.
    fn value(&self, value: &Value) -> String {
        value.to_string()
    }
}
