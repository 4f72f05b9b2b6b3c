//! Sets of tuples and the relational algebra on them.
//!
//! A tuple of arity k over n atoms is the number whose digits in base n are its atoms. A set is one
//! of those n^k numbers (`members.rs`): a bit set where they are few, which suits instances of a
//! dozen or two atoms, as a small scope gives them, and an ordered set where they are many, as in a
//! heap of a hundred thousand objects. Shape: `atoms` × arity.

use std::ops::Range;

use super::members::Members;
use crate::universe::AtomId;

/// A set of tuples of one arity over `atoms` atoms.
///
/// Invariant: `members` are below atoms^arity.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TupleSet {
    atoms: usize,
    arity: usize,
    members: Members,
}

impl TupleSet {
    /// # Panics
    /// If `atoms^arity` overflows. Scopes are checked for that before any set is made.
    pub fn empty(atoms: usize, arity: usize) -> TupleSet {
        let size = atoms.checked_pow(arity as u32).expect("atoms^arity fits");
        TupleSet { atoms, arity, members: Members::below(size, atoms) }
    }

    /// The bits that a set takes whatever it holds: none, if it takes as much as is in it. `None` if `atoms^arity` overflows.
    pub fn bits(atoms: usize, arity: usize) -> Option<usize> {
        let size = atoms.checked_pow(u32::try_from(arity).ok()?)?;
        Some(if Members::is_dense(size, atoms) { size } else { 0 })
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
        for atom in of.members.iter() {
            set.members.insert(atom * of.atoms + atom);
        }
        set
    }

    pub fn arity(&self) -> usize {
        self.arity
    }

    /// The number of tuples of its arity.
    fn size(&self) -> usize {
        self.atoms.pow(self.arity as u32)
    }

    /// The number of atoms of the universe that it is over.
    pub fn atoms(&self) -> usize {
        self.atoms
    }

    pub fn len(&self) -> usize {
        self.members.len()
    }

    pub fn is_empty(&self) -> bool {
        self.members.is_empty()
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
        self.members.insert(index);
    }

    pub fn remove(&mut self, tuple: &[AtomId]) {
        let index = self.index(tuple);
        self.members.remove(index);
    }

    pub fn contains(&self, tuple: &[AtomId]) -> bool {
        self.members.contains(self.index(tuple))
    }

    pub fn contains_index(&self, index: usize) -> bool {
        self.members.contains(index)
    }

    pub fn insert_index(&mut self, index: usize) {
        self.members.insert(index);
    }

    /// The tuples' indices, ascending.
    pub fn indices(&self) -> impl Iterator<Item = usize> + '_ {
        self.members.iter()
    }

    /// Those of the tuples' indices that lie in a range, ascending.
    pub fn indices_within(&self, range: Range<usize>) -> impl Iterator<Item = usize> + '_ {
        self.members.within(range)
    }

    /// The tuples, in lexicographic order of their atoms.
    pub fn tuples(&self) -> impl Iterator<Item = Vec<AtomId>> + '_ {
        self.members.iter().map(|index| self.tuple(index))
    }

    /// The only atom of a set that has just one.
    pub fn single(&self) -> Option<AtomId> {
        let mut ones = self.members.iter();
        match (ones.next(), ones.next()) {
            (Some(index), None) if self.arity == 1 => Some(AtomId(index as u32)),
            _ => None,
        }
    }

    pub fn union(&self, other: &TupleSet) -> TupleSet {
        self.combined(other, Members::union_with)
    }

    pub fn intersection(&self, other: &TupleSet) -> TupleSet {
        self.combined(other, Members::intersect_with)
    }

    pub fn difference(&self, other: &TupleSet) -> TupleSet {
        self.combined(other, Members::difference_with)
    }

    pub fn is_subset(&self, other: &TupleSet) -> bool {
        debug_assert_eq!(self.arity, other.arity);
        self.members.is_subset(&other.members)
    }

    pub fn is_disjoint(&self, other: &TupleSet) -> bool {
        debug_assert_eq!(self.arity, other.arity);
        self.members.is_disjoint(&other.members)
    }

    fn combined(&self, other: &TupleSet, operation: fn(&mut Members, &Members)) -> TupleSet {
        debug_assert_eq!((self.atoms, self.arity), (other.atoms, other.arity));
        let mut result = self.clone();
        operation(&mut result.members, &other.members);
        result
    }

    /// `self -> other`.
    pub fn product(&self, other: &TupleSet) -> TupleSet {
        let mut result = TupleSet::empty(self.atoms, self.arity + other.arity);
        let width = other.size();
        for left in self.members.iter() {
            for right in other.members.iter() {
                result.members.insert(left * width + right);
            }
        }
        result
    }

    /// `self . other`: drops the atom at which they meet. Arity: the sum less two, at least 1.
    pub fn join(&self, other: &TupleSet) -> TupleSet {
        let arity = self.arity + other.arity - 2;
        assert!(arity > 0, "the join of two sets has no arity");
        let mut result = TupleSet::empty(self.atoms, arity);
        let width = other.size() / self.atoms.max(1);
        for left in self.members.iter() {
            let (rest, last) = (left / self.atoms, left % self.atoms);
            let row = last * width;
            for at in other.members.within(row..row + width) {
                result.members.insert(rest * width + (at - row));
            }
        }
        result
    }

    /// `~self`, of a binary relation.
    pub fn transpose(&self) -> TupleSet {
        assert_eq!(self.arity, 2);
        let mut result = TupleSet::empty(self.atoms, 2);
        for index in self.members.iter() {
            result.members.insert(index % self.atoms * self.atoms + index / self.atoms);
        }
        result
    }

    /// `^self` of a binary relation: the atoms that are reached from each atom.
    pub fn closure(&self) -> TupleSet {
        assert_eq!(self.arity, 2);
        let n = self.atoms;
        let mut result = TupleSet::empty(n, 2);
        let mut open = Vec::new();
        let mut starts: Vec<usize> = self.members.iter().map(|index| index / n).collect();
        starts.dedup();
        for from in starts {
            open.push(from);
            while let Some(via) = open.pop() {
                for step in self.members.within(via * n..(via + 1) * n) {
                    let to = step - via * n;
                    if result.members.insert(from * n + to) {
                        open.push(to);
                    }
                }
            }
        }
        result
    }

    /// `self ++ other`.
    pub fn overridden(&self, other: &TupleSet) -> TupleSet {
        let width = (self.size() / self.atoms.max(1)).max(1);
        let mut result = other.clone();
        for index in self.members.iter() {
            let row = index / width * width;
            if other.members.within(row..row + width).next().is_none() {
                result.members.insert(index);
            }
        }
        result
    }

    /// `set <: self`.
    pub fn domain_restricted(&self, set: &TupleSet) -> TupleSet {
        assert_eq!(set.arity, 1);
        let width = (self.size() / self.atoms.max(1)).max(1);
        self.filtered(|index| set.members.contains(index / width))
    }

    /// `self :> set`.
    pub fn range_restricted(&self, set: &TupleSet) -> TupleSet {
        assert_eq!(set.arity, 1);
        self.filtered(|index| set.members.contains(index % self.atoms))
    }

    fn filtered(&self, keep: impl Fn(usize) -> bool) -> TupleSet {
        let mut result = TupleSet::empty(self.atoms, self.arity);
        self.members.iter().filter(|&index| keep(index)).for_each(|index| {
            result.members.insert(index);
        });
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
