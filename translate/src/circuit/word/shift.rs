//! Shifts by an amount that depends on the inputs: barrel shifters, one choice for each bit of the
//! amount.

use crate::circuit::{Bit, Circuit};

use super::Word;

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
