//! The states of behaviours, one after the other: what may follow a beginning.

mod continuations;

pub use continuations::{Continuations, Stopped};
