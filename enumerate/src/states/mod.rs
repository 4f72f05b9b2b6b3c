//! The states of behaviours, one after the other: what may follow a beginning.

mod behaviours;

mod beyond;

mod continuations;

mod cover;

mod graph;

mod labelling;

mod layout;

mod system;

mod table;

mod walk;

pub(crate) use beyond::ContinuationTest;
pub use continuations::{Continuations, QuestionStop};
pub use cover::{CoverGoal, CoverWay, Transitions, cover};
pub use graph::{GraphTally, StateGraph, ViolatedClaim, Visit, VisitedState};
pub use system::StateSystem;

#[cfg(test)]
mod tests;
