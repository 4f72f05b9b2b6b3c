//! A gate with its sign.

use std::ops::Not;

/// A gate or its negation: `2 · gate + negated`. Only the circuit that made it gives it meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bit(u32);

impl Bit {
    pub const TRUE: Bit = Bit(0);
    pub const FALSE: Bit = Bit(1);

    pub const fn constant(value: bool) -> Bit {
        if value { Bit::TRUE } else { Bit::FALSE }
    }

    pub const fn is_constant(self) -> bool {
        self.0 < 2
    }

    /// The number of the gate, which is below [`Circuit::len`].
    pub(crate) const fn gate(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// The number of the bit itself; no two bits share one.
    pub(super) const fn number(self) -> u32 {
        self.0
    }

    pub(crate) const fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }

    pub(crate) const fn of_gate(gate: usize, negated: bool) -> Bit {
        Bit((gate as u32) << 1 | negated as u32)
    }

    /// The gate itself, without the sign.
    pub(crate) const fn positive(self) -> Bit {
        Bit(self.0 & !1)
    }
}

impl Not for Bit {
    type Output = Bit;

    fn not(self) -> Bit {
        Bit(self.0 ^ 1)
    }
}
