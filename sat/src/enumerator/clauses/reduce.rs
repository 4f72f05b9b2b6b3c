//! Forgetting clauses.
//!
//! Most learned clauses are never of use again, yet all of them are watched. When there are too
//! many, the worse half goes: those with more levels (LBD; Audemard, Simon 2009), then the longer
//! ones. Clauses that are reasons, or wait to be asserted late, stay. The limit grows by a
//! constant, so memory grows with the square root of the number of conflicts, and not with the
//! number of models.
//!
//! A refused clause goes if it has implied nothing between two looks. A model that it forbids may be found
//! again then, and be refused anew: seldom, since models that are near one another come one after the other.
//! *Rejected.* Keeping them for good: of 99,133 clauses that refuse graphs of 10 nodes nearly all are of use for a
//! while only, and 60 % of the time went by watching them.

use super::ClauseRef;
use crate::enumerator::Enumerator;

impl Enumerator {
    /// Forgets half of the learned clauses if they are too many, of the refused ones those that are of no use, and
    /// closes up the others.
    pub(in crate::enumerator) fn reduce(&mut self) {
        self.statistics.reductions += 1;
        self.clauses.reduction_is_due = false;
        let locked = self.locked();
        let is_locked = |clause: &ClauseRef| locked.binary_search(clause).is_ok();
        if self.clauses.are_many_refused() {
            self.forget_refused(is_locked);
        }
        let mut learned = std::mem::take(&mut self.clauses.learned);
        if learned.len() > self.clauses.limit {
            self.clauses.limit += self.options.reduce_at / 16 + 1;
            learned.sort_by_key(|&clause| (self.clauses.lbd(clause), self.clauses.len(clause)));
            let worse = learned.split_off(learned.len() / 2);
            learned.extend(worse.into_iter().filter(is_locked));
            learned.sort_unstable();
        }
        self.close_up(&learned);
    }

    /// Forgets the refused clauses that were of no use since the last time.
    fn forget_refused(&mut self, is_locked: impl Fn(&ClauseRef) -> bool) {
        let clauses = &mut self.clauses;
        let mut refused = std::mem::take(&mut clauses.refused);
        refused.retain(|&clause| clauses.take_use(clause) || is_locked(&clause));
        clauses.refused_limit = refused.len() * 3 / 2 + self.options.reduce_at / 2;
        clauses.refused = refused;
    }

    /// The clauses that must not be forgotten, sorted.
    fn locked(&self) -> Vec<ClauseRef> {
        let reasons = self.trail.iter().filter_map(|lit| self.reason[lit.var().index()]);
        let mut locked: Vec<_> = reasons.chain(self.late.iter().map(|late| late.clause)).collect();
        locked.sort_unstable();
        locked
    }

    /// Rebuilds what follows the formula's clauses: the refused ones that are left, and the learned ones that are
    /// `kept`.
    fn close_up(&mut self, kept: &[ClauseRef]) {
        let clauses = &mut self.clauses;
        for list in &mut self.watches {
            list.retain(|watch| !clauses.is_movable(watch.clause()));
        }
        let old = clauses.split_off_movable();
        let refused = clauses.refused.len();
        let left: Vec<_> = clauses.refused.iter().chain(kept).copied().collect();
        let mut moves: Vec<_> = left.into_iter().map(|c| (c, clauses.restore(&old, c))).collect();
        clauses.refused = moves[..refused].iter().map(|&(_, to)| to).collect();
        clauses.learned = moves[refused..].iter().map(|&(_, to)| to).collect();
        moves.iter().for_each(|&(_, to)| self.watch(to));
        moves.sort_unstable();
        self.relocate(&moves);
    }

    /// Follows clauses to their new places, in everything that refers to them but watches.
    fn relocate(&mut self, moves: &[(ClauseRef, ClauseRef)]) {
        let clauses = &self.clauses;
        let relocate = |clause: &mut ClauseRef| {
            if clauses.is_movable(*clause) {
                let index = moves.binary_search_by_key(clause, |&(from, _)| from);
                *clause = moves[index.expect("locked clauses are kept")].1;
            }
        };
        for lit in &self.trail {
            self.reason[lit.var().index()].iter_mut().for_each(relocate);
        }
        self.late.iter_mut().for_each(|late| relocate(&mut late.clause));
    }
}
