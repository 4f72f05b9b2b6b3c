//! The end of a stream: its reason, and the steps left to do if its writer does not look at the
//! flag.

use std::path::PathBuf;

use korrel::Step;
use korrel::stream::Status;

use crate::limits::{Reason, Stop};
use crate::messages::exit::Exit;
use crate::messages::tell::tell;
use crate::output::corpus::Corpus;
use crate::output::frame::StreamFrame;

/// The reason why a stream ended.
pub fn status(step: Step, stop: &Stop) -> Status {
    match step {
        Step::Model => Status::Limit,
        Step::Exhausted => Status::Complete,
        Step::Stopped => match stop.reason() {
            Reason::Interrupt => Status::Interrupted,
            Reason::Timeout => Status::Timeout,
            Reason::Memory => Status::Memory,
        },
    }
}

/// The ending of a stream whose writer does not look at the flag.
pub fn ending(
    frame: &StreamFrame,
    corpus: Option<Corpus>,
    part: Option<PathBuf>,
) -> impl FnOnce(&Stop) -> Exit + Send + 'static {
    let (is_bare, last_words) = (frame.is_bare(), frame.last_words());
    move |stop| {
        last_words(status(Step::Stopped, stop));
        remove(part);
        if let Some(summary) = corpus.and_then(|corpus| corpus.summary()) {
            tell(summary);
        }
        // A bare stream has no record to say it.
        if is_bare { stop.tell() } else { stop.exit() }
    }
}

/// The ending of the program if there is no stream, or none any more.
pub fn ending_without_stream(part: Option<PathBuf>) -> impl FnOnce(&Stop) -> Exit + Send + 'static {
    move |stop| {
        remove(part);
        stop.tell()
    }
}

/// A proof that is not whole.
fn remove(part: Option<PathBuf>) {
    if let Some(part) = part {
        // If it cannot be removed, its name says that it is no whole proof.
        let _ = match part.is_dir() {
            true => std::fs::remove_dir_all(part),
            false => std::fs::remove_file(part),
        };
    }
}
