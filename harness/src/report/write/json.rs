//! JSON Lines: a header, a line for each failing input, the end.

use serde_json::Value;

use super::super::Report;
use super::super::heading::ReportHeading;
use crate::failure::FailedInput;

/// The first line, with its line break.
pub fn header_line(heading: &ReportHeading) -> String {
    format!("{}\n", Value::Object(heading.record()))
}

/// The line of a failing input, with its line break.
pub fn failure_line(failure: &FailedInput) -> String {
    format!("{}\n", failure.record())
}

/// The lines after the last failing input.
pub fn last_lines(report: &Report) -> String {
    report.last_records().iter().map(|record| format!("{record}\n")).collect()
}
