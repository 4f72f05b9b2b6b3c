//! Commands beside what they expect.

use serde::Serialize;

use crate::question::check::{Expectation, Finding, Verdict};

/// The numbers that a command expects and gives.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NumbersAnswer {
    pub expected: ExpectedAnswer,
    pub found: FoundAnswer,
}

/// The comparison of what a command gives with what it expects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum VerdictAnswer {
    Ok,
    Failed,
    /// It was stopped before that was known.
    Incomplete,
    /// The number behind `expect` was replaced.
    Updated,
    /// It cannot be run.
    Error,
}

impl From<Verdict> for VerdictAnswer {
    fn from(verdict: Verdict) -> VerdictAnswer {
        match verdict {
            Verdict::Met => VerdictAnswer::Ok,
            Verdict::NotMet => VerdictAnswer::Failed,
            Verdict::Incomplete => VerdictAnswer::Incomplete,
        }
    }
}

/// The number of instances that a command expects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExpectedAnswer {
    pub least: u64,
    /// null: any number from `least` on.
    pub greatest: Option<u64>,
}

impl From<Expectation> for ExpectedAnswer {
    fn from(Expectation { least, greatest }: Expectation) -> ExpectedAnswer {
        ExpectedAnswer { least, greatest }
    }
}

/// The number of instances that were found, as far as the expectation needs it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FoundAnswer {
    pub count: u64,
    /// There are no others.
    pub exact: bool,
}

impl From<Finding> for FoundAnswer {
    fn from(finding: Finding) -> FoundAnswer {
        match finding {
            Finding::Exactly(count) => FoundAnswer { count, exact: true },
            Finding::AtLeast(count) | Finding::Stopped(count) => {
                FoundAnswer { count, exact: false }
            }
        }
    }
}
