//! Arithmetic on numbers, as a spec means it.
//!
//! The problem: an integer of a spec is a number of a few bits, and what lies beyond has to mean
//! something. There are three answers ([`Arithmetic`]), and all of them are computed here: the exact
//! result first, in 128 bits, then what the arithmetic makes of it. The rejected alternative, one
//! routine for each operator and arithmetic, repeats every border case three times.
//!
//! Where mathematics gives no answer, Kodkod's circuits do (`TwosComplementInt`, and the rows
//! `div_zero`, `rem_zero`, `shl`, `shr`, `shru` of Alloy's answers). `x / 0` is the opposite of x's
//! sign (0 for 0) and `x % 0` is x, and both are overflows. A shift reads so many low bits of its
//! right operand as the bit width less one has, as an unsigned number. On unbounded numbers, which
//! have no such width, a shift by a negative number pushes everything out, and `>>>` sees 64 bits.

use crate::model::IntOp;
use crate::universe::Arithmetic;

/// A number, and whether an overflow occurred on the way to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Number {
    pub value: i64,
    /// Never under [`Arithmetic::Wrap`]. Under [`Arithmetic::Exact`] only beyond 64 bits, which no
    /// number of a spec needs. Better no answer than a wrong one.
    pub overflowed: bool,
}

/// The number that an arithmetic makes of an exact result.
pub fn fit(arithmetic: Arithmetic, exact: i128) -> Number {
    let value = wrapped(exact, width(arithmetic));
    let overflowed = i128::from(value) != exact && !matches!(arithmetic, Arithmetic::Wrap { .. });
    Number { value, overflowed }
}

/// `left op right`. The operands are numbers of the arithmetic already.
pub fn compute(arithmetic: Arithmetic, op: IntOp, left: i64, right: i64) -> Number {
    let (l, r) = (i128::from(left), i128::from(right));
    match op {
        IntOp::Plus => fit(arithmetic, l + r),
        IntOp::Minus => fit(arithmetic, l - r),
        IntOp::Times => fit(arithmetic, l * r),
        IntOp::Divide if right == 0 => undefined(arithmetic, -left.signum()),
        IntOp::Divide => fit(arithmetic, l / r),
        IntOp::Remainder if right == 0 => undefined(arithmetic, left),
        IntOp::Remainder => fit(arithmetic, l % r),
        IntOp::ShiftLeft => shifted_left(arithmetic, left, right),
        IntOp::ShiftRight => fit(arithmetic, l >> shift_amount(arithmetic, right).min(127)),
        IntOp::UnsignedShiftRight => shifted_right_unsigned(arithmetic, left, right),
    }
}

/// Least and greatest number of a bit width, which is between 1 and 64.
pub fn range(bit_width: u32) -> (i64, i64) {
    let least = i64::MIN >> (64 - bit_width);
    (least, !least)
}

/// The bits that a number has room for.
fn width(arithmetic: Arithmetic) -> u32 {
    match arithmetic {
        Arithmetic::Exact => 64,
        Arithmetic::Wrap { bit_width } | Arithmetic::Forbid { bit_width } => bit_width,
    }
}

/// The low bits of a number, as two's complement.
fn wrapped(exact: i128, bit_width: u32) -> i64 {
    let unused = 128 - bit_width;
    i64::try_from(exact << unused >> unused).expect("a bit width is at most 64")
}

/// A result that is a convention only.
fn undefined(arithmetic: Arithmetic, value: i64) -> Number {
    let forbids = matches!(arithmetic, Arithmetic::Forbid { .. });
    Number { overflowed: forbids, ..fit(arithmetic, i128::from(value)) }
}

/// The distance of a shift, or `u32::MAX` for beyond every width.
fn shift_amount(arithmetic: Arithmetic, right: i64) -> u32 {
    match arithmetic {
        Arithmetic::Exact => u32::try_from(right).unwrap_or(u32::MAX),
        Arithmetic::Wrap { bit_width } | Arithmetic::Forbid { bit_width } => {
            let bits = u32::BITS - (bit_width - 1).leading_zeros();
            (right & ((1 << bits) - 1)) as u32
        }
    }
}

/// The value goes by [`shift_amount`], but an overflow is what the whole right operand, as an
/// unsigned number, would push out.
fn shifted_left(arithmetic: Arithmetic, left: i64, right: i64) -> Number {
    let bit_width = width(arithmetic);
    let pushed = |amount: u32| {
        if amount >= bit_width { 0 } else { i128::from(left) << amount }
    };
    let value = wrapped(pushed(shift_amount(arithmetic, right)), bit_width);
    let whole = u32::try_from(right).unwrap_or(u32::MAX);
    let fits = left == 0 || (whole < bit_width && pushed(whole) == i128::from(value));
    let overflowed = match arithmetic {
        Arithmetic::Wrap { .. } => false,
        Arithmetic::Forbid { .. } => !fits,
        Arithmetic::Exact => !fits && right >= 0,
    };
    Number { value, overflowed }
}

fn shifted_right_unsigned(arithmetic: Arithmetic, left: i64, right: i64) -> Number {
    let bit_width = width(arithmetic);
    let bits = i128::from(left) & ((1 << bit_width) - 1);
    let shifted = bits >> shift_amount(arithmetic, right).min(127);
    Number { value: wrapped(shifted, bit_width), overflowed: false }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WRAP: Arithmetic = Arithmetic::Wrap { bit_width: 3 };
    const FORBID: Arithmetic = Arithmetic::Forbid { bit_width: 3 };

    fn number(value: i64, overflowed: bool) -> Number {
        Number { value, overflowed }
    }

    /// If it failed, a result of some operator would lie outside the bit width, or forbidding would
    /// compute other numbers than wrapping, or wrapping would report an overflow.
    #[test]
    fn results_stay_in_range_and_forbid_computes_what_wrap_does() {
        for bit_width in 1..=5 {
            let (least, greatest) = range(bit_width);
            for (op, left, right) in IntOp::ALL.into_iter().flat_map(|op| {
                (least..=greatest).flat_map(move |l| (least..=greatest).map(move |r| (op, l, r)))
            }) {
                let wrap = compute(Arithmetic::Wrap { bit_width }, op, left, right);
                let forbid = compute(Arithmetic::Forbid { bit_width }, op, left, right);
                assert!((least..=greatest).contains(&wrap.value), "{op:?} {left} {right}");
                assert_eq!(wrap.value, forbid.value, "{op:?} {left} {right}");
                assert!(!wrap.overflowed);
            }
        }
    }

    /// If it failed, an overflow would be missed, or seen where the exact result has room.
    #[test]
    fn overflow_is_exactly_an_unrepresentable_result() {
        for left in -4..4i64 {
            for right in -4..4i64 {
                let sum = compute(FORBID, IntOp::Plus, left, right);
                assert_eq!(sum.overflowed, !(-4..4).contains(&(left + right)));
                let difference = compute(FORBID, IntOp::Minus, left, right);
                assert_eq!(difference.overflowed, !(-4..4).contains(&(left - right)));
                let product = compute(FORBID, IntOp::Times, left, right);
                assert_eq!(product.overflowed, !(-4..4).contains(&(left * right)));
            }
        }
        assert_eq!(compute(FORBID, IntOp::Divide, -4, -1), number(-4, true));
        assert_eq!(compute(FORBID, IntOp::Remainder, -4, -1), number(0, false));
        assert_eq!(fit(FORBID, 4), number(-4, true));
        assert_eq!(fit(WRAP, 4), number(-4, false));
        assert_eq!(fit(Arithmetic::Exact, 4), number(4, false));
        assert!(fit(Arithmetic::Exact, 1 << 63).overflowed);
    }

    /// If it failed, division would round down, or a remainder have the divisor's sign, or division
    /// by zero would differ from Kodkod's circuit.
    #[test]
    fn division_rounds_towards_zero_and_is_total() {
        assert_eq!(compute(WRAP, IntOp::Divide, -3, 2), number(-1, false));
        assert_eq!(compute(WRAP, IntOp::Remainder, -3, 2), number(-1, false));
        assert_eq!(compute(WRAP, IntOp::Remainder, 3, -2), number(1, false));
        for (left, quotient) in [(-4, 1), (-1, 1), (0, 0), (1, -1), (3, -1)] {
            assert_eq!(compute(WRAP, IntOp::Divide, left, 0), number(quotient, false));
            assert_eq!(compute(FORBID, IntOp::Divide, left, 0), number(quotient, true));
            assert_eq!(compute(Arithmetic::Exact, IntOp::Divide, left, 0), number(quotient, false));
            assert_eq!(compute(WRAP, IntOp::Remainder, left, 0), number(left, false));
            assert_eq!(compute(FORBID, IntOp::Remainder, left, 0), number(left, true));
        }
    }

    /// A left shift as Kodkod's circuit does it, bit by bit: the oracle of the next test.
    fn circuit_shifted_left(width: usize, left: i64, right: i64) -> (i64, bool) {
        let mut bits: Vec<bool> = (0..width).map(|at| left >> at & 1 == 1).collect();
        let stages = (usize::BITS - (width - 1).leading_zeros()) as usize;
        let mut overflowed = false;
        for stage in (0..width).filter(|stage| right >> stage & 1 == 1) {
            let at = |below: usize| width.checked_sub(below).is_some_and(|at| bits[at]);
            overflowed |= (0..1 << stage).any(|pushed| at(pushed + 1) != at(pushed + 2));
            if stage < stages {
                let old = bits.clone();
                for (at, bit) in bits.iter_mut().enumerate() {
                    *bit = at.checked_sub(1 << stage).is_some_and(|from| old[from]);
                }
            }
        }
        let unsigned: i64 = (0..width).map(|at| i64::from(bits[at]) << at).sum();
        (unsigned - (i64::from(bits[width - 1]) << width), overflowed)
    }

    /// If it failed, a shift by a negative amount or by one beyond the width would mean something
    /// else than in Alloy.
    #[test]
    fn left_shifts_are_those_of_the_circuit() {
        for bit_width in 1..=6 {
            let (least, greatest) = range(bit_width);
            for left in least..=greatest {
                for right in least..=greatest {
                    let forbid = Arithmetic::Forbid { bit_width };
                    let shifted = compute(forbid, IntOp::ShiftLeft, left, right);
                    let expected = circuit_shifted_left(bit_width as usize, left, right);
                    assert_eq!((shifted.value, shifted.overflowed), expected, "{left} << {right}");
                }
            }
        }
    }

    /// If it failed, `>>` would lose the sign, `>>>` keep it, or an amount be read as signed.
    #[test]
    fn right_shifts_keep_or_drop_the_sign() {
        assert_eq!(compute(WRAP, IntOp::ShiftRight, -4, 1), number(-2, false));
        assert_eq!(compute(WRAP, IntOp::UnsignedShiftRight, -4, 1), number(2, false));
        assert_eq!(compute(WRAP, IntOp::UnsignedShiftRight, -4, 0), number(-4, false));
        assert_eq!(compute(WRAP, IntOp::ShiftRight, -4, -1), number(-1, false));
        assert_eq!(compute(WRAP, IntOp::UnsignedShiftRight, -4, -1), number(0, false));
        assert_eq!(compute(FORBID, IntOp::ShiftRight, 3, 1), number(1, false));
        assert_eq!(compute(Arithmetic::Exact, IntOp::ShiftLeft, 3, 10), number(3072, false));
        assert_eq!(compute(Arithmetic::Exact, IntOp::ShiftRight, -1, 100), number(-1, false));
        assert_eq!(compute(Arithmetic::Exact, IntOp::UnsignedShiftRight, 9, 1), number(4, false));
    }

    #[test]
    fn a_range_is_two_s_complement() {
        // If it failed, `4 Int` would not be -8..7.
        assert_eq!(range(4), (-8, 7));
        assert_eq!(range(1), (-1, 0));
        assert_eq!(range(64), (i64::MIN, i64::MAX));
    }
}
