//! Unit propagation with two watched literals.
//!
//! Nearly all of the time goes here. A clause is looked at only when one of its two watched
//! literals becomes false (Moskewicz and others, Chaff, 2001), and not even then if its *blocker*,
//! another literal that stands in the watch list itself, is true (Sörensson, Eén, MiniSat 2.1,
//! 2008). A clause of two literals is wholly in the watch list. Lists are not undone on
//! backtracking.

use super::Enumerator;
use super::clauses::{ClauseRef, Watch};
use crate::Lit;

impl Enumerator {
    /// Propagates all that is on the trail. Returns the violated clause, if one turns up.
    pub(super) fn propagate(&mut self) -> Option<ClauseRef> {
        if let Some(violated) = self.violated.take() {
            return Some(violated);
        }
        let before = self.propagated;
        let conflict = if self.bounds.is_empty() {
            self.propagate_trail::<false>()
        } else {
            self.propagate_with_bounds()
        };
        self.statistics.propagations += (self.propagated - before) as u64;
        conflict
    }

    /// Bounds wait until all literals have been propagated, so that they go as far as they can at once.
    fn propagate_with_bounds(&mut self) -> Option<ClauseRef> {
        loop {
            let conflict = self.propagate_trail::<true>().or_else(|| self.propagate_bounds());
            if conflict.is_some() || self.propagated == self.trail.len() {
                return conflict;
            }
        }
    }

    /// After a conflict the literal that led to it still counts as not propagated: if it survives
    /// the backjump, the rest of its watch list is due.
    fn propagate_trail<const BOUNDS: bool>(&mut self) -> Option<ClauseRef> {
        while let Some(&lit) = self.trail.get(self.propagated) {
            if !BOUNDS || !self.watches[lit.code()].is_empty() {
                let mut watches = std::mem::take(&mut self.watches[lit.code()]);
                let conflict = self.visit(lit, &mut watches);
                self.watches[lit.code()] = watches;
                if conflict.is_some() {
                    return conflict;
                }
            }
            if BOUNDS {
                let conflict = self.note_bounds(lit);
                if conflict.is_some() {
                    return conflict;
                }
            }
            self.propagated += 1;
        }
        None
    }

    /// Looks at the clauses that watch the negation of `lit`, and removes from the list those that
    /// found another literal to watch.
    #[inline(always)]
    fn visit(&mut self, lit: Lit, watches: &mut Vec<Watch>) -> Option<ClauseRef> {
        let depth = self.depth();
        let (mut read, mut write) = (0, 0);
        let mut conflict = None;
        while read < watches.len() {
            let watch = watches[read];
            read += 1;
            if self.value_of(watch.blocker) > 0 {
                watches[write] = watch;
                write += 1;
                continue;
            }
            let visit = if watch.is_binary() {
                WatchOutcome::Other(watch.blocker)
            } else {
                self.visit_long(watch, !lit)
            };
            let WatchOutcome::Other(other) = visit else {
                continue;
            };
            watches[write] = watch.with_blocker(other);
            write += 1;
            match self.value_of(other) {
                0 => self.assign(other, Some(watch.clause()), depth),
                1 => {}
                _ => {
                    conflict = Some(watch.clause());
                    break;
                }
            }
        }
        if write < read {
            watches.copy_within(read.., write);
            watches.truncate(watches.len() - (read - write));
        }
        conflict
    }

    /// Looks at a clause of more than two literals, in which the watched `lost` became false.
    #[inline(always)]
    fn visit_long(&mut self, watch: Watch, lost: Lit) -> WatchOutcome {
        let [first, second, rest @ ..] = self.clauses.codes_mut(watch.clause()) else {
            unreachable!("a long clause has more than two literals")
        };
        // Which of the two is lost is as good as random: a branch would be mispredicted.
        let lost = lost.code() as u32;
        (*first, *second) = (*first ^ *second ^ lost, lost);
        let other = Lit::from_code(*first as usize);
        let values = &self.values;
        if values[other.code()] > 0 {
            return WatchOutcome::Other(other);
        }
        for literal in rest {
            let code = *literal as usize;
            if values[code] >= 0 {
                std::mem::swap(second, literal);
                self.watches[code ^ 1].push(watch.with_blocker(other));
                return WatchOutcome::Moved;
            }
        }
        WatchOutcome::Other(other)
    }
}

/// The outcome for a clause that lost a watched literal.
enum WatchOutcome {
    /// Another literal is watched in its place.
    Moved,
    /// It all depends on this other watched literal: it is true, or all literals but it are false.
    Other(Lit),
}
