//! Endless runs of a system of variables: whether there is one, and a proof that there is none.
//!
//! A system has variables with a value in this state and one in the next, clauses that define literals over both, and
//! literals that hold in a first state and in each step. This folder knows no more of it. It looks for a way to a step
//! that is bad, or proves that there is none (`frames.rs`), and for a run that comes back to a state that it was in
//! (`loops.rs`).

mod frames;
mod loops;
#[cfg(test)]
mod tests;

use crate::{Cnf, Lit, Var};

pub use frames::{Frames, FramesAnswer, InductiveInvariant};
pub use loops::{LoopAnswer, LoopSearch};

/// A system as clauses.
///
/// Invariant: the values of `state` and `free` determine those of all other variables.
#[derive(Clone, Debug)]
pub struct StepClauses {
    /// What defines the literals.
    pub cnf: Cnf,
    /// Each variable in this state and in the next. One that never changes is the same in both.
    pub state: Vec<[Var; 2]>,
    /// What is chosen anew in each step.
    pub free: Vec<Var>,
    /// They hold in a first state. They depend on this state only.
    pub initial: Vec<Lit>,
    /// They hold in each step.
    pub step: Vec<Lit>,
    /// Each holds in infinitely many steps of a run that is looked for.
    pub fair: Vec<Lit>,
    /// A step for which it holds is looked for.
    pub bad: Lit,
}
