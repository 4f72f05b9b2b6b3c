//! Sets of numbers below a bound: of a few, in one word, or dense, or sparse.
//!
//! Most sets of an evaluation are of a dozen or two atoms. In one word they take no memory of their own.

use std::collections::{BTreeSet, btree_set};
use std::ops::Range;

use Members::{Dense, Few, Sparse};
use fixedbitset::FixedBitSet;

/// Below a larger bound a set is sparse: bits take 128 kB then.
const MOST_BITS: usize = 1 << 20;
/// So is a set of atoms where there are more: quantifiers make one of each atom.
const MOST_ATOMS: usize = 1 << 12;

const WORD: usize = usize::BITS as usize;

/// A set of numbers.
///
/// Invariant: which form a set has depends on its bound and on the number of atoms alone, so equal sets
/// are equal.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Members {
    /// The bits of one word.
    Few(usize),
    /// A set of as many bits as the bound.
    Dense(FixedBitSet),
    Sparse(BTreeSet<usize>),
}

/// Numbers of a set, ascending.
pub enum Iter<'m> {
    Bits(Bits<'m>),
    Sparse(btree_set::Range<'m, usize>),
}

/// The bits of some words that lie below an end.
pub struct Bits<'m> {
    words: &'m [usize],
    end: usize,
    /// The word that is being read, and what is left of it.
    at: usize,
    left: usize,
}

impl Members {
    /// No number, of those below a bound.
    pub fn below(bound: usize, atoms: usize) -> Members {
        if bound <= WORD {
            Few(0)
        } else if Members::is_dense(bound, atoms) {
            Dense(FixedBitSet::with_capacity(bound))
        } else {
            Sparse(BTreeSet::new())
        }
    }

    /// True if a set below a bound takes as many bits.
    pub fn is_dense(bound: usize, atoms: usize) -> bool {
        bound > WORD && bound <= MOST_BITS && atoms <= MOST_ATOMS
    }

    /// True if it was not in yet.
    pub fn insert(&mut self, number: usize) -> bool {
        match self {
            Few(bits) => {
                let before = *bits;
                *bits |= 1 << number;
                *bits != before
            }
            Dense(bits) => !bits.put(number),
            Sparse(set) => set.insert(number),
        }
    }

    pub fn remove(&mut self, number: usize) {
        match self {
            Few(bits) => *bits &= !(1 << number),
            Dense(bits) => bits.set(number, false),
            Sparse(set) => {
                set.remove(&number);
            }
        }
    }

    pub fn contains(&self, number: usize) -> bool {
        match self {
            Few(bits) => number < WORD && bits >> number & 1 == 1,
            Dense(bits) => bits.contains(number),
            Sparse(set) => set.contains(&number),
        }
    }

    pub fn len(&self) -> usize {
        match self {
            Few(bits) => bits.count_ones() as usize,
            Dense(bits) => bits.count_ones(..),
            Sparse(set) => set.len(),
        }
    }

    pub fn is_empty(&self) -> bool {
        match self {
            Few(bits) => *bits == 0,
            Dense(bits) => bits.is_clear(),
            Sparse(set) => set.is_empty(),
        }
    }

    pub fn iter(&self) -> Iter<'_> {
        self.within(0..usize::MAX)
    }

    pub fn within(&self, range: Range<usize>) -> Iter<'_> {
        match self {
            Few(bits) => Iter::Bits(Bits::new(std::slice::from_ref(bits), range)),
            Dense(bits) => Iter::Bits(Bits::new(bits.as_slice(), range)),
            Sparse(set) => Iter::Sparse(set.range(range)),
        }
    }

    pub fn union_with(&mut self, other: &Members) {
        match (self, other) {
            (Few(bits), Few(other)) => *bits |= other,
            (Dense(bits), Dense(other)) => bits.union_with(other),
            (set, other) => other.iter().for_each(|number| {
                set.insert(number);
            }),
        }
    }

    pub fn intersect_with(&mut self, other: &Members) {
        match (self, other) {
            (Few(bits), Few(other)) => *bits &= other,
            (Dense(bits), Dense(other)) => bits.intersect_with(other),
            (Sparse(set), other) => set.retain(|&number| other.contains(number)),
            _ => unreachable!("sets of one bound have one form"),
        }
    }

    pub fn difference_with(&mut self, other: &Members) {
        match (self, other) {
            (Few(bits), Few(other)) => *bits &= !other,
            (Dense(bits), Dense(other)) => bits.difference_with(other),
            (Sparse(set), other) => set.retain(|&number| !other.contains(number)),
            _ => unreachable!("sets of one bound have one form"),
        }
    }

    pub fn is_subset(&self, other: &Members) -> bool {
        match (self, other) {
            (Few(bits), Few(other)) => bits & !other == 0,
            (Dense(bits), Dense(other)) => bits.is_subset(other),
            (set, other) => set.iter().all(|number| other.contains(number)),
        }
    }

    pub fn is_disjoint(&self, other: &Members) -> bool {
        match (self, other) {
            (Few(bits), Few(other)) => bits & other == 0,
            (Dense(bits), Dense(other)) => bits.is_disjoint(other),
            (set, other) => set.iter().all(|number| !other.contains(number)),
        }
    }
}

impl<'m> Bits<'m> {
    fn new(words: &'m [usize], Range { start, end }: Range<usize>) -> Bits<'m> {
        let at = start / WORD;
        let left = words.get(at).map_or(0, |word| word >> (start % WORD) << (start % WORD));
        Bits { words, end, at, left }
    }
}

impl Iterator for Bits<'_> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        while self.left == 0 {
            self.at += 1;
            if self.at >= self.words.len() || self.at * WORD >= self.end {
                return None;
            }
            self.left = self.words[self.at];
        }
        let number = self.at * WORD + self.left.trailing_zeros() as usize;
        self.left &= self.left - 1;
        (number < self.end).then_some(number)
    }
}

impl Iterator for Iter<'_> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        match self {
            Iter::Bits(bits) => bits.next(),
            Iter::Sparse(numbers) => numbers.next().copied(),
        }
    }

    fn fold<B, F: FnMut(B, usize) -> B>(self, first: B, with: F) -> B {
        match self {
            Iter::Bits(bits) => bits.fold(first, with),
            Iter::Sparse(numbers) => numbers.copied().fold(first, with),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Members;

    /// If this fails, a join reads a row that is not its own, or misses a part of it: each form of a set
    /// against the plain list of its numbers, about the edges of words.
    #[test]
    fn each_form_reads_ranges_alike() {
        let numbers = [0, 1, 31, 62, 63, 64, 65, 127, 128, 129, 191];
        for (bound, atoms) in [(64, 64), (192, 64), (192, 1 << 13)] {
            let mut set = Members::below(bound, atoms);
            let numbers: Vec<usize> = numbers.into_iter().filter(|&n| n < bound).collect();
            numbers.iter().for_each(|&number| assert!(set.insert(number)));
            for start in 0..bound {
                for end in
                    [start, start + 1, start + 2, start + 64, bound].map(|end| end.min(bound))
                {
                    let expected: Vec<usize> =
                        numbers.iter().copied().filter(|n| (start..end).contains(n)).collect();
                    let found: Vec<usize> = set.within(start..end).collect();
                    assert_eq!(found, expected, "{start}..{end} of {bound}");
                }
            }
            assert_eq!(set.iter().collect::<Vec<_>>(), numbers);
            assert_eq!(set.len(), numbers.len());
        }
    }
}
