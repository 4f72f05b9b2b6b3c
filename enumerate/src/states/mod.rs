//! The states of behaviours, one after the other: what may follow a beginning.

mod behaviours;

mod continuations;

mod cover;

mod graph;

mod layout;

mod system;

mod table;

pub use continuations::{Continuations, Stopped};
pub use cover::{Covered, Transitions, cover};
pub use graph::{GraphTally, StateGraph, Violated, Visit, VisitedState};
pub use system::StateSystem;

#[cfg(test)]
mod tests;
