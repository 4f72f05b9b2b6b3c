//! A run: inputs in, what became of them out, in the order of the inputs.
//!
//! One thread lists the inputs and puts together what became of them; workers, each with a driver of
//! its own, take inputs from a queue. What a worker has done waits for what was listed before it, so
//! a report is the same however many workers there are.

mod alone;
mod answer;
mod confirm;
mod copies;
mod done;
mod lane;
mod listed;
mod open;
mod plan;
mod queue;
mod request;
mod run;
mod verdict;
mod worker;

pub use done::{Done, Outcome};
pub use plan::{Plan, Question, Stops};
pub use run::{End, Watcher, run};
