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

pub(crate) mod asked;
pub(crate) mod counting;
pub(crate) mod instances;
mod query;
mod reasons;
#[cfg(feature = "threads")]
mod source;
#[cfg(not(feature = "threads"))]
#[path = "unthreaded.rs"]
mod source;

use std::ops::ControlFlow;

use korrel_enumerate::heap::{InstanceId, ObjectNames, Schema};
use korrel_enumerate::{
    Bodies, Extras, Instances, Problem, Records, WayToInstance, list, shown_variables, way_to,
};
use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::model::Command;
use korrel_lang::spec::Spec;
use korrel_sat::{Effort, Step};
use korrel_translate::{Contents, print};

use crate::error::Error;
use crate::spec::Types;

pub(crate) use query::Query;
pub(crate) use reasons::why_empty;
pub(crate) use source::{Source, on_a_large_stack};

/// A finding of a search: its types, then the bodies of records.
#[derive(Debug)]
pub(crate) enum SearchFinding {
    Types(Types),
    Body(Vec<u8>),
}

/// Takes what is found, and may end the search.
pub(crate) type Sink<'s, T> = dyn FnMut(T) -> ControlFlow<()> + 's;

/// The work that answers a query. It ends when all is found, at an error, or when nobody takes any more.
pub(crate) trait SearchWork<T>:
    FnOnce(&Query, &Effort, &mut Sink<'_, T>) -> Result<(), Error> + Send + 'static
{
}

impl<T, W> SearchWork<T> for W where
    W: FnOnce(&Query, &Effort, &mut Sink<'_, T>) -> Result<(), Error> + Send + 'static
{
}

/// All that some work finds.
///
/// # Errors
/// That of the work, or a stop.
pub(crate) fn all<T: Send + 'static>(
    asked: &Query,
    work: impl SearchWork<T>,
) -> Result<Vec<T>, Error> {
    let mut found = Vec::new();
    Source::pour(asked.clone(), work, &mut |finding| {
        found.push(finding);
        ControlFlow::Continue(())
    })?;
    Ok(found)
}

/// The types of the heaps.
///
/// # Errors
/// Names that a reader would misread, or values that do not fit.
pub(crate) fn types(asked: &Query) -> Result<Types, Error> {
    types_of(&asked.spec, &asked.command, asked)
}

/// The types of the heaps of another command, with the settings and values of a query.
pub(crate) fn types_of(spec: &Spec, command: &Command, asked: &Query) -> Result<Types, Error> {
    let schema = Schema::of(spec, command)?;
    let schema = schema.with_witnesses(&spec.model, &shown_variables(&spec.model, command));
    let ignores = asked.settings.ignore_parameters;
    let schema = if ignores { schema.ignoring_parameters() } else { schema };
    Ok(Types::new(schema, &spec.model, &asked.values)?)
}

/// The instances of a query.
///
/// # Errors
/// A construct that cannot be translated or written; a stop.
pub(crate) fn search(
    asked: &Query,
    effort: &Effort,
    sink: &mut Sink<'_, SearchFinding>,
) -> Result<(), Error> {
    search_from(&0.into(), asked, effort, sink)
}

/// The instances of a query from the one with this id on; none where there are not so many.
///
/// # Errors
/// An id that is out of reach; a construct that cannot be translated or written; a stop.
pub(crate) fn search_from(
    first: &InstanceId,
    asked: &Query,
    effort: &Effort,
    sink: &mut Sink<'_, SearchFinding>,
) -> Result<(), Error> {
    let types = types(asked)?;
    if sink(SearchFinding::Types(types.clone())).is_break() {
        return Ok(());
    }
    let problem = problem(asked, effort)?;
    let mut take = |body: &[u8]| sink(SearchFinding::Body(body.to_vec()));
    let threads = asked.threads();
    match bodies(asked, &problem, types.schema(), (None, first), threads, effort, &mut take)? {
        Step::Model | Step::Exhausted => Ok(()),
        Step::Stopped => Err(Error::Stopped),
    }
}

fn problem<'q>(asked: &'q Query, effort: &Effort) -> Result<Problem<'q>, Error> {
    let problem = Problem::new(&asked.spec.model, &asked.command, asked.meaning(), effort);
    problem.map_err(|why| asked.unanswered(why))
}

/// The formula that a search begins with.
///
/// # Errors
/// A construct that cannot be translated; a stop.
pub(crate) fn dimacs(
    asked: &Query,
    effort: &Effort,
    sink: &mut Sink<'_, String>,
) -> Result<(), Error> {
    let problem = problem(asked, effort)?;
    let break_symmetry = !asked.settings.every_labelling;
    let contents = Contents { break_symmetry, ..Contents::default() };
    let translation = problem.translate(contents, effort);
    let translation = translation.map_err(|refused| asked.unanswered(refused))?;
    let broken = Some(&problem.symmetry).filter(|_| break_symmetry);
    // One text is all there is to take.
    let _ = sink(print::dimacs(&problem.question, broken, &translation));
    Ok(())
}

/// Hands the bodies of a problem's instances, from the one with this id on, to `take` until it breaks. The step is the
/// reason for the end. Objects with names of their own keep these. If `take` breaks the search of several threads, the effort is over.
///
/// # Errors
/// A construct that cannot be translated; an id that is out of reach.
fn bodies(
    asked: &Query,
    problem: &Problem<'_>,
    schema: &Schema,
    (names, first): (Option<ObjectNames>, &InstanceId),
    threads: usize,
    effort: &Effort,
    take: &mut dyn FnMut(&[u8]) -> ControlFlow<()>,
) -> Result<Step, Error> {
    let mistake = |mistake| Error::from(asked.spec.mistake(mistake));
    let mut found = Instances::new(problem, asked.strategy(), effort.clone()).map_err(mistake)?;
    let mut skip = match way_to(first, &mut found, effort) {
        WayToInstance::PassOver(skip) => skip,
        WayToInstance::Beyond(_) => return Ok(Step::Exhausted),
        WayToInstance::OutOfReach if effort.is_stopped() => return Ok(Step::Stopped),
        WayToInstance::OutOfReach => return Err(out_of_reach(asked, first)),
    };
    let extras = Extras { keys: asked.settings.keys, ..Extras::default() };
    let records = Records::new(problem, schema, extras, &mut found, effort).map_err(mistake)?;
    let records = match names {
        Some(names) => records.naming(names),
        None => records,
    };
    list(&mut found, Bodies::Records(Box::new(records)), threads, |found| {
        let mut flow = ControlFlow::Continue(());
        let skipped = found.count().min(skip);
        skip -= skipped;
        found.bodies(skipped, |body| {
            flow = take(body);
            flow
        })?;
        Ok(flow)
    })
}

fn out_of_reach(asked: &Query, id: &InstanceId) -> Error {
    let message = format!(
        "the id {id} is out of reach: so many instances are not listed, and those before it cannot be counted"
    );
    asked.spec.mistake(Diagnostic::new(code::TOO_LARGE, message)).into()
}
