//! The questions to a solver about a command, and the reading of its answers.

pub mod combinations;
pub mod free;
pub mod outermost;
pub mod outline;
pub mod parts;
pub mod refining;
pub mod translation;
pub mod unreached;
pub mod witnessing;
