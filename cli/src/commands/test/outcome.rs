//! The result of a run, written to its destination.

use std::io::{self, Write};
use std::path::Path;

use korrel_campaign::{RightAnswer, SpecOracles, right_answer};
use korrel_draw::{DrawnInstance, Hints, Page, text};
use korrel_harness::coverage::InputCoverage;
use korrel_harness::emit::{self, JudgedInput, emit};
use korrel_harness::report::{
    Certificate, CertificateSubject, Format, Look, Report, ReportHeading, ReportRecord, RunStatus,
    failures_text, write,
};
use korrel_harness::{FailedInput, TestQuestion};
use korrel_harness::{counted, verb};
use korrel_heapgraph::Header;
use korrel_lang::visible::{visible, visible_json, visible_lines};
use korrel_page::reported;
use serde_json::Value as Json;

use crate::files::fresh::FreshFile;
use crate::files::theme::ThemeFile;
use crate::flags::{OutcomeFlags, ReportFormatFlag};
use crate::limits::{Reason, Stop};
use crate::messages::error::Error;
use crate::messages::reporter::Reporter;
use crate::messages::tell::tell;
use crate::output::answer;
use crate::output::failures::said;

/// The file for a certificate, and what the certificate is about.
pub type Proof = (FreshFile, CertificateSubject);

/// Writes the report, or the output that is wanted instead of it. `proof`, `page`: the files for the
/// certificate and for the report as a page; `artist`: how pictures are drawn; `tests`: the failures as tests.
///
/// # Errors
/// A file or standard output that cannot be written; coverage that is not known.
pub fn write_outcome(
    flags: &OutcomeFlags,
    (proof, page): (Option<Proof>, Option<FreshFile>),
    (report, artist): (&Report, &Artist),
    covered: Option<&InputCoverage>,
    tests: &dyn Fn(&Report, emit::Framework) -> String,
) -> Result<(), Error> {
    let is_tried = report.operations.iter().any(|op| op.inputs > 0);
    let is_in_words = flags.answer.format == ReportFormatFlag::Text;
    if report.status == RunStatus::Refused && !is_tried && is_in_words {
        // The message has said it all.
        return Ok(());
    }
    if let Some((file, subject)) = proof {
        let without = subject.without();
        file.write(&visible_records(&Certificate::of(report, subject).text()))?;
        tell_without(&without);
    }
    if let Some(file) = page {
        file.write(&self::page(flags.told.list, report, artist))?;
    }
    if let Some(framework) = flags.emit_test {
        let tests = tests(report, framework.into());
        return Ok(io::stdout().lock().write_all(tests.as_bytes())?);
    }
    if let Some(covered) = covered {
        let noun = report.operations.first().map_or("input", |op| op.unit.noun());
        write_selection(flags.answer.format, covered, noun)?;
    }
    Ok(flags.write(&written(flags.answer.format, flags.told.list, report, artist)?)?)
}

/// Says what a certificate leaves open.
fn tell_without(without: &[String]) {
    if !without.is_empty() {
        tell(format_args!("certificate, without: {}", visible(&without.join(", "))));
    }
}

/// The failures as tests.
pub fn tests(
    spec: &Path,
    oracles: &SpecOracles<'_>,
    report: &Report,
    question: &TestQuestion,
    framework: emit::Framework,
) -> String {
    emit(framework, report, question, &|failure| judged(spec, oracles, failure))
}

/// The answer that a test asserts. If more than one answer is right, `eval` judges the states before and after.
fn judged(spec: &Path, oracles: &SpecOracles<'_>, failure: &FailedInput) -> JudgedInput {
    let is_several = match right_answer(oracles, failure) {
        RightAnswer::Unknown => return JudgedInput::Not,
        RightAnswer::Only { post, result } => return JudgedInput::Only { post, result },
        RightAnswer::Judged { is_several } => is_several,
    };
    let mut subjects = oracles.subjects.iter();
    let subject = subjects.find(|subject| subject.operation.name == failure.op);
    let label = &subject.expect("the right answer is judged by it").command.label;
    let (spec, post) = (spec.display().to_string(), format!("{}_post", failure.op));
    let words = ["korrel", "eval", &spec, "--heap", "-", "--command", label, &post];
    JudgedInput::Eval { words: words.map(str::to_owned).into(), is_several }
}

/// The status of a run that was stopped from outside.
pub fn stopped(stop: &Stop) -> RunStatus {
    match stop.reason() {
        Reason::Interrupt => RunStatus::Interrupted,
        Reason::Timeout | Reason::Memory => RunStatus::Timeout,
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
pub fn page(lists_all: bool, report: &Report, artist: &Artist) -> String {
    reported(&said(report, artist, lists_all))
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
    let Some(lines) = format_of(format) else { return Ok(page(lists_all, report, artist)) };
    let text = |failure: &FailedInput| artist.text(failure);
    let look = Look { visible: Some(&visible), lists_all, text: Some(&text) };
    write(report, lines, &look, &mut bytes)?;
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

/// `None` for a page.
fn format_of(format: ReportFormatFlag) -> Option<Format> {
    match format {
        ReportFormatFlag::Text => Some(Format::Text),
        ReportFormatFlag::Json => Some(Format::Json),
        ReportFormatFlag::Junit => Some(Format::Junit),
        ReportFormatFlag::Tap => Some(Format::Tap),
        ReportFormatFlag::Html => None,
    }
}

/// Writes `--select`: the inputs that are kept, each with the things that it adds.
fn write_selection(
    format: ReportFormatFlag,
    covered: &InputCoverage,
    noun: &str,
) -> Result<(), Error> {
    let selection = covered.select().map_err(|why| Error::usage(format!("--select: {why}")))?;
    if format == ReportFormatFlag::Json {
        let mut inputs = selection.inputs.iter().map(ReportRecord::Selected);
        return Ok(inputs.try_for_each(|one| answer(&one))?);
    }
    let mut out = io::stdout().lock();
    let count = selection.inputs.len();
    let least = if selection.is_least { "no fewer do" } else { "fewer may do" };
    let (inputs, cover) = (counted(count, noun), verb(count, "covers", "cover"));
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

/// The page, in columns; reports do not depend on their readers.
const PAGE: Page = Page { width: 100, is_colored: false };

/// Draws the failures of a report.
pub struct Artist {
    /// The headers, by operation.
    headers: Vec<(String, Header)>,
    /// For pictures. In words all is told.
    hints: Hints,
}

impl Artist {
    /// `heading` has the declarations.
    pub fn new(heading: &ReportHeading) -> Artist {
        let ops = heading.declarations.get("ops").and_then(Json::as_object);
        let names = ops.into_iter().flat_map(serde_json::Map::keys);
        let headers = names.filter_map(|name| Some((name.clone(), heading.header(name)?)));
        Artist { headers: headers.collect(), hints: Hints::default() }
    }

    /// The same, whose pictures are drawn as these hints say.
    pub fn hinted(self, hints: &Hints) -> Artist {
        Artist { hints: hints.clone(), ..self }
    }

    /// The same, drawn as a spec says, and a theme after it. Warns of names that the theme has, and no operation.
    pub fn themed(self, said: &Hints, theme: Option<&mut ThemeFile>, report: &Reporter) -> Artist {
        let Some(theme) = theme else { return self.hinted(said) };
        theme.tell_unknown(self.headers.iter().map(|(_, header)| header), report);
        self.hinted(&said.clone().then(theme.hints()))
    }

    pub fn hints(&self) -> &Hints {
        &self.hints
    }

    /// `None` for a state that does not fit its types.
    pub fn text(&self, failure: &FailedInput) -> Option<String> {
        let (header, states) = self.states(failure)?;
        let drawing = text(header, &states, &PAGE, &Hints::default());
        // The title is shown already.
        Some(drawing.lines().skip(1).map(|line| format!("{line}\n")).collect())
    }

    /// Two inputs of an operation side by side, with what is different marked; the titles stand above them.
    pub fn pair(&self, op: &str, [left, right]: [(&str, &Json); 2]) -> Option<String> {
        let (_, header) = self.headers.iter().find(|(name, _)| name == op)?;
        let mut record = left.1.as_object()?.clone();
        record.insert("post".to_owned(), right.1.clone());
        let states = DrawnInstance::read(header, &Json::Object(record)).ok()?;
        let drawing = text(header, &states, &PAGE, &Hints::default());
        let titled = |line: &str| match line.split_once('│') {
            Some((title, _)) if title.trim() == "before" => {
                format!("{:<1$}│ {2}", left.0, title.chars().count(), right.0)
            }
            _ if line == "before" => left.0.to_owned(),
            _ if line == "after" => right.0.to_owned(),
            _ => line.to_owned(),
        };
        Some(drawing.lines().skip(1).map(|line| titled(line) + "\n").collect())
    }

    fn states(&self, failure: &FailedInput) -> Option<(&Header, DrawnInstance)> {
        let (header, record) = self.record(failure)?;
        Some((header, DrawnInstance::read(header, &record).ok()?))
    }

    /// The state before the operation and, if there is one, the state after it.
    pub fn record(&self, failure: &FailedInput) -> Option<(&Header, Json)> {
        let (_, header) = self.headers.iter().find(|(op, _)| *op == failure.op)?;
        Some((header, failure.states()?))
    }
}
