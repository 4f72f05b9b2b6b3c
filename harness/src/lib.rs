//! Runs a program on inputs over JSON lines, has its answers judged, and reports.
//!
//! This room knows the protocol harness/1, processes, scheduling and reports. Of specs it knows
//! nothing: who judges, names inputs and draws them is handed in.

pub mod agree;
mod driver;
mod failure;
mod input;
mod oracle;
pub mod protocol;
mod relabel;
mod schedule;
mod types;

pub use driver::{Command, Limits, Refusal};
pub use failure::{Cause, Failure};
pub use input::{Input, Name, Operation, Unit};
pub use oracle::{Answered, Oracle, Oracles, Violation};
pub use relabel::{Labellings, Relabel};
pub use schedule::{Done, End, Outcome, Plan, Question, Stops, Watcher, run};
pub use types::Types;
