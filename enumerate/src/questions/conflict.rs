//! The reason why there is no instance: a minimal set of parts of the spec that contradict each
//! other.
//!
//! *Problem.* "None" does not help the author of the spec. *Choice.* QuickXplain (Junker, AAAI 2004)
//! over the facts, the conjuncts of the goal and the scopes: about 2k·log(n/k) questions for k parts
//! of n, each to the search of this program. Each has a limit in conflicts. All of them together have
//! one that depends on the cost of the search, so that the answer is the same on every machine. Only a
//! machine that is too slow for the clock gives up earlier. A question that was given up counts as "no
//! contradiction". Then the set is a contradiction still, but perhaps not the least, and the message says so.
//!
//! *Rejected.* The core of one refutation: it depends on the order of the clauses, and holds several
//! times what matters. Deletion one by one: n questions, most of them for facts that have nothing to
//! do with it.

use korrel_lang::diagnostic::Diagnostic;
use korrel_sat::{Effort, refuted};
use korrel_translate::{PartOrigin, Parts, Question, Symmetry, TranslationFailure, parts};

/// A question that takes more conflicts is not answered.
const CONFLICTS: u64 = 20_000;

/// Parts of a spec that contradict each other.
#[derive(Clone, Debug)]
pub struct Conflict {
    pub origins: Vec<PartOrigin>,
    /// True if the others could hold together without any one of them.
    pub is_minimal: bool,
}

/// The parts that contradict each other, or `None` if that is too hard to say, or `stop` was raised
/// first. `searched` is the number of conflicts that it took to find that there is no instance. All
/// questions together take no more than this and one question.
///
/// # Errors
/// A construct that cannot be translated.
pub fn conflict(
    question: &Question<'_>,
    searched: u64,
    effort: &Effort,
) -> Result<Option<Conflict>, Diagnostic> {
    // Parameters are permuted like all others. It does not matter here which of them are witnesses.
    let symmetry = Symmetry::new(question, true, Vec::new(), effort);
    let parts = match symmetry.and_then(|symmetry| parts(question, &symmetry, effort)) {
        Ok(parts) => parts,
        Err(TranslationFailure::Stopped) => return Ok(None),
        Err(TranslationFailure::Refused(diagnostic)) => return Err(*diagnostic),
    };
    let left = searched.saturating_add(CONFLICTS);
    let mut explanation = Explanation { parts: &parts, effort, left, was_given_up: false };
    let all: Vec<usize> = (0..parts.origins.len()).collect();
    if !explanation.is_contradiction(&all) {
        return Ok(None);
    }
    let mut core = Vec::new();
    if !explanation.is_contradiction(&[]) {
        core = explanation.explain(&[], false, &all);
    }
    core.sort_unstable();
    let mut origins: Vec<PartOrigin> = core.into_iter().map(|part| parts.origins[part]).collect();
    origins.dedup();
    Ok(Some(Conflict { origins, is_minimal: !explanation.was_given_up }))
}

struct Explanation<'a> {
    parts: &'a Parts,
    effort: &'a Effort,
    /// The number of conflicts that are left.
    left: u64,
    /// True if some answer is not known.
    was_given_up: bool,
}

impl Explanation<'_> {
    /// The parts of `of` that contradict `given`, minimally. `grew` is true if `given` has grown
    /// since it was last asked about.
    fn explain(&mut self, given: &[usize], grew: bool, of: &[usize]) -> Vec<usize> {
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

    fn is_contradiction(&mut self, parts: &[usize]) -> bool {
        if self.left == 0 || self.effort.is_stopped() {
            self.was_given_up = true;
            return false;
        }
        let cnf = self.parts.cnf(parts.iter().copied());
        let (answer, conflicts) = refuted(&cnf, CONFLICTS.min(self.left), self.effort);
        self.left = self.left.saturating_sub(conflicts);
        self.was_given_up |= answer.is_none();
        // Clauses refute even if some are missing because of a stop.
        answer == Some(true)
    }
}
