//! The contents of a test.

use super::expected::{Judged, expected};
use crate::asked::input::request;
use crate::failure::FailedInput;
use crate::protocol::header;
use crate::report::Report;
use crate::schedule::TestQuestion;

pub(super) struct EmittedCase {
    /// An identifier in every language: `remove_9f2c41d07ab3e815`.
    pub name: String,
    /// The remarks for comments, on a line each.
    pub remarks: Vec<String>,
    pub header: String,
    pub input: String,
    /// The expected answer, as JSON.
    pub expected: String,
}

pub(super) fn cases(
    report: &Report,
    question: &TestQuestion,
    judged: &dyn Fn(&FailedInput) -> Judged,
) -> Vec<EmittedCase> {
    let groups = report.operations.iter().flat_map(|op| &op.groups);
    let mut cases: Vec<EmittedCase> =
        groups.map(|group| case(&group.smallest, question, judged)).collect();
    for at in 1..cases.len() {
        // One input may be the smallest of two causes.
        if cases[..at].iter().any(|other| other.name == cases[at].name) {
            cases[at].name += &format!("_{at}");
        }
    }
    cases
}

fn case(
    failure: &FailedInput,
    question: &TestQuestion,
    judged: &dyn Fn(&FailedInput) -> Judged,
) -> EmittedCase {
    let (expected, remark) = expected(failure, question, judged);
    let input = request(failure.id, &failure.op, None, &failure.pre.clone().into());
    let name = format!("{}_{}", failure.op, failure.name);
    let is_plain = |c: char| c.is_ascii_alphanumeric();
    let remarks = [Some(failure.causes[0].text.clone()), remark];
    EmittedCase {
        name: name.chars().map(|c| if is_plain(c) { c } else { '_' }).collect(),
        remarks: remarks
            .into_iter()
            .flatten()
            .map(|line| line.replace(char::is_control, " "))
            .collect(),
        header: header(&question.declarations, &question.operations),
        input: String::from_utf8(input).expect("it is made of texts").trim_end().to_owned(),
        expected: expected.to_string(),
    }
}
