//! The reason why there is no instance: a minimal set of parts of the spec that contradict each
//! other.
//!
//! *Problem.* "None" does not help the author of the spec. *Choice.* QuickXplain (Junker, AAAI 2004)
//! over the facts, the conjuncts of the goal and the scopes: about 2k·log(n/k) questions for k parts
//! of n, each to the search of this program. Then once more over the sub-formulas of these parts, down to
//! single comparisons: most of a long fact has nothing to do with it. Each question has a limit in conflicts. All of
//! them together have one that depends on the cost of the search, so that the answer is the same on every machine. Only
//! a machine that is too slow for the clock gives up earlier. A question that was given up counts as "no
//! contradiction". Then the set is a contradiction still, but perhaps not the least, and the message says so.
//!
//! *Rejected.* The core of one refutation: it depends on the order of the clauses, and holds several
//! times what matters. Deletion one by one: n questions, most of them for facts that have nothing to
//! do with it. All sub-formulas at once: a translation in which each of them can be left out is larger, and most
//! facts go as a whole.

use korrel_lang::diagnostic::Diagnostic;
use korrel_sat::{Effort, refuted};
use korrel_translate::{
    Needed, NeededPart, PartOrigin, Parts, Question, SubFormula, Symmetry, TranslationFailure,
    parts, sub_parts,
};

/// A question that takes more conflicts is not answered.
const CONFLICTS: u64 = 20_000;

/// A translation of sub-formulas that would take more bytes is not made, and whole facts are named: quantifiers are
/// written out in it that others take apart.
const MEMORY: u64 = 128 << 20;

/// Parts of a spec that contradict each other.
#[derive(Clone, Debug)]
pub struct Conflict {
    /// Each once, with the sub-formulas of it that are needed, or none if that is all of it.
    pub parts: Vec<(PartOrigin, Vec<NeededPart>)>,
    /// The sub-formulas that are needed, if these were looked for.
    pub sub_formulas: Option<Vec<SubFormula>>,
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
    match contradiction(question, searched, effort) {
        Ok(found) => Ok(found),
        Err(TranslationFailure::Stopped) => Ok(None),
        Err(TranslationFailure::Refused(diagnostic)) => Err(*diagnostic),
    }
}

fn contradiction(
    question: &Question<'_>,
    searched: u64,
    effort: &Effort,
) -> Result<Option<Conflict>, TranslationFailure> {
    // Parameters are permuted like all others. It does not matter here which of them are witnesses.
    let symmetry = Symmetry::new(question, true, Vec::new(), effort)?;
    let parts = parts(question, &symmetry, effort)?;
    let left = searched.saturating_add(CONFLICTS);
    let mut explanation = Explanation { parts: &parts, effort, left, was_given_up: false };
    let all: Vec<usize> = (0..parts.origins.len()).collect();
    if !explanation.is_contradiction(&all) {
        return Ok(None);
    }
    let core = explanation.core(&all);
    let mut origins: Vec<PartOrigin> = core.iter().map(|part| parts.origins[*part]).collect();
    origins.dedup();
    let whole = Conflict {
        parts: origins.into_iter().map(|origin| (origin, Vec::new())).collect(),
        sub_formulas: None,
        is_minimal: !explanation.was_given_up,
    };
    if !whole.is_minimal {
        return Ok(Some(whole));
    }
    let left = explanation.left;
    Ok(Some(match refined(question, &symmetry, &core, left, effort) {
        Ok(refined) => {
            // Whole parts are known to be needed already.
            let is_whole = refined.parts.iter().all(|(_, needed)| needed.is_empty());
            let is_minimal = refined.is_minimal || is_whole;
            let is_scope = |(origin, _): &(_, _)| matches!(origin, PartOrigin::Scope(_));
            let scopes = whole.parts.into_iter().filter(is_scope);
            Conflict { parts: scopes.chain(refined.parts).collect(), is_minimal, ..refined }
        }
        // What is known already is an answer, of whole parts.
        Err(_) => whole,
    }))
}

/// The sub-formulas of these parts that contradict each other.
fn refined(
    question: &Question<'_>,
    symmetry: &Symmetry,
    core: &[usize],
    left: u64,
    effort: &Effort,
) -> Result<Conflict, TranslationFailure> {
    let effort = &effort.in_less_memory(MEMORY);
    let subs = sub_parts(question, symmetry, core, effort)?;
    let mut explanation = Explanation { parts: &subs.parts, effort, left, was_given_up: false };
    let all: Vec<usize> = (0..subs.found.len()).collect();
    let core = explanation.core(&all);
    let needed = subs.outlines.iter().filter_map(|(origin, outline)| {
        match outline.needed(&|sub| core.binary_search(&sub).is_ok()) {
            Needed::Nothing => None,
            Needed::Whole => Some((*origin, Vec::new())),
            Needed::Parts(parts) => Some((*origin, parts)),
        }
    });
    Ok(Conflict {
        parts: needed.collect(),
        sub_formulas: Some(core.iter().map(|sub| subs.found[*sub]).collect()),
        is_minimal: !explanation.was_given_up,
    })
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
    /// The parts that contradict each other, minimally, in order. All of these do.
    fn core(&mut self, all: &[usize]) -> Vec<usize> {
        if self.is_contradiction(&[]) {
            return Vec::new();
        }
        let mut core = self.explain(&[], false, all);
        core.sort_unstable();
        core
    }

    /// The parts of `of` that contradict `given`, minimally. `grew` is true if `given` has grown
    /// since it was last asked about.
    fn explain(&mut self, given: &[usize], grew: bool, of: &[usize]) -> Vec<usize> {
        if grew && self.is_contradiction(given) {
            return Vec::new();
        }
        if let [] | [_] = of {
            return of.to_vec();
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
