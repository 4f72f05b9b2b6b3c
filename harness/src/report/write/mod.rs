//! A report, written.

mod junit;
mod side;
mod tap;
mod text;

use std::borrow::Cow;
use std::io::{self, Write};

use super::Report;
use super::end::ReportRecord;
use super::heading::ReportHeading;
use crate::counted;
use crate::failure::FailedInput;

pub use text::failures_text;

/// Draws an input and the state after it, beside each other and with the changes marked. Returns `None` if
/// it cannot be drawn.
pub type DrawInput<'l> = &'l dyn Fn(&FailedInput) -> Option<String>;

/// The look of a report: functions of the caller that draw parts of it.
#[derive(Clone, Copy, Default)]
pub struct Look<'l> {
    /// Makes deceptive characters visible. Line breaks stay.
    pub visible: Option<&'l dyn Fn(&str) -> String>,
    /// All failures of a group are named, as far as they are kept, and not only the smallest.
    pub lists_all: bool,
    /// Both states as lines of text.
    pub text: Option<DrawInput<'l>>,
}

impl Look<'_> {
    pub(super) fn shown<'t>(&self, text: &'t str) -> Cow<'t, str> {
        match self.visible {
            Some(visible) => Cow::Owned(visible(text)),
            None => Cow::Borrowed(text),
        }
    }

    /// A text for documents. Characters that XML does not have, or that obey no reader, are escaped. Line breaks stay.
    /// A tab becomes spaces, as drawings have them.
    pub(super) fn printable(&self, text: &str) -> String {
        let is_escaped =
            |c: char| (c.is_control() && c != '\n') || matches!(c, '\u{fffe}' | '\u{ffff}');
        let text = text.replace('\t', "    ");
        let printable =
            |c: char| if is_escaped(c) { c.escape_unicode().to_string() } else { c.into() };
        self.shown(&text).chars().map(printable).collect()
    }

    /// The same on one line, as attributes have it: readers of XML make a space of each line break and tab there.
    pub(super) fn printable_line(&self, text: &str) -> String {
        self.printable(&text.replace(['\n', '\t'], " "))
    }
}

/// The format of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    Text,
    /// The lines after those of the header and the failures, which are written as they come.
    Json,
    Junit,
    Tap,
}

/// Writes the report, or the rest of it.
///
/// # Errors
/// An error of `out`.
pub fn write(
    report: &Report,
    format: Format,
    look: &Look<'_>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let text = match format {
        Format::Text => text::text(report, look),
        Format::Json => last_lines(report),
        Format::Junit => return out.write_all(junit::junit(report, look).as_bytes()),
        Format::Tap => tap::tap(report, look),
    };
    out.write_all(look.shown(&text).as_bytes())
}

/// The first line, with its line break.
pub fn header_line(heading: &ReportHeading) -> String {
    line(&ReportRecord::Header { format: "report/1", heading })
}

/// The line of a failing input, with its line break.
pub fn failure_line(failure: &FailedInput) -> String {
    line(&ReportRecord::Failure(failure))
}

/// The lines after the last failing input.
pub fn last_lines(report: &Report) -> String {
    report.last_records().iter().map(line).collect()
}

fn line(record: &ReportRecord<'_>) -> String {
    serde_json::to_string(record).expect("a record is JSON") + "\n"
}

/// The most characters of a driver's text that a report shows. A report in JSON has all of it.
const TOLD: usize = 4_000;

/// A text that a driver wrote, or the beginning of a long one.
pub fn abridged(text: &str) -> Cow<'_, str> {
    match text.char_indices().nth(TOLD) {
        None => Cow::Borrowed(text),
        Some((at, _)) => {
            let (kept, rest) = (&text[..at], text.len() - at);
            Cow::Owned(format!("{kept}… ({rest} bytes more; `--format json` has them)"))
        }
    }
}

/// The lines about a failure beside its cause and its states.
pub fn told(failure: &FailedInput) -> Vec<String> {
    [remarks(failure), answers(failure)].concat()
}

/// The remarks on a failure beside its cause, line by line.
fn remarks(failure: &FailedInput) -> Vec<String> {
    let mut lines = failure.causes[0].details.clone();
    for cause in &failure.causes[1..] {
        let at = cause.at.as_ref().map_or(String::new(), |at| format!(" ({at})"));
        lines.push(format!("also: {}{at}", cause.text));
        lines.extend(cause.details.iter().map(|detail| format!("  {detail}")));
    }
    if let Some((failed, of)) = failure.rate {
        lines.push(match failed == of {
            true => format!("it fails in all of {}", counted(of, "run")),
            false => format!("it comes and goes: it fails in {failed} of {}", counted(of, "run")),
        });
    }
    if let Some((failed, of)) = failure.labellings {
        lines.push(format!("it fails under {failed} of {}", counted(of, "labelling")));
    }
    if let Some(inputs) = &failure.after {
        lines.push(format!("the driver had answered: {inputs}"));
    }
    lines.into_iter().map(|line| abridged(&line).into_owned()).collect()
}

/// The parts of the answer beside the state.
fn answers(failure: &FailedInput) -> Vec<String> {
    let result = failure.result.as_ref().map(|result| format!("result: {result}"));
    let throw =
        failure.throw.as_ref().map(|throw| format!("thrown: {}: {}", throw.ty, throw.message));
    result.into_iter().chain(throw).map(|line| abridged(&line).into_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::abridged;

    /// If this failed, one exception with a long text would fill a terminal, or a page, with megabytes.
    #[test]
    fn a_long_cause_is_abridged() {
        let cause = "ä".repeat(5_000_000);
        let told = abridged(&cause);
        assert!(
            told.len() < 9_000
                && told.ends_with("… (9992000 bytes more; `--format json` has them)")
        );
        assert_eq!(abridged("short"), "short");
    }
}
