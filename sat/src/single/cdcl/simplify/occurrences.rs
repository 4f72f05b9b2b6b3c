//! The clauses of the formula in which each literal stands.

use crate::Lit;
use crate::single::cdcl::Cdcl;
use crate::single::cdcl::clauses::ClauseRef;

pub(super) struct Occurrences {
    lists: Vec<Vec<(ClauseRef, Signature)>>,
}

/// A set of which each literal's variable has one of 32 bits: a set whose signature is no subset of
/// another one is no subset of that set.
pub(super) type Signature = u32;

pub(super) fn signature(lits: impl Iterator<Item = Lit>) -> Signature {
    // The highest bits of a product with a large odd number.
    let bit = |lit: Lit| (lit.var().index() as u32).wrapping_mul(2_654_435_769) >> 27;
    lits.fold(0, |bits, lit| bits | 1 << bit(lit))
}

impl Occurrences {
    pub fn new(solver: &Cdcl<'_>) -> Self {
        let mut this = Self { lists: vec![Vec::new(); solver.values.len()] };
        for &clause in &solver.clauses.given {
            if !solver.clauses.is_dead(clause) {
                this.add(solver, clause);
            }
        }
        this
    }

    pub fn add(&mut self, solver: &Cdcl<'_>, clause: ClauseRef) {
        let signature = signature(solver.clauses.lits(clause));
        for lit in solver.clauses.lits(clause) {
            self.lists[lit.code()].push((clause, signature));
        }
    }

    /// The clauses with this literal, dead ones not among them.
    pub fn of(&mut self, solver: &Cdcl<'_>, lit: Lit) -> &[(ClauseRef, Signature)] {
        let list = &mut self.lists[lit.code()];
        list.retain(|&(clause, _)| !solver.clauses.is_dead(clause));
        list
    }

    /// About how many there are.
    pub fn count(&self, lit: Lit) -> usize {
        self.lists[lit.code()].len()
    }

    /// A literal was taken out of a clause.
    pub fn remove(&mut self, lit: Lit, clause: ClauseRef) {
        self.lists[lit.code()].retain(|&(other, _)| other != clause);
    }
}
