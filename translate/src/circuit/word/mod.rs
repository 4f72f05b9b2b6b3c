//! Integers as bits of a circuit.
//!
//! Two's complement, the least significant bit first, and exact: every operation's result is as
//! wide as it may have to be, so nothing overflows inside. Wrapping and the detection of overflow
//! are one operation, [`Word::truncate`], which the arithmetic of the spec asks for or not. The
//! widths stay small because each word knows between which numbers it lies (interval arithmetic):
//! the sum of five bits is three bits and a sign, which is constant. Rejected: one fixed width, as
//! in Kodkod, which makes `#e > 2` depend on the bit width of the scope. A unary representation
//! for everything. (`encode::order` has it for comparing, which it is good at.)

mod arithmetic;

use super::{Bit, Circuit};

/// A number that depends on the inputs of a circuit.
///
/// Invariant: `low ≤ value ≤ high`, and `bits` is as long as two's complement needs for these.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Word {
    bits: Vec<Bit>,
    low: i128,
    high: i128,
}

impl Word {
    pub fn constant(number: i128) -> Word {
        let width = width_of(number, number);
        let bits = (0..width).map(|at| Bit::constant(number >> at & 1 == 1)).collect();
        Word { bits, low: number, high: number }
    }

    /// 1 if the bit holds, else 0.
    pub fn of_bit(bit: Bit) -> Word {
        Word::within(vec![bit, Bit::FALSE], 0, 1)
    }

    /// A number without sign.
    pub fn unsigned(mut bits: Vec<Bit>) -> Word {
        let high = (1 << bits.len()) - 1;
        bits.push(Bit::FALSE);
        Word::within(bits, 0, high)
    }

    /// A number in two's complement.
    pub fn signed(bits: Vec<Bit>) -> Word {
        let high = (1 << (bits.len() - 1)) - 1;
        Word::within(bits, -high - 1, high)
    }

    /// The one of these numbers whose bit holds, or 0 if none does. At most one may hold.
    pub fn one_of(columns: &[(i64, Bit)], circuit: &mut Circuit) -> Word {
        let numbers = || columns.iter().map(|&(number, _)| i128::from(number));
        let low = numbers().min().unwrap_or(0);
        let high = numbers().max().unwrap_or(0);
        let (low, high) = match columns {
            [(_, Bit::TRUE)] => (low, high),
            _ => (low.min(0), high.max(0)),
        };
        let has = |number: i64, at: usize| i128::from(number) >> at & 1 == 1;
        let bits = (0..width_of(low, high)).map(|at| {
            let ones = columns.iter().filter(|&&(number, _)| has(number, at));
            circuit.or(ones.map(|&(_, bit)| bit))
        });
        Word::within(bits.collect(), low, high)
    }

    /// The least and the greatest number that it may be.
    pub fn range(&self) -> (i128, i128) {
        (self.low, self.high)
    }

    /// The number of its bits, the sign included.
    pub fn width(&self) -> usize {
        self.bits.len()
    }

    /// The bit of weight 2^`at`. Beyond the width it is the sign.
    pub fn bit(&self, at: usize) -> Bit {
        self.bits[at.min(self.bits.len() - 1)]
    }

    pub fn is_negative(&self) -> Bit {
        self.bits[self.bits.len() - 1]
    }

    pub fn as_constant(&self) -> Option<i128> {
        (self.low == self.high).then_some(self.low)
    }

    /// Wrapped around to this width.
    pub fn wrapped(&self, width: usize) -> Word {
        if self.width() <= width {
            return self.clone();
        }
        Word::signed(self.bits[..width].to_vec())
    }

    /// Wrapped around to this width, and whether that changed it.
    pub fn truncate(&self, width: usize, circuit: &mut Circuit) -> (Word, Bit) {
        if self.width() <= width {
            return (self.clone(), Bit::FALSE);
        }
        let sign = self.bits[width - 1];
        let changes: Vec<Bit> =
            self.bits[width..].iter().map(|&bit| circuit.xor(bit, sign)).collect();
        (self.wrapped(width), circuit.or(changes))
    }

    /// `self` if the condition holds, else `other`.
    pub fn choice(&self, condition: Bit, other: &Word, circuit: &mut Circuit) -> Word {
        match condition {
            Bit::TRUE => return self.clone(),
            Bit::FALSE => return other.clone(),
            _ => {}
        }
        let (low, high) = (self.low.min(other.low), self.high.max(other.high));
        let bits = (0..width_of(low, high))
            .map(|at| circuit.choice(condition, self.bit(at), other.bit(at)));
        Word::within(bits.collect(), low, high)
    }

    /// The same number, which the caller knows to be within these limits.
    pub fn clamped(self, low: i128, high: i128) -> Word {
        Word::within(self.bits, self.low.max(low), self.high.min(high))
    }

    /// A word of these bits, known to be within these limits: as narrow as limits and constant bits
    /// allow.
    fn within(mut bits: Vec<Bit>, low: i128, high: i128) -> Word {
        bits.truncate(width_of(low, high));
        let sign = bits.len() - 1;
        if low >= 0 {
            bits[sign] = Bit::FALSE;
        } else if high < 0 {
            bits[sign] = Bit::TRUE;
        }
        while let [.., next, sign] = bits[..]
            && next == sign
        {
            bits.pop();
        }
        let half = 1i128 << (bits.len() - 1);
        let (mut low, mut high) = (low.max(-half), high.min(half - 1));
        match bits[bits.len() - 1] {
            Bit::FALSE => low = low.max(0),
            Bit::TRUE => high = high.min(-1),
            _ => {}
        }
        if bits.iter().all(|bit| bit.is_constant()) {
            low =
                bits.iter().rev().skip(1).fold(
                    if bits[bits.len() - 1] == Bit::TRUE { -1 } else { 0 },
                    |number, &bit| number << 1 | i128::from(bit == Bit::TRUE),
                );
            high = low;
        }
        bits.truncate(width_of(low, high));
        Word { bits, low, high }
    }
}

/// The number of bits that two's complement needs for all numbers from `low` to `high`.
fn width_of(low: i128, high: i128) -> usize {
    let bits = |number: i128| 129 - (if number < 0 { !number } else { number }).leading_zeros();
    bits(low).max(bits(high)) as usize
}

// Comparisons, from the most significant bit on.

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

#[cfg(test)]
mod tests;
