//! Why there is no instance: a minimal set of parts of the spec that contradict each other.
//!
//! *Problem.* "None" helps nobody who wrote the spec. *Choice.* QuickXplain (Junker, AAAI 2004)
//! over the facts, the conjuncts of the goal and the scopes: about 2k·log(n/k) questions for k
//! parts of n, each to the search of this program, with a limit in conflicts, so that the answer is
//! the same on every machine. A question that reaches the limit counts as "no contradiction"; then
//! the set is a contradiction still, but perhaps not the least.
//!
//! *Rejected.* The core of one refutation: it depends on the order of the clauses, and holds several
//! times what matters. Deletion one by one: n questions, most of them for facts that have nothing to
//! do with it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use korrel_lang::diagnostic::Diagnostic;
use korrel_sat::is_refuted;
use korrel_translate::{Origin, Parts, Symmetry, Untranslated, parts};

use crate::problem::Problem;

/// A question that takes more conflicts is not answered.
const CONFLICTS: u64 = 20_000;

/// Parts without any of which the others could hold together; `None` if it is too hard to say, or
/// `stop` was raised.
///
/// # Errors
/// A construct that cannot be translated.
pub fn conflict(
    problem: &Problem<'_>,
    stop: &Arc<AtomicBool>,
) -> Result<Option<Vec<Origin>>, Diagnostic> {
    let Problem { model, command, bounds, .. } = problem;
    // Parameters are permuted like all others; what is a witness does not matter here.
    let symmetry = Symmetry::new(model, bounds, true, Vec::new());
    let parts = match parts(model, command, &problem.scopes.until(stop), bounds, &symmetry) {
        Ok(parts) => parts,
        Err(Untranslated::Stopped) => return Ok(None),
        Err(Untranslated::Refused(diagnostic)) => return Err(*diagnostic),
    };
    let question = Question { parts: &parts, stop };
    let all: Vec<usize> = (0..parts.origins.len()).collect();
    if !question.is_contradiction(&all) {
        return Ok(None);
    }
    let mut core = Vec::new();
    if !question.is_contradiction(&[]) {
        core = question.explain(&[], false, &all);
    }
    core.sort_unstable();
    let is_stopped = stop.load(Ordering::Relaxed);
    let mut origins: Vec<Origin> = core.into_iter().map(|part| parts.origins[part]).collect();
    origins.dedup();
    Ok((!is_stopped).then_some(origins))
}

struct Question<'a> {
    parts: &'a Parts,
    stop: &'a Arc<AtomicBool>,
}

impl Question<'_> {
    /// What of `of` contradicts `given`, minimally. `grew`: whether `given` has grown since it was
    /// last asked about.
    fn explain(&self, given: &[usize], grew: bool, of: &[usize]) -> Vec<usize> {
        if grew && self.is_contradiction(given) {
            return Vec::new();
        }
        if let [part] = of {
            return vec![*part];
        }
        let (first, second) = of.split_at(of.len() / 2);
        let with_first = [given, first].concat();
        let from_second = self.explain(&with_first, true, second);
        let with_core = [given, &from_second].concat();
        let from_first = self.explain(&with_core, !from_second.is_empty(), first);
        [from_first, from_second].concat()
    }

    fn is_contradiction(&self, parts: &[usize]) -> bool {
        let cnf = self.parts.cnf(parts.iter().copied());
        is_refuted(&cnf, CONFLICTS, self.stop)
    }
}
