//! The result of a run, written to its destination.

mod look;
mod only;

use std::io::{self, Write};
use std::path::Path;

use korrel_harness::coverage::Covered;
use korrel_harness::emit::{self, Judged, emit};
use korrel_harness::report::{Certificate, Format, Look, Report, RunStatus, failures_text, write};
use korrel_harness::{FailedInput, Oracle, TestQuestion};
use korrel_harness::{counted, verb};
use korrel_lang::visible::{visible_json, visible_lines};
use serde_json::json;

use self::only::{Allowed, allowed};
use super::naming::Court;
use crate::files::fresh::FreshFile;
use crate::flags::{FrameworkFlag, OutcomeFlags, ReportFormatFlag};
use crate::limits::stop::{Reason, Stop};
use crate::messages::error::Error;

pub use self::look::Artist;

/// Writes the report, or the output that is wanted instead of it. `proof`, `page`: the files for the
/// certificate and for the report as a page.
///
/// # Errors
/// A file or standard output that cannot be written; coverage that is not known.
pub fn write_outcome(
    flags: &OutcomeFlags,
    (proof, page): (Option<FreshFile>, Option<FreshFile>),
    report: &Report,
    question: &TestQuestion,
    covered: Option<&Covered>,
    (spec, court): (&Path, &Court<'_>),
) -> Result<(), Error> {
    let is_tried = report.operations.iter().any(|op| op.inputs > 0);
    let is_in_words = flags.format == ReportFormatFlag::Text;
    if report.status == RunStatus::Refused && !is_tried && is_in_words {
        // The message has said it all.
        return Ok(());
    }
    if let Some(proof) = proof {
        proof.write(&visible_records(&Certificate::of(report).text()))?;
    }
    let artist = &Artist::new(&report.heading);
    if let Some(file) = page {
        file.write(&self::page(flags.told.list, report, artist)?)?;
    }
    if let Some(framework) = flags.emit_test {
        let judged = |failure: &FailedInput| judged(spec, court, failure);
        let tests = emit(framework_of(framework), report, question, &judged);
        return Ok(io::stdout().lock().write_all(tests.as_bytes())?);
    }
    if let Some(covered) = covered {
        write_selection(flags.format, covered)?;
    }
    Ok(write_report(flags.format, flags.told.list, report, artist)?)
}

/// The answer that a test asserts, as far as the spec determines it. If more than one answer is right,
/// `eval` judges the states before and after; a returned value is not in them.
fn judged(spec: &Path, court: &Court<'_>, failure: &FailedInput) -> Judged {
    let subjects = court.subjects;
    let op = subjects.iter().position(|subject| subject.operation.name == failure.op);
    let Some(op) = op else { return Judged::Not };
    let subject = &subjects[op];
    let Some(post) = &subject.asked.post else { return Judged::Not };
    let mut naming = court.naming();
    if naming.throws(op, &failure.pre.clone().into()) == Some(true) {
        return Judged::Not;
    }
    let is_several = match allowed(failure, op, subject, &mut naming) {
        Allowed::Only(post, result) => return Judged::Only { post, result },
        Allowed::Several => true,
        Allowed::Unknown => false,
    };
    if post.result.is_some() {
        return Judged::Not;
    }
    let (spec, post) = (spec.display().to_string(), format!("{}_post", failure.op));
    let words = ["korrel", "eval", &spec, "--heap", "-", "--command"];
    let words = words.into_iter().chain([subject.command.label.as_str(), post.as_str()]);
    Judged::Eval { words: words.map(str::to_owned).collect(), is_several }
}

/// The status of a run that was stopped from outside.
pub fn stopped(stop: &Stop) -> RunStatus {
    match stop.reason() {
        Reason::Interrupt => RunStatus::Interrupted,
        Reason::Timeout | Reason::Memory | Reason::Failure => RunStatus::Timeout,
    }
}

/// # Errors
/// Those of standard output.
pub fn write_report(
    format: ReportFormatFlag,
    lists_all: bool,
    report: &Report,
    artist: &Artist,
) -> io::Result<()> {
    io::stdout().lock().write_all(written(format, lists_all, report, artist)?.as_bytes())
}

/// The report as a page of its own.
///
/// # Errors
/// As [`write_report`].
pub fn page(lists_all: bool, report: &Report, artist: &Artist) -> io::Result<String> {
    written(ReportFormatFlag::Html, lists_all, report, artist)
}

fn written(
    format: ReportFormatFlag,
    lists_all: bool,
    report: &Report,
    artist: &Artist,
) -> io::Result<String> {
    let mut bytes = Vec::new();
    let visible = |text: &str| match format {
        ReportFormatFlag::Json => visible_records(text),
        _ => visible_lines(text).into_owned(),
    };
    let (text, svg) =
        (|failure: &FailedInput| artist.text(failure), |failure: &FailedInput| artist.svg(failure));
    let look = Look { visible: Some(&visible), lists_all, text: Some(&text), svg: Some(&svg) };
    write(report, format_of(format), &look, &mut bytes)?;
    Ok(String::from_utf8(bytes).expect("reports are texts"))
}

/// The failures, for people, without their meaning for the whole.
pub fn failures(report: &Report, artist: &Artist) -> String {
    let visible = |text: &str| visible_lines(text).into_owned();
    let text = |failure: &FailedInput| artist.text(failure);
    failures_text(report, &Look { visible: Some(&visible), text: Some(&text), ..Look::default() })
}

/// JSON on several lines.
pub fn visible_records(text: &str) -> String {
    text.lines().flat_map(|line| [visible_json(line), "\n".into()]).collect()
}

fn format_of(format: ReportFormatFlag) -> Format {
    match format {
        ReportFormatFlag::Text => Format::Text,
        ReportFormatFlag::Json => Format::Json,
        ReportFormatFlag::Junit => Format::Junit,
        ReportFormatFlag::Tap => Format::Tap,
        ReportFormatFlag::Html => Format::Html,
    }
}

pub fn framework_of(framework: FrameworkFlag) -> emit::Framework {
    match framework {
        FrameworkFlag::Pytest => emit::Framework::Pytest,
        FrameworkFlag::Junit => emit::Framework::Junit,
        FrameworkFlag::Node => emit::Framework::Node,
        FrameworkFlag::Rust => emit::Framework::Rust,
    }
}

/// Writes `--select`: the inputs that are kept, each with the things that it adds.
fn write_selection(format: ReportFormatFlag, covered: &Covered) -> Result<(), Error> {
    let selection = covered.select().map_err(|why| Error::usage(format!("--select: {why}")))?;
    let mut out = io::stdout().lock();
    if format == ReportFormatFlag::Json {
        for one in &selection.inputs {
            let record = json!({"kind": "selected", "op": one.op, "id": one.id,
                "covers": one.covers, "gain": one.gain});
            writeln!(out, "{}", visible_json(&record.to_string()))?;
        }
        return Ok(());
    }
    let count = selection.inputs.len();
    let least = if selection.is_least { "no fewer do" } else { "fewer may do" };
    let (inputs, cover) = (counted(count, "input"), verb(count, "covers", "cover"));
    let things = match selection.covered {
        1 => "the one thing".to_owned(),
        many => format!("all {many} things"),
    };
    writeln!(out, "SELECTED: {inputs} {cover} {things}; {least}")?;
    for one in &selection.inputs {
        let line =
            format!("  {} {}: covers {}, {} of them new", one.op, one.id, one.covers, one.gain);
        writeln!(out, "{}", visible_lines(&line))?;
    }
    writeln!(out)?;
    Ok(())
}
