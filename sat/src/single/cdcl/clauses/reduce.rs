//! Forgetting learned clauses.
//!
//! Those with the best glue stay for good, those with a good one as long as they are of use, and of all others,
//! most of the worse ones go each time, by glue and then by length (tiers: Oh 2015; Biere 2017). The times
//! between grow by a constant, so the number of clauses grows with the root of the number of conflicts.

use crate::single::cdcl::Cdcl;
use crate::single::cdcl::clauses::ClauseRef;

#[derive(Default)]
pub(in crate::single::cdcl) struct Reductions {
    pub count: u64,
    /// The conflicts at which the next one is due.
    next: u64,
}

pub(in crate::single::cdcl) const BEST_GLUE: u32 = 2;
pub(in crate::single::cdcl) const GOOD_GLUE: u32 = 6;
/// The number of clauses that go, of a hundred candidates.
const SHARE: usize = 75;

impl Cdcl<'_> {
    pub(in crate::single::cdcl) fn reduction_is_due(&mut self) -> bool {
        if self.reductions.next == 0 {
            self.reductions.next = self.conflicts + self.pace.reduction;
        }
        self.conflicts >= self.reductions.next
    }

    pub(in crate::single::cdcl) fn reduce(&mut self) {
        self.reductions.count += 1;
        self.reductions.next = self.conflicts + self.pace.reduction * (self.reductions.count + 1);
        let mut worst = self.candidates();
        worst.sort_by_key(|&clause| {
            std::cmp::Reverse((self.clauses.glue(clause), self.clauses.len(clause)))
        });
        worst.truncate(worst.len() * SHARE / 100);
        worst.into_iter().for_each(|clause| self.delete(clause));
        self.close_up();
    }

    /// The learned clauses that are neither good nor needed. The protection of the others fades.
    fn candidates(&mut self) -> Vec<ClauseRef> {
        let reasons = self.trail.iter().filter_map(|&lit| self.reason_of(lit));
        let mut locked: Vec<ClauseRef> = reasons.collect();
        locked.sort_unstable();
        let mut candidates = Vec::new();
        for index in 0..self.clauses.learned.len() {
            let clause = self.clauses.learned[index];
            let used = self.clauses.used(clause);
            self.clauses.set_used(clause, used.saturating_sub(1));
            let stays = self.clauses.is_dead(clause)
                || self.clauses.glue(clause) <= BEST_GLUE
                || self.clauses.len(clause) == 2
                || used > 0
                || locked.binary_search(&clause).is_ok();
            if !stays {
                candidates.push(clause);
            }
        }
        candidates
    }

    /// Deletes a clause; its watches go with the next [`Cdcl::close_up`].
    pub(in crate::single::cdcl) fn delete(&mut self, clause: ClauseRef) {
        debug_assert!(!self.clauses.is_dead(clause));
        self.trace.delete(self.clauses.lits(clause));
        self.clauses.kill(clause);
    }

    /// Gives back the room of deleted clauses. None of them may be a reason.
    pub(in crate::single::cdcl) fn close_up(&mut self) {
        let moves = self.clauses.close_up();
        self.watches.iter_mut().for_each(|watches| moves.apply(watches));
        for lit in &self.trail {
            let reason = &mut self.places[lit.var().index()].reason;
            *reason = reason.map(|clause| moves.of(clause).expect("a reason stays"));
        }
    }
}
