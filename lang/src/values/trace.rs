//! The states of a behaviour, one after the other.

use crate::instance::Instance;

/// An infinite trace that ends in a loop, or the beginning of a trace.
///
/// Invariant: there is a state; all are over one universe, and agree on what is not `var` and on the parameters; the
/// loop begins at a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    pub states: Vec<Instance>,
    /// The state that follows the last one; `None` in a beginning, of which nothing more is known.
    pub back: Option<usize>,
}
