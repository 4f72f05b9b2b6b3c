//! Sums and products: ripple-carry adders, and products as shifted sums. Words are narrow here, so
//! a carry chain is short; look-ahead and Wallace trees would only add gates.

use crate::circuit::{Bit, Circuit};

use super::{Word, width_of};

impl Word {
    pub fn plus(&self, other: &Word, circuit: &mut Circuit) -> Word {
        let (low, high) = (self.low + other.low, self.high + other.high);
        let bits = added(self, other, false, width_of(low, high), circuit);
        Word::within(bits, low, high)
    }

    pub fn minus(&self, other: &Word, circuit: &mut Circuit) -> Word {
        let (low, high) = (self.low - other.high, self.high - other.low);
        let bits = added(self, other, true, width_of(low, high), circuit);
        Word::within(bits, low, high)
    }

    pub fn negated(&self, circuit: &mut Circuit) -> Word {
        Word::constant(0).minus(self, circuit)
    }

    /// `|self|`.
    pub fn magnitude(&self, circuit: &mut Circuit) -> Word {
        let negated = self.negated(circuit);
        let magnitude = negated.choice(self.is_negative(), self, circuit);
        let high = self.low.abs().max(self.high.abs());
        Word::within(magnitude.bits, 0, high)
    }

    /// The sum over the bits of `self` of the shifted `other`; the sign weighs negatively.
    pub fn times(&self, other: &Word, circuit: &mut Circuit) -> Word {
        let products =
            [self.low, self.high].map(|a| [other.low, other.high].map(|b| a * b)).concat();
        let low = products.iter().copied().min().expect("there are four products");
        let high = products.iter().copied().max().expect("there are four products");
        let width = width_of(low, high);
        let sign = self.width() - 1;
        let mut sum = vec![Bit::FALSE; width];
        for at in 0..self.width().min(width) {
            let addend = |column: usize, circuit: &mut Circuit| match column.checked_sub(at) {
                Some(from) => circuit.and([self.bit(at), other.bit(from)]),
                None => Bit::FALSE,
            };
            let addends: Vec<Bit> = (0..width).map(|column| addend(column, circuit)).collect();
            sum = added_bits(&sum, &addends, at == sign, circuit);
        }
        Word::within(sum, low, high)
    }

    /// The sum of all, as a balanced tree.
    pub fn sum(words: &[Word], circuit: &mut Circuit) -> Word {
        match words {
            [] => Word::constant(0),
            [word] => word.clone(),
            _ => {
                let (left, right) = words.split_at(words.len() / 2);
                let left = Word::sum(left, circuit);
                Word::sum(right, circuit).plus(&left, circuit)
            }
        }
    }
}

/// The lowest `width` bits of a ± b.
fn added(a: &Word, b: &Word, subtract: bool, width: usize, circuit: &mut Circuit) -> Vec<Bit> {
    let a: Vec<Bit> = (0..width).map(|at| a.bit(at)).collect();
    let b: Vec<Bit> = (0..width).map(|at| b.bit(at)).collect();
    added_bits(&a, &b, subtract, circuit)
}

/// a ± b modulo 2^n, for two n-bit words: subtraction adds the complement and one.
fn added_bits(a: &[Bit], b: &[Bit], subtract: bool, circuit: &mut Circuit) -> Vec<Bit> {
    let mut carry = Bit::constant(subtract);
    let mut sum = Vec::with_capacity(a.len());
    for (&a, &b) in a.iter().zip(b) {
        let b = if subtract { !b } else { b };
        let differ = circuit.xor(a, b);
        sum.push(circuit.xor(differ, carry));
        carry = carried(a, b, carry, differ, circuit);
    }
    sum
}

/// The carry goes on where a and b differ, else it is either of them: one choice, where the
/// majority of three takes four gates.
fn carried(a: Bit, b: Bit, carry: Bit, differ: Bit, circuit: &mut Circuit) -> Bit {
    match carry {
        Bit::FALSE => circuit.and([a, b]),
        Bit::TRUE => circuit.or([a, b]),
        _ => circuit.choice(differ, carry, a),
    }
}
