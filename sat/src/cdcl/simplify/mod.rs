//! Making the formula smaller between stretches of search (inprocessing: Järvisalo, Heule, Biere 2012).
//!
//! Probing, elimination and vivification have limits in ticks that grow with what the search has spent, so that none of
//! them takes more than its share, and an easy question is answered before any of them begins.

mod clean;
mod eliminate;
mod subsume;
mod vivify;

use super::Cdcl;
use crate::Lit;

pub(super) use eliminate::EliminatedVariables;

#[derive(Default)]
pub(super) struct Inprocessing {
    rounds: u64,
    /// The conflicts at which the next round is due.
    next: u64,
    /// The ticks at the end of the last round.
    ticks: u64,
    /// The number of literals that held at the root when clauses were cleaned last.
    cleaned: usize,
    /// One more than the number of literals that held at the root when each literal was probed
    /// last, or 0 if it never was.
    probed: Vec<usize>,
    /// The literal where probing goes on.
    next_probe: usize,
    /// The number of clauses when variables were eliminated last.
    eliminated_at: usize,
    /// Marks for each variable, for techniques that want to know what is in a clause.
    marks: Vec<i8>,
}

/// Probing and vivification may each do so much of the search's work, in percent. Elimination may do as much as the
/// search.
const SHARE: u64 = 20;

impl Cdcl<'_> {
    pub(super) fn simplification_is_due(&mut self) -> bool {
        if self.inprocessing.next == 0 {
            self.inprocessing.next = self.conflicts + self.pace.first_simplification;
        }
        self.conflicts >= self.inprocessing.next
    }

    /// One round of everything. Returns false if the clauses are refuted.
    pub(super) fn simplify(&mut self) -> bool {
        self.backtrack(0);
        let searched = self.ticks - self.inprocessing.ticks;
        let share = searched * SHARE / 100;
        self.inprocessing.marks.resize(self.places.len(), 0);
        let holds = self.clean()
            && self.probe(share)
            && self.clean()
            && self.eliminate(searched)
            && self.vivify(share)
            && self.clean();
        self.inprocessing.rounds += 1;
        self.inprocessing.next =
            self.conflicts + self.pace.simplification * self.inprocessing.rounds;
        self.inprocessing.ticks = self.ticks;
        holds
    }
}

// Failed literals: a literal that leads to a conflict by itself is false (Freeman 1995, and Lynce,
// Marques-Silva 2003). Only literals from which binary clauses lead on, and to which none leads,
// are tried: the others fail with them.

impl Cdcl<'_> {
    /// Probes as far as a limit of ticks goes. Returns false if the clauses are refuted.
    pub(super) fn probe(&mut self, ticks: u64) -> bool {
        let limit = self.ticks + ticks;
        let codes = self.values.len();
        self.inprocessing.probed.resize(codes, 0);
        for _ in 0..codes {
            if self.ticks > limit || self.effort.is_stopped() {
                return true;
            }
            self.inprocessing.next_probe = (self.inprocessing.next_probe + 1) % codes;
            let lit = Lit::from_code(self.inprocessing.next_probe);
            if self.is_probe(lit) && !self.probe_literal(lit) {
                return false;
            }
        }
        true
    }

    fn is_probe(&self, lit: Lit) -> bool {
        let has_binary = |lit: Lit| self.watches[lit.code()].iter().any(|watch| watch.is_binary());
        let is_new = self.inprocessing.probed[lit.code()] <= self.trail.len();
        is_new && self.value_of(lit) == 0 && has_binary(lit) && !has_binary(!lit)
    }

    fn probe_literal(&mut self, lit: Lit) -> bool {
        // Nothing new can be found before there is something new at the root.
        self.inprocessing.probed[lit.code()] = self.trail.len() + 1;
        self.open_level(lit);
        let failed = self.propagate().is_some();
        self.backtrack(0);
        if failed {
            self.trace.add(&[!lit]);
            self.assign(!lit, None);
            return self.settle();
        }
        true
    }
}
