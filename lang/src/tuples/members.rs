//! Sets of numbers below a bound, dense or sparse.

use std::collections::{BTreeSet, btree_set};
use std::ops::Range;

use fixedbitset::{FixedBitSet, Ones};

/// Below a larger bound a set is sparse: bits take 128 kB then.
const MOST_BITS: usize = 1 << 20;
/// So is a set of atoms where there are more: quantifiers make one of each atom.
const MOST_ATOMS: usize = 1 << 12;

/// A set of numbers.
///
/// Invariant: which form a set has depends on its bound and on the number of atoms alone, so equal sets
/// are equal.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Members {
    /// As many bits as the bound.
    Dense(FixedBitSet),
    Sparse(BTreeSet<usize>),
}

use Members::{Dense, Sparse};

/// The numbers of a set, ascending.
pub enum Iter<'m> {
    Dense(Ones<'m>),
    Sparse(btree_set::Iter<'m, usize>),
}

/// The numbers of a set that lie in a range, ascending.
pub enum Within<'m> {
    Dense(&'m FixedBitSet, Range<usize>),
    Sparse(btree_set::Range<'m, usize>),
}

impl Members {
    /// No number, of those below a bound.
    pub fn below(bound: usize, atoms: usize) -> Members {
        if bound <= MOST_BITS && atoms <= MOST_ATOMS {
            Dense(FixedBitSet::with_capacity(bound))
        } else {
            Sparse(BTreeSet::new())
        }
    }

    /// Whether it was not in yet.
    pub fn insert(&mut self, number: usize) -> bool {
        match self {
            Dense(bits) => !bits.put(number),
            Sparse(set) => set.insert(number),
        }
    }

    pub fn remove(&mut self, number: usize) {
        match self {
            Dense(bits) => bits.set(number, false),
            Sparse(set) => {
                set.remove(&number);
            }
        }
    }

    pub fn contains(&self, number: usize) -> bool {
        match self {
            Dense(bits) => bits.contains(number),
            Sparse(set) => set.contains(&number),
        }
    }

    pub fn len(&self) -> usize {
        match self {
            Dense(bits) => bits.count_ones(..),
            Sparse(set) => set.len(),
        }
    }

    pub fn is_empty(&self) -> bool {
        match self {
            Dense(bits) => bits.is_clear(),
            Sparse(set) => set.is_empty(),
        }
    }

    pub fn iter(&self) -> Iter<'_> {
        match self {
            Dense(bits) => Iter::Dense(bits.ones()),
            Sparse(set) => Iter::Sparse(set.iter()),
        }
    }

    pub fn within(&self, range: Range<usize>) -> Within<'_> {
        match self {
            Dense(bits) => Within::Dense(bits, range),
            Sparse(set) => Within::Sparse(set.range(range)),
        }
    }

    pub fn union_with(&mut self, other: &Members) {
        match (self, other) {
            (Dense(bits), Dense(other)) => bits.union_with(other),
            (set, other) => other.iter().for_each(|number| {
                set.insert(number);
            }),
        }
    }

    pub fn intersect_with(&mut self, other: &Members) {
        match (self, other) {
            (Dense(bits), Dense(other)) => bits.intersect_with(other),
            (Sparse(set), other) => set.retain(|&number| other.contains(number)),
            (Dense(_), Sparse(_)) => unreachable!("sets of one bound have one form"),
        }
    }

    pub fn difference_with(&mut self, other: &Members) {
        match (self, other) {
            (Dense(bits), Dense(other)) => bits.difference_with(other),
            (Sparse(set), other) => set.retain(|&number| !other.contains(number)),
            (Dense(_), Sparse(_)) => unreachable!("sets of one bound have one form"),
        }
    }

    pub fn is_subset(&self, other: &Members) -> bool {
        match (self, other) {
            (Dense(bits), Dense(other)) => bits.is_subset(other),
            (set, other) => set.iter().all(|number| other.contains(number)),
        }
    }

    pub fn is_disjoint(&self, other: &Members) -> bool {
        match (self, other) {
            (Dense(bits), Dense(other)) => bits.is_disjoint(other),
            (set, other) => set.iter().all(|number| !other.contains(number)),
        }
    }
}

impl Iterator for Iter<'_> {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        match self {
            Iter::Dense(ones) => ones.next(),
            Iter::Sparse(numbers) => numbers.next().copied(),
        }
    }

    fn fold<B, F: FnMut(B, usize) -> B>(self, first: B, with: F) -> B {
        match self {
            Iter::Dense(ones) => ones.fold(first, with),
            Iter::Sparse(numbers) => numbers.copied().fold(first, with),
        }
    }
}

impl Iterator for Within<'_> {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        match self {
            Within::Dense(bits, range) => range.find(|&number| bits.contains(number)),
            Within::Sparse(numbers) => numbers.next().copied(),
        }
    }
}
