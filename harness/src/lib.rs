//! Runs a program on inputs over JSON lines, has its answers judged, and reports.
//!
//! This room knows the protocol harness/1, processes, scheduling and reports. Of specs it knows
//! nothing: who judges, names inputs and draws them is handed in.

pub mod agree;
pub mod corpus;
pub mod coverage;
mod driver;
pub mod emit;
mod failure;
mod growth;
mod input;
mod oracle;
pub mod protocol;
mod relabel;
pub mod report;
mod schedule;
mod types;

pub use driver::{Command, Limits, Refusal};
pub use failure::{Cause, Failure};
pub use growth::{Growing, Stages};
pub use input::{Input, Name, Operation, Unit};
pub use oracle::{Answered, Oracle, Oracles, Violation};
pub use relabel::{Labellings, Relabel};
pub use schedule::{Done, End, Outcome, Plan, Question, Stops, Watcher, run};
pub use types::Types;
