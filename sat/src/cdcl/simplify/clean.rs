//! Removes clauses that literals of the root make true, and shortens others.

use crate::Lit;
use crate::cdcl::Cdcl;
use crate::cdcl::clauses::ClauseRef;

impl Cdcl<'_> {
    /// Drops what is true or false at the root, if there is anything new. Returns false if the clauses are refuted.
    pub(super) fn clean(&mut self) -> bool {
        debug_assert_eq!(self.depth(), 0);
        if self.trail.len() == self.inprocessing.cleaned {
            return true;
        }
        self.clean_and_watch()
    }

    /// Cleans all clauses and watches them anew.
    pub(super) fn clean_and_watch(&mut self) -> bool {
        // Literals that are found from here on are propagated at the end.
        self.propagated = self.trail.len();
        self.inprocessing.cleaned = self.trail.len();
        for clause in self.clauses.alive() {
            if !self.clean_clause(clause) {
                return false;
            }
        }
        self.watches.iter_mut().for_each(Vec::clear);
        self.clauses.close_up();
        let all = self.clauses.alive();
        // Clauses of two literals first, since they are looked at first.
        for is_binary in [true, false] {
            for &clause in &all {
                if (self.clauses.len(clause) == 2) == is_binary {
                    self.watch(clause);
                }
            }
        }
        self.settle()
    }

    /// Propagates at the root. Returns false if the clauses are refuted.
    pub(super) fn settle(&mut self) -> bool {
        if self.propagate().is_some() {
            self.refute();
        }
        !self.is_refuted
    }

    fn clean_clause(&mut self, clause: ClauseRef) -> bool {
        if self.clauses.lits(clause).any(|lit| self.values[lit.code()] > 0) {
            self.delete(clause);
            return true;
        }
        let open = |lit: &Lit| self.values[lit.code()] == 0;
        let left: Vec<Lit> = self.clauses.lits(clause).filter(open).collect();
        if left.len() < self.clauses.len(clause) {
            self.shorten(clause, &left);
        }
        !self.is_refuted
    }

    /// Replaces the literals of a clause that is not watched by some of them.
    pub(super) fn shorten(&mut self, clause: ClauseRef, left: &[Lit]) {
        match *left {
            [] => self.refute(),
            [unit] => {
                self.trace.add(left);
                self.delete(clause);
                self.assign(unit, None);
            }
            _ => {
                self.trace.add(left);
                self.trace.delete(self.clauses.lits(clause));
                self.clauses.shrink(clause, left);
            }
        }
    }
}
