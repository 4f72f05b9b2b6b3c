//! The choice between listing and counting.
//!
//! Few instances are listed faster than a formula is taken apart, and many cannot be listed at all. So both take turns.
//! Some are listed. If there are more they are counted, within limits. And so on with more of both, until the list goes
//! on alone. Where atoms are not numbered by discovery each instance takes longer to be known as canonical, the longer
//! the more cells there are, so that fewer are listed before. All of it is measured in instances and nodes, never in
//! seconds: the same question takes the same way on every machine.

use num_bigint::BigUint;

use korrel_lang::diagnostic::Diagnostic;
use korrel_sat::Effort;
use korrel_sat::counter::{CountOutcome, Limits};
use korrel_translate::TranslationFailure;

use super::{CountingCost, count, is_direct};
use crate::problem::{Classes, Problem};

/// A turn of both.
#[derive(Clone, Copy)]
struct CountingTurn {
    /// The number of instances that are listed by its end.
    listed: u64,
    /// The nodes that are then spent on counting.
    nodes: u64,
}

/// The turns where each model is an instance.
const DIRECT: [CountingTurn; 1] = [CountingTurn { listed: 100_000, nodes: 1 << 18 }];

/// The turns where each is to be shown canonical, of so many cells.
fn indirect(cells: u64) -> [CountingTurn; 3] {
    let few = FEW / (cells * cells).max(1);
    [
        CountingTurn { listed: few, nodes: 1 << 14 },
        CountingTurn { listed: 1 << 18, nodes: 1 << 16 },
        CountingTurn { listed: 1 << 20, nodes: 1 << 18 },
    ]
}

/// The number of pairs of cells that may be compared before anything is counted: 13,000 graphs of 6 nodes, 400 of 14.
const FEW: u64 = 1 << 24;

/// The progress of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ListedSoFar {
    pub count: u64,
    /// These are all.
    pub is_complete: bool,
}

/// The number of instances, and the way to it.
#[derive(Clone, Debug)]
pub enum NumberPlan {
    Counted(BigUint, CountingCost),
    Listed(ListedSoFar, &'static str),
}

/// The number of instances in the way that is probably the quickest. `list` goes on with the list until it holds as
/// many as it is told, and may be asked again. Where it does so with several threads (`is_parallel`), none is listed
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
    let counted = |nodes: u64| -> Result<Option<NumberPlan>, E> {
        let limits = Limits { nodes, ..Limits::within(effort) };
        match count(problem, classes, limits, effort) {
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
    for turn in turns {
        if !is_parallel {
            let first = list(turn.listed)?;
            if first.is_complete || effort.is_stopped() {
                return Ok(NumberPlan::Listed(first, "there are few"));
            }
        }
        if let Some(number) = counted(turn.nodes)? {
            return Ok(number);
        }
    }
    Ok(NumberPlan::Listed(list(u64::MAX)?, "counting outgrew its limits"))
}
