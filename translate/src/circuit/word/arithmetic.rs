//! Sums and products: ripple-carry adders, and products as shifted sums. Words are narrow here, so
//! a carry chain is short. Look-ahead and Wallace trees would only add gates.

use super::{Word, width_of};
use crate::circuit::{Bit, Circuit};

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

    /// The sum over the bits of `self` of the shifted `other`. The sign weighs negatively.
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

// Division that rounds towards zero: restoring division of the magnitudes, bit by bit, and the
// signs put back. The non-restoring method saves a choice per step and needs a correction at the
// end; at these widths that is a wash.
//
// By zero: a / 0 is −1, 0 or 1 for a positive, zero or negative, and a rem 0 is a. That is what
// Kodkod's circuit yields, and Alloy's answers with wrap-around show.

impl Word {
    /// The quotient and the remainder, which has the sign of `self`.
    pub fn divided(&self, divisor: &Word, circuit: &mut Circuit) -> (Word, Word) {
        let dividend = self.magnitude(circuit);
        let magnitude = divisor.magnitude(circuit);
        let (quotient, remainder) = unsigned(&dividend, &magnitude, circuit);

        let differ = circuit.xor(self.is_negative(), divisor.is_negative());
        let negated = quotient.negated(circuit);
        let quotient = negated.choice(differ, &quotient, circuit);
        let negated = remainder.negated(circuit);
        let remainder = negated.choice(self.is_negative(), &remainder, circuit);

        let by_zero = divisor.is_zero(circuit);
        let sign = self.opposite_sign(circuit);
        (sign.choice(by_zero, &quotient, circuit), self.choice(by_zero, &remainder, circuit))
    }

    /// −1, 0 or 1 for a number above, equal to or below 0.
    fn opposite_sign(&self, circuit: &mut Circuit) -> Word {
        let negative = self.is_negative();
        let is_zero = self.is_zero(circuit);
        let one = Word::constant(1).choice(negative, &Word::constant(-1), circuit);
        Word::constant(0).choice(is_zero, &one, circuit)
    }
}

/// Division of numbers that are not negative. The divisor is not 0, or the result does not matter.
fn unsigned(dividend: &Word, divisor: &Word, circuit: &mut Circuit) -> (Word, Word) {
    let greatest = (divisor.high - 1).max(0);
    let mut remainder = Word::constant(0);
    let mut quotient = Vec::new();
    for at in (0..dividend.width()).rev() {
        let mut bits = vec![dividend.bit(at)];
        bits.extend(&remainder.bits);
        let grown = Word::within(bits, 0, 2 * remainder.high + 1);
        let fits = divisor.less_or_equal(&grown, circuit);
        let less = grown.minus(divisor, circuit);
        let kept = less.choice(fits, &grown, circuit);
        remainder = Word::within(kept.bits, 0, greatest.min(grown.high));
        quotient.push(fits);
    }
    quotient.reverse();
    let high = dividend.high;
    let quotient = Word::unsigned(quotient);
    (Word::within(quotient.bits, 0, high), remainder)
}

// Shifts by an amount that depends on the inputs: barrel shifters, one choice for each bit of the
// amount.

/// The bits that come in from the left of a shift to the right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShiftFill {
    Sign,
    Zero,
}

impl Word {
    /// `self · 2^amount`, for an amount from 0 to 63.
    ///
    /// # Panics
    /// If the amount may be another.
    pub fn shifted_left(&self, amount: &Word, circuit: &mut Circuit) -> Word {
        assert!(amount.low >= 0 && amount.high < 64, "a shift stays within 64 places");
        let mut result = self.clone();
        for at in 0..amount.width() - 1 {
            let shifted = result.shifted_left_by(1 << at);
            result = shifted.choice(amount.bit(at), &result, circuit);
        }
        let high = self.high.max(0) << amount.high;
        let low = self.low.min(0) << amount.high;
        Word::within(result.bits, low, high)
    }

    /// `self / 2^amount`, rounded down, for an amount of at least 0.
    ///
    /// # Panics
    /// If the amount may be negative.
    pub fn shifted_right(&self, amount: &Word, circuit: &mut Circuit) -> Word {
        assert!(amount.low >= 0, "a shift is not negative");
        let bits = barrel(&self.bits, amount, ShiftFill::Sign, circuit);
        Word::within(bits, self.low.min(0), self.high.max(0))
    }

    /// The bits of `self` at this width moved to the right, with zeros from the left.
    ///
    /// # Panics
    /// If `self` is wider, or the amount may be negative.
    pub fn shifted_right_unsigned(
        &self,
        amount: &Word,
        width: usize,
        circuit: &mut Circuit,
    ) -> Word {
        assert!(amount.low >= 0, "a shift is not negative");
        assert!(self.width() <= width, "the word fits the width");
        let bits: Vec<Bit> = (0..width).map(|at| self.bit(at)).collect();
        Word::signed(barrel(&bits, amount, ShiftFill::Zero, circuit))
    }

    /// The number that the lowest bits are, without sign.
    pub fn lowest(&self, count: usize) -> Word {
        Word::unsigned((0..count).map(|at| self.bit(at)).collect())
    }

    fn shifted_left_by(&self, places: usize) -> Word {
        let mut bits = vec![Bit::FALSE; places];
        bits.extend(&self.bits);
        Word::signed(bits)
    }
}

fn barrel(bits: &[Bit], amount: &Word, fill: ShiftFill, circuit: &mut Circuit) -> Vec<Bit> {
    let mut bits = bits.to_vec();
    let filler = match fill {
        ShiftFill::Sign => bits[bits.len() - 1],
        ShiftFill::Zero => Bit::FALSE,
    };
    for at in 0..amount.width() - 1 {
        let places = 1usize.checked_shl(at as u32).unwrap_or(usize::MAX);
        let moved: Vec<Bit> = (0..bits.len())
            .map(|to| {
                let from = to.checked_add(places).and_then(|from| bits.get(from));
                circuit.choice(amount.bit(at), from.copied().unwrap_or(filler), bits[to])
            })
            .collect();
        bits = moved;
    }
    bits
}
