//! Relations whose tuples are bits of a circuit.
//!
//! Shape: `atoms` × arity, as [`korrel_lang::tuples::TupleSet`], which gives the numbering of the
//! tuples. But it is sparse, for an expression of a spec holds few of the n^k tuples that its arity
//! allows, and intermediate arities of 5 and more occur. An absent tuple is false. The operations
//! work on the *support* (the tuples that are there) and never walk all n^k.

mod algebra;
mod closure;
mod cycles;
mod formulas;

use crate::circuit::Bit;

/// A relation of bits.
///
/// Invariant: `entries` ascend by index, no bit is FALSE, and each index is below `atoms^arity`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Matrix {
    atoms: usize,
    arity: usize,
    entries: Vec<(usize, Bit)>,
}

impl Matrix {
    /// # Panics
    /// If `atoms^arity` overflows. See [`Matrix::can_hold`].
    pub fn empty(atoms: usize, arity: usize) -> Matrix {
        assert!(Matrix::can_hold(atoms, arity), "atoms^arity fits");
        Matrix { atoms, arity, entries: Vec::new() }
    }

    /// True if tuples of this arity have numbers at all.
    pub fn can_hold(atoms: usize, arity: usize) -> bool {
        u32::try_from(arity).is_ok_and(|arity| atoms.checked_pow(arity).is_some())
    }

    /// A matrix of tuples' indices, each once and in any order, with their bits.
    pub fn from_entries(
        atoms: usize,
        arity: usize,
        entries: impl IntoIterator<Item = (usize, Bit)>,
    ) -> Matrix {
        let mut matrix = Matrix::empty(atoms, arity);
        matrix.entries.extend(entries.into_iter().filter(|&(_, bit)| bit != Bit::FALSE));
        matrix.entries.sort_unstable_by_key(|&(index, _)| index);
        debug_assert!(matrix.entries.windows(2).all(|pair| pair[0].0 < pair[1].0));
        matrix
    }

    /// `{ tuple }`.
    pub fn singleton(atoms: usize, arity: usize, index: usize) -> Matrix {
        Matrix::from_entries(atoms, arity, [(index, Bit::TRUE)])
    }

    pub fn atoms(&self) -> usize {
        self.atoms
    }

    pub fn arity(&self) -> usize {
        self.arity
    }

    /// The number of tuples that may be in it.
    pub fn support(&self) -> usize {
        self.entries.len()
    }

    /// The tuples that may be in it, ascending by index, with their bits.
    pub fn entries(&self) -> impl DoubleEndedIterator<Item = (usize, Bit)> + '_ {
        self.entries.iter().copied()
    }

    pub fn bits(&self) -> Vec<Bit> {
        self.entries.iter().map(|&(_, bit)| bit).collect()
    }

    pub fn get(&self, index: usize) -> Bit {
        match self.entries.binary_search_by_key(&index, |&(index, _)| index) {
            Ok(at) => self.entries[at].1,
            Err(_) => Bit::FALSE,
        }
    }

    /// The greatest number of tuples that share a first atom: `atoms^(arity − 1)`.
    fn row(&self) -> usize {
        self.atoms.max(1).pow(self.arity as u32 - 1)
    }
}

#[cfg(test)]
mod tests;
