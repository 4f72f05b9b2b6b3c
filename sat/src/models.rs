//! Listing models: the question and the answers, whichever engine gives them.

use crate::{Cnf, Lit, Var};

/// The models to list: those of a formula, projected on the variables of `order`.
///
/// Invariant, for a formula whose primary variables are P: every variable of P occurs exactly once
/// in `order`, no variable occurs twice in `order` and `witnesses`, and every assignment to both
/// that contradicts no clause by propagation extends to a model.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Projection {
    /// Decision literals, in decision order, each tried as given first. Every primary variable
    /// occurs exactly once. Further literals whose value the primaries determine (such as "the
    /// total size is at most 3") may lead or be interleaved.
    pub order: Vec<Lit>,
    /// Variables that must be decided for a model to be complete but are not part of it (Skolem
    /// variables): decided last, true first, never flipped, so that of a model's witnesses the
    /// lexicographically first are seen. Empty when every auxiliary variable is a gate over the
    /// primaries.
    pub witnesses: Vec<Var>,
}

impl Projection {
    /// The projection on all primary variables of `cnf`, in their order, true first. All
    /// auxiliaries are gates.
    pub fn primary(cnf: &Cnf) -> Self {
        let order = (0..cnf.primary()).map(|index| Var::new(index as u32).positive()).collect();
        Self { order, witnesses: Vec::new() }
    }

    /// Asserts what can be checked of the invariant without solving.
    ///
    /// # Panics
    /// If a primary variable does not occur in `order`, or any variable occurs twice or is unknown.
    pub fn check(&self, cnf: &Cnf) {
        let mut seen = vec![false; cnf.variables()];
        for lit in &self.order {
            let before = std::mem::replace(&mut seen[lit.var().index()], true);
            assert!(!before, "{:?} occurs twice in the order", lit.var());
        }
        assert!(seen[..cnf.primary()].iter().all(|&s| s), "the order must have every primary");
        for var in &self.witnesses {
            let before = std::mem::replace(&mut seen[var.index()], true);
            assert!(!before, "the witness {var:?} occurs twice");
        }
    }
}

/// The result of a call of [`Models::next`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Another model, to be read with [`Models::value`].
    Model,
    /// There are no more.
    Exhausted,
    /// The stop flag was raised, or the search pauses. Once it is lowered, or the pause is over, calling
    /// again goes on where this left off.
    Stopped,
}

/// An engine that lists the models of a formula.
///
/// Without [`Models::refuse`], each assignment to the variables of [`Projection::order`] that
/// extends to a model is delivered exactly once.
pub trait Models {
    /// Goes to the next model.
    fn next(&mut self) -> Step;

    /// The value of a variable of the projection in the model last found. For a variable that the
    /// projection does not list, its value if it follows by propagation, otherwise anything.
    fn value(&self, var: Var) -> bool;

    /// The first position of the projection's order whose value may differ from that in the model found before, whether
    /// that one was refused or not.
    fn touched_from(&self) -> usize {
        0
    }

    /// Rejects the model just found by a clause that it violates and that holds in everything that the caller
    /// wants to list (such as a lex-leader clause). A model that is refused may come again, since the clause is
    /// forgotten when it has been of no use for long. It is to be refused again then.
    ///
    /// # Panics
    /// If the last step was not [`Step::Model`], or the model does not violate the clause.
    fn refuse(&mut self, clause: &[Lit]);

    /// The cost of the search so far.
    fn statistics(&self) -> Statistics;
}

/// Counters of a search, all since its beginning.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Literals decided, flips not included.
    pub decisions: u64,
    /// Literals propagated.
    pub propagations: u64,
    /// Clauses found violated, refused models included.
    pub conflicts: u64,
    /// Models found, refused ones included.
    pub models: u64,
    /// Models refused.
    pub refused: u64,
    /// Beginnings refuted before they were models.
    pub refuted_prefixes: u64,
    /// Restarts.
    pub restarts: u64,
    /// Reductions of the clause database.
    pub reductions: u64,
    /// Learned clauses kept at present.
    pub learned: usize,
}

impl Statistics {
    /// The cost of two searches together.
    pub fn plus(self, other: Self) -> Self {
        Self {
            decisions: self.decisions + other.decisions,
            propagations: self.propagations + other.propagations,
            conflicts: self.conflicts + other.conflicts,
            models: self.models + other.models,
            refused: self.refused + other.refused,
            refuted_prefixes: self.refuted_prefixes + other.refuted_prefixes,
            restarts: self.restarts + other.restarts,
            reductions: self.reductions + other.reductions,
            learned: self.learned + other.learned,
        }
    }
}
