//! What is asked of a solver about a command, and how its answers are read.

pub mod combinations;
pub mod outermost;
pub mod parts;
pub mod translation;
pub mod unreached;
pub mod witnessing;
