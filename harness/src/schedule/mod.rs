//! A run: inputs go in, their outcomes come out, in the order of the inputs.
//!
//! One thread lists the inputs and collects their outcomes. Workers, each with a driver of its own,
//! take inputs from a queue. The outcome of an input waits for those of the inputs listed before it,
//! so a report is the same however many workers there are.

mod behaviours;
mod campaign;
mod clients;
mod first;
mod lane;
mod lazy;
mod open;
mod queue;
mod run;
mod worker;

pub use behaviours::{
    Beginning, BehaviourCall, BehaviourRun, BehaviourStep, Behaviours, NextCalls, behaviour_key,
    run_behaviours,
};
pub use campaign::{Campaign, ListedInputs, Supply};
pub use clients::{CLIENTS, ClientProgram, Histories, ProgramRun, run_programs};
pub use lazy::run_lazy;
pub use run::{ready, run};
