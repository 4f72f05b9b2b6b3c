//! Simplification of a conjunction before it becomes a gate.
//!
//! One level deep: constants, repetitions, complements. Two levels deep, on narrow gates only, for
//! there it is cheap: a child that is itself a gate is looked into (Brummayer, Biere 2006, "Local
//! two-level and-inverter graph minimization without blowup"). With S the children of a child g:
//!
//! - g = ⋀S and ¬s among the conjuncts, s ∈ S: contradiction;
//! - g = ⋀S and s among the conjuncts, s ∈ S: s is redundant (absorption);
//! - g = ¬⋀S and ¬s among the conjuncts, s ∈ S: g is redundant (subsumption);
//! - g = ¬(s ∧ t) and s among the conjuncts: g becomes ¬t (substitution).
//!
//! Rejected: rules between two grandchildren, which rarely fire on grounded specs and cost most.

mod assumed;
mod exclusive;

use super::{Bit, Circuit, Conjuncts};

pub(super) use exclusive::Group;

/// Wider gates are not looked into: neither as parents nor as children.
const NARROW: usize = 6;

impl Circuit {
    /// Sorts the conjuncts and drops what is redundant; false if they contradict one another.
    pub(super) fn normalise(&self, bits: &mut Conjuncts) -> bool {
        if !self.assumed.is_empty() {
            bits.iter_mut().for_each(|bit| *bit = self.known(*bit));
        }
        loop {
            if !tidy(bits) {
                return false;
            }
            if bits.len() > NARROW || bits.len() < 2 {
                return true;
            }
            if self.has_exclusive(bits) {
                return false;
            }
            match (0..bits.len()).find_map(|at| self.rewrite(bits, at)) {
                None => return true,
                Some(Rewrite::Contradiction) => return false,
                Some(Rewrite::Drop(at)) => {
                    bits.remove(at);
                }
                Some(Rewrite::Replace(at, bit)) => bits[at] = bit,
            }
        }
    }

    fn has_exclusive(&self, bits: &[Bit]) -> bool {
        let others = |at: usize| bits[at + 1..].iter();
        (0..bits.len()).any(|at| others(at).any(|&other| self.are_exclusive(bits[at], other)))
    }

    /// The first rule that the child at this place allows.
    fn rewrite(&self, bits: &[Bit], at: usize) -> Option<Rewrite> {
        let child = bits[at];
        let inner = self.conjuncts(child.gate()).filter(|inner| inner.len() <= NARROW)?;
        if child.is_negated() {
            self.rewrite_negated(bits, at, inner)
        } else if inner.iter().any(|&s| bits.binary_search(&!s).is_ok()) {
            Some(Rewrite::Contradiction)
        } else {
            let absorbed = |s: &Bit| bits.binary_search(s).ok().map(Rewrite::Drop);
            inner.iter().find_map(absorbed)
        }
    }

    fn rewrite_negated(&self, bits: &[Bit], at: usize, inner: &[Bit]) -> Option<Rewrite> {
        if inner.iter().any(|&s| bits.binary_search(&!s).is_ok()) {
            return Some(Rewrite::Drop(at));
        }
        let &[s, t] = inner else { return None };
        if bits.binary_search(&s).is_ok() {
            Some(Rewrite::Replace(at, !t))
        } else if bits.binary_search(&t).is_ok() {
            Some(Rewrite::Replace(at, !s))
        } else {
            None
        }
    }
}

enum Rewrite {
    Contradiction,
    Drop(usize),
    Replace(usize, Bit),
}

/// Sorts, drops constants and repetitions; false if a complement or the constant false is there.
fn tidy(bits: &mut Conjuncts) -> bool {
    bits.retain(|bit| *bit != Bit::TRUE);
    bits.sort_unstable();
    bits.dedup();
    let contradicts = bits.windows(2).any(|pair| pair[0] == !pair[1]);
    !contradicts && bits.first() != Some(&Bit::FALSE)
}
