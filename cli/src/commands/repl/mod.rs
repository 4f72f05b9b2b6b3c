//! `korrel repl SPEC`: expressions and formulas about one instance after the other, as they are typed.
//!
//! Each line is read (`line.rs`), asked of the library at the place where the reader is (`place.rs`), and answered on standard
//! output (`reply.rs`). Ctrl-C ends the question that is being answered, and nothing else. Between two lines the spec is read
//! again if it was saved.

mod completion;
mod line;
mod place;
mod reply;

use std::io::{self, BufRead, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use korrel::{Error as Unanswered, Settings};
use rustyline::error::ReadlineError;
use rustyline::history::DefaultHistory;
use rustyline::{Config, Editor};

use self::completion::CompletionNames;
use self::line::TypedLine;
use self::place::ReplPlace;
use self::reply::Replies;
use crate::commands::shared::question::overflow;
use crate::files::opened::opened;
use crate::flags::ReplFlags;
use crate::limits::memory;
use crate::messages::error::Error;
use crate::messages::exit::Exit;
use crate::messages::reporter::Reporter;

/// More lines are not kept.
const HISTORY: usize = 1000;

pub fn run(repl: &ReplFlags, report: &Reporter) -> Result<Exit, Error> {
    if repl.spec == Path::new("-") {
        return Err(Error::usage("lines are read from standard input: give the spec as a file"));
    }
    let flag = Arc::new(AtomicBool::new(false));
    let raised = Arc::clone(&flag);
    ctrlc::set_handler(move || raised.store(true, Ordering::Relaxed))
        .map_err(|error| Error::Internal(error.to_string()))?;
    let memory = repl.limits.size.memory.unwrap_or_else(memory::of_a_translation);
    let settings = Settings::new()
        .overflow(overflow(repl.overflow))
        .memory(memory)
        .timeout(repl.limits.time());
    let (spec, mut watched) = opened(&repl.spec, &repl.language)?;
    report.remarks(spec.sources(), if spec.is_good() { spec.diagnostics() } else { &[] });
    let mut place = ReplPlace::new(spec, repl.command.as_deref(), settings, flag)?;
    let is_typed = io::stdin().is_terminal();
    let mut editor = if is_typed { Some(editor(CompletionNames::of(&place))?) } else { None };
    let history = if is_typed { history() } else { None };
    if let (Some(editor), Some(history)) = (&mut editor, &history) {
        // There is none at first.
        let _ = editor.load_history(history);
    }
    let mut replies = Replies::new(report);
    let mut exit = Exit::Success;
    if is_typed {
        println!("{}  (:help lists what can be typed)", place.command().map_err(error)?.text());
        replies.answer(&mut place, &TypedLine::Show)?;
    }
    loop {
        let text = match next(editor.as_mut())? {
            NextLine::Line(text) => text,
            NextLine::Nothing => continue,
            NextLine::End => break,
            NextLine::Unreadable => {
                let mistake = Error::usage("a line is no text: it has bytes that are not UTF-8");
                exit = exit.max(report.error(mistake));
                continue;
            }
        };
        if watched.have_changed() {
            let again = opened(&repl.spec, &repl.language).and_then(|(now, files)| {
                watched = files;
                place.reopen(now)
            });
            match again {
                Ok(()) => report.note("the spec was saved, and is read again"),
                Err(mistakes) => {
                    report.error(mistakes);
                    report.note("the spec was saved with mistakes: the one before them is asked");
                }
            }
        }
        let answered = match TypedLine::read(&text) {
            Ok(TypedLine::Quit) => break,
            Ok(line) => replies.answer(&mut place, &line),
            Err(message) => Err(Error::usage(message)),
        };
        if let Some(editor) = &mut editor {
            editor.set_helper(Some(CompletionNames::of(&place)));
        }
        if let Err(error) = answered {
            if let Error::Output(_) = error {
                return Err(error);
            }
            exit = exit.max(report.error(error));
        }
        exit = exit.max(replies.exit);
        io::stdout().flush()?;
    }
    if let (Some(editor), Some(history)) = (&mut editor, &history) {
        kept(editor, history, report);
    }
    // A person has seen the messages; a script asks.
    Ok(if is_typed { Exit::Success } else { exit })
}

/// What comes next.
enum NextLine {
    Line(String),
    /// Ctrl-C.
    Nothing,
    Unreadable,
    End,
}

/// The next line that is typed into the editor; without one, that of standard input.
///
/// # Errors
/// Standard input that cannot be read.
fn next(editor: Option<&mut Editor<CompletionNames, DefaultHistory>>) -> Result<NextLine, Error> {
    let Some(editor) = editor else { return piped(&mut io::stdin().lock()) };
    match editor.readline("> ") {
        Ok(text) => {
            let _ = editor.add_history_entry(&text);
            Ok(NextLine::Line(text))
        }
        Err(ReadlineError::Interrupted) => Ok(NextLine::Nothing),
        Err(ReadlineError::Eof) => Ok(NextLine::End),
        Err(ReadlineError::Io(broken)) if broken.kind() == io::ErrorKind::InvalidData => {
            Ok(NextLine::Unreadable)
        }
        Err(ReadlineError::Io(broken)) => Err(unreadable(&broken)),
        Err(broken) => Err(internal(broken)),
    }
}

fn piped(input: &mut dyn BufRead) -> Result<NextLine, Error> {
    let mut line = Vec::new();
    if input.read_until(b'\n', &mut line).map_err(|broken| unreadable(&broken))? == 0 {
        return Ok(NextLine::End);
    }
    let text = String::from_utf8(line).map(|text| text.trim_end_matches(['\n', '\r']).to_owned());
    Ok(text.map_or(NextLine::Unreadable, NextLine::Line))
}

fn unreadable(broken: &io::Error) -> Error {
    Error::usage(format!("cannot read standard input: {broken}"))
}

fn editor(names: CompletionNames) -> Result<Editor<CompletionNames, DefaultHistory>, Error> {
    let config = Config::builder().max_history_size(HISTORY);
    let config = config.and_then(|config| config.history_ignore_dups(true));
    let config = config.map_err(internal)?.history_ignore_space(true);
    let config = config.completion_type(rustyline::CompletionType::List);
    let mut editor = Editor::with_config(config.build()).map_err(internal)?;
    editor.set_helper(Some(names));
    Ok(editor)
}

fn internal(error: ReadlineError) -> Error {
    Error::Internal(error.to_string())
}

/// Where lines are kept; nowhere where the system has no place for it.
fn history() -> Option<PathBuf> {
    let of = |name: &str| std::env::var_os(name).filter(|path| !path.is_empty()).map(PathBuf::from);
    let state = of("XDG_STATE_HOME").or_else(|| of("LOCALAPPDATA"));
    let state = state.or_else(|| of("HOME").map(|home| home.join(".local/state")))?;
    Some(state.join("korrel/history"))
}

fn kept(editor: &mut Editor<CompletionNames, DefaultHistory>, history: &Path, report: &Reporter) {
    let folder = history.parent().expect("it lies in a folder");
    let saved = std::fs::create_dir_all(folder).map_err(ReadlineError::Io);
    if let Err(error) = saved.and_then(|()| editor.append_history(history)) {
        report.note(&format!("lines are not kept in {}: {error}", history.display()));
    }
}

/// The mistake behind a question that has no answer.
fn error(error: Unanswered) -> Error {
    match error {
        Unanswered::Spec(mistakes) => mistakes.into(),
        Unanswered::Misfit(misfit) => Error::usage(misfit.to_string()),
        Unanswered::File(message) => Error::usage(message),
        Unanswered::Internal(message) => Error::Internal(message),
        Unanswered::Stopped => Error::usage("the question was given up"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// If this failed, one line that is no text would end the questions behind it.
    #[test]
    fn a_line_that_is_no_text_is_passed_over() {
        let mut input = &b"some A\r\n\xff\xfe\n#A"[..];
        let mut next = || piped(&mut input).ok().expect("memory can be read");
        assert!(matches!(next(), NextLine::Line(text) if text == "some A"));
        assert!(matches!(next(), NextLine::Unreadable));
        assert!(matches!(next(), NextLine::Line(text) if text == "#A"));
        assert!(matches!(next(), NextLine::End));
    }
}
