//! A report of `korrel test` as a page shows it: one of its own, or that of `korrel serve`.

use korrel_harness::counted;
use korrel_harness::report::{FailureGroup, OperationReport, Report, abridged, told};
use korrel_lang::visible::visible_lines;
use korrel_page::{PageDrawing, PageFailure, PageReport};

use crate::commands::test::Artist;

/// `lists_all`: all failing inputs are named.
pub fn said(report: &Report, artist: &Artist, lists_all: bool) -> PageReport {
    let failures = report.operations.iter().flat_map(|op| {
        op.groups.iter().map(move |group| failure(report, op, group, artist, lists_all))
    });
    let problems = report.problems.iter().chain(&report.mended).cloned();
    let problems = problems.chain(report.uncalled.lines());
    PageReport {
        spec: shown(&report.heading.spec),
        end: shown(&report.last_line()),
        problems: problems.map(|problem| shown(&problem)).collect(),
        operations: report.operations.iter().map(|op| operation(report, op)).collect(),
        failures: failures.collect(),
    }
}

fn operation(report: &Report, op: &OperationReport) -> String {
    let (inputs, skipped) = (counted(op.inputs, op.unit.noun()), op.skipped());
    let tried = format!("{}: {inputs}: {} pass, {} fail", op.name, op.passed, op.failed);
    let skipped = if skipped > 0 { format!(", {skipped} skipped") } else { String::new() };
    let minimal = op.minimal(report.has_gaps, report.least_skipped());
    let minimal = minimal.map(|minimal| format!("; {minimal}")).unwrap_or_default();
    shown(&format!("{tried}{skipped}{minimal}"))
}

fn failure(
    report: &Report,
    op: &OperationReport,
    group: &FailureGroup,
    artist: &Artist,
    lists_all: bool,
) -> PageFailure {
    let smallest = &group.smallest;
    let drawn = artist.record(smallest);
    let drawn = drawn.and_then(|(header, record)| PageDrawing::of(header, &record, artist.hints()));
    let mut lines = told(smallest);
    if drawn.is_none() && !smallest.pre.is_null() {
        lines.insert(0, format!("input: {}", abridged(&smallest.pre.to_string())));
        let post = smallest.post.as_ref();
        lines.extend(post.map(|post| format!("after: {}", abridged(&post.to_string()))));
    }
    let all = group.by_size().into_iter();
    let all = all.map(|(name, size)| format!("{name} ({})", op.unit.text(*size)));
    PageFailure {
        op: shown(&op.name),
        cause: shown(&abridged(&group.cause)),
        at: group.at.as_deref().map(shown),
        inputs: counted(group.count, op.unit.noun()),
        key: smallest.name.to_string(),
        is_known: group.known == group.count,
        lines: lines.iter().map(|line| shown(line)).collect(),
        stderr: shown(smallest.stderr.trim_end()),
        all: if lists_all { all.map(|line| shown(&line)).collect() } else { Vec::new() },
        again: shown(&report.heading.replay(smallest)),
        drawn,
    }
}

fn shown(text: &str) -> String {
    visible_lines(text).into_owned()
}
