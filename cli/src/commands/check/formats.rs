//! How outcomes are written: a table for people, JSON lines, JUnit for build servers.

use std::io::Write;

use korrel_lang::visible::{visible, visible_json};
use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};
use serde_json::json;

use super::outcome::{Found, Outcome, Verdict};
use crate::arguments::CheckFormat;

/// Writes outcomes as they come, where the format allows it.
pub struct Writer {
    format: CheckFormat,
    outcomes: Vec<Outcome>,
}

impl Writer {
    pub fn new(format: CheckFormat) -> Writer {
        Writer { format, outcomes: Vec::new() }
    }

    pub fn add(&mut self, outcome: Outcome) -> std::io::Result<()> {
        let mut out = std::io::stdout().lock();
        match self.format {
            CheckFormat::Text => writeln!(out, "{}", visible(&row(&outcome)))?,
            CheckFormat::Json => writeln!(out, "{}", visible_json(&record(&outcome).to_string()))?,
            CheckFormat::Junit => {}
        }
        self.outcomes.push(outcome);
        Ok(())
    }

    /// What stands at the end; how many commands met their expectation, did not, were not finished.
    pub fn finish(self) -> std::io::Result<[usize; 3]> {
        let number = |verdict| self.outcomes.iter().filter(|o| o.verdict == verdict).count();
        let [met, not_met, incomplete] =
            [Verdict::Met, Verdict::NotMet, Verdict::Incomplete].map(number);
        let mut out = std::io::stdout().lock();
        match self.format {
            CheckFormat::Text => {}
            CheckFormat::Json => {
                let end =
                    json!({"kind": "end", "ok": met, "failed": not_met, "incomplete": incomplete});
                writeln!(out, "{end}")?;
            }
            CheckFormat::Junit => write_junit(&self.outcomes, &mut out)?,
        }
        Ok([met, not_met, incomplete])
    }
}

/// The verdict first, so that a failure can be found by eye and by `grep`.
fn row(outcome: &Outcome) -> String {
    let word = match outcome.verdict {
        Verdict::NotMet => "FAILED",
        other => other.word(),
    };
    let (expected, found) = (outcome.expected.describe(), outcome.found.describe());
    let Outcome { spec, text, .. } = outcome;
    format!("{word:<10}  expected {expected:<8}  found {found:<12}  {spec}: {text}")
}

fn record(outcome: &Outcome) -> serde_json::Value {
    json!({
        "kind": "command",
        "spec": outcome.spec,
        "index": outcome.index,
        "label": outcome.label,
        "command": outcome.text,
        "verdict": outcome.verdict.word(),
        "expected": {"least": outcome.expected.least, "greatest": outcome.expected.greatest},
        "found": {
            "count": outcome.found.count(),
            "exact": matches!(outcome.found, Found::Exactly(_)),
        },
    })
}

/// One suite for each file. There are no times in it: the same specs give the same report.
fn write_junit(outcomes: &[Outcome], out: &mut impl Write) -> std::io::Result<()> {
    let mut report = Report::new("korrel check");
    for file in outcomes.chunk_by(|a, b| a.spec == b.spec) {
        let mut suite = TestSuite::new(visible(&file[0].spec).as_ref());
        for outcome in file {
            let status = match outcome.verdict {
                Verdict::Met => TestCaseStatus::success(),
                verdict => {
                    let kind = if verdict == Verdict::NotMet {
                        NonSuccessKind::Failure
                    } else {
                        NonSuccessKind::Error
                    };
                    let mut status = TestCaseStatus::non_success(kind);
                    let (expected, found) = (outcome.expected.describe(), outcome.found.describe());
                    status.set_message(format!("expected {expected}, found {found}"));
                    status.set_type(verdict.word());
                    status
                }
            };
            let name = format!("{}: {}", outcome.index, visible(&outcome.text));
            let mut case = TestCase::new(name, status);
            case.set_classname(visible(&outcome.spec).as_ref());
            suite.add_test_case(case);
        }
        report.add_test_suite(suite);
    }
    report.serialize(out).map_err(std::io::Error::other)
}
