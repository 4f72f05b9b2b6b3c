//! How many instances there are.

use korrel_enumerate::Estimate;
use serde::Serialize;

use super::Number;

/// About how many instances there are.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EstimateAnswer {
    pub estimate: f64,
    /// In `confidence` of all cases the number lies between `low` and `high`.
    pub low: f64,
    pub high: f64,
    pub confidence: f64,
    /// The parts of the list that were drawn; 1: all instances were found, and the number is exact.
    pub runs: u64,
}

/// The number of standard errors to each side that hold the number in 95 of 100 cases: Student's t of eight runs.
const ERRORS: f64 = 2.365;

impl From<&Estimate> for EstimateAnswer {
    fn from(Estimate { number, error, runs, least }: &Estimate) -> EstimateAnswer {
        EstimateAnswer {
            estimate: *number,
            low: (number - ERRORS * error).max(*least as f64),
            high: number + ERRORS * error,
            confidence: 0.95,
            runs: *runs,
        }
    }
}

/// A value of an expression, and the number of instances in which the expression has it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CountRow {
    /// null: the expression overflows there, or has several values.
    pub value: Option<String>,
    pub count: Number,
}
