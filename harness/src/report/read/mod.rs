//! Reports in JSON, read again.

mod reached;

use std::fmt::{self, Display, Formatter};

use serde_json::Value;

use super::Report;
use super::grown::Grown;
use super::heading::ReportHeading;
use super::operation::OperationReport;
use super::status::RunStatus;
use crate::asked::input::{TestedOperation, Unit};
use crate::failure::FailedInput;

pub use reached::{Reached, reached};

/// Why a text is no report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable {
    /// From 1.
    pub line: usize,
    pub why: String,
}

impl Display for Unreadable {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.why)
    }
}

/// Reads what `--format json` wrote.
///
/// # Errors
/// Where it is no whole report.
pub fn read(text: &str) -> Result<Report, Unreadable> {
    let mut reading =
        Reading { heading: None, failures: Vec::new(), operations: Vec::new(), end: None };
    let mut last = 0;
    for (at, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        last = at + 1;
        let unreadable = |why: String| Unreadable { line: last, why };
        let record: Value =
            serde_json::from_str(line).map_err(|error| unreadable(error.to_string()))?;
        reading.take(&record).map_err(|why| unreadable(why.to_owned()))?;
    }
    reading.report().map_err(|why| Unreadable { line: last, why: why.to_owned() })
}

struct Reading {
    heading: Option<ReportHeading>,
    failures: Vec<FailedInput>,
    operations: Vec<OperationReport>,
    end: Option<Value>,
}

impl Reading {
    fn take(&mut self, record: &Value) -> Result<(), &'static str> {
        if self.end.is_some() {
            return Err("it comes after the end");
        }
        match record.get("kind").and_then(Value::as_str) {
            Some("header") => {
                self.heading =
                    Some(ReportHeading::read(record).ok_or("it is not the header of a report")?);
            }
            Some("failure") => {
                self.failures.push(FailedInput::read(record).ok_or("it is not a failure")?);
            }
            // What `--select` says is for people; it is no part of what reports have in common.
            Some("selected") => {}
            Some("op") => self.operations.push(operation(record).ok_or("it is not an operation")?),
            Some("end") => {
                if record.get("op").is_some() {
                    self.operations.push(operation(record).ok_or("it is not the end of a report")?);
                }
                self.end = Some(record.clone());
            }
            _ => return Err("it is not a record of a report"),
        }
        Ok(())
    }

    fn report(mut self) -> Result<Report, &'static str> {
        let heading = self.heading.ok_or("there is no header")?;
        let end = self.end.ok_or("there is no end: the report is cut off")?;
        for failure in self.failures {
            let of = self.operations.iter_mut().find(|op| op.name == failure.op);
            of.ok_or("a failure is of no operation")?.add_failure(failure);
        }
        let strings = |name: &str| strings(&end, name);
        let has_gaps = heading.is_of_a_part();
        let status = end.get("status").and_then(Value::as_str).and_then(RunStatus::named);
        Ok(Report {
            heading,
            operations: self.operations,
            status: status.ok_or("there is no such status")?,
            grown: Grown::read(&end),
            missing: Vec::new(),
            has_gaps,
            problems: strings("problems"),
            mended: strings("mended"),
        })
    }
}

fn strings(record: &Value, name: &str) -> Vec<String> {
    let values = record.get(name).and_then(Value::as_array).into_iter().flatten();
    values.filter_map(|value| value.as_str().map(str::to_owned)).collect()
}

/// Without its groups: failures make them again.
fn operation(record: &Value) -> Option<OperationReport> {
    let count = |name: &str| record.get(name).map_or(Some(0), Value::as_u64);
    let pair = |value: &Value| Some((value.get(0)?.as_u64()?, value.get(1)?.as_u64()?));
    let unit = record.get("unit")?;
    let operation = TestedOperation {
        name: record.get("op")?.as_str()?.to_owned(),
        parameters: serde_json::Map::new(),
        result: None,
        judges: strings(record, "judges"),
        unit: Unit { name: unit.get(0)?.as_str()?.to_owned(), apart: unit.get(1)?.as_u64()? },
    };
    let mut read = OperationReport::new(&operation);
    (read.inputs, read.passed, read.failed) =
        (count("inputs")?, count("passed")?, count("failed")?);
    read.last = record.get("last").and_then(Value::as_u64);
    (read.known, read.unjudged) = (count("known")?, count("unjudged")?);
    read.covered = record.get("covered").and_then(Value::as_u64);
    for (size, counts) in record.get("by_size")?.as_object()? {
        read.by_size.insert(size.parse().ok()?, pair(counts)?);
    }
    for (reason, count) in record.get("skips").and_then(Value::as_object).into_iter().flatten() {
        read.skips.insert(reason.clone(), count.as_u64()?);
    }
    read.labellings = match record.get("labellings") {
        None => (read.inputs, read.failed),
        Some(labellings) => pair(labellings).map(|(passed, failed)| (passed + failed, failed))?,
    };
    Some(read)
}
