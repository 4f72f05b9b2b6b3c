//! JUnit's XML, for build servers: a suite for each operation, a case for each cause.

use quick_junit::{NonSuccessKind, TestCase, TestCaseStatus, TestSuite};

use super::super::Report;
use super::super::operation::{FailureGroup, OperationReport};
use super::super::status::RunStatus;
use super::Look;
use super::side::side_by_side;
use super::{answers, remarks};
use crate::counted;

pub(super) fn junit(report: &Report, look: &Look<'_>) -> String {
    let mut suites = quick_junit::Report::new(look.printable_line(&report.heading.spec));
    suites.add_test_suites(report.operations.iter().map(|op| suite(report, op, look)));
    suites.add_test_suite(run(report, look));
    suites.to_string().expect("a string takes all")
}

fn suite(report: &Report, op: &OperationReport, look: &Look<'_>) -> TestSuite {
    let class = format!("{}.{}", report.heading.spec, op.name);
    let mut suite = TestSuite::new(look.printable_line(&op.name));
    let passes = format!("{} of {} pass", op.passed, counted(op.inputs, op.unit.noun()));
    suite.add_test_case(case(&class, &passes, TestCaseStatus::success(), look));
    for group in &op.groups {
        let status = status(report, op, group, look);
        suite.add_test_case(case(&class, &group.cause, status, look));
    }
    suite
}

fn status(
    report: &Report,
    op: &OperationReport,
    group: &FailureGroup,
    look: &Look<'_>,
) -> TestCaseStatus {
    if group.is_known() {
        let mut known = TestCaseStatus::skipped();
        known.set_message("known");
        return known;
    }
    let (inputs, smallest) = (counted(group.count, op.unit.noun()), &group.smallest.name);
    let mut failure = TestCaseStatus::non_success(NonSuccessKind::Failure);
    failure.set_type(look.printable_line(&group.cause));
    failure.set_message(look.printable_line(&format!("{inputs} fail, the smallest is {smallest}")));
    failure.set_description(look.printable(&details(report, group, look)));
    failure
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
fn run(report: &Report, look: &Look<'_>) -> TestSuite {
    let is_whole = report.status == RunStatus::Complete && report.problems.is_empty();
    let status = if is_whole {
        TestCaseStatus::success()
    } else {
        let all = [report.uncalled.lines(), vec![report.last_line()], report.problems.clone()]
            .concat()
            .join("\n");
        let mut error = TestCaseStatus::non_success(NonSuccessKind::Error);
        error.set_type("incomplete");
        error.set_message(look.printable_line(&all));
        error
    };
    let mut suite = TestSuite::new("the run");
    let name = "every input of the scope was tried";
    suite.add_test_case(case(&report.heading.spec, name, status, look));
    suite
}

fn case(class: &str, name: &str, status: TestCaseStatus, look: &Look<'_>) -> TestCase {
    let mut case = TestCase::new(look.printable_line(name), status);
    case.set_classname(look.printable_line(class));
    case
}
