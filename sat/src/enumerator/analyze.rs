//! Learning from a conflict.
//!
//! The violated clause is resolved with the reasons of its literals, latest first, until one
//! literal of the highest level is left: the first unique implication point (Marques-Silva,
//! Sakallah, GRASP, 1996, and Zhang and others 2001). Literals that follow from the others are then
//! dropped, recursively (Sörensson, Biere 2009). Flipped literals have no reason, so the result
//! follows from the clauses alone, whatever has been enumerated so far.

use super::Enumerator;
use super::clauses::ClauseRef;
use crate::Lit;

/// The learned clause and scratch space.
pub(super) struct LearnedConflict {
    /// The learned clause: the asserting literal, then one of the asserting level, then the rest.
    pub clause: Vec<Lit>,
    /// True for each variable that the present analysis has met.
    seen: Vec<bool>,
    /// The variables for which `seen` is to be reset.
    met: Vec<usize>,
    /// Literals still to be shown redundant.
    stack: Vec<Lit>,
    /// The literals of the clause at hand.
    lits: Vec<Lit>,
    /// The count of the analysis that met each level last.
    met_level: Vec<u64>,
    /// Count of analyses.
    count: u64,
}

impl LearnedConflict {
    pub fn new(variables: usize) -> Self {
        Self {
            clause: Vec::new(),
            seen: vec![false; variables],
            met: Vec::new(),
            stack: Vec::new(),
            lits: Vec::new(),
            met_level: vec![0; variables + 1],
            count: 0,
        }
    }
}

impl Enumerator {
    /// Derives a clause from a violated one that has a literal of the highest level. Returns the
    /// level where it asserts its first literal, and its LBD.
    pub(super) fn analyze(&mut self, conflict: ClauseRef) -> (u32, u32) {
        self.derive(conflict);
        self.minimize();
        for var in self.analysis.met.drain(..) {
            self.analysis.seen[var] = false;
        }
        (self.order_by_level(), self.count_levels())
    }

    fn derive(&mut self, conflict: ClauseRef) {
        self.analysis.clause.clear();
        let (mut open, mut index) = (self.collect(conflict, None), self.trail.len());
        loop {
            index -= 1;
            let lit = self.trail[index];
            if !self.analysis.seen[lit.var().index()] {
                continue;
            }
            open -= 1;
            if open == 0 {
                self.analysis.clause.push(!lit);
                let last = self.analysis.clause.len() - 1;
                return self.analysis.clause.swap(0, last);
            }
            let reason = self.reason[lit.var().index()];
            open += self.collect(reason.expect("only the decision of a level has none"), Some(lit));
        }
    }

    /// Marks the literals of a clause and collects those of lower levels. Returns the number of
    /// new ones of the highest level.
    fn collect(&mut self, clause: ClauseRef, implied: Option<Lit>) -> usize {
        let depth = self.depth();
        let mut open = 0;
        let lits = self.write_out(clause, implied);
        for lit in lits.iter().copied().filter(|&lit| Some(lit) != implied) {
            let var = lit.var().index();
            if self.level[var] == 0 || self.analysis.seen[var] {
                continue;
            }
            self.analysis.seen[var] = true;
            self.analysis.met.push(var);
            if self.level[var] == depth {
                open += 1;
            } else {
                self.analysis.clause.push(lit);
            }
        }
        self.analysis.lits = lits;
        open
    }

    /// The literals of a clause, or of the one that a reason without any stands for, in scratch space.
    fn write_out(&mut self, clause: ClauseRef, implied: Option<Lit>) -> Vec<Lit> {
        let mut lits = std::mem::take(&mut self.analysis.lits);
        match implied.filter(|_| clause.is_implicit()) {
            Some(implied) => self.write_reason(clause, implied, &mut lits),
            None => {
                lits.clear();
                lits.extend(self.clauses.lits(clause));
            }
        }
        lits
    }

    /// Drops the literals that are implied false by the others.
    fn minimize(&mut self) {
        let mut clause = std::mem::take(&mut self.analysis.clause);
        let mut first = true;
        clause.retain(|&lit| std::mem::take(&mut first) || !self.is_redundant(lit));
        self.analysis.clause = clause;
    }

    /// True if the reasons of this literal lead back to nothing but literals already met.
    fn is_redundant(&mut self, lit: Lit) -> bool {
        if self.reason[lit.var().index()].is_none() {
            return false;
        }
        let before = self.analysis.met.len();
        self.analysis.stack.clear();
        self.analysis.stack.push(lit);
        while let Some(lit) = self.analysis.stack.pop() {
            let reason = self.reason[lit.var().index()].expect("only implied ones are pushed");
            let lits = self.write_out(reason, Some(!lit));
            let is_redundant = lits.iter().all(|&other| self.leads_on(other));
            self.analysis.lits = lits;
            if !is_redundant {
                let new = self.analysis.met.drain(before..);
                new.for_each(|var| self.analysis.seen[var] = false);
                return false;
            }
        }
        true
    }

    /// Returns false if this literal was decided and not met. If it was not met, its reason is still to be looked at.
    fn leads_on(&mut self, lit: Lit) -> bool {
        let var = lit.var().index();
        if self.level[var] == 0 || self.analysis.seen[var] {
            return true;
        }
        if self.reason[var].is_none() {
            return false;
        }
        self.analysis.seen[var] = true;
        self.analysis.met.push(var);
        self.analysis.stack.push(lit);
        true
    }

    /// Brings a literal of the asserting level to the second place, and returns this level.
    fn order_by_level(&mut self) -> u32 {
        let level = |lit: &Lit| self.level[lit.var().index()];
        let rest = self.analysis.clause.iter().enumerate().skip(1);
        let Some((highest, _)) = rest.max_by_key(|(_, lit)| level(lit)) else {
            return 0;
        };
        self.analysis.clause.swap(1, highest);
        level(&self.analysis.clause[1])
    }

    fn count_levels(&mut self) -> u32 {
        self.analysis.count += 1;
        let mut levels = 0;
        for lit in &self.analysis.clause {
            let met = &mut self.analysis.met_level[self.level[lit.var().index()] as usize];
            levels += u32::from(std::mem::replace(met, self.analysis.count) != self.analysis.count);
        }
        levels
    }
}
