//! Counts of the true ones among some bits.
//!
//! The problem: `one`, `lone`, and comparisons of `#e`, without adders. At most one: all pairs for
//! few bits, for no encoding propagates better or needs fewer variables. For many, the sequential
//! counter (Sinz 2005), here as gates: a bit excludes the disjunction of those before it. More than
//! that: a totalizer (Bailleux, Boufkhad 2003): a balanced tree whose nodes count in unary, cut off
//! at the number asked for. Its gates are determined by the bits in both directions, so that
//! enumeration never decides on them, and hash-consing shares them between comparisons of one
//! set. Rejected: sorting networks (smaller only for hundreds of bits), adders for small numbers
//! (they do not propagate).

use super::{Bit, Circuit};

/// The number of bits from which on at-most-one is sequential.
const MANY: usize = 12;

impl Circuit {
    pub fn at_most_one(&mut self, bits: &[Bit]) -> Bit {
        if self.is_exclusive(bits) {
            return Bit::TRUE;
        }
        if bits.len() < MANY { self.pairwise_exclusive(bits) } else { self.sequential(bits) }
    }

    pub fn exactly_one(&mut self, bits: &[Bit]) -> Bit {
        let some = self.or(bits.iter().copied());
        let lone = self.at_most_one(bits);
        self.and([some, lone])
    }

    /// True if at least this many bits are true.
    pub fn at_least(&mut self, bits: &[Bit], count: usize) -> Bit {
        let length = bits.len();
        match count {
            0 => Bit::TRUE,
            _ if count > length => Bit::FALSE,
            1 => self.or(bits.iter().copied()),
            _ if count > length / 2 + 1 => {
                let negated: Vec<Bit> = bits.iter().map(|&bit| !bit).collect();
                !self.at_least(&negated, length - count + 1)
            }
            _ => self.counted(bits, count),
        }
    }

    /// The same by a counter, which is remembered: a comparison of two sets asks for each number.
    fn counted(&mut self, bits: &[Bit], count: usize) -> Bit {
        if let Some(&bit) = self.counters.get(bits).and_then(|known| known.get(count - 1)) {
            return bit;
        }
        let counter = self.counter(bits, count);
        let bit = counter[count - 1];
        self.counters.insert(bits.to_vec(), counter);
        bit
    }

    /// A sorted unary counter: the k-th of its bits says that at least k + 1 of these are true. As
    /// long as there are bits, but no longer than `limit`.
    pub fn counter(&mut self, bits: &[Bit], limit: usize) -> Vec<Bit> {
        if bits.len() < 2 {
            return bits[..bits.len().min(limit)].to_vec();
        }
        let (left, right) = bits.split_at(bits.len() / 2);
        let left = self.counter(left, limit);
        let right = self.counter(right, limit);
        let length = (left.len() + right.len()).min(limit);
        (1..=length).map(|count| self.merged(&left, &right, count)).collect()
    }

    /// True if two counters together count to this number: ⋁ (left ≥ i ∧ right ≥ count − i).
    fn merged(&mut self, left: &[Bit], right: &[Bit], count: usize) -> Bit {
        let from = count.saturating_sub(right.len());
        let splits = from..=count.min(left.len());
        let ways: Vec<Bit> = splits
            .map(|i| {
                let a = if i == 0 { Bit::TRUE } else { left[i - 1] };
                let b = if i == count { Bit::TRUE } else { right[count - i - 1] };
                self.and([a, b])
            })
            .collect();
        self.or(ways)
    }

    fn pairwise_exclusive(&mut self, bits: &[Bit]) -> Bit {
        let mut clauses = Vec::new();
        for (at, &a) in bits.iter().enumerate() {
            for &b in &bits[..at] {
                clauses.push(!self.and([a, b]));
            }
        }
        self.and(clauses)
    }

    fn sequential(&mut self, bits: &[Bit]) -> Bit {
        let mut before = Bit::FALSE;
        let mut clauses = Vec::new();
        for &bit in bits {
            clauses.push(!self.and([bit, before]));
            before = self.or([before, bit]);
        }
        self.and(clauses)
    }
}
