//! The choice between listing and counting.
//!
//! *Problem.* Few instances are listed faster than a formula is taken apart, and many cannot be listed at all. *Choice.* Both
//! take turns. Some are listed. If there are more they are counted, within limits. And so on with more of both, until the
//! list goes on alone. The first count is given up as soon as it is seen to get nowhere, so that it costs a small part of
//! the list (`counter/portfolio.rs`). A list whose own compilation is done needs no other count: the compiled formula tells
//! the number at once (`listing.rs`).
//!
//! Where atoms are not numbered by discovery each instance takes longer to be known as canonical, the longer the more
//! cells there are, so that fewer are listed before. All of it is measured in instances and nodes, never in seconds: the
//! same question takes the same way on every machine.

use std::sync::Arc;

use num_bigint::BigUint;

use korrel_lang::diagnostic::Diagnostic;
use korrel_sat::Effort;
use korrel_sat::counter::{CountOutcome, Limits};
use korrel_translate::{Translation, TranslationFailure};

use super::{CountingCost, count, count_soon, is_direct};
use crate::problem::{Classes, Problem};

/// A turn of both.
#[derive(Clone, Copy)]
struct CountingTurn {
    /// The number of instances that are listed by its end.
    listed: u64,
    /// The nodes that are then spent on counting.
    nodes: u64,
    /// The count is given up where it gets nowhere.
    is_first: bool,
}

/// The turns where each model is an instance.
const DIRECT: [CountingTurn; 2] = [
    CountingTurn { listed: 100_000, nodes: 1 << 18, is_first: true },
    CountingTurn { listed: 1 << 22, nodes: 1 << 18, is_first: false },
];

/// The turns where each is to be shown canonical, of so many cells.
fn indirect(cells: u64) -> [CountingTurn; 3] {
    let few = FEW / cells.saturating_pow(4).max(1);
    [
        CountingTurn { listed: few.max(1), nodes: 1 << 15, is_first: true },
        CountingTurn { listed: 1 << 18, nodes: 1 << 16, is_first: false },
        CountingTurn { listed: 1 << 20, nodes: 1 << 18, is_first: false },
    ]
}

/// The first instances have the most automorphisms: 5,300 graphs of 6 nodes are listed before anything is counted, 14 of 12.
const FEW: u64 = 1 << 32;

/// The progress of a list.
#[derive(Clone, Debug)]
pub struct ListedSoFar {
    pub count: u64,
    /// These are all.
    pub is_complete: bool,
    /// The number of all, where the compiled formula tells.
    pub number: Option<BigUint>,
    /// The translation that is searched, where each of its models is an instance.
    pub translation: Option<Arc<Translation>>,
}

/// The number of instances, and the way to it.
#[derive(Clone, Debug)]
pub enum NumberPlan {
    Counted(BigUint, CountingCost),
    Listed(ListedSoFar, &'static str),
}

impl ListedSoFar {
    /// True if no more need be listed.
    fn is_known(&self) -> bool {
        self.is_complete || self.number.is_some()
    }
}

/// The number of instances in the way that is probably the quickest. `list` goes on with the list until it holds as
/// many as it is told, or the compiled formula tells the number, and may be asked again. Where it does so with several threads (`is_parallel`), none is listed
/// before counting is tried.
///
/// # Errors
/// A construct that cannot be translated, as `refused` has it, and what `list` says. A stop is no error: then a
/// list is not complete.
pub fn number<E>(
    problem: &Problem<'_>,
    classes: Classes,
    is_parallel: bool,
    effort: &Effort,
    refused: impl Fn(Diagnostic) -> E,
    mut list: impl FnMut(u64) -> Result<ListedSoFar, E>,
) -> Result<NumberPlan, E> {
    let counted = |turn: CountingTurn, translation: Option<&Translation>| {
        let limits = Limits { nodes: turn.nodes, ..Limits::within(effort) };
        let counted = match turn.is_first {
            true => count_soon(problem, classes, translation, limits, effort),
            false => count(problem, classes, limits, effort),
        };
        match counted {
            Ok(counted) => Ok(match counted.outcome {
                CountOutcome::Done(number) => Some(NumberPlan::Counted(number, counted.cost)),
                _ => None,
            }),
            Err(TranslationFailure::Stopped) => Ok(None),
            Err(TranslationFailure::Refused(diagnostic)) => Err(refused(*diagnostic)),
        }
    };
    let turns = if is_direct(problem, classes) {
        DIRECT.to_vec()
    } else {
        indirect(problem.symmetry.cells.len() as u64).to_vec()
    };
    let mut why = "there are few";
    for turn in turns {
        let mut translation = None;
        if !is_parallel {
            let first = list(turn.listed)?;
            if first.is_known() || effort.is_stopped() {
                return Ok(NumberPlan::Listed(first, why));
            }
            translation = first.translation;
        }
        if let Some(number) = counted(turn, translation.as_deref())? {
            return Ok(number);
        }
        why = "counting outgrew its limits";
    }
    Ok(NumberPlan::Listed(list(u64::MAX)?, why))
}
