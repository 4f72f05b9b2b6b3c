//! Elimination of variables: their clauses are replaced by all resolvents, where these are hardly more (Davis, Putnam
//! 1960, NiVER of Subbarayan, Pradhan 2004, and SatELite of Eén, Biere 2005). The gates of a circuit go this way, and
//! with them what propagation passes on only. Frozen variables stay.

use super::subsume::{Occurrences, sign};
use crate::cdcl::Cdcl;
use crate::cdcl::clauses::ClauseRef;
use crate::{Lit, Var};

/// A literal with more clauses stays.
const MANY: usize = 60;
/// A resolvent with more literals is not made.
const LONG: usize = 60;
/// The number of additional clauses that are allowed, from round to round.
const MORE: [usize; 4] = [0, 4, 8, 16];

/// The ticks that a formula may take for each of its literals, where it is simplified by itself.
const TICKS: u64 = 128;

impl Cdcl<'_> {
    /// The clauses after subsumption, strengthening and elimination, or `None` if they are refuted. So many more clauses than
    /// before may stand for a variable that is gone. What propagation of the given clauses finds of a variable that is left, that
    /// of these finds. Each is sorted, and the shorter ones come first.
    ///
    /// There are two rounds if there is anything to eliminate: the second makes shorter what the first has made, and a third
    /// finds next to nothing.
    pub(crate) fn simplified(mut self, more: usize) -> Option<Vec<Vec<Lit>>> {
        self.backtrack(0);
        self.inprocessing.marks.resize(self.places.len(), 0);
        let literals: usize = self.clauses.given.iter().map(|&c| self.clauses.len(c)).sum();
        let ticks = literals as u64 * TICKS;
        let mut holds = self.settle() && self.clean() && self.resolve_away(more, ticks);
        if holds && self.eliminated.is_gone.contains(&true) {
            holds = self.resolve_away(more, ticks);
        }
        let fixed = self.trail.iter().map(|&lit| vec![lit]);
        let given = self.clauses.given.iter().filter(|&&clause| !self.clauses.is_dead(clause));
        let given = given.map(|&clause| {
            let mut lits: Vec<Lit> = self.clauses.lits(clause).collect();
            lits.sort_unstable();
            lits
        });
        let mut clauses: Vec<Vec<Lit>> = fixed.chain(given).collect();
        clauses.sort_unstable_by(|a, b| (a.len(), a).cmp(&(b.len(), b)));
        clauses.dedup();
        holds.then_some(clauses)
    }

    /// Subsumes and eliminates as far as a limit of ticks goes. Returns false if the clauses are refuted.
    pub(super) fn eliminate(&mut self, ticks: u64) -> bool {
        let given = self.clauses.given.len();
        let round = self.inprocessing.rounds as usize;
        if round >= MORE.len() && given == self.inprocessing.eliminated_at {
            return true;
        }
        let holds = self.resolve_away(MORE[round.min(MORE.len() - 1)], ticks);
        self.inprocessing.eliminated_at = self.clauses.given.len();
        holds
    }

    fn resolve_away(&mut self, more: usize, ticks: u64) -> bool {
        let limit = self.ticks + ticks.max(self.clauses.given.len() as u64 * 4);
        self.watches.iter_mut().for_each(Vec::clear);
        let mut occurrences = Occurrences::new(self);
        let mut queue = self.clauses.given.clone();
        // The shorter ones first: they come off the end.
        queue.sort_by_key(|&clause| std::cmp::Reverse(self.clauses.len(clause)));
        let holds = self.subsume(&mut queue, &mut occurrences, limit)
            && self.eliminate_each(more, &mut queue, &mut occurrences, limit);
        if !holds {
            return false;
        }
        self.forget_eliminated();
        self.clean_and_watch()
    }

    /// Tries all variables, the cheapest first, and again as long as some of them go.
    fn eliminate_each(
        &mut self,
        more: usize,
        queue: &mut Vec<ClauseRef>,
        occurrences: &mut Occurrences,
        limit: u64,
    ) -> bool {
        let mut candidates: Vec<u32> = (0..self.places.len() as u32).collect();
        for _ in 0..3 {
            let cost = |var: u32| {
                let lit = Var::new(var).positive();
                occurrences.count(lit) * occurrences.count(!lit)
            };
            let mut ordered: Vec<(usize, u32)> =
                candidates.iter().map(|&var| (cost(var), var)).collect();
            ordered.sort_unstable();
            let mut touched = vec![false; self.places.len()];
            for (_, var) in ordered {
                if self.ticks > limit || self.effort.is_stopped() {
                    return !self.is_refuted;
                }
                if self.try_to_eliminate(Var::new(var), more, queue, occurrences, &mut touched)
                    && !self.subsume(queue, occurrences, limit)
                {
                    return false;
                }
            }
            candidates =
                (0..self.places.len() as u32).filter(|&var| touched[var as usize]).collect();
            if candidates.is_empty() {
                break;
            }
        }
        true
    }

    /// Tries to eliminate the variable. Returns true if that was done.
    fn try_to_eliminate(
        &mut self,
        var: Var,
        more: usize,
        queue: &mut Vec<ClauseRef>,
        occurrences: &mut Occurrences,
        touched: &mut [bool],
    ) -> bool {
        let index = var.index();
        let pivot = var.positive();
        let stays =
            self.frozen[index] || self.eliminated.is_gone[index] || self.value_of(pivot) != 0;
        if stays || occurrences.count(pivot).min(occurrences.count(!pivot)) > MANY {
            return false;
        }
        let clauses = |list: &[(ClauseRef, _)]| list.iter().map(|&(c, _)| c).collect::<Vec<_>>();
        let with = clauses(occurrences.of(self, pivot));
        let without = clauses(occurrences.of(self, !pivot));
        if with.len() > MANY || without.len() > MANY {
            return false;
        }
        let most = with.len() + without.len() + more;
        let Some(resolvents) = self.resolvents(pivot, &with, &without, most) else { return false };
        for resolvent in &resolvents {
            resolvent.iter().for_each(|lit| touched[lit.var().index()] = true);
            self.add_resolvent(resolvent, queue, occurrences);
        }
        for (witness, list) in [(pivot, with), (!pivot, without)] {
            for clause in list {
                let lits: Vec<Lit> = self.clauses.lits(clause).collect();
                lits.iter().for_each(|lit| touched[lit.var().index()] = true);
                self.eliminated.keep(witness, lits);
                self.delete(clause);
            }
        }
        self.eliminated.is_gone[index] = true;
        true
    }

    /// All resolvents, unless they are too many.
    fn resolvents(
        &mut self,
        pivot: Lit,
        with: &[ClauseRef],
        without: &[ClauseRef],
        most: usize,
    ) -> Option<Vec<Vec<Lit>>> {
        let mut resolvents = Vec::new();
        for &first in with {
            let lits: Vec<Lit> = self.clauses.lits(first).filter(|&lit| lit != pivot).collect();
            self.mark(&lits);
            self.ticks += 1 + without.len() as u64;
            let made = without.iter().all(|&second| {
                let Some(resolvent) = self.resolvent(&lits, second, !pivot) else { return true };
                let fits = resolvent.len() <= LONG && resolvents.len() < most;
                resolvents.push(resolvent);
                fits
            });
            self.unmark(&lits);
            if !made {
                return None;
            }
        }
        Some(resolvents)
    }

    /// The resolvent of marked literals with a clause, or none if it is always true.
    fn resolvent(&self, first: &[Lit], second: ClauseRef, pivot: Lit) -> Option<Vec<Lit>> {
        let mut resolvent = first.to_vec();
        for lit in self.clauses.lits(second).filter(|&lit| lit != pivot) {
            match self.inprocessing.marks[lit.var().index()] * sign(lit) {
                1 => {}
                -1 => return None,
                _ => resolvent.push(lit),
            }
        }
        Some(resolvent)
    }

    fn add_resolvent(
        &mut self,
        resolvent: &[Lit],
        queue: &mut Vec<ClauseRef>,
        occurrences: &mut Occurrences,
    ) {
        if resolvent.iter().any(|&lit| self.value_of(lit) > 0) {
            return;
        }
        self.trace.add(resolvent);
        match *resolvent {
            [] => self.refute(),
            [unit] if self.value_of(unit) < 0 => self.refute(),
            [unit] => self.assign(unit, None),
            _ => {
                let stored = self.clauses.push(resolvent, None);
                occurrences.add(self, stored);
                queue.push(stored);
            }
        }
    }

    /// Learned clauses that mention eliminated variables go.
    fn forget_eliminated(&mut self) {
        for clause in self.clauses.learned.clone() {
            let is_gone = |lit: Lit| self.eliminated.is_gone[lit.var().index()];
            if !self.clauses.is_dead(clause) && self.clauses.lits(clause).any(is_gone) {
                self.delete(clause);
            }
        }
    }
}

// Eliminated variables: their values in a model, and how they come back.
//
// The clauses of an eliminated variable are kept here. A model of the others is extended from the end: where a
// clause does not hold, the variable for which it was removed is flipped (Järvisalo, Heule, Biere 2012). If
// such a variable is mentioned again, all of them come back with all their clauses, and are not eliminated any
// more. What was learned in the meantime follows from the clauses that come back.
//
// *Rejected.* To bring back one variable with those that depend on it (Fazekas, Biere, Scholl 2019): a caller that
// asks again freezes the variables that it will mention, so this hardly happens.

#[derive(Default)]
pub(in crate::cdcl) struct EliminatedVariables {
    /// True for each variable that is eliminated.
    pub is_gone: Vec<bool>,
    /// The clauses that were removed, each after the literal that makes it hold.
    clauses: Vec<(Lit, Vec<Lit>)>,
}

impl EliminatedVariables {
    pub fn grow(&mut self, variables: usize) {
        self.is_gone.resize(variables, false);
    }

    pub fn keep(&mut self, witness: Lit, clause: Vec<Lit>) {
        self.clauses.push((witness, clause));
    }
}

impl Cdcl<'_> {
    /// The values of all variables.
    pub(in crate::cdcl) fn model(&self) -> Vec<bool> {
        let variables = 0..self.places.len();
        let mut model: Vec<bool> = variables.map(|var| self.values[2 * var] > 0).collect();
        for (witness, clause) in self.eliminated.clauses.iter().rev() {
            if !clause.iter().any(|lit| model[lit.var().index()] == lit.is_positive()) {
                model[witness.var().index()] = witness.is_positive();
            }
        }
        model
    }

    /// If one of these literals was eliminated, brings all back.
    pub(in crate::cdcl) fn bring_back(&mut self, lits: &[Lit]) {
        if !lits.iter().any(|lit| self.eliminated.is_gone[lit.var().index()]) {
            return;
        }
        self.backtrack(0);
        for (var, is_gone) in self.eliminated.is_gone.iter_mut().enumerate() {
            self.frozen[var] |= std::mem::take(is_gone);
            self.activity.insert(var as u32);
        }
        for (_, clause) in std::mem::take(&mut self.eliminated.clauses) {
            self.trace.add(&clause);
            self.add_given(&clause);
        }
        (0..self.places.len()).for_each(|var| self.queue.reconsider(var));
    }
}
