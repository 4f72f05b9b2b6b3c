//! What comes of an input, and of a run.

use std::ops::AddAssign;

use serde::{Deserialize, Serialize};

use crate::driver::Refusal;
use crate::failure::FailedInput;
use crate::members::is_default;
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
    /// A behaviour that was made before under other names.
    pub is_renamed: bool,
    /// It was not sent: the answer to another input is carried over.
    pub is_covered: bool,
}

impl Done {
    /// An input of an operation, by id and size, of which no more is known than its outcome.
    pub(crate) fn new(op: usize, (id, size): (u64, u64), outcome: InputOutcome) -> Done {
        Done {
            number: 0,
            op,
            id,
            size,
            outcome,
            key: None,
            labellings: (0, 0),
            is_judged_by_driver: false,
            coverage: None,
            answer: None,
            breach: None,
            is_renamed: false,
            is_covered: false,
        }
    }
}

/// The outcome of an input.
#[derive(Clone, Debug)]
pub enum InputOutcome {
    Passed,
    Skipped(String),
    Failed(Box<FailedInput>),
}

/// The reason why a run ended.
#[derive(Debug)]
pub enum End {
    /// There were no more inputs.
    Exhausted,
    /// There were as many failures as were wanted.
    Limit,
    /// Each of the first inputs ended the driver by one cause.
    Alike,
    /// The time for new inputs is over.
    Budget,
    /// It was stopped from outside.
    Stopped,
    /// The time for all of it is over.
    Timeout,
    /// A driver cannot be asked.
    Refused(Refusal),
}

/// What a spec allows and no call shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct UncalledSteps {
    /// States that are larger than the scope, after which nothing is called.
    #[serde(default, skip_serializing_if = "is_default")]
    pub beyond: u64,
    /// States in which the spec allows a step that no action takes.
    #[serde(default, skip_serializing_if = "is_default")]
    pub silent: u64,
    /// Ways in which calls may end and did not: the program chose others.
    #[serde(default, skip_serializing_if = "is_default")]
    pub open: u64,
    /// Calls that only some of the states allow in which the program may be.
    #[serde(default, skip_serializing_if = "is_default")]
    pub unsure: u64,
}

impl AddAssign for UncalledSteps {
    fn add_assign(&mut self, other: UncalledSteps) {
        let UncalledSteps { beyond, silent, open, unsure } = other;
        self.beyond += beyond;
        self.silent += silent;
        self.open += open;
        self.unsure += unsure;
    }
}
