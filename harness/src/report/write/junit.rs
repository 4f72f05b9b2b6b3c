//! JUnit's XML, for build servers: a suite for each operation, a case for each cause.

use super::super::Report;
use super::super::operation::{FailureGroup, OperationReport};
use super::super::status::RunStatus;
use super::super::xml::{JunitCase, JunitFault, JunitReport, JunitStatus, JunitSuite};
use super::Look;
use super::side::side_by_side;
use super::{abridged, answers, remarks};
use crate::counted;

pub(super) fn junit(report: &Report, look: &Look<'_>) -> String {
    let mut suites: Vec<JunitSuite> =
        report.operations.iter().map(|op| suite(report, op, look)).collect();
    suites.push(run(report, look));
    JunitReport { name: look.printable_line(&report.heading.spec), suites }.to_string()
}

fn suite(report: &Report, op: &OperationReport, look: &Look<'_>) -> JunitSuite {
    let class = format!("{}.{}", report.heading.spec, op.name);
    let passes = format!("{} of {} pass", op.passed, counted(op.inputs, op.unit.noun()));
    let mut cases = vec![case(&class, &passes, JunitStatus::Success, look)];
    for group in &op.groups {
        let status = status(report, op, group, look);
        cases.push(case(&class, &abridged(&group.cause), status, look));
    }
    JunitSuite { name: look.printable_line(&op.name), cases }
}

fn status(
    report: &Report,
    op: &OperationReport,
    group: &FailureGroup,
    look: &Look<'_>,
) -> JunitStatus {
    if group.is_known() {
        return JunitStatus::Skipped { message: "known".to_owned() };
    }
    let (inputs, smallest) = (counted(group.count, op.unit.noun()), &group.smallest.name);
    JunitStatus::Failure(JunitFault {
        kind: look.printable_line(&abridged(&group.cause)),
        message: look.printable_line(&format!("{inputs} fail, the smallest is {smallest}")),
        details: Some(look.printable(&details(report, group, look))),
    })
}

fn details(report: &Report, group: &FailureGroup, look: &Look<'_>) -> String {
    let failure = &group.smallest;
    let mut lines: Vec<String> = group.at.iter().cloned().collect();
    lines.extend(remarks(failure));
    lines.extend(side_by_side(failure, look));
    lines.extend(answers(failure));
    lines.push(format!("again: {}", report.heading.replay(failure)));
    lines.join("\n")
}

/// The suite that tells whether all inputs were tried.
fn run(report: &Report, look: &Look<'_>) -> JunitSuite {
    let is_whole = report.status == RunStatus::Complete && report.problems.is_empty();
    let status = if is_whole {
        JunitStatus::Success
    } else {
        let all = [report.uncalled.lines(), vec![report.last_line()], report.problems.clone()]
            .concat()
            .join("\n");
        let (kind, message) = ("incomplete".to_owned(), look.printable_line(&all));
        JunitStatus::Error(JunitFault { kind, message, details: None })
    };
    let name = "every input of the scope was tried";
    let cases = vec![case(&report.heading.spec, name, status, look)];
    JunitSuite { name: "the run".to_owned(), cases }
}

fn case(class: &str, name: &str, status: JunitStatus, look: &Look<'_>) -> JunitCase {
    let (name, class) = (look.printable_line(name), look.printable_line(class));
    JunitCase { name, class, extra: Vec::new(), status }
}
