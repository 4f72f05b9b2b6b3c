//! The formats of outcomes: a table for people, JSON lines, JUnit for build servers.

use std::io::{self, Write};

use korrel::answer::{CheckRecord, CheckTotals, CheckedCommandAnswer, VerdictAnswer};
use korrel_harness::counted;
use korrel_lang::visible::visible;

use crate::flags::CheckFormatFlag;
use crate::output::answer;

use super::drawing::{details, drawing};
use super::junit;
use super::update::shown;

/// Writes outcomes as they come, where the format allows it.
pub struct ReportWriter {
    format: CheckFormatFlag,
    totals: CheckTotals,
    /// The records for a format that is written at the end.
    records: Vec<CheckRecord>,
}

impl ReportWriter {
    pub fn new(format: CheckFormatFlag) -> ReportWriter {
        ReportWriter { format, totals: CheckTotals::default(), records: Vec::new() }
    }

    pub fn add(&mut self, record: CheckRecord) -> io::Result<()> {
        self.totals.add(&record);
        match (self.format, &record) {
            (CheckFormatFlag::Json, _) => answer(&record)?,
            (CheckFormatFlag::Text, CheckRecord::Update { patch, .. }) => {
                io::stdout().lock().write_all(shown(patch).as_bytes())?;
            }
            // The format has no place for it.
            (CheckFormatFlag::Junit, CheckRecord::Update { patch, .. }) => {
                io::stderr().lock().write_all(shown(patch).as_bytes())?;
            }
            (CheckFormatFlag::Text, _) => {
                let mut out = io::stdout().lock();
                lines(&record).iter().try_for_each(|line| writeln!(out, "{}", visible(line)))?;
            }
            (CheckFormatFlag::Junit, _) => self.records.push(record),
        }
        Ok(())
    }

    /// Writes the end, and returns the totals.
    pub fn finish(self) -> io::Result<CheckTotals> {
        match self.format {
            CheckFormatFlag::Text => {}
            CheckFormatFlag::Json => answer(&CheckRecord::End(self.totals.clone()))?,
            CheckFormatFlag::Junit => junit::write(&self.records, &mut io::stdout().lock())?,
        }
        Ok(self.totals)
    }
}

fn lines(record: &CheckRecord) -> Vec<String> {
    match record {
        CheckRecord::Command(command) => row(command),
        CheckRecord::Examples(examples) => {
            let expected = format!("{} right", examples.all());
            let found = match examples.verdict {
                VerdictAnswer::Error => "–".to_owned(),
                _ => format!("{} right", examples.right()),
            };
            let row = told(examples.verdict, &expected, &found) + &examples.name();
            [row].into_iter().chain(details(examples)).collect()
        }
        CheckRecord::Vacuity { at, name, text, why, .. } => {
            vec![format!("{:<10}  {why:<27}  {at} {name}: {text}", "vacuous")]
        }
        CheckRecord::Error { spec, errors } => {
            vec![format!("{:<10}  {spec}: {}", "ERROR", counted(errors.len(), "mistake"))]
        }
        CheckRecord::Update { .. } | CheckRecord::End(_) => Vec::new(),
    }
}

/// The beginning of a row: the verdict first, so that a failure can be found by eye and by `grep`.
fn told(verdict: VerdictAnswer, expected: &str, found: &str) -> String {
    let word = match verdict {
        VerdictAnswer::Failed => "FAILED",
        VerdictAnswer::Error => "ERROR",
        other => other.name(),
    };
    format!("{word:<10}  expected {expected:<8}  found {found:<12}  ")
}

/// A row, and below it how to see more.
fn row(command: &CheckedCommandAnswer) -> Vec<String> {
    let found = command.found.map_or("–".to_owned(), |found| found.to_string());
    let CheckedCommandAnswer { spec, line, index, verdict, expected, .. } = command;
    let told = told(*verdict, &expected.to_string(), &found);
    let row = format!("{told}{spec}:{line} [{index}] {}{}", command.name(), command.remark());
    let first = command.first.iter().flat_map(|first| drawing(first, &command.header));
    let below = command.find.iter().cloned().chain(first).map(|line| format!("    {line}"));
    [row].into_iter().chain(below).collect()
}
