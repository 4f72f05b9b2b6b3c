//! Arithmetic on numbers that are known, with the rules of the spec language for its corners.
//!
//! Division by zero and shifts follow Kodkod where numbers have a bit width: a / 0 is −1, 0 or 1
//! against the sign of a, a rem 0 is a, and both overflow. The amount of a shift is the lowest bits
//! of the number, as many as it takes to write the bit width less one. Where numbers are exact,
//! shifts are those of 64 bits, and an amount outside 0..63 pushes every bit out. But a number that
//! loses bits to the left is too large, not 0.

use korrel_lang::model::IntOp;

/// An exact result, and whether it counts as an overflow although it may be representable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ExactResult {
    pub number: i128,
    pub overflow: bool,
}

/// The width at which exact numbers are shifted.
pub(crate) const EXACT_WIDTH: usize = 64;

/// The number of the lowest bits of an amount that count in a shift at this bit width.
pub(crate) fn amount_bits(width: usize) -> usize {
    (usize::BITS - (width - 1).leading_zeros()) as usize
}

/// The result before it is wrapped to this width. `None` means exact.
pub(crate) fn apply(op: IntOp, a: i64, b: i64, width: Option<usize>) -> ExactResult {
    let (a, b) = (i128::from(a), i128::from(b));
    let plain = |number: i128| ExactResult { number, overflow: false };
    match op {
        IntOp::Plus => plain(a + b),
        IntOp::Minus => plain(a - b),
        IntOp::Times => plain(a * b),
        IntOp::Divide if b == 0 => ExactResult { number: -a.signum(), overflow: true },
        IntOp::Divide => plain(a / b),
        IntOp::Remainder if b == 0 => ExactResult { number: a, overflow: true },
        IntOp::Remainder => plain(a % b),
        IntOp::ShiftLeft | IntOp::ShiftRight | IntOp::UnsignedShiftRight => match width {
            Some(width) => wrapped_shift(op, a, b, width),
            None => plain(exact_shift(op, a, b)),
        },
    }
}

fn wrapped_shift(op: IntOp, a: i128, b: i128, width: usize) -> ExactResult {
    let amount = b & ((1 << amount_bits(width)) - 1);
    let is_cut = b != amount;
    match op {
        IntOp::ShiftLeft => ExactResult { number: a << amount, overflow: is_cut && a != 0 },
        IntOp::ShiftRight => ExactResult { number: a >> amount, overflow: false },
        _ => ExactResult { number: unsigned_shift(a, amount, width), overflow: false },
    }
}

fn exact_shift(op: IntOp, a: i128, b: i128) -> i128 {
    let is_within = (0..EXACT_WIDTH as i128).contains(&b);
    match op {
        IntOp::ShiftRight => a >> if is_within { b } else { 127 },
        IntOp::ShiftLeft if b < 0 => 0,
        IntOp::ShiftLeft => a << b.min(EXACT_WIDTH as i128),
        _ if !is_within => 0,
        _ => unsigned_shift(a, b, EXACT_WIDTH),
    }
}

/// The number whose `width` bits are those of `a`, moved, with zeros from the left.
fn unsigned_shift(a: i128, amount: i128, width: usize) -> i128 {
    wrapped((a & ((1 << width) - 1)) >> amount, width)
}

/// Two's complement of this width.
pub(crate) fn wrapped(number: i128, width: usize) -> i128 {
    let half = 1i128 << (width - 1);
    (number + half).rem_euclid(2 * half) - half
}
