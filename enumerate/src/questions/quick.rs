//! Tells quickly, or not at all, whether a question has an instance.

use korrel_sat::{Answer, Cdcl, Effort, Solver};
use korrel_translate::{Contents, Question, Symmetry, TranslationFailure, translate};

/// `None` if it takes more conflicts than these, or a stop comes first.
///
/// # Errors
/// A construct that cannot be translated, too many gates, or a stop.
pub(super) fn has_instance(
    question: &Question<'_>,
    symmetry: &Symmetry,
    conflicts: u64,
    effort: &Effort,
) -> Result<Option<bool>, TranslationFailure> {
    let contents = Contents { constants: true, transpositions: false, ..Contents::default() };
    let translation = translate(question, symmetry, contents, effort)?;
    let mut search = Cdcl::with_clauses(&translation.cnf, effort.clone());
    search.limit_conflicts(conflicts);
    Ok(match search.solve(&[]) {
        Answer::Satisfiable => Some(true),
        Answer::Unsatisfiable => Some(false),
        Answer::Stopped => None,
    })
}
