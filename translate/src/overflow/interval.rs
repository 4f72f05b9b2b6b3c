//! Intervals of numbers: interval arithmetic (Moore 1966) for the operators of a spec.
//!
//! Each operation gives an interval that holds all exact results over its operands. Overflow is
//! judged afterwards. Ends are exact for sums, differences, products and quotients, which take
//! their extremes at the ends of their operands, and merely sound for the others.

use korrel_lang::model::IntOp;

/// All numbers from `low` to `high`.
///
/// Invariant: low ≤ high.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Interval {
    pub low: i128,
    pub high: i128,
    /// Some end comes from the atoms of `Int`, so that more of these widen the interval.
    pub of_atoms: bool,
}

impl Interval {
    pub fn new(low: i128, high: i128) -> Interval {
        debug_assert!(low <= high);
        Interval { low, high, of_atoms: false }
    }

    pub fn contains(&self, number: i128) -> bool {
        (self.low..=self.high).contains(&number)
    }

    pub fn is_within(&self, other: &Interval) -> bool {
        other.low <= self.low && self.high <= other.high
    }

    /// The smallest interval that holds both.
    pub fn union(&self, other: &Interval) -> Interval {
        Interval {
            low: self.low.min(other.low),
            high: self.high.max(other.high),
            of_atoms: self.of_atoms || other.of_atoms,
        }
    }

    /// The part that is in `other` too. For disjoint ones, the end of `other` that is nearest.
    pub fn clamped(&self, other: &Interval) -> Interval {
        Interval {
            low: self.low.clamp(other.low, other.high),
            high: self.high.clamp(other.low, other.high),
            of_atoms: self.of_atoms,
        }
    }

    /// The sum of `least` to `most` numbers of it.
    pub fn repeated(&self, least: u64, most: u64) -> Interval {
        let counts = Interval::new(least.min(most).into(), most.into());
        let product = corners(self, &counts, |number, count| Some(number.saturating_mul(count)));
        Interval { of_atoms: self.of_atoms, ..product.expect("every product is defined") }
    }

    /// All exact results of an operation at a bit width. Those of a division by 0 are those that
    /// the language defines.
    pub fn apply(op: IntOp, a: &Interval, b: &Interval, width: u32) -> Interval {
        let result = match op {
            IntOp::Plus => Interval::new(a.low + b.low, a.high + b.high),
            IntOp::Minus => Interval::new(a.low - b.high, a.high - b.low),
            IntOp::Times => corners(a, b, |x, y| Some(x * y)).expect("every product is defined"),
            IntOp::Divide => quotient(a, b),
            IntOp::Remainder => remainder(a, b),
            IntOp::ShiftLeft => shifted_left(a, b, width),
            IntOp::ShiftRight => Interval::new(a.low.min(0), a.high.max(-1)),
            IntOp::UnsignedShiftRight if a.low >= 0 => Interval::new(0, a.high),
            IntOp::UnsignedShiftRight => Interval::new(-(1 << (width - 1)), (1 << (width - 1)) - 1),
        };
        Interval { of_atoms: a.of_atoms || b.of_atoms, ..result }
    }
}

/// The least and the greatest value of a function that is monotone in each argument.
fn corners(
    a: &Interval,
    b: &Interval,
    function: impl Fn(i128, i128) -> Option<i128>,
) -> Option<Interval> {
    let pairs = [(a.low, b.low), (a.low, b.high), (a.high, b.low), (a.high, b.high)];
    let values = pairs.into_iter().filter_map(|(x, y)| function(x, y));
    values.map(|value| Interval::new(value, value)).reduce(|a, b| a.union(&b))
}

/// On either side of 0 a quotient is monotone in the divisor. A / 0 is −1, 0 or 1.
fn quotient(a: &Interval, b: &Interval) -> Interval {
    let negative = (b.low < 0).then(|| Interval::new(b.low, b.high.min(-1)));
    let positive = (b.high > 0).then(|| Interval::new(b.low.max(1), b.high));
    let zero = b.contains(0).then(|| Interval::new(-a.high.signum(), -a.low.signum()));
    let sides = [negative, positive].into_iter().flatten();
    let quotients = sides.filter_map(|divisor| corners(a, &divisor, i128::checked_div));
    let all = quotients.chain(zero).reduce(|a, b| a.union(&b));
    all.expect("a divisor is negative, positive or 0")
}

/// It has the dividend's sign, and is less than the divisor. A rem 0 is a.
fn remainder(a: &Interval, b: &Interval) -> Interval {
    let most = if b.contains(0) { i128::MAX } else { b.low.abs().max(b.high.abs()) - 1 };
    let most = most.max(0);
    Interval::new(a.low.clamp(-most, 0), a.high.clamp(0, most))
}

/// An amount that the bit width does not reach pushes out whatever is not 0: too large a number.
fn shifted_left(a: &Interval, b: &Interval, width: u32) -> Interval {
    let amounts = Interval::new(0, i128::from(width));
    let amount = if b.is_within(&amounts) { *b } else { amounts };
    corners(a, &amount, |x, y| Some(x << y)).expect("every shift is defined")
}
