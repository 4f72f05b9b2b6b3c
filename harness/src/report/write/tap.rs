//! The Test Anything Protocol, version 14: a test for each cause, and whether everything was tried.

use super::super::Report;
use super::super::status::RunStatus;
use super::Look;
use super::side::side_by_side;
use super::{abridged, answers, remarks};
use crate::counted;

pub(super) fn tap(report: &Report, look: &Look<'_>) -> String {
    let mut tests = Vec::new();
    for op in &report.operations {
        tests.push((
            true,
            format!("{}: {} of {} pass", op.name, op.passed, counted(op.inputs, op.unit.noun())),
            Vec::new(),
        ));
        for group in &op.groups {
            let failure = &group.smallest;
            let mut lines = remarks(failure);
            lines.extend(side_by_side(failure, look));
            lines.extend(answers(failure));
            lines.push(format!("again: {}", report.heading.replay(failure)));
            let todo = if group.is_known() { " # TODO known" } else { "" };
            let cause = plain(&abridged(&group.cause));
            tests.push((
                false,
                format!("{}: {cause} ({}){todo}", op.name, counted(group.count, op.unit.noun())),
                lines,
            ));
        }
    }
    let is_whole = report.status == RunStatus::Complete && report.problems.is_empty();
    tests.push((
        is_whole,
        plain(&report.last_line()),
        [report.uncalled.lines(), report.problems.clone()].concat(),
    ));
    let mut text = format!("TAP version 14\n1..{}\n", tests.len());
    for (at, (is_ok, name, lines)) in tests.iter().enumerate() {
        let word = if *is_ok { "ok" } else { "not ok" };
        text += &format!("{word} {} - {name}\n", at + 1);
        if !lines.is_empty() {
            text += "  ---\n  details: |\n";
            let indented = lines.iter().flat_map(|line| line.lines());
            indented.for_each(|line| text += &format!("    {line}\n"));
            text += "  ...\n";
        }
    }
    text
}

/// `#` would begin a directive.
fn plain(text: &str) -> String {
    text.replace('\n', " ").replace('#', "\\#")
}
