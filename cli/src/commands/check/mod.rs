//! `korrel check`: every command of each file against its expectation.
//!
//! Files are checked side by side and reported one after the other: the messages of a file wait in a
//! queue of its own until those before it are done. So the number of threads shows in no byte.

mod drawing;
mod examples;
mod file;
mod formats;
mod junit;
mod update;

use std::cell::RefCell;
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread::{Builder, Scope};

use korrel::answer::{CheckTotals, ExampleTotals};
use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::visible::visible;

use crate::commands::shared::question::at_most;
use crate::files::read::unreadable_spec;
use crate::flags::CheckFlags;
use crate::limits::{Reason, Stop};
use crate::messages::error::Error;
use crate::messages::exit::Exit;
use crate::messages::reporter::Reporter;
use crate::messages::tell::{tell as say, tell_rendered};
use file::{CheckedFile, Event};
use formats::ReportWriter;
pub use update::{difference, shown as shown_patch};

pub fn run(check: &CheckFlags, report: &Reporter) -> Result<Exit, Error> {
    let stop = Stop::new();
    let (files, names) = specs(check)?;
    stop.heed(Stop::tell);
    let mut writer = ReportWriter::new(check.answer.format);
    std::thread::scope(|scope| {
        let queues = start(scope, check, report, &stop, (&files, &names))?;
        let told = queues.into_iter().flatten().try_for_each(|event| tell(event, &mut writer));
        if told.is_err() {
            stop.abandon();
        }
        told
    })?;
    // The report lists all commands, those that were not reached as incomplete.
    let totals = writer.finish()?;
    report.note(&totals.to_string());
    let is_interrupted = stop.is_raised() && stop.reason() == Reason::Interrupt;
    Ok(if is_interrupted { Exit::Interrupted } else { exit(&totals) })
}

/// The exit code. A mistake outranks the counts, because the question has not been answered in full.
/// An unexpected result outranks an unfinished command.
fn exit(totals: &CheckTotals) -> Exit {
    match totals {
        CheckTotals { errors: 1.., .. } => Exit::Usage,
        CheckTotals { failed: 1.., .. } => Exit::Failure,
        CheckTotals { examples: ExampleTotals { wrong: 1.., .. }, .. } => Exit::Failure,
        CheckTotals { incomplete: 1.., .. } => Exit::Incomplete,
        _ => Exit::Success,
    }
}

fn tell(event: Event, writer: &mut ReportWriter) -> Result<(), Error> {
    match event {
        Event::Message(text) => tell_rendered(text),
        Event::Note(text) => say(text),
        Event::Record(record) => writer.add(record)?,
        Event::Failed(error) => return Err(error),
    }
    Ok(())
}

/// Threads that take one file after the other; a queue for each file.
fn start<'s>(
    scope: &'s Scope<'s, '_>,
    check: &'s CheckFlags,
    report: &'s Reporter,
    stop: &'s Stop,
    (files, names): (&'s [PathBuf], &'s [String]),
) -> Result<Vec<Receiver<Event>>, Error> {
    let (senders, queues): (Vec<Sender<Event>>, Vec<_>) = files.iter().map(|_| channel()).unzip();
    // A queue ends when its sender is gone, so that goes with the file.
    let jobs = Arc::new(Mutex::new(files.iter().zip(senders)));
    // No more than there are files.
    let threads = at_most(check.threads, report).min(files.len());
    for _ in 0..threads {
        let jobs = Arc::clone(&jobs);
        let next = move || jobs.lock().expect("no holder of the lock panics").next();
        let work = move || {
            while let Some((path, sender)) = next() {
                // The receiver is gone if the output cannot be written.
                let tell = |event| drop(sender.send(event));
                CheckedFile {
                    path,
                    names,
                    check,
                    report,
                    interrupt: stop,
                    tell: &tell,
                    told: RefCell::default(),
                }
                .run();
            }
        };
        let thread = Builder::new().stack_size(crate::stack(threads));
        thread.spawn_scoped(scope, work).map_err(no_thread)?;
    }
    Ok(queues)
}

fn no_thread(error: std::io::Error) -> Error {
    let message = format!("cannot start a thread: {error}");
    Error::Usage(Diagnostic::new(code::FILE, message).help("try a smaller `-j`"))
}

/// The files that are named, and those of the folders that are, in this order; and the names of commands after a file.
///
/// # Errors
/// A path that does not exist, a folder that cannot be read or has no spec in it, examples for several specs, or standard
/// input, if that is to be updated: mistakes in the command line.
fn specs(check: &CheckFlags) -> Result<(Vec<PathBuf>, Vec<String>), Error> {
    let (paths, names) = split(&check.paths);
    let mut files = Vec::new();
    for path in paths {
        let specs = below(path)?;
        if specs.is_empty() {
            return Err(unreadable_spec(path, &"there is no .als file in it"));
        }
        files.extend(specs);
    }
    if check.examples.is_some() && files.len() != 1 {
        let message = "`--examples` are those of one spec";
        let help = "name one file; examples of several specs stand beside them, `NAME.examples.jsonl` beside `NAME.als`";
        return Err(Error::Usage(Diagnostic::new(code::FILE, message).help(help)));
    }
    if let (Some(name), true) = (names.first(), files.len() != 1 || check.update) {
        let message = format!("`{}` is no file", visible(name));
        let help = "a command's name follows the one file that it is in";
        return Err(Error::Usage(Diagnostic::new(code::FILE, message).help(help)));
    }
    if !check.update {
        return Ok((files, names));
    }
    if files.iter().any(|file| file == Path::new("-")) {
        let message = "standard input cannot be updated";
        let mistake = Diagnostic::new(code::FILE, message).help("name a file");
        return Err(Error::Usage(mistake));
    }
    // Two threads must not write one file.
    let mut seen = HashSet::new();
    files.retain(|file| seen.insert(file.canonicalize().unwrap_or_else(|_| file.clone())));
    Ok((files, names))
}

/// Files and folders, and the words after the first one that are none and look like none.
fn split(paths: &[PathBuf]) -> (Vec<&Path>, Vec<String>) {
    let (mut files, mut names) = (Vec::new(), Vec::new());
    for (at, path) in paths.iter().enumerate() {
        let is_bare = path.components().count() == 1 && path.extension().is_none();
        match path.to_str() {
            Some(name) if at > 0 && is_bare && name != "-" && !path.exists() => {
                names.push(name.to_owned());
            }
            _ => files.push(path.as_path()),
        }
    }
    (files, names)
}

/// The file itself, or all `.als` files below a folder, by name.
pub fn below(path: &Path) -> Result<Vec<PathBuf>, Error> {
    let unreadable = |error: std::io::Error| unreadable_spec(path, &error);
    if path == Path::new("-") || !std::fs::metadata(path).map_err(unreadable)?.is_dir() {
        return Ok(vec![path.to_path_buf()]);
    }
    let mut entries = Vec::new();
    for entry in std::fs::read_dir(path).map_err(unreadable)? {
        entries.push(entry.map_err(unreadable)?.path());
    }
    entries.sort();
    let mut specs = Vec::new();
    for entry in entries {
        if entry.is_dir() {
            specs.extend(below(&entry)?);
        } else if entry.extension().is_some_and(|extension| extension == "als") {
            specs.push(entry);
        }
    }
    Ok(specs)
}
