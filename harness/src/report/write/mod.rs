//! A report, written.

mod changes;
mod html;
mod json;
mod junit;
mod side;
mod tap;
mod text;
mod xml;

use std::io::{self, Write};

use super::Report;
use super::look::Look;
use crate::counted;
use crate::failure::FailedInput;

pub use text::failures_text;

pub use json::{failure_line, header_line, last_lines};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    Text,
    /// The lines after those of the header and the failures, which are written as they come.
    Json,
    Junit,
    Tap,
    Html,
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
        Format::Json => json::last_lines(report),
        Format::Junit => junit::junit(report, look),
        Format::Tap => tap::tap(report, look),
        Format::Html => return out.write_all(html::html(report, look).as_bytes()),
    };
    out.write_all(look.shown(&text).as_bytes())
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
        lines.push(format!("it comes and goes: it fails in {failed} of {}", counted(of, "run")));
    }
    if let Some((failed, of)) = failure.labellings {
        lines.push(format!("it fails under {failed} of {}", counted(of, "labelling")));
    }
    if let Some(inputs) = &failure.after {
        lines.push(format!("the driver had answered: {inputs}"));
    }
    lines
}

/// The parts of the answer beside the state.
fn answers(failure: &FailedInput) -> Vec<String> {
    let result = failure.result.as_ref().map(|result| format!("result: {result}"));
    let throw =
        failure.throw.as_ref().map(|throw| format!("thrown: {}: {}", throw.ty, throw.message));
    result.into_iter().chain(throw).collect()
}
