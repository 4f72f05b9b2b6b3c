//! Failed literals: a literal that leads to a conflict by itself is false (Freeman 1995; Lynce,
//! Marques-Silva 2003). Only literals from which binary clauses lead on, and to which none leads,
//! are tried: the others fail with them.

use crate::Lit;
use crate::single::cdcl::Cdcl;

impl Cdcl<'_> {
    /// Probes as far as a limit of ticks goes; false if the clauses are refuted.
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
