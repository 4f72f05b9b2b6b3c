//! JUnit's XML, for build servers: a suite for each operation, a case for each cause.

use super::super::Report;
use super::super::look::Look;
use super::super::operation::OperationReport;
use super::super::status::RunStatus;
use super::side::side_by_side;
use super::xml::{attribute, escaped};
use super::{answers, remarks};
use crate::counted;

pub(super) fn junit(report: &Report, look: &Look<'_>) -> String {
    let suites: Vec<Suite> =
        report.operations.iter().map(|op| suite(report, op, look)).chain([run(report)]).collect();
    let total = |of: fn(&Suite) -> usize| suites.iter().map(of).sum::<usize>();
    let mut xml = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    xml += &format!(
        "<testsuites name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"{}\">\n",
        attribute(&report.heading.spec),
        total(|suite| suite.cases.len()),
        total(|suite| suite.failures),
        total(|suite| suite.errors),
    );
    for suite in &suites {
        xml += &format!(
            "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\">\n",
            attribute(&suite.name),
            suite.cases.len(),
            suite.failures,
            suite.errors,
            suite.skipped
        );
        suite.cases.iter().for_each(|case| xml += case);
        xml += "  </testsuite>\n";
    }
    xml + "</testsuites>\n"
}

struct Suite {
    name: String,
    cases: Vec<String>,
    failures: usize,
    errors: usize,
    skipped: usize,
}

fn suite(report: &Report, op: &OperationReport, look: &Look<'_>) -> Suite {
    let class = format!("{}.{}", report.heading.spec, op.name);
    let passes = format!("{} of {} pass", op.passed, counted(op.inputs, "input"));
    let mut suite = Suite {
        name: op.name.clone(),
        cases: vec![case(&class, &passes, "")],
        failures: 0,
        errors: 0,
        skipped: 0,
    };
    for group in &op.groups {
        let inside = if group.is_known() {
            suite.skipped += 1;
            "      <skipped message=\"known\"/>\n".to_owned()
        } else {
            suite.failures += 1;
            let message = format!(
                "{} fail, the smallest is {}",
                counted(group.count, "input"),
                group.smallest.name
            );
            format!(
                "      <failure type=\"{}\" message=\"{}\">{}</failure>\n",
                attribute(&group.cause),
                attribute(&message),
                escaped(&details(report, group, look))
            )
        };
        suite.cases.push(case(&class, &group.cause, &inside));
    }
    suite
}

fn details(report: &Report, group: &super::super::FailureGroup, look: &Look<'_>) -> String {
    let failure = &group.smallest;
    let mut lines: Vec<String> = group.at.iter().cloned().collect();
    lines.extend(remarks(failure));
    lines.extend(side_by_side(failure, look));
    lines.extend(answers(failure));
    lines.push(format!("again: {}", report.heading.replay(failure)));
    lines.join("\n")
}

/// The suite that tells whether all inputs were tried.
fn run(report: &Report) -> Suite {
    let class = report.heading.spec.as_str();
    let last_line = report.last_line();
    let is_whole = report.status == RunStatus::Complete && report.problems.is_empty();
    let inside = if is_whole {
        String::new()
    } else {
        let all = [vec![last_line], report.problems.clone()].concat().join("\n");
        format!("      <error type=\"incomplete\" message=\"{}\"/>\n", attribute(&all))
    };
    Suite {
        name: "the run".to_owned(),
        cases: vec![case(class, "every input of the scope was tried", &inside)],
        failures: 0,
        errors: usize::from(!is_whole),
        skipped: 0,
    }
}

fn case(class: &str, name: &str, inside: &str) -> String {
    let head =
        format!("    <testcase classname=\"{}\" name=\"{}\"", attribute(class), attribute(name));
    match inside {
        "" => format!("{head}/>\n"),
        inside => format!("{head}>\n{inside}    </testcase>\n"),
    }
}
