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
//! and pays when it lists: its instances differ in witnesses.)

use korrel_lang::model::{CommandKind, Declaration};
use korrel_sat::{Answer, Cdcl, Effort, Solver, Statistics};
use korrel_translate::{Contents, TranslationFailure, outermost};

use crate::problem::Problem;
use crate::search::unbroken::{AnyLabelling, FIRST_TURN, TurnEnd, Unbroken};

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
    // Witnesses that are sets are the solver's choice in any case.
    let is_of_atoms = |declaration: &Declaration| declaration.atoms().is_some();
    let has_witnesses =
        outermost(problem.question.model, &problem.question.command.goal).iter().any(is_of_atoms);
    let question = &problem.question;
    let has_end = !std::ptr::eq(question.denied(true), question.denied(false));
    if question.command.kind != CommandKind::Check || !has_witnesses && !has_end {
        return Ok(InstanceVerdict::Unasked);
    }
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
