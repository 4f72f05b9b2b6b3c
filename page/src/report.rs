//! A report of `korrel test` as the page shows it: failures by cause, the smallest of each drawn before and after.

use serde::Serialize;

use crate::drawn::PageDrawing;

/// A report.
#[derive(Clone, Debug, Default, Serialize)]
pub struct PageReport {
    /// The name of the spec that the test ran on.
    pub spec: String,
    /// How many inputs there were, and whether all were tried.
    pub end: String,
    pub problems: Vec<String>,
    /// What was tried of each operation: `5 inputs: 3 pass, 2 fail, 0 skipped`.
    pub operations: Vec<String>,
    pub failures: Vec<PageFailure>,
}

/// The failures of one cause.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PageFailure {
    pub op: String,
    pub cause: String,
    /// The place of the conjunct that is violated.
    pub at: Option<String>,
    /// `3 inputs`.
    pub inputs: String,
    /// The name of the smallest.
    pub key: String,
    pub is_known: bool,
    /// What is told of the smallest, line by line.
    pub lines: Vec<String>,
    /// What the program wrote to its standard error.
    pub stderr: String,
    /// All inputs, the smallest first. It is empty if they are not told.
    pub all: Vec<String>,
    /// A command that sends the smallest again.
    pub again: String,
    /// The smallest, or `None` if it is none of objects, or does not fit its types.
    pub drawn: Option<PageDrawing>,
}
