//! The choice between listing and counting.
//!
//! Few instances are listed faster than a formula is taken apart, and many cannot be listed at all. So a few are listed
//! first; if there are more they are counted, within limits; if these are reached, the list goes on. Where atoms are not
//! numbered by discovery each instance takes long to be known as canonical, and so counting is tried first, within
//! small limits. All of it is measured in instances and nodes, never in seconds: the same question takes the same way on
//! every machine.

use num_bigint::BigUint;

use korrel_lang::diagnostic::Diagnostic;
use korrel_sat::Effort;
use korrel_sat::counter::{Limits, Outcome};
use korrel_translate::Untranslated;

use super::{CountingCost, count, is_direct};
use crate::problem::Problem;
use crate::search::strategy::Classes;

/// The number of instances that are listed before they are counted in another way.
const LISTED_FIRST: u64 = 100_000;
/// The nodes that are spent on counting before the first one is listed that is to be shown
/// canonical.
const COUNTED_FIRST: u64 = 1 << 14;
/// The nodes that are then spent on counting.
const NODES: u64 = 1 << 18;

/// The progress of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ListedSoFar {
    pub count: u64,
    /// These are all.
    pub is_complete: bool,
}

/// The number of instances, and the way to it.
#[derive(Clone, Debug)]
pub enum Number {
    Counted(BigUint, CountingCost),
    Listed(ListedSoFar, &'static str),
}

/// The number of instances in the way that is probably the quickest. `list` goes on with the list until it holds as many
/// as it is told, and may be asked again; where it does so with several threads (`is_parallel`), none is listed before counting
/// is tried.
///
/// # Errors
/// A construct that cannot be translated, as `refused` has it, and what `list` says. A stop is no error: then a list is not complete.
pub fn number<E>(
    problem: &Problem<'_>,
    classes: Classes,
    is_parallel: bool,
    effort: &Effort,
    refused: impl Fn(Diagnostic) -> E,
    mut list: impl FnMut(u64) -> Result<ListedSoFar, E>,
) -> Result<Number, E> {
    let counted = |nodes: u64| -> Result<Option<Number>, E> {
        let limits = Limits { nodes, ..Limits::within(effort) };
        match count(problem, classes, limits, effort) {
            Ok(counted) => Ok(match counted.outcome {
                Outcome::Done(number) => Some(Number::Counted(number, counted.cost)),
                _ => None,
            }),
            Err(Untranslated::Stopped) => Ok(None),
            Err(Untranslated::Refused(diagnostic)) => Err(refused(*diagnostic)),
        }
    };
    if !is_direct(problem, classes)
        && let Some(number) = counted(COUNTED_FIRST)?
    {
        return Ok(number);
    }
    let first = list(if is_parallel { 0 } else { LISTED_FIRST })?;
    if first.is_complete || effort.is_stopped() {
        return Ok(Number::Listed(first, "there are few"));
    }
    if let Some(number) = counted(NODES)? {
        return Ok(number);
    }
    Ok(Number::Listed(list(u64::MAX)?, "counting outgrew its limits"))
}
