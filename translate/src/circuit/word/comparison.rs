//! Comparisons, from the most significant bit on.

use crate::circuit::{Bit, Circuit};

use super::Word;

impl Word {
    pub fn equal(&self, other: &Word, circuit: &mut Circuit) -> Bit {
        if self.high < other.low || other.high < self.low {
            return Bit::FALSE;
        }
        let width = self.width().max(other.width());
        let same: Vec<Bit> =
            (0..width).map(|at| circuit.iff(self.bit(at), other.bit(at))).collect();
        circuit.and(same)
    }

    pub fn less(&self, other: &Word, circuit: &mut Circuit) -> Bit {
        !other.less_or_equal(self, circuit)
    }

    pub fn less_or_equal(&self, other: &Word, circuit: &mut Circuit) -> Bit {
        if self.high <= other.low {
            return Bit::TRUE;
        }
        if other.high < self.low {
            return Bit::FALSE;
        }
        let width = self.width().max(other.width());
        let mut holds = Bit::TRUE;
        for at in 0..width {
            let (mut a, mut b) = (self.bit(at), other.bit(at));
            if at == width - 1 {
                (a, b) = (b, a);
            }
            let below = circuit.and([!a, b]);
            let not_above = circuit.or([!a, b]);
            let continued = circuit.and([not_above, holds]);
            holds = circuit.or([below, continued]);
        }
        holds
    }

    /// True if it is 0.
    pub fn is_zero(&self, circuit: &mut Circuit) -> Bit {
        self.equal(&Word::constant(0), circuit)
    }
}
