//! Levels and assignments.

use super::Cdcl;
use super::clauses::{ClauseRef, Watch};
use crate::Lit;

/// The place where a variable got its value.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct VariablePlace {
    pub level: u32,
    /// The clause that implied it, or none for decisions and at the root.
    pub reason: Option<ClauseRef>,
}

impl Cdcl<'_> {
    /// 1 if true, −1 if false, 0 if unassigned.
    #[inline(always)]
    pub(super) fn value_of(&self, lit: Lit) -> i8 {
        self.values[lit.code()]
    }

    #[inline(always)]
    pub(super) fn level_of(&self, lit: Lit) -> u32 {
        self.places[lit.var().index()].level
    }

    #[inline(always)]
    pub(super) fn reason_of(&self, lit: Lit) -> Option<ClauseRef> {
        self.places[lit.var().index()].reason
    }

    /// The number of the highest level.
    #[inline(always)]
    pub(super) fn depth(&self) -> u32 {
        self.levels.len() as u32 - 1
    }

    /// Opens a level with a decision.
    pub(super) fn open_level(&mut self, lit: Lit) {
        self.levels.push(self.trail.len() as u32);
        self.assign(lit, None);
    }

    /// Opens a level without a decision, for an assumption that holds already.
    pub(super) fn open_empty_level(&mut self) {
        self.levels.push(self.trail.len() as u32);
    }

    /// Makes an unassigned literal true at the highest level.
    #[inline(always)]
    pub(super) fn assign(&mut self, lit: Lit, reason: Option<ClauseRef>) {
        debug_assert_eq!(self.value_of(lit), 0, "{lit:?} has a value already");
        let level = self.depth();
        self.values[lit.code()] = 1;
        self.values[(!lit).code()] = -1;
        let reason = if level == 0 { self.holds_for_good(lit, reason) } else { reason };
        self.places[lit.var().index()] = VariablePlace { level, reason };
        self.trail.push(lit);
    }

    /// A literal that holds at the root needs no reason: the proof has it as a clause of its own,
    /// so the one that implied it may go.
    #[cold]
    fn holds_for_good(&mut self, lit: Lit, reason: Option<ClauseRef>) -> Option<ClauseRef> {
        if reason.is_some() {
            self.trace.add(&[lit]);
        }
        None
    }

    /// Undoes all levels above `depth`.
    pub(super) fn backtrack(&mut self, depth: u32) {
        if self.depth() <= depth {
            return;
        }
        let start = self.levels[depth as usize + 1] as usize;
        for index in start..self.trail.len() {
            let lit = self.trail[index];
            self.values[lit.code()] = 0;
            self.values[(!lit).code()] = 0;
            let var = lit.var().index();
            self.phases.save(lit);
            self.queue.reconsider(var);
            self.activity.insert(var as u32);
        }
        self.trail.truncate(start);
        self.levels.truncate(depth as usize + 1);
        self.propagated = self.propagated.min(start);
    }

    /// Watches the first two literals of a clause.
    pub(super) fn watch(&mut self, clause: ClauseRef) {
        let is_binary = self.clauses.len(clause) == 2;
        let (first, second) = (self.clauses.lit(clause, 0), self.clauses.lit(clause, 1));
        self.watches[(!first).code()].push(Watch::new(clause, is_binary, second));
        self.watches[(!second).code()].push(Watch::new(clause, is_binary, first));
    }

    /// Adds a clause that follows. Either none of its literals has a value, or the first one is to be asserted.
    pub(super) fn learn(&mut self, clause: &[Lit], glue: u32) -> ClauseRef {
        let stored = self.clauses.push(clause, Some(glue));
        self.watch(stored);
        stored
    }

    /// Adds a clause of the formula at the root.
    pub(super) fn add_given(&mut self, given: &[Lit]) {
        let mut clause = std::mem::take(&mut self.scratch);
        clause.clear();
        clause.extend(given);
        self.add_scratch(given.len(), &mut clause);
        self.scratch = clause;
    }

    /// The same of one with so many literals, some perhaps the same, that may be rewritten.
    fn add_scratch(&mut self, given: usize, clause: &mut Vec<Lit>) {
        clause.sort_unstable();
        clause.dedup();
        let holds = |&lit: &Lit| self.value_of(lit) > 0;
        if clause.windows(2).any(|pair| pair[0] == !pair[1]) || clause.iter().any(holds) {
            return;
        }
        clause.retain(|&lit| self.value_of(lit) == 0);
        if clause.len() < given {
            self.trace.add(clause);
        }
        match clause[..] {
            [] => self.refute(),
            [unit] => {
                self.assign(unit, None);
                if self.propagate().is_some() {
                    self.refute();
                }
            }
            _ => {
                let stored = self.clauses.push(clause, None);
                self.watch(stored);
            }
        }
    }
}
