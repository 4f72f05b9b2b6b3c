//! Sets of tuples and the relational algebra on them.
//!
//! A tuple of arity k over n atoms is the number whose digits in base n are its atoms; a set is a
//! bit set over those n^k numbers. Dense sets suit instances of a dozen or two atoms, which is
//! what a small scope gives. Shape: `atoms` × arity.

use fixedbitset::FixedBitSet;

use crate::universe::AtomId;

/// A set of tuples of one arity over `atoms` atoms.
///
/// Invariant: `bits.len() == atoms^arity`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TupleSet {
    atoms: usize,
    arity: usize,
    bits: FixedBitSet,
}

impl TupleSet {
    /// # Panics
    /// If `atoms^arity` overflows; scopes are checked for that before any set is made.
    pub fn empty(atoms: usize, arity: usize) -> TupleSet {
        let size = atoms.checked_pow(arity as u32).expect("atoms^arity fits");
        TupleSet { atoms, arity, bits: FixedBitSet::with_capacity(size) }
    }

    pub fn from_tuples<'a>(
        atoms: usize,
        arity: usize,
        tuples: impl IntoIterator<Item = &'a [AtomId]>,
    ) -> TupleSet {
        let mut set = TupleSet::empty(atoms, arity);
        for tuple in tuples {
            set.insert(tuple);
        }
        set
    }

    pub fn identity(of: &TupleSet) -> TupleSet {
        let mut set = TupleSet::empty(of.atoms, 2);
        for atom in of.bits.ones() {
            set.bits.insert(atom * of.atoms + atom);
        }
        set
    }

    pub fn arity(&self) -> usize {
        self.arity
    }

    /// The number of atoms of the universe that it is over.
    pub fn atoms(&self) -> usize {
        self.atoms
    }

    pub fn len(&self) -> usize {
        self.bits.count_ones(..)
    }

    pub fn is_empty(&self) -> bool {
        self.bits.is_clear()
    }

    pub fn index(&self, tuple: &[AtomId]) -> usize {
        debug_assert_eq!(tuple.len(), self.arity);
        tuple.iter().fold(0, |index, atom| index * self.atoms + atom.0 as usize)
    }

    /// The tuple of an index, as [`TupleSet::index`] numbers them.
    pub fn tuple(&self, mut index: usize) -> Vec<AtomId> {
        let mut tuple = vec![AtomId(0); self.arity];
        for atom in tuple.iter_mut().rev() {
            *atom = AtomId((index % self.atoms) as u32);
            index /= self.atoms;
        }
        tuple
    }

    pub fn insert(&mut self, tuple: &[AtomId]) {
        let index = self.index(tuple);
        self.bits.insert(index);
    }

    pub fn remove(&mut self, tuple: &[AtomId]) {
        let index = self.index(tuple);
        self.bits.set(index, false);
    }

    pub fn contains(&self, tuple: &[AtomId]) -> bool {
        self.bits.contains(self.index(tuple))
    }

    pub fn contains_index(&self, index: usize) -> bool {
        self.bits.contains(index)
    }

    pub fn insert_index(&mut self, index: usize) {
        self.bits.insert(index);
    }

    /// The tuples' indices, ascending.
    pub fn indices(&self) -> impl Iterator<Item = usize> + '_ {
        self.bits.ones()
    }

    /// The tuples, in lexicographic order of their atoms.
    pub fn tuples(&self) -> impl Iterator<Item = Vec<AtomId>> + '_ {
        self.bits.ones().map(|index| self.tuple(index))
    }

    /// The only atom of a set that has just one.
    pub fn single(&self) -> Option<AtomId> {
        let mut ones = self.bits.ones();
        match (ones.next(), ones.next()) {
            (Some(index), None) if self.arity == 1 => Some(AtomId(index as u32)),
            _ => None,
        }
    }

    pub fn union(&self, other: &TupleSet) -> TupleSet {
        self.combined(other, FixedBitSet::union_with)
    }

    pub fn intersection(&self, other: &TupleSet) -> TupleSet {
        self.combined(other, FixedBitSet::intersect_with)
    }

    pub fn difference(&self, other: &TupleSet) -> TupleSet {
        self.combined(other, FixedBitSet::difference_with)
    }

    pub fn is_subset(&self, other: &TupleSet) -> bool {
        debug_assert_eq!(self.arity, other.arity);
        self.bits.is_subset(&other.bits)
    }

    pub fn is_disjoint(&self, other: &TupleSet) -> bool {
        debug_assert_eq!(self.arity, other.arity);
        self.bits.is_disjoint(&other.bits)
    }

    fn combined(
        &self,
        other: &TupleSet,
        operation: fn(&mut FixedBitSet, &FixedBitSet),
    ) -> TupleSet {
        debug_assert_eq!((self.atoms, self.arity), (other.atoms, other.arity));
        let mut result = self.clone();
        operation(&mut result.bits, &other.bits);
        result
    }

    /// `self -> other`.
    pub fn product(&self, other: &TupleSet) -> TupleSet {
        let mut result = TupleSet::empty(self.atoms, self.arity + other.arity);
        let width = other.bits.len();
        for left in self.bits.ones() {
            for right in other.bits.ones() {
                result.bits.insert(left * width + right);
            }
        }
        result
    }

    /// `self . other`: drops the atom at which they meet. Arity: the sum less two, at least 1.
    pub fn join(&self, other: &TupleSet) -> TupleSet {
        let arity = self.arity + other.arity - 2;
        assert!(arity > 0, "the join of two sets has no arity");
        let mut result = TupleSet::empty(self.atoms, arity);
        let width = other.bits.len() / self.atoms.max(1);
        for left in self.bits.ones() {
            let (rest, last) = (left / self.atoms, left % self.atoms);
            let row = last * width;
            for at in (row..row + width).filter(|&at| other.bits.contains(at)) {
                result.bits.insert(rest * width + (at - row));
            }
        }
        result
    }

    /// `~self`, of a binary relation.
    pub fn transpose(&self) -> TupleSet {
        assert_eq!(self.arity, 2);
        let mut result = TupleSet::empty(self.atoms, 2);
        for index in self.bits.ones() {
            result.bits.insert(index % self.atoms * self.atoms + index / self.atoms);
        }
        result
    }

    /// `^self`, of a binary relation (Warshall's algorithm).
    pub fn closure(&self) -> TupleSet {
        assert_eq!(self.arity, 2);
        let mut result = self.clone();
        let n = self.atoms;
        for via in 0..n {
            let reached: Vec<usize> =
                (0..n).filter(|to| result.bits.contains(via * n + to)).collect();
            for from in 0..n {
                if result.bits.contains(from * n + via) {
                    for to in &reached {
                        result.bits.insert(from * n + to);
                    }
                }
            }
        }
        result
    }

    /// `self ++ other`.
    pub fn overridden(&self, other: &TupleSet) -> TupleSet {
        let width = (self.bits.len() / self.atoms.max(1)).max(1);
        let mut result = other.clone();
        for index in self.bits.ones() {
            let row = index / width * width;
            if other.bits.count_ones(row..row + width) == 0 {
                result.bits.insert(index);
            }
        }
        result
    }

    /// `set <: self`.
    pub fn domain_restricted(&self, set: &TupleSet) -> TupleSet {
        assert_eq!(set.arity, 1);
        let width = (self.bits.len() / self.atoms.max(1)).max(1);
        self.filtered(|index| set.bits.contains(index / width))
    }

    /// `self :> set`.
    pub fn range_restricted(&self, set: &TupleSet) -> TupleSet {
        assert_eq!(set.arity, 1);
        self.filtered(|index| set.bits.contains(index % self.atoms))
    }

    fn filtered(&self, keep: impl Fn(usize) -> bool) -> TupleSet {
        let mut result = TupleSet::empty(self.atoms, self.arity);
        result.bits.extend(self.bits.ones().filter(|&index| keep(index)));
        result
    }

    /// The same set with each atom replaced by its image.
    pub fn permuted(&self, image: &[AtomId]) -> TupleSet {
        let mut result = TupleSet::empty(self.atoms, self.arity);
        for tuple in self.tuples() {
            let tuple: Vec<AtomId> = tuple.iter().map(|atom| image[atom.0 as usize]).collect();
            result.insert(&tuple);
        }
        result
    }
}
