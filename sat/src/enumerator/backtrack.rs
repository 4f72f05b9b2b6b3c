//! Going back: jumps after a conflict, flips after a model, and late assertions.
//!
//! *Problem.* A learned clause asserts its first literal at the *asserting level*, the highest
//! level of its others. If a flipped level lies above that one, the search must not jump so far:
//! it would forget which models were delivered. So it jumps to the flipped level and asserts there.
//! When it backtracks below that level later, the literal is unassigned again although the clause
//! still implies it, and no watch will notice.
//!
//! *Choice.* Each such clause is remembered with the level where its literal was placed. Entries
//! are stacked by that level. Undoing levels pops those placed above, and asserts them again one
//! level down if they still apply. A placed level only ever falls, so this costs little. A learned
//! unit clause is the case of asserting level 0. Its literal counts as level 0 wherever it stands
//! on the trail, since it holds for good.
//!
//! *Rejected.* Going through all such clauses at each flip: with a hundred learned units and a
//! million models this alone is a hundred million looks. Leaving it to the watches: this is sound,
//! but the search then finds out again and again what is known at a low level.

use super::clauses::ClauseRef;
use super::{Enumerator, Phase};
use crate::Lit;

/// A literal asserted at a higher level than where its clause implies it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Late {
    lit: Lit,
    pub clause: ClauseRef,
    /// The lowest level at which the clause implies the literal, which is 0 exactly for a unit clause.
    asserting: u32,
    /// The level at which it stands on the trail, above `asserting`. Never falls along the stack.
    placed: u32,
}

impl Enumerator {
    /// Learns from a violated clause and goes back to where the search is to continue.
    pub(super) fn resolve(&mut self, conflict: ClauseRef) {
        self.statistics.conflicts += 1;
        self.clauses.note_use(conflict);
        let highest = self.clauses.lits(conflict).map(|lit| self.level_of(lit)).max();
        let highest = highest.unwrap_or(0);
        if highest == 0 {
            return self.refute_all();
        }
        self.backtrack(highest);
        let region = self.top().last_flip;
        let exhausted = self.depth() == region;
        // A unit clause is not watched: learning it is what makes it hold.
        if exhausted && !self.options.learn && self.clauses.len(conflict) > 1 {
            return self.flip();
        }
        let (asserting, lbd) = self.analyze(conflict);
        let late = self.learn(asserting, lbd);
        if exhausted {
            self.late.push(late);
            self.flip();
        } else {
            self.backtrack(asserting.max(region));
            self.assert_late(late);
        }
    }

    /// Adds a clause that is violated by the present assignment, to be resolved next.
    pub(super) fn refute(&mut self, clause: &[Lit]) {
        let mut clause = clause.to_vec();
        clause.sort_unstable();
        clause.dedup();
        // A proof names the clause as it was given.
        clause.retain(|&lit| self.is_told() || self.level_of(lit) > 0);
        self.note_reasons();
        let stored = self.contradicted(clause, 0);
        self.clauses.push_refused(stored);
    }

    /// Notes which clauses are of use now.
    fn note_reasons(&mut self) {
        for lit in &self.trail {
            if let Some(reason) = self.reason[lit.var().index()].filter(|r| !r.is_implicit()) {
                self.clauses.note_use(reason);
            }
        }
    }

    /// Learns a clause that is violated by the present assignment, to be resolved next.
    pub(super) fn contradict(&mut self, clause: Vec<Lit>) {
        let lbd = clause.len() as u32;
        let stored = self.contradicted(clause, lbd);
        self.clauses.push_learned(stored);
    }

    /// Stores a violated clause, with the literals of the highest levels watched.
    fn contradicted(&mut self, mut clause: Vec<Lit>, lbd: u32) -> ClauseRef {
        clause.sort_by_key(|&lit| std::cmp::Reverse(self.level_of(lit)));
        let stored = self.attach(&clause, lbd);
        self.violated = Some(stored);
        stored
    }

    /// Turns to the other side of the last decision whose other side is still to be searched, and is not refuted: a literal that
    /// was decided may hold again, by a clause that came later (`elimination.rs`).
    pub(super) fn flip(&mut self) {
        self.forget_guidance();
        while let Some(last) = self.last_open() {
            self.tell_done(last);
            let level = self.levels[last as usize];
            let decided = self.trail[level.start as usize];
            self.backtrack(last - 1);
            if last == 1 {
                // What was learned holds here for good, and so does what follows. It would be undone with the flip, and
                // the root is never propagated again.
                self.settle();
                if self.state == Phase::Exhausted {
                    return;
                }
            }
            match self.value_of(decided) {
                0 => return self.open_level(!decided, level.position as usize, true),
                // The search is at the other side already: it is all that there is.
                -1 => return,
                _ => {}
            }
        }
        self.tell_end();
        self.state = Phase::Exhausted;
    }

    /// The highest level of a decision that is projected on and not flipped.
    fn last_open(&self) -> Option<u32> {
        let open = |&depth: &u32| {
            let level = self.levels[depth as usize];
            level.last_flip != depth && (level.position as usize) < self.projected
        };
        (1..=self.depth()).rev().find(open)
    }

    /// Undoes the levels above `depth`, then makes up for late assertions.
    pub(super) fn backtrack(&mut self, depth: u32) {
        if self.depth() <= depth {
            return;
        }
        self.undo(depth);
        self.violated = None;
        if self.late.last().is_some_and(|late| late.placed > depth) {
            let kept = self.late.partition_point(|late| late.placed <= depth);
            let popped = self.late.split_off(kept);
            let apply = popped.into_iter().filter(|late| late.asserting <= depth);
            apply.for_each(|late| self.assert_late(late));
        }
    }

    fn learn(&mut self, asserting: u32, lbd: u32) -> Late {
        let lits = std::mem::take(&mut self.analysis.clause);
        self.tell_learned(&lits);
        let clause = self.attach(&lits, lbd);
        self.clauses.push_learned(clause);
        let late = Late { lit: lits[0], clause, asserting, placed: self.depth() };
        self.analysis.clause = lits;
        late
    }

    /// A clause implies a literal that is not false, from the level `asserting` on.
    pub(super) fn imply_late(&mut self, lit: Lit, clause: ClauseRef, asserting: u32) {
        if self.value_of(lit) == 0 {
            self.assert_late(Late { lit, clause, asserting, placed: self.depth() });
        } else if asserting < self.level_of(lit) {
            let placed = self.level_of(lit);
            let at = self.late.partition_point(|late| late.placed <= placed);
            self.late.insert(at, Late { lit, clause, asserting, placed });
        }
    }

    /// Asserts a literal at the present level, and remembers it if it belongs lower.
    fn assert_late(&mut self, late: Late) {
        let depth = self.depth();
        match self.value_of(late.lit) {
            0 => {
                let level = if late.asserting == 0 { 0 } else { depth };
                self.assign(late.lit, Some(late.clause), level);
            }
            1 => {}
            _ => self.violated = Some(late.clause),
        }
        if late.asserting < depth {
            self.late.push(Late { placed: depth, ..late });
        }
    }
}
