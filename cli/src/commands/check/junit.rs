//! The report that build servers read.

use std::io::{self, Write};

use korrel_lang::visible::{visible, visible_lines};
use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

use super::drawing::drawing;
use super::examples::ExamplesRow;
use super::outcome::{BrokenFile, CommandRow, ReportRow};
use super::verdict::{CommandVerdict, Mistake};

/// One suite for each file. There are no times in it: the same specs give the same report.
pub fn write(rows: &[ReportRow], out: &mut impl Write) -> io::Result<()> {
    let mut report = Report::new("korrel check");
    for file in rows.chunk_by(|a, b| a.spec() == b.spec()) {
        let mut suite = TestSuite::new(visible(file[0].spec()).as_ref());
        suite.add_test_cases(file.iter().map(ReportRow::case));
        report.add_test_suite(suite);
    }
    report.serialize(out).map_err(io::Error::other)
}

impl ReportRow {
    fn spec(&self) -> &str {
        match self {
            ReportRow::Outcome(outcome) => &outcome.spec,
            ReportRow::Examples(row) => &row.spec,
            ReportRow::Broken(broken) => &broken.spec,
        }
    }

    fn case(&self) -> TestCase {
        match self {
            ReportRow::Outcome(outcome) => command(outcome),
            ReportRow::Examples(row) => examples(row),
            ReportRow::Broken(broken) => file(broken),
        }
    }
}

fn command(outcome: &CommandRow) -> TestCase {
    let status = status(outcome.verdict, &outcome.summary(), &details(outcome));
    let name = format!("{}: {}", outcome.index, visible(&outcome.name()));
    let mut case = TestCase::new(name, status);
    case.set_classname(visible(&outcome.spec).as_ref());
    case.extra.insert("file".into(), visible(&outcome.spec).as_ref().into());
    case.extra.insert("line".into(), outcome.place.0.to_string().into());
    case
}

/// The examples of a predicate are one case: its lines say which of them are wrong.
fn examples(row: &ExamplesRow) -> TestCase {
    let mut lines: Vec<String> = row.mistakes.iter().map(Mistake::line).collect();
    lines.extend(row.details());
    let status = status(row.verdict, &row.summary(), &lines);
    let mut case = TestCase::new(visible(&row.name()).as_ref(), status);
    case.set_classname(visible(&row.spec).as_ref());
    case.extra.insert("file".into(), visible(&row.file).as_ref().into());
    case
}

fn status(verdict: CommandVerdict, summary: &str, details: &[String]) -> TestCaseStatus {
    let kind = match verdict {
        CommandVerdict::Met | CommandVerdict::Updated => return TestCaseStatus::success(),
        CommandVerdict::NotMet => NonSuccessKind::Failure,
        CommandVerdict::Incomplete | CommandVerdict::Mistaken => NonSuccessKind::Error,
    };
    let mut status = TestCaseStatus::non_success(kind);
    status.set_message(visible(summary).as_ref());
    status.set_type(verdict.word());
    status.set_description(visible_lines(&details.join("\n")).as_ref());
    status
}

/// The place of the command, the way to list the instances found, and the first instance.
fn details(outcome: &CommandRow) -> Vec<String> {
    let mut lines = vec![outcome.at()];
    lines.extend(outcome.mistakes.iter().map(Mistake::line));
    if outcome.verdict == CommandVerdict::NotMet {
        lines.push(outcome.find.clone());
        lines.extend(outcome.first.iter().flat_map(|first| drawing(first, &outcome.header)));
    }
    lines
}

fn file(broken: &BrokenFile) -> TestCase {
    let lines: Vec<String> = broken.mistakes.iter().map(line).collect();
    let status = status(CommandVerdict::Mistaken, &lines.join("; "), &lines);
    let mut case = TestCase::new("the file can be read", status);
    case.set_classname(visible(&broken.spec).as_ref());
    case
}

fn line(mistake: &Mistake) -> String {
    let at = mistake.at.as_ref().map_or(String::new(), |at| format!("{at}: "));
    at + &mistake.line()
}
