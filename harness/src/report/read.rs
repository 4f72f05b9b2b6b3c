//! Reports in JSON, read again: whole, or as far as they were written.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Display, Formatter};
use std::io::{self, BufRead};

use serde::Deserialize;
use serde_json::Value;

use super::Report;
use super::end::Tallies;
use super::heading::{ReportHeading, strings};
use super::operation::OperationReport;
use super::status::{Grown, RunStatus};
use crate::failure::FailedInput;
use crate::outcome::UncalledSteps;
use crate::{counted, verb};

/// The reason why a text is no report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportError {
    /// The line's number, from 1.
    pub line: usize,
    pub why: String,
}

impl Display for ReportError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.why)
    }
}

/// Reads the output of `--format json`.
///
/// # Errors
/// A text that is no whole report.
pub fn read(text: &str) -> Result<Report, ReportError> {
    let mut reading =
        ReportReading { heading: None, failures: Vec::new(), operations: Vec::new(), end: None };
    let mut last = 0;
    for (at, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        last = at + 1;
        let unreadable = |why: String| ReportError { line: last, why };
        let record: Value =
            serde_json::from_str(line).map_err(|error| unreadable(error.to_string()))?;
        reading.take(&record).map_err(unreadable)?;
    }
    reading.report().map_err(|why| ReportError { line: last, why })
}

struct ReportReading {
    heading: Option<ReportHeading>,
    failures: Vec<FailedInput>,
    operations: Vec<OperationReport>,
    end: Option<Value>,
}

impl ReportReading {
    fn take(&mut self, record: &Value) -> Result<(), String> {
        if self.end.is_some() {
            return Err("it comes after the end".to_owned());
        }
        match record.get("kind").and_then(Value::as_str) {
            Some("header") => {
                self.heading =
                    Some(ReportHeading::read(record).ok_or("it is not the header of a report")?);
            }
            Some("failure") => {
                self.failures.push(FailedInput::read(record).ok_or("it is not a failure")?);
            }
            // The records of `--select` are for people, so reports need not agree in them.
            Some("selected") => {}
            Some("op") => self.operations.push(operation(record)?),
            Some("end") => {
                if record.get("op").is_some() {
                    self.operations.push(operation(record)?);
                }
                self.end = Some(record.clone());
            }
            // Later versions may write other kinds.
            Some(_) => {}
            None => return Err("it is not a record of a report".to_owned()),
        }
        Ok(())
    }

    fn report(mut self) -> Result<Report, String> {
        let heading = self.heading.ok_or("there is no header")?;
        let end = self.end.ok_or("there is no end: the report is cut off")?;
        self.operations.iter_mut().for_each(|op| op.keeps_all = true);
        let mut names = BTreeSet::new();
        for failure in self.failures {
            let of = self.operations.iter_mut().find(|op| op.name == failure.op);
            let of = of.ok_or("a failure is of no operation")?;
            let (op, id, name) = (failure.op.clone(), failure.id, failure.name.to_string());
            if !names.insert((op, id, name)) {
                return Err(format!("the failure {} of {} is there twice", failure.name, of.name));
            }
            of.add_failure(failure);
        }
        for op in &self.operations {
            let there: u64 = op.groups.iter().map(|group| group.count).sum();
            if there != op.failed {
                let (said, are) = (counted(op.failed, "input"), verb(there, "is", "are"));
                let fail = verb(op.failed, "fails", "fail");
                return Err(format!("{said} of {} {fail}, and {there} {are} there", op.name));
            }
        }
        let total = |of: fn(&OperationReport) -> u64| self.operations.iter().map(of).sum::<u64>();
        for (name, all) in [
            ("inputs", total(|op| op.inputs)),
            ("passed", total(|op| op.passed)),
            ("failed", total(|op| op.failed)),
            ("skipped", total(OperationReport::skipped)),
        ] {
            if end.get(name).and_then(Value::as_u64) != Some(all) {
                return Err(format!("the end has other {name} than the operations"));
            }
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
            uncalled: UncalledSteps::deserialize(&end).unwrap_or_default(),
            problems: strings("problems"),
            mended: strings("mended"),
        })
    }
}

/// No run has more inputs, and no sum of a few thousand such numbers is too large.
const MOST: u64 = 1 << 48;

/// Reads an operation without its groups: failures make them again.
///
/// # Errors
/// A record that is no operation, or whose counts do not add up.
pub(super) fn operation(record: &Value) -> Result<OperationReport, String> {
    let tallies = Tallies::deserialize(record).map_err(|_| "it is not an operation")?;
    let skipped = tallies.skipped;
    let op = tallies.operation().ok_or("it is not an operation")?;
    if [op.inputs, op.passed, op.failed]
        .into_iter()
        .chain(op.skips.values().copied())
        .any(|count| count > MOST)
    {
        return Err(format!("nobody has tried as many inputs as {} says", op.name));
    }
    let sizes = op.by_size.values().fold((0, 0), |all: (u64, u64), of| {
        (all.0.saturating_add(of.0), all.1.saturating_add(of.1))
    });
    let is_renamed = |(size, renamed): (&u64, &u64)| {
        op.by_size.get(size).is_some_and(|(passed, _)| renamed <= passed)
    };
    let skips: u64 = op.skipped_by_size.values().fold(0, |all, of| all.saturating_add(*of));
    match op.passed + op.failed + op.skipped() == op.inputs
        && op.renamed_by_size.iter().all(is_renamed)
        && skips <= op.skipped()
        && skipped == op.skipped()
        && sizes == (op.passed, op.failed)
        && op.known <= op.failed
    {
        true => Ok(op),
        false => Err(format!("the counts of {} do not add up", op.name)),
    }
}

/// The contents of a file of reports, each of which continues the one before.
#[derive(Clone, Debug, Default)]
pub struct ReportReach {
    pub headings: Vec<ReportHeading>,
    /// The id of the last input that was surely tried, by operation.
    pub last: BTreeMap<String, u64>,
}

/// Reads as far as there are whole lines. Inputs are done in order, and a failing one is written at once: all before it
/// were tried.
///
/// # Errors
/// A file that cannot be read.
pub fn reached(report: &mut dyn BufRead) -> io::Result<ReportReach> {
    let mut reached = ReportReach::default();
    let mut line = Vec::new();
    while report.read_until(b'\n', &mut line)? > 0 {
        if let Ok(record) = serde_json::from_slice(&line) {
            reached.take(&record);
        }
        line.clear();
    }
    Ok(reached)
}

impl ReportReach {
    fn take(&mut self, record: &Value) {
        let last = match record.get("kind").and_then(Value::as_str) {
            Some("header") => return self.headings.extend(ReportHeading::read(record)),
            Some("failure") => record.get("id"),
            Some("op" | "end") => record.get("last"),
            _ => None,
        };
        let op = record.get("op").and_then(Value::as_str);
        if let (Some(op), Some(last)) = (op, last.and_then(Value::as_u64)) {
            let known = self.last.entry(op.to_owned()).or_default();
            *known = last.max(*known);
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    const REPORT: &str = r#"{"kind":"header","format":"report/1","tool":"t","spec":"s","question":"q","scope":"3","driver":["d"]}
{"kind":"failure","op":"f","id":3}
{"kind":"failure","op":"g","id":1}
{"kind":"op","op":"f","last":7}
{"kind":"op","op":"g","last":1}
{"kind":"end","status":"interrupted"}
"#;

    /// A report of so many failures and as many inputs that pass, and one that is skipped.
    pub fn report(shard: Option<&str>, failed: u64) -> String {
        let shard_of = shard.map_or(String::new(), |shard| format!(r#","shard":"{shard}""#));
        let mut text = format!(
            r#"{{"kind":"header","format":"report/1","tool":"t","spec":"s","question":"q","scope":"3","driver":["d"]{shard_of}}}"#
        );
        let first = if shard == Some("2/2") { 100 } else { 0 };
        for id in 0..failed {
            text += &format!(
                "\n{}",
                serde_json::json!({ "kind": "failure", "op": "f", "key": format!("{:016x}", first + id), "id": id, "size": 2,
                    "causes": [{ "cause": "wrong" }], "pre": {} })
            );
        }
        // In one shard there are others that are skipped, so that the whole has as many as one run.
        let skipped = u64::from(shard != Some("1/2"));
        let inputs = 2 * failed + skipped;
        let end = serde_json::json!({ "kind": "end", "status": "complete", "op": "f", "inputs": inputs,
            "passed": failed, "failed": failed, "skipped": skipped, "last": inputs.saturating_sub(1),
            "by_size": { "2": [failed, failed] }, "groups": [], "judges": [], "unit": ["object", 0] });
        let mut end = end.as_object().expect("it is an object").clone();
        if skipped > 0 {
            end.insert("skips".to_owned(), serde_json::json!({ "odd": 1 }));
        }
        format!("{text}\n{}\n", Value::Object(end))
    }

    /// If this fails, a report that lost a failure is joined to others, or one whose numbers somebody changed.
    #[test]
    fn a_report_says_what_it_has() {
        let text = report(None, 2);
        let read_report = read(&text).expect("it is a report");
        assert_eq!((read_report.inputs(), read_report.operations[0].skipped()), (5, 1));
        // JSON may have spaces.
        assert!(read(&text.replace("\":", "\": ")).is_ok());
        let lines: Vec<&str> = text.lines().collect();
        let joined = |lines: &[&str]| lines.join("\n");
        let edited = |from: &str, to: &str| {
            assert!(text.contains(from), "{from}");
            text.replace(from, to)
        };
        for (changed, message) in [
            (joined(&[lines[0], lines[1], lines[3]]), "2 inputs of f fail, and 1 is there"),
            (
                joined(&[lines[0], lines[1], lines[1], lines[3]]),
                "the failure 0000000000000000 of f is there twice",
            ),
            (joined(&[lines[0], lines[1], lines[2], lines[2], lines[3]]), "is there twice"),
            (edited("\"inputs\":5", "\"inputs\":4"), "the counts of f do not add up"),
            (edited("\"passed\":2", "\"passed\":3"), "the counts of f do not add up"),
            (edited("\"skipped\":1", "\"skipped\":0"), "the counts of f do not add up"),
            (edited("[2,2]", "[2,1]"), "the counts of f do not add up"),
            // Sums that are cut to 64 bits would add up.
            (
                edited("\"passed\":2", "\"passed\":18446744073709551615")
                    .replace("\"inputs\":5", "\"inputs\":2"),
                "nobody has tried as many inputs as f says",
            ),
            (
                edited(
                    "[2,2]",
                    "[2,2],\"3\":[18446744073709551615,1],\"4\":[1,18446744073709551615]",
                ),
                "the counts of f do not add up",
            ),
        ] {
            let why = read(&changed).expect_err(message).to_string();
            assert!(why.contains(message), "{why}");
        }
    }

    /// If this fails, a run that goes on leaves inputs out, or cannot go on after one that was killed.
    #[test]
    fn a_report_tells_how_far_it_came_wherever_it_is_cut() {
        let last = |bytes: usize| {
            let reached = reached(&mut &REPORT.as_bytes()[..bytes]).unwrap();
            assert!(reached.headings.len() == 1 || bytes < 110);
            (reached.last.get("f").copied(), reached.last.get("g").copied())
        };
        let end = |line: &str| REPORT.find(line).expect("it is there") + line.len();
        assert_eq!(last(40), (None, None));
        assert_eq!(last(end(r#""op":"f","id":3}"#)), (Some(3), None));
        assert_eq!(last(end(r#""op":"f","id":3}"#) + 20), (Some(3), None));
        assert_eq!(last(end(r#""op":"f","last":7}"#)), (Some(7), Some(1)));
        assert_eq!(last(REPORT.len()), (Some(7), Some(1)));
    }
}
