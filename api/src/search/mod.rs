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

use korrel_enumerate::WayToInstance;
use korrel_enumerate::heap::InstanceId;
use korrel_lang::model::Command;
use korrel_lang::spec::Spec;
use korrel_sat::{Effort, Step};

use crate::error::Error;
use crate::question::listing::Listing;
use crate::spec::{Types, schema};

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
    let schema = schema(spec, command, &asked.settings)?;
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
    let Some(types) = begun(asked, sink)? else { return Ok(()) };
    let posed = asked.posed(effort)?;
    let mut listing = posed.open()?;
    match listing.way_to(first)? {
        WayToInstance::PassOver(skip) => hand_on(&mut listing, &types, skip, asked, sink),
        WayToInstance::Beyond(_) | WayToInstance::OutOfReach => Ok(()),
    }
}

/// The types of the heaps, which are handed on before them; `None` if nobody takes any.
fn begun(asked: &Query, sink: &mut Sink<'_, SearchFinding>) -> Result<Option<Types>, Error> {
    let types = types(asked)?;
    let flow = sink(SearchFinding::Types(types.clone()));
    Ok(flow.is_continue().then_some(types))
}

/// Hands on the instances of a list without the first `skip`.
fn hand_on<'p>(
    listing: &mut Listing<'p>,
    types: &'p Types,
    skip: u64,
    asked: &Query,
    sink: &mut Sink<'_, SearchFinding>,
) -> Result<(), Error> {
    let records = listing.records(types.schema())?;
    let take = |body: &[u8]| sink(SearchFinding::Body(body.to_vec()));
    match listing.bodies(records, asked.settings.thread_count(), skip, take)? {
        Step::Model | Step::Exhausted => Ok(()),
        Step::Stopped => Err(Error::Stopped),
    }
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
    // One text is all there is to take.
    let _ = sink(asked.posed(effort)?.dimacs()?);
    Ok(())
}
