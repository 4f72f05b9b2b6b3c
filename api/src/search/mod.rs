//! The search behind an iterator, in a thread of its own.
//!
//! *Problem.* A search borrows the problem, and that the spec; an iterator is to own all of it. And
//! deep specs are walked by recursion, for which the caller's stack may be too small. *Choice.* A
//! thread with a large stack owns everything and sends records. A bounded channel holds it back, so
//! that it is never far ahead. *Rejected.* Borrowing iterators, which the caller could not return
//! from a function.

pub(crate) mod instances;
mod query;

use std::ops::ControlFlow;
use std::sync::mpsc::SyncSender;
use std::thread::Builder;

use korrel_enumerate::heap::Schema;
use korrel_enumerate::{
    Classes, Extras, Instances, Meaning, Problem, Records, Strategy, Stream, Unwritten,
    shown_variables,
};
use korrel_lang::diagnostic::Diagnostic;
use korrel_sat::{Effort, Step};
use korrel_translate::Untranslated;

use crate::error::Error;
use crate::spec::Types;

pub(crate) use query::Query;

/// Reserved, not used, until a deep spec comes.
const STACK: usize = 1 << 28;

/// What a search sends: its types, then the bodies of records.
pub(crate) enum SearchMessage {
    Types(Types),
    Body(Vec<u8>),
    Error(Error),
}

/// Runs something in a thread with a large stack.
///
/// # Errors
/// There is no memory for a thread.
pub(crate) fn on_a_large_stack<T: Send>(run: impl FnOnce() -> T + Send) -> Result<T, Error> {
    std::thread::scope(|scope| {
        let thread =
            Builder::new().stack_size(STACK).spawn_scoped(scope, run).map_err(no_thread)?;
        Ok(thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    })
}

fn no_thread(error: std::io::Error) -> Error {
    Error::Internal(format!("cannot start a thread: {error}"))
}

/// Starts the search. It ends when all is found, at an error, or when the receiver is gone.
///
/// # Errors
/// There is no memory for a thread.
pub(crate) fn start(
    asked: Query,
    effort: Effort,
    sender: SyncSender<SearchMessage>,
) -> Result<(), Error> {
    let search = move || {
        if let Err(error) = search(&asked, &effort, &sender) {
            // Whoever has gone does not want to know.
            let _ = sender.send(SearchMessage::Error(error));
        }
    };
    Builder::new().stack_size(STACK).spawn(search).map(drop).map_err(no_thread)
}

/// What the heaps are made of.
///
/// # Errors
/// Names that a reader would misread, or values that do not fit.
pub(crate) fn types(asked: &Query) -> Result<Types, Error> {
    let Query { spec, command, settings, values } = asked;
    let schema = Schema::of(spec, command)?;
    let schema = schema.with_witnesses(&spec.model, &shown_variables(&spec.model, command));
    let schema = if settings.ignore_parameters { schema.ignoring_parameters() } else { schema };
    Ok(Types::new(schema, &spec.model, values)?)
}

fn search(asked: &Query, effort: &Effort, sender: &SyncSender<SearchMessage>) -> Result<(), Error> {
    let Query { spec, command, settings, .. } = asked;
    let mistake = |diagnostic: Diagnostic| Error::from(spec.mistake(diagnostic));
    let types = types(asked)?;
    if sender.send(SearchMessage::Types(types.clone())).is_err() {
        return Ok(());
    }
    let meaning =
        Meaning { overflow: settings.overflow, ignore_parameters: settings.ignore_parameters };
    let problem = match Problem::new(&spec.model, command, meaning, effort) {
        Ok(problem) => problem,
        Err(Untranslated::Stopped) => return Err(Error::Stopped),
        Err(Untranslated::Refused(diagnostic)) => return Err(mistake(*diagnostic)),
    };
    let classes = if settings.every_labelling { Classes::Labelled } else { Classes::Isomorphism };
    let strategy = Strategy { classes, ..Strategy::default() };
    let mut found = Instances::new(&problem, strategy, effort.clone()).map_err(mistake)?;
    let extras = Extras { keys: settings.keys, ..Extras::default() };
    let records =
        Records::new(&problem, types.schema(), extras, &mut found, effort).map_err(mistake)?;
    let ended = match found.stream() {
        Some(stream) if settings.threads > 1 => {
            in_parallel(stream, settings.threads, &records, sender)
        }
        _ => alone(&mut found, records, sender),
    };
    match ended {
        Ok(Step::Model | Step::Exhausted) => Ok(()),
        Ok(Step::Stopped) | Err(Unwritten::Stopped) => Err(Error::Stopped),
        Err(Unwritten::Wrong(fault)) => Err(Error::Internal(fault)),
    }
}

/// The step is a model if the receiver is gone.
fn alone(
    found: &mut Instances<'_>,
    mut records: Records<'_>,
    sender: &SyncSender<SearchMessage>,
) -> Result<Step, Unwritten> {
    loop {
        let step = found.advance();
        if step != Step::Model {
            return Ok(step);
        }
        let body = records.body(found)?.to_vec();
        if sender.send(SearchMessage::Body(body)).is_err() {
            return Ok(Step::Model);
        }
    }
}

/// As [`alone`], by several threads.
fn in_parallel(
    stream: &mut Stream<'_>,
    threads: usize,
    records: &Records<'_>,
    sender: &SyncSender<SearchMessage>,
) -> Result<Step, Unwritten> {
    let writer = || {
        let mut records = records.clone();
        move |walk: &_, out: &mut Vec<u8>| {
            out.extend_from_slice(records.model_body(walk)?);
            Ok(())
        }
    };
    stream.in_parallel(threads, writer, |batch| {
        let mut start = 0;
        for &end in &batch.ends {
            let body = batch.bytes[start..end].to_vec();
            start = end;
            if sender.send(SearchMessage::Body(body)).is_err() {
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    })
}
