use std::ops::{Range, RangeInclusive};

use super::strategy::Strategy;
use super::tape::{DrawRefusal, Tape};

/// Integers from one to another, the closest to 0 first, then 1 and -1, 2 and -2, as far as the range goes.
pub(super) trait Integer: Copy + std::fmt::Debug {
    fn between(low: Self, high: Self, tape: &mut Tape) -> Result<Self, DrawRefusal>;
    fn least() -> Self;
    fn greatest() -> Self;
}

/// How far a value is from the first one, and on which side, at a place, where so many are below and above.
fn apart(place: u128, below: u128, above: u128) -> (u128, bool) {
    let both = below.min(above);
    if place > both.saturating_mul(2) {
        return (place - both, above > below);
    }
    (place.div_ceil(2), place % 2 == 1)
}

macro_rules! integers {
    ($($T:ty, $U:ty;)*) => {$(
        impl Integer for $T {
            #[allow(unused_comparisons, reason = "unsigned ones are never below 0")]
            fn between(low: $T, high: $T, tape: &mut Tape) -> Result<$T, DrawRefusal> {
                if low > high {
                    return Err(DrawRefusal);
                }
                let first = if low > 0 { low } else if high < 0 { high } else { 0 };
                let below = u128::from(first.abs_diff(low) as $U);
                let above = u128::from(high.abs_diff(first) as $U);
                let place = tape.place((below + above).saturating_add(1))?;
                let (far, up) = apart(place, below, above);
                Ok(if up { first.wrapping_add(far as $T) } else { first.wrapping_sub(far as $T) })
            }

            fn least() -> $T {
                <$T>::MIN
            }

            fn greatest() -> $T {
                <$T>::MAX
            }
        }

        impl Strategy for Range<$T> {
            type Value = $T;

            fn draw(&self, tape: &mut Tape) -> Result<$T, DrawRefusal> {
                let high = self.end.checked_sub(1).ok_or(DrawRefusal)?;
                <$T>::between(self.start, high, tape)
            }
        }

        impl Strategy for RangeInclusive<$T> {
            type Value = $T;

            fn draw(&self, tape: &mut Tape) -> Result<$T, DrawRefusal> {
                <$T>::between(*self.start(), *self.end(), tape)
            }
        }
    )*};
}

integers! {
    u8, u8; u16, u16; u32, u32; u64, u64; i8, u8; i16, u16; i32, u32; i64, u64; usize, u64; isize, u64;
}
