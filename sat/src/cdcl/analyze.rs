//! Learning from a conflict.
//!
//! The violated clause is resolved with the reasons of its literals, latest first, until one literal of the
//! highest level is left: the first unique implication point (Marques-Silva, Sakallah, GRASP, 1996). Literals
//! that follow from the others are then dropped, recursively (Sörensson, Biere 2009). What was found out
//! about a literal on the way is kept for those after it. Whatever took part is bumped.

use super::Cdcl;
use super::clauses::ClauseRef;
use crate::{Lit, Var};

/// The learned clause and scratch space.
#[derive(Default)]
pub(super) struct ConflictAnalysis {
    /// The learned clause: the asserting literal, then one of the asserting level, then the rest.
    pub clause: Vec<Lit>,
    /// The knowledge of each variable in the present analysis.
    marks: Vec<SeenMark>,
    /// The variables with a mark.
    marked: Vec<u32>,
    /// The number of them that took part in the derivation, and not only in the minimisation.
    derived: usize,
    /// Literals still to be shown redundant, with the next literal of their reason to look at.
    stack: Vec<(Lit, ClauseRef, usize)>,
    /// The count of the last analysis that met each level, and the number of the clause's literals
    /// in it.
    levels: Vec<(u64, u32)>,
    /// Count of analyses and of glues.
    count: u64,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum SeenMark {
    #[default]
    None,
    /// It is in the clause, or was resolved away.
    Seen,
    /// Follows from the clause.
    Redundant,
    /// Does not, as far as is known.
    Needed,
}

/// Chains of reasons are followed so far.
const DEPTH: usize = 1000;

impl ConflictAnalysis {
    pub fn grow(&mut self, variables: usize) {
        self.marks.resize(variables, SeenMark::None);
        self.grow_levels(variables);
    }

    /// Makes room for so many levels above the root.
    pub fn grow_levels(&mut self, levels: usize) {
        self.levels.resize(self.levels.len().max(levels + 1), (0, 0));
    }

    fn mark(&mut self, var: usize, mark: SeenMark) {
        if self.marks[var] == SeenMark::None {
            self.marked.push(var as u32);
        }
        self.marks[var] = mark;
    }
}

impl Cdcl<'_> {
    /// Learns from a violated clause, goes back to where that asserts something, and asserts it.
    pub(super) fn resolve(&mut self, conflict: ClauseRef) {
        self.conflicts += 1;
        if self.depth() == 0 {
            return self.refute();
        }
        self.note_phases();
        self.derive(conflict);
        self.analysis.derived = self.analysis.marked.len();
        let glue = self.glue_of_clause();
        self.minimize();
        self.bump_derived();
        self.forget_marks();
        let glue = glue.min(self.analysis.clause.len() as u32 - 1);
        self.restarts.conflict(glue);
        let asserting = self.asserting_level();
        self.backtrack(asserting);
        self.assert_learned(glue);
    }

    fn assert_learned(&mut self, glue: u32) {
        let clause = std::mem::take(&mut self.analysis.clause);
        self.trace.add(&clause);
        if let [unit] = clause[..] {
            self.assign(unit, None);
        } else {
            let stored = self.learn(&clause, glue);
            self.clauses.set_used(stored, 1 + u32::from(glue <= super::clauses::GOOD_GLUE));
            self.assign(clause[0], Some(stored));
        }
        self.analysis.clause = clause;
    }

    fn derive(&mut self, conflict: ClauseRef) {
        self.analysis.clause.clear();
        self.analysis.clause.push(Var::new(0).positive());
        let (mut open, mut index) = (self.collect(conflict, None), self.trail.len());
        loop {
            index -= 1;
            let lit = self.trail[index];
            if self.analysis.marks[lit.var().index()] == SeenMark::None {
                continue;
            }
            open -= 1;
            if open == 0 {
                self.analysis.clause[0] = !lit;
                return;
            }
            let reason = self.reason_of(lit).expect("only the decision of a level has none");
            open += self.collect(reason, Some(lit));
        }
    }

    /// Marks the literals of a clause and collects those of lower levels. Returns the number of
    /// new ones of the highest level.
    fn collect(&mut self, clause: ClauseRef, implied: Option<Lit>) -> usize {
        let depth = self.depth();
        self.note_use(clause);
        let mut open = 0;
        for index in 0..self.clauses.len(clause) {
            let lit = self.clauses.lit(clause, index);
            let var = lit.var().index();
            let level = self.places[var].level;
            if Some(lit) == implied || level == 0 || self.analysis.marks[var] != SeenMark::None {
                continue;
            }
            self.analysis.mark(var, SeenMark::Seen);
            if level == depth {
                open += 1;
            } else {
                self.analysis.clause.push(lit);
            }
        }
        self.ticks += 1;
        open
    }

    /// A learned clause that is of use is kept longer, and its glue may be better than it was.
    fn note_use(&mut self, clause: ClauseRef) {
        if !self.clauses.is_learned(clause) {
            return;
        }
        let mut glue = self.clauses.glue(clause);
        if glue > super::clauses::BEST_GLUE {
            let now = self.count_levels(clause);
            if now < glue {
                glue = now;
                self.clauses.set_glue(clause, glue);
            }
        }
        self.clauses.set_used(clause, 1 + u32::from(glue <= super::clauses::GOOD_GLUE));
    }

    /// One less than the number of levels among the literals.
    fn count_levels(&mut self, clause: ClauseRef) -> u32 {
        self.analysis.count += 1;
        let mut levels = 0u32;
        for index in 0..self.clauses.len(clause) {
            let level = self.level_of(self.clauses.lit(clause, index));
            let met = &mut self.analysis.levels[level as usize];
            levels += u32::from(met.0 != self.analysis.count);
            met.0 = self.analysis.count;
        }
        levels.saturating_sub(1)
    }

    /// The same for the clause at hand. It also counts how many of its literals each level has.
    fn glue_of_clause(&mut self) -> u32 {
        self.analysis.count += 1;
        let mut levels = 0;
        for lit in &self.analysis.clause {
            let met = &mut self.analysis.levels[self.places[lit.var().index()].level as usize];
            if met.0 != self.analysis.count {
                *met = (self.analysis.count, 0);
                levels += 1;
            }
            met.1 += 1;
        }
        levels - 1
    }

    /// Drops the literals that are implied false by the others.
    fn minimize(&mut self) {
        let mut clause = std::mem::take(&mut self.analysis.clause);
        let mut first = true;
        clause.retain(|&lit| std::mem::take(&mut first) || !self.is_redundant(lit));
        self.analysis.clause = clause;
    }

    /// True if the reasons of this literal lead back to nothing but literals of the clause.
    fn is_redundant(&mut self, lit: Lit) -> bool {
        // Alone on its level it cannot follow from the others.
        let is_alone = self.analysis.levels[self.level_of(lit) as usize].1 < 2;
        let Some(reason) = self.reason_of(lit).filter(|_| !is_alone) else {
            return false;
        };
        self.analysis.stack.clear();
        self.analysis.stack.push((lit, reason, 0));
        while let Some((lit, reason, index)) = self.analysis.stack.pop() {
            if index == self.clauses.len(reason) {
                if !self.analysis.stack.is_empty() {
                    self.analysis.mark(lit.var().index(), SeenMark::Redundant);
                }
                continue;
            }
            self.analysis.stack.push((lit, reason, index + 1));
            let other = self.clauses.lit(reason, index);
            let var = other.var().index();
            if other.var() == lit.var() || self.places[var].level == 0 {
                continue;
            }
            match self.analysis.marks[var] {
                SeenMark::Seen | SeenMark::Redundant => continue,
                SeenMark::Needed => return self.stack_is_needed(),
                SeenMark::None => {}
            }
            let level = self.analysis.levels[self.places[var].level as usize];
            let is_far = level.0 != self.analysis.count || self.analysis.stack.len() > DEPTH;
            match self.places[var].reason.filter(|_| !is_far) {
                Some(reason) => self.analysis.stack.push((other, reason, 0)),
                None => {
                    self.analysis.mark(var, SeenMark::Needed);
                    return self.stack_is_needed();
                }
            }
        }
        true
    }

    /// All that waited for a literal that is needed are needed.
    fn stack_is_needed(&mut self) -> bool {
        while let Some((lit, ..)) = self.analysis.stack.pop() {
            // The lowest one is a literal of the clause and stays what it is.
            if !self.analysis.stack.is_empty() {
                self.analysis.mark(lit.var().index(), SeenMark::Needed);
            }
        }
        false
    }

    fn bump_derived(&mut self) {
        let marked = std::mem::take(&mut self.analysis.marked);
        self.bump(&marked[..self.analysis.derived]);
        self.analysis.marked = marked;
    }

    fn forget_marks(&mut self) {
        for var in self.analysis.marked.drain(..) {
            self.analysis.marks[var as usize] = SeenMark::None;
        }
    }

    /// Brings a literal of the asserting level to the second place, and returns this level.
    fn asserting_level(&mut self) -> u32 {
        let level = |lit: &Lit| self.level_of(*lit);
        let rest = self.analysis.clause.iter().enumerate().skip(1);
        let Some((highest, _)) = rest.max_by_key(|(_, lit)| level(lit)) else {
            return 0;
        };
        self.analysis.clause.swap(1, highest);
        self.level_of(self.analysis.clause[1])
    }

    /// The decisions that lead to these literals, by their reasons.
    pub(super) fn decisions_behind(&mut self, lits: impl Iterator<Item = Lit>) -> Vec<Lit> {
        for lit in lits {
            if self.level_of(lit) > 0 {
                self.analysis.mark(lit.var().index(), SeenMark::Seen);
            }
        }
        let mut decisions = Vec::new();
        let start = self.levels.get(1).map_or(self.trail.len(), |&start| start as usize);
        for index in (start..self.trail.len()).rev() {
            let lit = self.trail[index];
            if self.analysis.marks[lit.var().index()] == SeenMark::None {
                continue;
            }
            let Some(reason) = self.reason_of(lit) else {
                decisions.push(lit);
                continue;
            };
            for at in 0..self.clauses.len(reason) {
                let other = self.clauses.lit(reason, at);
                if self.level_of(other) > 0 {
                    self.analysis.mark(other.var().index(), SeenMark::Seen);
                }
            }
        }
        self.forget_marks();
        decisions
    }
}
