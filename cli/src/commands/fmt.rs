//! `korrel fmt FILE…`: specs in the one layout.

use std::io::{self, Write};
use std::path::Path;

use korrel::answer::TextRecord;
use korrel_editor::{formatted, from_alloy5};
use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::parse::literate::is_literate;
use korrel_lang::visible::visible;

use super::check::{below, difference, shown_patch};
use crate::files::read::read_spec;
use crate::files::replace::replace;
use crate::flags::{AnswerFormatFlag, FmtFlags, FromFlag};
use crate::messages::error::Error;
use crate::messages::exit::Exit;
use crate::messages::reporter::Reporter;
use crate::output::answer;

/// A mistake in a file does not keep the rest from being laid out.
pub fn run(fmt: &FmtFlags, report: &Reporter) -> Result<Exit, Error> {
    let (mut has_mistakes, mut differs) = (false, false);
    for path in &fmt.paths {
        for file in below(path)? {
            match laid_out(&file, fmt, report) {
                Ok(differs_here) => differs |= differs_here,
                Err(error) => {
                    let (sources, mistakes) = error.mistakes()?;
                    report.error(Error::Spec(sources, mistakes));
                    has_mistakes = true;
                }
            }
        }
    }
    Ok(match (has_mistakes, differs && fmt.check) {
        (true, _) => Exit::Usage,
        (false, true) => Exit::Failure,
        (false, false) => Exit::Success,
    })
}

/// Lays one file out, or shows what would change. True if something would, or does.
fn laid_out(path: &Path, fmt: &FmtFlags, report: &Reporter) -> Result<bool, Error> {
    let is_input = path == Path::new("-");
    let name = if is_input { "<stdin>".to_owned() } else { path.display().to_string() };
    if is_literate(&name) {
        let message = format!("`{}` is literate, and is not laid out", visible(&name));
        let diagnostic = Diagnostic::new(code::FILE, message);
        return Err(Error::File(
            diagnostic.help("`korrel fmt` lays out files whose name ends in `.als`"),
        ));
    }
    let old = read_spec(path, &name).map_err(Error::File)?;
    let modernised = match fmt.from {
        Some(FromFlag::Alloy5) => Some(from_alloy5(&name, &old)?),
        None => None,
    };
    let new = formatted(&name, modernised.as_ref().map_or(&old, |it| &it.text))?;
    let differs = old != new;
    let is_replaced = !fmt.check && !is_input && differs;
    if is_replaced {
        replace(path, &old, &new).map_err(|error| Error::unwritable(path, &error))?;
    }
    let mut out = io::stdout().lock();
    match fmt.answer.format {
        AnswerFormatFlag::Json => {
            answer(&TextRecord::Layout {
                spec: name,
                differs,
                written: is_replaced,
                text: new,
                renamed: modernised.map(|it| it.renamed),
            })?;
        }
        AnswerFormatFlag::Text if is_replaced => {
            let renamed = modernised.iter().flat_map(|it| &it.renamed);
            let renamed: Vec<String> =
                renamed.map(|(old, new)| format!("`{old}` is `{new}`")).collect();
            let said = if renamed.is_empty() { "" } else { ": " };
            let said = format!("{} is laid out anew{said}{}", visible(&name), renamed.join(", "));
            report.note(&said);
        }
        AnswerFormatFlag::Text if fmt.check && differs => {
            write!(out, "{}", shown_patch(&difference(&name, &old, &new)))?;
        }
        AnswerFormatFlag::Text if is_input && !fmt.check => out.write_all(new.as_bytes())?,
        AnswerFormatFlag::Text => {}
    }
    Ok(differs)
}
