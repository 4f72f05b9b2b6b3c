//! The part that knows the spec: it names inputs and judges answers.

use korrel_heapgraph::Record;
use serde::Serialize;
use serde_json::Value;

use crate::input::Input;
use crate::protocol::PostState;

/// Makes an oracle for each worker.
pub trait Oracles: Sync {
    fn oracle(&self) -> Box<dyn Oracle + '_>;
}

/// The answers that only the spec can give.
pub trait Oracle {
    /// The key that all labellings of an input share.
    fn key(&mut self, input: &Input) -> String;

    /// The labelling of an input that its key is made of, as a heap. Labellings are counted from it.
    fn canonical(&mut self, input: &Input) -> Record;

    /// True if an operation must throw on this heap, or `None` if the spec does not say.
    fn throws(&mut self, op: usize, heap: &Record) -> Option<bool>;

    /// The parts of the spec that the answer violates, the first cause first. Empty if nothing
    /// judges the operation.
    fn judge(&mut self, answered: &OracleAnswer<'_>) -> Vec<SpecViolation>;
}

/// An answer to judge.
#[derive(Clone, Copy, Debug)]
pub struct OracleAnswer<'a> {
    pub op: usize,
    /// The state before, as it was sent.
    pub heap: &'a Record,
    /// The state afterwards, or `None` if it is as sent.
    pub post: Option<&'a PostState>,
    pub result: Option<&'a Value>,
}

/// A conjunct that does not hold, or a state that does not fit its types.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SpecViolation {
    /// The conjunct's name, by which failures are grouped.
    pub cause: String,
    /// The place of the conjunct: `list.als:14`.
    pub at: Option<String>,
    /// Both sides of an equality, a JSON path: lines for people.
    pub details: Vec<String>,
}
