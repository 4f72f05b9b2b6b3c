//! The outcome of an input.

use crate::failure::FailedInput;
use crate::protocol::{Breach, Coverage, Reply};

/// An input that was tried.
#[derive(Clone, Debug)]
pub struct Done {
    /// Counts the inputs of a run.
    pub(crate) number: u64,
    pub op: usize,
    pub id: u64,
    pub size: u64,
    pub outcome: InputOutcome,
    /// Its key, where that was asked for.
    pub key: Option<String>,
    /// Labellings that were tried, and that failed.
    pub labellings: (u64, u64),
    /// True if the driver has given its opinion.
    pub is_judged_by_driver: bool,
    /// The coverage of the first sending.
    pub coverage: Option<Coverage>,
    /// The answer to the input as it was listed, if that was asked for.
    pub answer: Option<Reply>,
    /// The program that wrote a line that is no answer, and the line.
    pub(crate) breach: Option<(usize, Box<Breach>)>,
    /// It was not sent: the answer to another input is carried over.
    pub is_covered: bool,
}

#[derive(Clone, Debug)]
pub enum InputOutcome {
    Passed,
    Skipped(String),
    Failed(Box<FailedInput>),
}
