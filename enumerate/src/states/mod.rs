//! The states of behaviours, one after the other: what may follow a beginning.

pub(crate) mod ahead;

mod away;

pub(crate) mod behaviours;

mod continuations;

mod cover;

mod crew;

mod followers;

mod forks;

mod graph;

pub(crate) mod known;

pub(crate) mod labelling;

pub(crate) mod layout;

mod store;

pub(crate) mod system;

pub(crate) mod table;

mod walk;

pub use crate::search::beyond::QuestionStop;
pub use away::GraphMark;
pub use continuations::Continuations;
pub use cover::{CoverGoal, CoverWay, Transitions, cover};
pub use forks::{Fork, ForkKeys, Forks, FoundFork};
pub use graph::{GraphTally, StateGraph, ViolatedClaim, Visit, VisitedState};
pub use store::{StateStore, StorePart};
pub use system::StateSystem;

#[cfg(test)]
mod tests;
