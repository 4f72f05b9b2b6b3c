//! Whether there is any instance at all.
//!
//! *Problem.* A `check` that holds has no instance, and says so only when the whole space is refuted.
//! Listing wants quantifiers grounded: `some b: Book, n: Name | …` as a disjunction over all pairs
//! costs no decisions. A refutation has to refute each pair by itself.
//!
//! *Choice.* Ask first, in a translation of its own, where what only has to exist is a choice of the
//! solver's: its conflicts speak of all pairs at once. No symmetry but that of sigs and fields is
//! broken, and the search is by activity from the start. If the answer is no, there is nothing to
//! list. (Kodkod Skolemises always, and pays when it lists: its instances differ in witnesses.)

use korrel_lang::model::{CommandKind, Declaration};
use korrel_sat::{Effort, Enumerator, Models, Options, Statistics, Step};
use korrel_translate::{Contents, Untranslated, outermost};

use crate::problem::Problem;

/// What asking came to.
pub(crate) struct Verdict {
    /// `Exhausted`: there is no instance.
    pub step: Step,
    pub statistics: Statistics,
}

/// Asks where it can pay: of a `check`, if what it denies speaks of all of something.
///
/// # Errors
/// A construct that cannot be translated; too many gates; a stop.
pub(crate) fn verdict(
    problem: &Problem<'_>,
    effort: &Effort,
) -> Result<Option<Verdict>, Untranslated> {
    // Witnesses that are sets are the solver's choice in any case.
    let is_of_atoms = |declaration: &Declaration| declaration.atoms().is_some();
    let has_witnesses =
        outermost(problem.question.model, &problem.question.command.goal).iter().any(is_of_atoms);
    if problem.question.command.kind != CommandKind::Check || !has_witnesses {
        return Ok(None);
    }
    let contents = Contents { constants: true, ..Contents::default() };
    let translation = problem.translate(contents, effort)?;
    let searching = Options { guide_after: Some(0), ..Options::default() };
    let (cnf, projection) = (&translation.cnf, &translation.projection);
    let mut search = Enumerator::new(cnf, projection, searching, effort.clone());
    let step = search.next();
    Ok(Some(Verdict { step, statistics: search.statistics() }))
}
