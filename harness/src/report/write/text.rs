//! The report as text for people.

use super::super::Report;
use super::super::operation::{FailureGroup, OperationReport};
use super::Look;
use super::side::side_by_side;
use super::{abridged, answers, remarks};
use crate::{counted, verb};

/// The number of lines of a driver's last words that are shown.
const LAST_WORDS: usize = 10;

/// The number of characters of each that are shown.
const LINE: usize = 200;

pub(super) fn text(report: &Report, look: &Look<'_>) -> String {
    let mut lines = of_operations(report, look);
    lines.extend(report.mended.iter().map(|name| format!("known, and passes now: {name}")));
    lines.extend(report.problems.iter().map(|problem| format!("error: {problem}")));
    lines.extend(report.operations.iter().filter_map(|op| minimal(report, op)));
    lines.extend(report.uncalled.lines());
    lines.push(report.last_line());
    lines.iter().map(|line| format!("{line}\n")).collect()
}

/// The failures, without their meaning for the whole.
pub fn failures_text(report: &Report, look: &Look<'_>) -> String {
    let lines = of_operations(report, look);
    look.shown(&lines.iter().map(|line| format!("{line}\n")).collect::<String>()).into_owned()
}

fn of_operations(report: &Report, look: &Look<'_>) -> Vec<String> {
    let mut lines = Vec::new();
    for op in &report.operations {
        lines.push(summary(op));
        lines.extend(judged(op, !report.heading.against.is_empty()));
        lines.extend(op.skips.iter().map(|(reason, count)| format!("  skipped {count}: {reason}")));
        lines.push(String::new());
        for (at, group) in op.groups.iter().enumerate() {
            lines.extend(of_group(report, op, at + 1, group, look));
            lines.push(String::new());
        }
    }
    lines
}

fn summary(op: &OperationReport) -> String {
    let mut parts = vec![format!("{} pass", op.passed)];
    for (count, word) in [(op.failed, "fail"), (op.skipped(), "skipped")] {
        if count > 0 {
            parts.push(format!("{count} {word}"));
        }
    }
    if let Some(covered) = op.covered {
        parts.push(format!("{} sent, {covered} covered", op.inputs - covered));
    }
    if op.known > 0 {
        parts.push(format!("{} of the failures {} known", op.known, verb(op.known, "is", "are")));
    }
    let (tried, failed) = op.labellings;
    if tried > op.inputs {
        parts.push(format!("{failed} of {} fail", counted(tried, "labelling")));
    }
    format!("{}: {}, {}", op.name, counted(op.inputs, op.unit.noun()), parts.join(", "))
}

/// The line about inputs of which only the end was judged, or `None` if the spec judged all.
fn judged(op: &OperationReport, has_other: bool) -> Option<String> {
    let nobody = op.judges.is_empty() && !has_other;
    match op.unjudged {
        0 => None,
        some if nobody && some == op.passed => {
            Some("  checked only for exceptions, crashes and timeouts".to_owned())
        }
        1 => {
            Some("  1 that passes was checked only for exceptions, crashes and timeouts".to_owned())
        }
        some => Some(format!(
            "  {some} that pass were checked only for exceptions, crashes and timeouts"
        )),
    }
}

fn of_group(
    report: &Report,
    op: &OperationReport,
    number: usize,
    group: &FailureGroup,
    look: &Look<'_>,
) -> Vec<String> {
    let failure = &group.smallest;
    let at = group.at.as_ref().map_or(String::new(), |at| format!("  {at}"));
    let known = match group.known {
        0 => String::new(),
        known if known == group.count => ", known".to_owned(),
        known => format!(", {known} of them known"),
    };
    let mut lines = vec![format!(
        "  {number}. {}{at}  ({}{known})",
        abridged(&group.cause),
        counted(group.count, op.unit.noun())
    )];
    let mut add = |line: String| lines.push(format!("     {line}").trim_end().to_owned());
    add(format!("smallest: {} ({})", failure.name, op.unit.text(failure.size)));
    remarks(failure).into_iter().for_each(&mut add);
    let answered = [side_by_side(failure, look), answers(failure)].concat();
    let space = (!answered.is_empty()).then(String::new);
    space.into_iter().chain(answered).for_each(&mut add);
    if !failure.stderr.trim().is_empty() {
        add("standard error:".to_owned());
        let words: Vec<&str> = failure.stderr.trim_end().lines().collect();
        let last = &words[words.len().saturating_sub(LAST_WORDS)..];
        last.iter().for_each(|line| add(format!("  {}", shortened(line))));
    }
    if !report.heading.replay.is_empty() {
        add(String::new());
        add(format!("again: {}", report.heading.replay(failure)));
    }
    if look.lists_all {
        add(String::new());
        add(format!("all {}, the smallest first:", counted(group.count, op.unit.noun())));
        let all = group.by_size().into_iter();
        all.for_each(|(name, size)| add(format!("  {name} ({})", op.unit.text(*size))));
    }
    lines
}

/// The end of a line, which says why a driver ended.
fn shortened(line: &str) -> String {
    match line.char_indices().rev().nth(LINE) {
        None => line.to_owned(),
        Some((at, c)) => format!("…{}", &line[at + c.len_utf8()..]),
    }
}

fn minimal(report: &Report, op: &OperationReport) -> Option<String> {
    let name = if report.operations.len() > 1 { format!("{} ", op.name) } else { String::new() };
    op.minimal(report.has_gaps, report.least_skipped())
        .map(|minimal| format!("MINIMAL: {name}{minimal}"))
}

#[cfg(test)]
mod tests {
    use super::{LINE, shortened};

    /// If this fails, a driver that writes one endless line floods the terminal.
    #[test]
    fn long_lines_are_shortened() {
        assert_eq!(shortened("short"), "short");
        let long = format!("{}the end", "é".repeat(70_000));
        let shown = shortened(&long);
        assert!(shown.starts_with('…') && shown.ends_with("the end"));
        assert_eq!(shown.chars().count(), 1 + LINE);
    }
}
