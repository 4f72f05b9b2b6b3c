//! Quantifiers over sets and relations of which too many would have to be tried.
//!
//! *Problem.* Such a quantifier is about 2^25 relations. *Choice.* The values that matter are found by counterexamples,
//! before anything else is asked (`translate/questions/refining.rs`). A few places need all values: there the quantifier
//! is refused. But where the rest of the spec has no instance in the scope, the answer is none, whatever the quantifier
//! says: Alloy ends at the first conjunct that is false by itself, and never meets what stands behind it. So the rest is
//! asked before that: all formulas, in which such a quantifier may have either outcome. *Rejected.* To ask by constants
//! alone, as Alloy does: the answer would depend on the order in which a spec is written.

use std::sync::Arc;

use korrel_sat::{Answer, Cdcl, Effort, Solver};
use korrel_translate::{
    Contents, Detail, Question, Symmetry, TranslationFailure, TriedValues, refining, translate,
};

/// Finds out which values matter, where a formula is about too many sets or relations to try them all.
///
/// # Errors
/// A quantifier of which all values would have to be tried, too many gates, or a stop.
pub fn settle(
    question: &mut Question<'_>,
    with_parameters: bool,
    effort: &Effort,
) -> Result<(), TranslationFailure> {
    if !question.is_higher_order() {
        return Ok(());
    }
    let symmetry = Symmetry::new(question, with_parameters, Vec::new(), effort)?;
    match refine(question, &symmetry, effort) {
        Err(TranslationFailure::Refused(_)) if is_refuted_without(question, &symmetry, effort)? => {
            question.is_refuted = true;
            Ok(())
        }
        settled => settled,
    }
}

/// Adds values until they are enough.
fn refine(
    question: &mut Question<'_>,
    symmetry: &Symmetry,
    effort: &Effort,
) -> Result<(), TranslationFailure> {
    let mut tried = Arc::new(TriedValues::default());
    loop {
        question.tried = Some(Arc::clone(&tried));
        let Some(asked) = refining(question, symmetry, effort)? else { return Ok(()) };
        let mut solver = Cdcl::with_clauses(asked.cnf(), effort.clone());
        match solver.solve(&[]) {
            Answer::Unsatisfiable => return Ok(()),
            Answer::Satisfiable => {
                tried = asked.refined(&tried, |var| solver.value(var) == Some(true));
            }
            Answer::Stopped => return Err(TranslationFailure::Stopped),
        }
    }
}

/// True if a question has no instance even without the quantifiers that are refused.
fn is_refuted_without(
    question: &Question<'_>,
    symmetry: &Symmetry,
    effort: &Effort,
) -> Result<bool, TranslationFailure> {
    let contents = Contents { constants: true, detail: Detail::FirstOrder, ..Contents::default() };
    let rest = translate(question, symmetry, contents, effort)?;
    match Cdcl::with_clauses(&rest.cnf, effort.clone()).solve(&[]) {
        Answer::Unsatisfiable => Ok(true),
        Answer::Satisfiable => Ok(false),
        Answer::Stopped => Err(TranslationFailure::Stopped),
    }
}
