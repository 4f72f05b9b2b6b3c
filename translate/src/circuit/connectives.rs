//! All other connectives, made of conjunction and signs.

use std::ops::Not;

use rustc_hash::FxHashSet;

use super::{Bit, Circuit};

impl Circuit {
    /// The disjunction. That of no bits is false.
    pub fn or(&mut self, bits: impl IntoIterator<Item = Bit>) -> Bit {
        !self.and(bits.into_iter().map(Bit::not))
    }

    /// The operands of a disjunction, with the operands of the disjunctions in it, sorted.
    pub(super) fn disjuncts(&self, bit: Bit) -> Vec<Bit> {
        let (mut open, mut disjuncts, mut seen) = (vec![bit], Vec::new(), FxHashSet::default());
        while let Some(bit) = open.pop() {
            if !seen.insert(bit) {
                continue;
            }
            match self.conjuncts(bit.gate()).filter(|_| bit.is_negated()) {
                Some(negated) => open.extend(negated.iter().map(|&bit| !bit)),
                None => disjuncts.push(bit),
            }
        }
        disjuncts.sort_unstable();
        disjuncts
    }

    /// The conjunction without these conjuncts, if at most one bit is left, or else the whole
    /// conjunction.
    pub(super) fn without(&self, bit: Bit, conjuncts: &[Bit]) -> Bit {
        if conjuncts.contains(&bit) {
            return Bit::TRUE;
        }
        let Some(own) = self.conjuncts(bit.gate()).filter(|_| !bit.is_negated()) else {
            return bit;
        };
        let mut left = own.iter().filter(|conjunct| !conjuncts.contains(conjunct));
        match (left.next(), left.next()) {
            (None, _) => Bit::TRUE,
            (Some(&only), None) => self.without(only, conjuncts),
            _ => bit,
        }
    }

    pub fn implies(&mut self, a: Bit, b: Bit) -> Bit {
        !self.and([a, !b])
    }

    /// True if both are equal. Signs are moved out first, so that all eight ways to write it share
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
