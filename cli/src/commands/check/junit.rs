//! The report that build servers read.

use std::io::{self, Write};

use korrel_lang::visible::{visible, visible_lines};
use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

use super::drawing::drawing;
use super::outcome::{BrokenFile, CommandRow, CommandVerdict, Mistake, ReportRow};

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
            ReportRow::Broken(broken) => &broken.spec,
        }
    }

    fn case(&self) -> TestCase {
        match self {
            ReportRow::Outcome(outcome) => command(outcome),
            ReportRow::Broken(broken) => file(broken),
        }
    }
}

fn command(outcome: &CommandRow) -> TestCase {
    let kind = match outcome.verdict {
        CommandVerdict::Met | CommandVerdict::Updated => None,
        CommandVerdict::NotMet => Some(NonSuccessKind::Failure),
        CommandVerdict::Incomplete | CommandVerdict::Mistaken => Some(NonSuccessKind::Error),
    };
    let status = kind.map_or_else(TestCaseStatus::success, |kind| {
        let mut status = TestCaseStatus::non_success(kind);
        status.set_message(visible(&outcome.summary()).as_ref());
        status.set_type(outcome.verdict.word());
        let text = details(outcome).join("\n");
        status.set_description(visible_lines(&text).as_ref());
        status
    });
    let name = format!("{}: {}", outcome.index, visible(&outcome.name()));
    let mut case = TestCase::new(name, status);
    case.set_classname(visible(&outcome.spec).as_ref());
    case.extra.insert("file".into(), visible(&outcome.spec).as_ref().into());
    case.extra.insert("line".into(), outcome.place.0.to_string().into());
    case
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
    let mut status = TestCaseStatus::non_success(NonSuccessKind::Error);
    let lines: Vec<String> = broken.mistakes.iter().map(line).collect();
    status.set_message(visible(&lines.join("; ")).as_ref());
    status.set_type(CommandVerdict::Mistaken.word());
    status.set_description(visible_lines(&lines.join("\n")).as_ref());
    let mut case = TestCase::new("the file can be read", status);
    case.set_classname(visible(&broken.spec).as_ref());
    case
}

fn line(mistake: &Mistake) -> String {
    let at = mistake.at.as_ref().map_or(String::new(), |at| format!("{at}: "));
    at + &mistake.line()
}
