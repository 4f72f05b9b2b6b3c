//! The number of instances, without listing them.
//!
//! *Problem.* One instance of each isomorphism class is to be counted. Listing tells whether a
//! labelling is canonical (`canonical/`) by a test that is no clause, so a counter of models cannot
//! use it.
//!
//! *Choice.* Where the symmetry-breaking predicate is complete, for all interchangeable atoms are numbered
//! by discovery, each model is a class, and one count is the answer. Otherwise Burnside's lemma: the
//! number of classes is the mean number of labellings that a permutation leaves as they are, over all
//! permutations. Permutations of the same cycle type fix as many, so there is one term for each type
//! (`terms`). Only atoms in use are permuted: there is one such sum for each vector of sizes. Classes
//! that are numbered by discovery keep their predicate and are not permuted, for no permutation of the
//! others changes in which order they are met. Integers, values, `one` and ordered sigs are in no class.
//!
//! *Rejected.* One sum over all atoms of the scope, in use or not: permutations would move atoms into use
//! and out of it. (The sketch of this method counted 12 relations over up to two atoms, and there are
//! 13.)
//!
//! *Sources.* Burnside, "Theory of Groups of Finite Order", 1897; Harary, Palmer, "Graphical
//! Enumeration", 1973; Dixon, Wilf, "The Random Selection of Unlabeled Graphs", J. Algorithms 1983.

mod cycles;
mod plan;
pub mod sampling;
mod sizes;
pub(crate) mod terms;

use std::ops::AddAssign;

use num_bigint::BigUint;

use korrel_sat::counter::{self, Cost, CountOutcome, Limits};
use korrel_sat::{Cnf, Effort, Var};
use korrel_translate::{Contents, Translation, TranslationFailure};

use crate::problem::{Classes, Problem};
use crate::search::tighten::tightened;
pub use plan::{ListedSoFar, NumberPlan, number};
use terms::{number_of_terms, sums};

/// The result of a count, and its cost.
#[derive(Clone, Debug)]
pub struct CountResult {
    pub outcome: CountOutcome<BigUint>,
    pub cost: CountingCost,
}

/// The cost of a count.
#[derive(Clone, Copy, Debug, Default)]
pub struct CountingCost {
    /// Cycle types, with a formula each. There is one where the predicate is complete.
    pub terms: u64,
    /// The number of clauses of all formulas together.
    pub clauses: u64,
    pub search: Cost,
}

impl AddAssign for CountingCost {
    fn add_assign(&mut self, other: CountingCost) {
        self.terms += other.terms;
        self.clauses += other.clauses;
        self.search += other.search;
    }
}

/// The cost of a formula, in nodes, and the number of clauses that cost one node more.
const NODES_OF_A_TERM: u64 = 64;
const CLAUSES_OF_A_NODE: u64 = 8;

/// True if each labelled instance that satisfies the static predicate is counted.
pub fn is_direct(problem: &Problem<'_>, classes: Classes) -> bool {
    classes == Classes::Labelled || problem.symmetry.classes.is_empty()
}

/// The number of instances of a problem.
///
/// # Errors
/// A construct that cannot be translated, too many gates, or a stop while translating.
pub fn count(
    problem: &Problem<'_>,
    classes: Classes,
    limits: Limits,
    effort: &Effort,
) -> Result<CountResult, TranslationFailure> {
    counted(problem, classes, limits, effort, counter::count)
}

/// The same, but given up where after a while a formula is far from being taken apart. `translation`: one whose models are
/// the instances, if it is at hand.
///
/// # Errors
/// As [`count`].
pub(crate) fn count_soon(
    problem: &Problem<'_>,
    classes: Classes,
    translation: Option<&Translation>,
    limits: Limits,
    effort: &Effort,
) -> Result<CountResult, TranslationFailure> {
    let Some(translation) = translation else {
        return counted(problem, classes, limits, effort, counter::count_soon);
    };
    let cells = cells(translation);
    let (outcome, search) = counter::count_soon(&translation.cnf, &cells, limits, effort);
    let cost = CountingCost { terms: 1, clauses: translation.cnf.len() as u64, search };
    Ok(CountResult { outcome, cost })
}

/// Counts the models of a formula, projected on these variables.
type ModelCounter = fn(&Cnf, &[Var], Limits, &Effort) -> (CountOutcome<BigUint>, Cost);

fn counted(
    problem: &Problem<'_>,
    classes: Classes,
    limits: Limits,
    effort: &Effort,
    counter: ModelCounter,
) -> Result<CountResult, TranslationFailure> {
    let mut counting = Counting { limits, effort, cost: CountingCost::default() };
    if problem.is_of_maximal() {
        // No formula says of which beginning another one begins so.
        return Ok(CountResult { outcome: CountOutcome::Outgrown, cost: counting.cost });
    }
    let outcome = if is_direct(problem, classes) {
        let breaks = classes == Classes::Isomorphism;
        let contents = Contents { break_symmetry: breaks, totals: false, ..Contents::default() };
        counting.models(problem, contents, counter)?
    } else {
        counting.burnside(problem, counter)?
    };
    Ok(CountResult { outcome, cost: counting.cost })
}

/// What may be spent, and what was.
struct Counting<'a> {
    limits: Limits,
    effort: &'a Effort,
    cost: CountingCost,
}

impl Counting<'_> {
    fn burnside(
        &mut self,
        problem: &Problem<'_>,
        counter: ModelCounter,
    ) -> Result<CountOutcome<BigUint>, TranslationFailure> {
        if self.are_too_many(problem) {
            return Ok(CountOutcome::Outgrown);
        }
        let mut total = BigUint::ZERO;
        for sum in sums(problem) {
            let mut fixed = BigUint::ZERO;
            for term in sum.hardest_first() {
                match self.models(&term.problem, term.contents(), counter)? {
                    CountOutcome::Done(count) => fixed += count * &term.permutations,
                    outcome => return Ok(outcome),
                }
            }
            let (classes, rest) = (&fixed / sum.permutations(), &fixed % sum.permutations());
            assert!(rest == BigUint::ZERO, "orbits are counted by whole numbers");
            total += classes;
        }
        Ok(CountOutcome::Done(total))
    }

    fn models(
        &mut self,
        problem: &Problem<'_>,
        contents: Contents,
        counter: ModelCounter,
    ) -> Result<CountOutcome<BigUint>, TranslationFailure> {
        Ok(self.solved(problem, contents, counter)?.map(|(_, number)| number))
    }

    /// The translation of a problem, and what is made of its formula within the limits that are left.
    fn solved<T>(
        &mut self,
        problem: &Problem<'_>,
        contents: Contents,
        solve: impl FnOnce(&Cnf, &[Var], Limits, &Effort) -> (CountOutcome<T>, Cost),
    ) -> Result<CountOutcome<(Translation, T)>, TranslationFailure> {
        let Some(limits) = self.left() else { return Ok(CountOutcome::Outgrown) };
        self.cost.terms += 1;
        let (translation, _) = tightened(problem, contents, self.effort)?;
        self.cost.clauses += translation.cnf.len() as u64;
        let cells = cells(&translation);
        let (outcome, cost) = solve(&translation.cnf, &cells, limits, self.effort);
        self.cost.search += cost;
        Ok(outcome.map(|solved| (translation, solved)))
    }

    /// Whether the terms alone are more than the limits allow.
    fn are_too_many(&self, problem: &Problem<'_>) -> bool {
        number_of_terms(problem).saturating_mul(NODES_OF_A_TERM) > self.limits.nodes
    }

    /// The rest of the limits, or nothing if they are reached.
    fn left(&self) -> Option<Limits> {
        let formulas = self.cost.terms * NODES_OF_A_TERM + self.cost.clauses / CLAUSES_OF_A_NODE;
        let spent = self.cost.search.nodes + formulas;
        let nodes = self.limits.nodes.checked_sub(spent).filter(|&nodes| nodes > 0)?;
        Some(Limits { nodes, ..self.limits })
    }
}

/// The primary variables, in the order in which a search decides on them.
pub(crate) fn cells(translation: &Translation) -> Vec<Var> {
    let order = translation.projection.order.iter().map(|lit| lit.var());
    order.filter(|var| var.index() < translation.cells.len()).collect()
}

#[cfg(test)]
mod tests;
