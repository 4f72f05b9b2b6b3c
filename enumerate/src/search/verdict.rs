//! Tells whether there is any instance at all.
//!
//! *Problem.* A `check` that holds has no instance, and says so only when the whole space is refuted.
//! Listing wants quantifiers grounded: `some b: Book, n: Name | …` as a disjunction over all pairs
//! costs no decisions. A refutation has to refute each pair by itself.
//!
//! *Choice.* Ask first, in a translation of its own, where what only has to exist is a choice of the
//! solver's: its conflicts are about all pairs at once. The search is a general one, with and without a
//! predicate that breaks symmetry, in turns (`search/unbroken.rs`). If the answer is no, there is nothing to
//! list. If it is yes, the first instance is known to be this one or before it. (Kodkod Skolemises always,
//! and pays when it lists: its instances differ in witnesses.) Of a safety assertion about infinite traces it is asked
//! first whether a beginning violates it, which needs no loop (`lang/unroll/beginnings.rs`).

use korrel_lang::model::{CommandKind, Declaration};
use korrel_lang::unroll::violating_beginnings;
use korrel_sat::{Answer, Cdcl, Effort, Solver, Statistics};
use korrel_translate::{Contents, TranslationFailure, outermost};

use super::unbroken::{AnyLabelling, FIRST_TURN, TurnEnd, Unbroken};
use crate::problem::{Meaning, Problem};

/// The result of asking.
pub(crate) enum InstanceVerdict {
    /// There is one, which cost this to find.
    Instance(Box<AnyLabelling>, Statistics),
    /// There is none, which cost this.
    Nothing(Statistics),
    /// It would not pay to ask.
    Unasked,
}

/// Asks where it can pay: for a `check`, if its denied formula is about all of something.
///
/// # Errors
/// A construct that cannot be translated, too many gates, or a stop.
pub(crate) fn verdict(
    problem: &Problem<'_>,
    effort: &Effort,
) -> Result<InstanceVerdict, TranslationFailure> {
    let beginnings = match violating_beginning(problem, effort)? {
        Some(InstanceVerdict::Nothing(cost)) => return Ok(InstanceVerdict::Nothing(cost)),
        Some(InstanceVerdict::Instance(_, cost)) => cost,
        Some(InstanceVerdict::Unasked) | None => Statistics::default(),
    };
    // Witnesses that are sets are the solver's choice in any case.
    let is_of_atoms = |declaration: &Declaration| declaration.atoms().is_some();
    let has_witnesses =
        outermost(problem.question.model, &problem.question.command.goal).iter().any(is_of_atoms);
    let question = &problem.question;
    let has_end = !std::ptr::eq(question.denied(true), question.denied(false));
    if question.command.kind != CommandKind::Check || !has_witnesses && !has_end {
        return Ok(InstanceVerdict::Unasked);
    }
    Ok(match searched(problem, effort)? {
        InstanceVerdict::Nothing(cost) => InstanceVerdict::Nothing(cost.plus(beginnings)),
        InstanceVerdict::Instance(found, cost) => {
            InstanceVerdict::Instance(found, cost.plus(beginnings))
        }
        InstanceVerdict::Unasked => InstanceVerdict::Unasked,
    })
}

/// Whether a beginning of a trace violates a safety assertion about infinite ones. If none does, there is no counterexample.
fn violating_beginning(
    problem: &Problem<'_>,
    effort: &Effort,
) -> Result<Option<InstanceVerdict>, TranslationFailure> {
    let Some(asked) = problem.question.traces else { return Ok(None) };
    let Some((model, command)) = violating_beginnings(asked.model, asked.command) else {
        return Ok(None);
    };
    let meaning = Meaning { overflow: problem.question.overflow, ignore_parameters: true };
    let found = Problem::new(&model, &command, meaning, effort)
        .and_then(|problem| searched(&problem, effort));
    match found {
        Ok(found) => Ok(Some(found)),
        Err(TranslationFailure::Stopped) => Err(TranslationFailure::Stopped),
        // What cannot be said of beginnings may be said of infinite traces.
        Err(TranslationFailure::Refused(_)) => Ok(None),
    }
}

fn searched(problem: &Problem<'_>, effort: &Effort) -> Result<InstanceVerdict, TranslationFailure> {
    let contents = Contents { constants: true, shortest: true, ..Contents::default() };
    let translation = problem.translate(contents, effort)?;
    let mut search = Cdcl::with_clauses(&translation.cnf, effort.clone());
    let mut unbroken = Unbroken::new(problem, effort.clone());
    let mut turn = FIRST_TURN;
    loop {
        search.limit_conflicts(turn);
        match search.solve(&[]) {
            Answer::Unsatisfiable => return Ok(InstanceVerdict::Nothing(cost(&search, &unbroken))),
            Answer::Satisfiable => {
                let cost = cost(&search, &unbroken);
                let labelling = AnyLabelling::of(translation, &search);
                return Ok(InstanceVerdict::Instance(Box::new(labelling), cost));
            }
            Answer::Stopped if effort.is_stopped() => return Err(TranslationFailure::Stopped),
            Answer::Stopped => {}
        }
        match unbroken.turn()? {
            TurnEnd::Instance(labelling) => {
                return Ok(InstanceVerdict::Instance(labelling, cost(&search, &unbroken)));
            }
            TurnEnd::Nothing => return Ok(InstanceVerdict::Nothing(cost(&search, &unbroken))),
            TurnEnd::Open(next) => turn = next,
        }
    }
}

/// The cost of both searches.
fn cost(search: &Cdcl<'_>, unbroken: &Unbroken<'_>) -> Statistics {
    search.statistics().plus(unbroken.statistics())
}
