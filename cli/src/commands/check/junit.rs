//! The report that build servers read.

use std::io::{self, Write};

use korrel::answer::{
    CheckRecord, CheckedCommandAnswer, ExamplesAnswer, MistakeAnswer, VerdictAnswer,
};
use korrel_harness::report::{JunitCase, JunitFault, JunitReport, JunitStatus, JunitSuite};
use korrel_lang::visible::{visible, visible_lines};

use super::drawing::{self, drawing};

/// One suite for each file. There are no times in it: the same specs give the same report.
pub fn write(records: &[CheckRecord], out: &mut impl Write) -> io::Result<()> {
    let mut suites: Vec<JunitSuite> = Vec::new();
    for case in records.iter().filter_map(case) {
        match suites.last_mut().filter(|suite| suite.name == case.class) {
            Some(suite) => suite.cases.push(case),
            None => suites.push(JunitSuite { name: case.class.clone(), cases: vec![case] }),
        }
    }
    let report = JunitReport { name: "korrel check".to_owned(), suites };
    write!(out, "{report}")
}

/// The case of a record, of the class of its file, or `None` where the format has no place for it.
fn case(record: &CheckRecord) -> Option<JunitCase> {
    match record {
        CheckRecord::Command(one) => Some(command(one)),
        CheckRecord::Examples(one) => Some(examples(one)),
        CheckRecord::Error { spec, errors } => Some(file(spec, errors)),
        CheckRecord::Vacuity { .. } | CheckRecord::Update { .. } | CheckRecord::End(_) => None,
    }
}

fn command(command: &CheckedCommandAnswer) -> JunitCase {
    let spec = visible(&command.spec).into_owned();
    JunitCase {
        name: format!("{}: {}", command.index, visible(&command.name())),
        class: spec.clone(),
        extra: vec![("file", spec), ("line", command.line.to_string())],
        status: status(command.verdict, &command.summary(), &details(command)),
    }
}

/// The examples of a predicate are one case: its lines say which of them are wrong.
fn examples(examples: &ExamplesAnswer) -> JunitCase {
    let mut lines = MistakeAnswer::lines(&examples.errors);
    lines.extend(drawing::details(examples));
    JunitCase {
        name: visible(&examples.name()).into_owned(),
        class: visible(&examples.spec).into_owned(),
        extra: vec![("file", visible(&examples.file).into_owned())],
        status: status(examples.verdict, &examples.summary(), &lines),
    }
}

fn status(verdict: VerdictAnswer, summary: &str, details: &[String]) -> JunitStatus {
    let fault = JunitFault {
        message: visible(summary).into_owned(),
        kind: verdict.name().to_owned(),
        details: Some(visible_lines(&details.join("\n")).into_owned()),
    };
    match verdict {
        VerdictAnswer::Ok | VerdictAnswer::Updated => JunitStatus::Success,
        VerdictAnswer::Failed => JunitStatus::Failure(fault),
        VerdictAnswer::Incomplete | VerdictAnswer::Error => JunitStatus::Error(fault),
    }
}

/// The place of the command, the way to list the instances found, and the first instance.
fn details(command: &CheckedCommandAnswer) -> Vec<String> {
    let mut lines = vec![command.at.clone()];
    lines.extend(MistakeAnswer::lines(&command.errors));
    lines.extend(command.find.clone());
    lines.extend(command.first.iter().flat_map(|first| drawing(first, &command.header)));
    lines
}

fn file(spec: &str, errors: &[MistakeAnswer]) -> JunitCase {
    let at = |mistake: &MistakeAnswer| mistake.at.as_ref().map(|at| format!("{at}: "));
    let lines = errors.iter().map(at).zip(MistakeAnswer::lines(errors));
    let lines: Vec<String> = lines.map(|(at, line)| at.unwrap_or_default() + &line).collect();
    JunitCase {
        name: "the file can be read".to_owned(),
        class: visible(spec).into_owned(),
        extra: Vec::new(),
        status: status(VerdictAnswer::Error, &lines.join("; "), &lines),
    }
}
