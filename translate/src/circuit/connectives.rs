//! All other connectives, made of conjunction and signs.

use std::ops::Not;

use super::{Bit, Circuit};

impl Circuit {
    /// The disjunction; of none, false.
    pub fn or(&mut self, bits: impl IntoIterator<Item = Bit>) -> Bit {
        !self.and(bits.into_iter().map(Bit::not))
    }

    pub fn implies(&mut self, a: Bit, b: Bit) -> Bit {
        !self.and([a, !b])
    }

    /// Whether both are equal. Signs are moved out first, so that all eight ways to write it share
    /// their gates.
    pub fn iff(&mut self, a: Bit, b: Bit) -> Bit {
        let differ = a.is_negated() != b.is_negated();
        let (a, b) = (a.positive(), b.positive());
        let forth = self.implies(a, b);
        let back = self.implies(b, a);
        let same = self.and([forth, back]);
        if differ { !same } else { same }
    }

    pub fn xor(&mut self, a: Bit, b: Bit) -> Bit {
        !self.iff(a, b)
    }

    /// `a` if `condition` holds, else `b`.
    pub fn choice(&mut self, condition: Bit, a: Bit, b: Bit) -> Bit {
        if a == b {
            return a;
        }
        if a == !b {
            return self.iff(condition, a);
        }
        let then = self.and([condition, a]);
        let otherwise = self.and([!condition, b]);
        self.or([then, otherwise])
    }
}
