//! Subsumption and strengthening.
//!
//! A clause makes every clause superfluous that contains it. If a clause contains it but for the sign of
//! one literal, that literal is taken out (self-subsumption: Eén, Biere, SatELite, SAT 2005). Asked of the shorter
//! clause, which is looked for under its rarest variable.

use crate::Lit;
use crate::cdcl::Cdcl;
use crate::cdcl::clauses::ClauseRef;

/// The effect of a clause on another one.
enum Simplification {
    None,
    Subsumes,
    /// This literal of the other clause goes.
    Removes(Lit),
}

/// The clauses of a literal with more of them are not tried.
const MANY: usize = 1000;

impl Cdcl<'_> {
    /// Uses the clauses of a queue, and those that become shorter by it, against all others, until so many
    /// ticks are spent. False if the clauses are refuted.
    pub(super) fn subsume(
        &mut self,
        queue: &mut Vec<ClauseRef>,
        occurrences: &mut Occurrences,
        limit: u64,
    ) -> bool {
        while let Some(clause) = queue.pop() {
            if self.ticks > limit || self.effort.is_stopped() {
                queue.clear();
                return true;
            }
            if !self.clauses.is_dead(clause) {
                self.subsume_by(clause, queue, occurrences);
            }
            if !self.settle_in(queue, occurrences) {
                return false;
            }
        }
        true
    }

    fn subsume_by(
        &mut self,
        clause: ClauseRef,
        queue: &mut Vec<ClauseRef>,
        occurrences: &mut Occurrences,
    ) {
        let lits: Vec<Lit> = self.clauses.lits(clause).collect();
        let count = |lit: &&Lit| occurrences.count(**lit) + occurrences.count(!**lit);
        let rarest = *lits.iter().min_by_key(count).expect("no clause is empty");
        let bits = signature(lits.iter().copied());
        self.mark(&lits);
        for lit in [rarest, !rarest] {
            if occurrences.count(lit) > MANY {
                continue;
            }
            let others = occurrences.of(self, lit).to_vec();
            self.ticks += 1 + others.len() as u64 / 4;
            for (other, others_bits) in others {
                if other == clause || bits & !others_bits != 0 || self.clauses.is_dead(other) {
                    continue;
                }
                match self.effect(lits.len(), other) {
                    Simplification::None => {}
                    Simplification::Subsumes => self.delete(other),
                    Simplification::Removes(lit) => {
                        self.remove_literal(other, lit, occurrences);
                        queue.push(other);
                    }
                }
            }
        }
        self.unmark(&lits);
    }

    /// The effect of the marked clause of so many literals.
    fn effect(&mut self, len: usize, other: ClauseRef) -> Simplification {
        self.ticks += 1;
        if self.clauses.len(other) < len {
            return Simplification::None;
        }
        let (mut common, mut opposite) = (0, None);
        for lit in self.clauses.lits(other) {
            match self.inprocessing.marks[lit.var().index()] * sign(lit) {
                1 => common += 1,
                -1 if opposite.is_none() => opposite = Some(lit),
                -1 => return Simplification::None,
                _ => {}
            }
        }
        match opposite {
            None if common == len => Simplification::Subsumes,
            Some(lit) if common + 1 == len => Simplification::Removes(lit),
            _ => Simplification::None,
        }
    }

    fn remove_literal(&mut self, clause: ClauseRef, gone: Lit, occurrences: &mut Occurrences) {
        let left: Vec<Lit> = self.clauses.lits(clause).filter(|&lit| lit != gone).collect();
        occurrences.remove(gone, clause);
        match left[..] {
            [unit] if self.value_of(unit) != 0 => {
                if self.value_of(unit) < 0 {
                    self.refute();
                }
                self.delete(clause);
            }
            _ => self.shorten(clause, &left),
        }
    }

    /// Applies what holds at the root to the clauses in the lists. Returns false if they are refuted.
    pub(super) fn settle_in(
        &mut self,
        queue: &mut Vec<ClauseRef>,
        occurrences: &mut Occurrences,
    ) -> bool {
        while !self.is_refuted && self.propagated < self.trail.len() {
            let lit = self.trail[self.propagated];
            self.propagated += 1;
            for (clause, _) in occurrences.of(self, lit).to_vec() {
                self.delete(clause);
            }
            // The list goes as a whole: to look for each clause in it would take the square of its length.
            for (clause, _) in occurrences.take(self, !lit) {
                self.remove_literal(clause, !lit, occurrences);
                queue.push(clause);
            }
        }
        !self.is_refuted
    }

    pub(super) fn mark(&mut self, lits: &[Lit]) {
        lits.iter().for_each(|&lit| self.inprocessing.marks[lit.var().index()] = sign(lit));
    }

    pub(super) fn unmark(&mut self, lits: &[Lit]) {
        lits.iter().for_each(|&lit| self.inprocessing.marks[lit.var().index()] = 0);
    }
}

pub(super) fn sign(lit: Lit) -> i8 {
    if lit.is_positive() { 1 } else { -1 }
}

// The clauses of the formula in which each literal stands.

pub(super) struct Occurrences {
    lists: Vec<Vec<(ClauseRef, ClauseSignature)>>,
}

/// A set as bits: each literal's variable has one of 32 bits. If a set's signature is no subset of
/// another one's, the set is no subset of that set.
pub(super) type ClauseSignature = u32;

pub(super) fn signature(lits: impl Iterator<Item = Lit>) -> ClauseSignature {
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
    pub fn of(&mut self, solver: &Cdcl<'_>, lit: Lit) -> &[(ClauseRef, ClauseSignature)] {
        let list = &mut self.lists[lit.code()];
        list.retain(|&(clause, _)| !solver.clauses.is_dead(clause));
        list
    }

    /// The same, and the list is empty from now on.
    fn take(&mut self, solver: &Cdcl<'_>, lit: Lit) -> Vec<(ClauseRef, ClauseSignature)> {
        self.of(solver, lit);
        std::mem::take(&mut self.lists[lit.code()])
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
