//! Constructs that have no translation. A question may have no instance even without them.
//!
//! *Problem.* A quantifier over sets is refused if all of its sets would have to be tried. But where the rest of the
//! spec has no instance in the scope, the answer is none, whatever the quantifier says: Alloy ends at the first
//! conjunct that is false by itself, and never meets what stands behind it. *Choice.* The rest is asked first,
//! by the general search: all formulas, in which such a quantifier may have either outcome. *Rejected.* To ask
//! by constants alone, as Alloy does: the answer would depend on the order in which a spec is written.

use korrel_sat::{Answer, Cdcl, Effort, Solver};
use korrel_translate::{Contents, Detail, Question, Symmetry, TranslationFailure, translate};

/// True if a question has no instance even without the quantifiers that cannot be translated. False
/// if it has none of those.
///
/// # Errors
/// Too many gates, or a stop.
pub fn is_refuted_without(
    question: &Question<'_>,
    with_parameters: bool,
    effort: &Effort,
) -> Result<bool, TranslationFailure> {
    if !question.is_higher_order() {
        return Ok(false);
    }
    let symmetry = Symmetry::new(question, with_parameters, Vec::new(), effort)?;
    let contents = Contents { constants: true, detail: Detail::FirstOrder, ..Contents::default() };
    let rest = translate(question, &symmetry, contents, effort)?;
    if rest.is_whole {
        return Ok(false);
    }
    match Cdcl::with_clauses(&rest.cnf, effort.clone()).solve(&[]) {
        Answer::Unsatisfiable => Ok(true),
        Answer::Satisfiable => Ok(false),
        Answer::Stopped => Err(TranslationFailure::Stopped),
    }
}
