//! A search, and where it runs.
//!
//! *Problem.* A search borrows the problem, and that the spec; an iterator is to own all of it. And
//! deep specs are walked by recursion, for which the caller's stack may be too small. *Choice.* A
//! thread with a large stack owns everything and sends records (`source`). A bounded channel holds it
//! back, so that it is never far ahead. *Rejected.* Borrowing iterators, which the caller could not
//! return from a function.
//!
//! Without the feature `threads`, as in WebAssembly, all of it runs where it is asked for: a visitor
//! gets the instances one by one, and an iterator has found all before it yields the first.

mod counting;
pub(crate) mod instances;
mod query;
mod reasons;
#[cfg(feature = "threads")]
mod source;
#[cfg(not(feature = "threads"))]
#[path = "unthreaded.rs"]
mod source;

use std::ops::ControlFlow;

#[cfg(feature = "threads")]
use korrel_enumerate::Stream;
use korrel_enumerate::heap::Schema;
use korrel_enumerate::{
    Classes, Extras, Instances, Meaning, Problem, Records, Strategy, Unwritten, shown_variables,
};
use korrel_lang::diagnostic::Diagnostic;
use korrel_sat::{Effort, Step};
use korrel_translate::Untranslated;

use crate::error::Error;
use crate::spec::Types;

pub(crate) use counting::count;
pub(crate) use query::Query;
pub(crate) use reasons::why_empty;
pub(crate) use source::{Source, on_a_large_stack};

/// A finding of a search: its types, then the bodies of records.
#[derive(Debug)]
pub(crate) enum Finding {
    Types(Types),
    Body(Vec<u8>),
}

/// Takes what is found, and may end the search.
pub(crate) type Sink<'s, T> = dyn FnMut(T) -> ControlFlow<()> + 's;

/// The work that answers a query. It ends when all is found, at an error, or when nobody takes any more.
pub(crate) type Work<T> = fn(&Query, &Effort, &mut Sink<'_, T>) -> Result<(), Error>;

/// The types of the heaps.
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

/// The instances of a query.
///
/// # Errors
/// A construct that cannot be translated or written; a stop.
pub(crate) fn search(
    asked: &Query,
    effort: &Effort,
    sink: &mut Sink<'_, Finding>,
) -> Result<(), Error> {
    let mistake = |diagnostic: Diagnostic| Error::from(asked.spec.mistake(diagnostic));
    let types = types(asked)?;
    if sink(Finding::Types(types.clone())).is_break() {
        return Ok(());
    }
    let problem = problem(asked, effort)?;
    let mut found = Instances::new(&problem, strategy(asked), effort.clone()).map_err(mistake)?;
    let extras = Extras { keys: asked.settings.keys, ..Extras::default() };
    let records =
        Records::new(&problem, types.schema(), extras, &mut found, effort).map_err(mistake)?;
    match all(asked, &mut found, records, sink) {
        Ok(Step::Model | Step::Exhausted) => Ok(()),
        Ok(Step::Stopped) | Err(Unwritten::Stopped) => Err(Error::Stopped),
        Err(Unwritten::Wrong(fault)) => Err(Error::Internal(fault)),
    }
}

fn problem<'q>(asked: &'q Query, effort: &Effort) -> Result<Problem<'q>, Error> {
    let Query { spec, command, settings, .. } = asked;
    let meaning =
        Meaning { overflow: settings.overflow, ignore_parameters: settings.ignore_parameters };
    let problem = Problem::new(&spec.model, command, meaning, effort);
    problem.map_err(|refused| unanswered(asked, refused))
}

fn unanswered(asked: &Query, refused: Untranslated) -> Error {
    match refused {
        Untranslated::Stopped => Error::Stopped,
        Untranslated::Refused(diagnostic) => Error::from(asked.spec.mistake(*diagnostic)),
    }
}

fn strategy(asked: &Query) -> Strategy {
    let classes =
        if asked.settings.every_labelling { Classes::Labelled } else { Classes::Isomorphism };
    Strategy { classes, ..Strategy::default() }
}

#[cfg(feature = "threads")]
fn all(
    asked: &Query,
    found: &mut Instances<'_>,
    records: Records<'_>,
    sink: &mut Sink<'_, Finding>,
) -> Result<Step, Unwritten> {
    let threads = asked.settings.threads;
    match found.stream() {
        Some(stream) if threads > 1 => in_parallel(stream, threads, &records, sink),
        _ => alone(found, records, sink),
    }
}

#[cfg(not(feature = "threads"))]
fn all(
    _: &Query,
    found: &mut Instances<'_>,
    records: Records<'_>,
    sink: &mut Sink<'_, Finding>,
) -> Result<Step, Unwritten> {
    alone(found, records, sink)
}

/// The step is a model if nobody takes any more.
fn alone(
    found: &mut Instances<'_>,
    mut records: Records<'_>,
    sink: &mut Sink<'_, Finding>,
) -> Result<Step, Unwritten> {
    loop {
        let step = found.advance();
        if step != Step::Model {
            return Ok(step);
        }
        let body = records.body(found)?.to_vec();
        if sink(Finding::Body(body)).is_break() {
            return Ok(Step::Model);
        }
    }
}

/// As [`alone`], by several threads.
#[cfg(feature = "threads")]
fn in_parallel(
    stream: &mut Stream<'_>,
    threads: usize,
    records: &Records<'_>,
    sink: &mut Sink<'_, Finding>,
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
            sink(Finding::Body(body))?;
        }
        ControlFlow::Continue(())
    })
}
