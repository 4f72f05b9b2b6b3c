//! The report that build servers read.

use std::io::{self, Write};

use korrel_harness::report::{JunitCase, JunitFault, JunitReport, JunitStatus, JunitSuite};
use korrel_lang::visible::{visible, visible_lines};

use super::drawing::drawing;
use super::examples::ExamplesRow;
use super::outcome::{BrokenFile, CommandRow, ReportRow};
use super::verdict::{CommandVerdict, Mistake};

/// One suite for each file. There are no times in it: the same specs give the same report.
pub fn write(rows: &[ReportRow], out: &mut impl Write) -> io::Result<()> {
    let files = rows.chunk_by(|a, b| a.spec() == b.spec());
    let suites = files.map(|file| JunitSuite {
        name: visible(file[0].spec()).into_owned(),
        cases: file.iter().map(ReportRow::case).collect(),
    });
    let report = JunitReport { name: "korrel check".to_owned(), suites: suites.collect() };
    write!(out, "{report}")
}

impl ReportRow {
    fn spec(&self) -> &str {
        match self {
            ReportRow::Outcome(outcome) => &outcome.spec,
            ReportRow::Examples(row) => &row.spec,
            ReportRow::Broken(broken) => &broken.spec,
        }
    }

    fn case(&self) -> JunitCase {
        match self {
            ReportRow::Outcome(outcome) => command(outcome),
            ReportRow::Examples(row) => examples(row),
            ReportRow::Broken(broken) => file(broken),
        }
    }
}

fn command(outcome: &CommandRow) -> JunitCase {
    let spec = visible(&outcome.spec).into_owned();
    JunitCase {
        name: format!("{}: {}", outcome.index, visible(&outcome.name())),
        class: spec.clone(),
        extra: vec![("file", spec), ("line", outcome.place.0.to_string())],
        status: status(outcome.verdict, &outcome.summary(), &details(outcome)),
    }
}

/// The examples of a predicate are one case: its lines say which of them are wrong.
fn examples(row: &ExamplesRow) -> JunitCase {
    let mut lines: Vec<String> = row.mistakes.iter().map(Mistake::line).collect();
    lines.extend(row.details());
    JunitCase {
        name: visible(&row.name()).into_owned(),
        class: visible(&row.spec).into_owned(),
        extra: vec![("file", visible(&row.file).into_owned())],
        status: status(row.verdict, &row.summary(), &lines),
    }
}

fn status(verdict: CommandVerdict, summary: &str, details: &[String]) -> JunitStatus {
    let fault = JunitFault {
        message: visible(summary).into_owned(),
        kind: verdict.word().to_owned(),
        details: Some(visible_lines(&details.join("\n")).into_owned()),
    };
    match verdict {
        CommandVerdict::Met | CommandVerdict::Updated => JunitStatus::Success,
        CommandVerdict::NotMet => JunitStatus::Failure(fault),
        CommandVerdict::Incomplete | CommandVerdict::Mistaken => JunitStatus::Error(fault),
    }
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

fn file(broken: &BrokenFile) -> JunitCase {
    let lines: Vec<String> = broken.mistakes.iter().map(line).collect();
    JunitCase {
        name: "the file can be read".to_owned(),
        class: visible(&broken.spec).into_owned(),
        extra: Vec::new(),
        status: status(CommandVerdict::Mistaken, &lines.join("; "), &lines),
    }
}

fn line(mistake: &Mistake) -> String {
    let at = mistake.at.as_ref().map_or(String::new(), |at| format!("{at}: "));
    at + &mistake.line()
}
