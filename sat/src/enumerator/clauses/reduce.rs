//! Forgetting learned clauses.
//!
//! Most learned clauses are never of use again, yet all of them are watched. When there are too
//! many, the worse half goes: those with more levels (LBD; Audemard, Simon 2009), then the longer
//! ones. Clauses that are reasons, or wait to be asserted late, stay. The limit grows by a
//! constant, so memory grows with the square root of the number of conflicts, and not with the
//! number of models. Refused clauses stay for good: forgetting one would let the models that it
//! forbids be found again, and each would have to be refused anew.

use super::ClauseRef;
use crate::enumerator::Enumerator;

impl Enumerator {
    /// Forgets half of the learned clauses, and closes up the others.
    pub(in crate::enumerator) fn reduce(&mut self) {
        self.statistics.reductions += 1;
        self.clauses.limit += self.options.reduce_at / 16 + 1;
        let locked = self.locked();
        let mut learned = std::mem::take(&mut self.clauses.learned);
        learned.sort_by_key(|&clause| (self.clauses.lbd(clause), self.clauses.len(clause)));
        let half = learned.len() / 2;
        let mut kept = learned.split_off(half);
        kept.retain(|clause| locked.binary_search(clause).is_ok());
        kept.extend(learned);
        kept.sort_unstable();
        self.close_up(&kept);
    }

    /// The clauses that must not be forgotten, sorted.
    fn locked(&self) -> Vec<ClauseRef> {
        let reasons = self.trail.iter().filter_map(|lit| self.reason[lit.var().index()]);
        let mut locked: Vec<_> = reasons.chain(self.late.iter().map(|late| late.clause)).collect();
        locked.sort_unstable();
        locked
    }

    /// Rebuilds what follows the lasting clauses: the refused ones, which last from now on, and
    /// the learned ones that are `kept`.
    fn close_up(&mut self, kept: &[ClauseRef]) {
        let clauses = &mut self.clauses;
        for list in &mut self.watches {
            list.retain(|watch| !clauses.is_movable(watch.clause()));
        }
        let old = clauses.split_off_movable();
        let refused = std::mem::take(&mut clauses.refused);
        let mut moves: Vec<_> = refused.iter().map(|&c| (c, clauses.restore(&old, c))).collect();
        let lasting = clauses.end();
        moves.extend(kept.iter().map(|&c| (c, clauses.restore(&old, c))));
        clauses.learned = moves[refused.len()..].iter().map(|&(_, to)| to).collect();
        moves.iter().for_each(|&(_, to)| self.watch(to));
        moves.sort_unstable();
        self.relocate(&moves);
        self.clauses.movable = lasting;
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
