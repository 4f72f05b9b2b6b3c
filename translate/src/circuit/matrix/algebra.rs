//! The relational algebra, tuple by tuple of the supports.

use crate::circuit::{Bit, Circuit};

use super::Matrix;

impl Matrix {
    pub fn union(&self, other: &Matrix, circuit: &mut Circuit) -> Matrix {
        self.merged(other, |a, b| circuit.or([a, b]))
    }

    pub fn intersection(&self, other: &Matrix, circuit: &mut Circuit) -> Matrix {
        self.mapped(|index, bit| circuit.and([bit, other.get(index)]))
    }

    pub fn difference(&self, other: &Matrix, circuit: &mut Circuit) -> Matrix {
        self.mapped(|index, bit| circuit.and([bit, !other.get(index)]))
    }

    /// `self ++ other`: a row of `self` counts where `other` has none.
    pub fn overridden(&self, other: &Matrix, circuit: &mut Circuit) -> Matrix {
        let width = self.row();
        let rows: Vec<(usize, Bit)> = other
            .rows(width)
            .map(|(row, entries)| (row, circuit.or(entries.iter().map(|&(_, bit)| bit))))
            .collect();
        let kept = self.mapped(|index, bit| {
            match rows.binary_search_by_key(&(index / width), |&(row, _)| row) {
                Ok(at) => circuit.and([bit, !rows[at].1]),
                Err(_) => bit,
            }
        });
        kept.union(other, circuit)
    }

    /// `self -> other`.
    pub fn product(&self, other: &Matrix, circuit: &mut Circuit) -> Matrix {
        let mut result = Matrix::empty(self.atoms, self.arity + other.arity);
        if !circuit.has_room_for(self.support().saturating_mul(other.support())) {
            return result;
        }
        let width = self.atoms.max(1).pow(other.arity as u32);
        result.entries.reserve(self.support() * other.support());
        for (left, a) in self.entries() {
            for (right, b) in other.entries() {
                result.push(left * width + right, circuit.and([a, b]));
            }
        }
        result
    }

    /// `self . other`, of arities that sum to at least 3.
    pub fn join(&self, other: &Matrix, circuit: &mut Circuit) -> Matrix {
        let mut result = Matrix::empty(self.atoms, self.arity + other.arity - 2);
        let width = other.row();
        let rows: Vec<(usize, &[(usize, Bit)])> = other.rows(width).collect();
        let row_of = |left: usize| {
            let found = rows.binary_search_by_key(&(left % self.atoms), |&(row, _)| row);
            found.map_or(&[][..], |at| rows[at].1)
        };
        // A gate and its two wires for each pair, unless a pair needs none.
        let cost = |a: Bit| if a.is_constant() { 1 } else { 3 };
        let needed = self.entries().map(|(left, a)| cost(a) * row_of(left).len()).sum();
        if !circuit.has_room_for(needed) {
            return result;
        }
        let mut ways = Vec::new();
        for (left, a) in self.entries() {
            let rest = left / self.atoms;
            for &(right, b) in row_of(left) {
                let both = circuit.and([a, b]);
                if both != Bit::FALSE {
                    ways.push((rest * width + right % width, both));
                }
            }
        }
        ways.sort_by_key(|&(index, _)| index);
        for group in ways.chunk_by(|a, b| a.0 == b.0) {
            result.push(group[0].0, circuit.or(group.iter().map(|&(_, bit)| bit)));
        }
        result
    }

    /// `~self`, of a binary relation.
    pub fn transpose(&self) -> Matrix {
        assert_eq!(self.arity, 2, "only binary relations are transposed");
        let n = self.atoms;
        let swapped = self.entries().map(|(index, bit)| (index % n * n + index / n, bit));
        Matrix::from_entries(n, 2, swapped)
    }

    /// The pairs (a, a) of a set's atoms.
    pub fn identity(&self) -> Matrix {
        assert_eq!(self.arity, 1, "the identity is over a set");
        let pairs = self.entries().map(|(atom, bit)| (atom * self.atoms + atom, bit));
        Matrix::from_entries(self.atoms, 2, pairs)
    }

    /// `set <: self`.
    pub fn domain_restricted(&self, set: &Matrix, circuit: &mut Circuit) -> Matrix {
        let width = self.row();
        self.mapped(|index, bit| circuit.and([bit, set.get(index / width)]))
    }

    /// `self :> set`.
    pub fn range_restricted(&self, set: &Matrix, circuit: &mut Circuit) -> Matrix {
        self.mapped(|index, bit| circuit.and([bit, set.get(index % self.atoms)]))
    }

    /// `self` if the condition holds, else `other`.
    pub fn choice(&self, condition: Bit, other: &Matrix, circuit: &mut Circuit) -> Matrix {
        self.merged(other, |a, b| circuit.choice(condition, a, b))
    }

    /// Each tuple with another bit.
    fn mapped(&self, mut bit: impl FnMut(usize, Bit) -> Bit) -> Matrix {
        let mut result = Matrix::empty(self.atoms, self.arity);
        for (index, old) in self.entries() {
            result.push(index, bit(index, old));
        }
        result
    }

    /// The tuples of either, with a bit made from both.
    fn merged(&self, other: &Matrix, mut bit: impl FnMut(Bit, Bit) -> Bit) -> Matrix {
        debug_assert_eq!((self.atoms, self.arity), (other.atoms, other.arity));
        let mut result = Matrix::empty(self.atoms, self.arity);
        let (mut left, mut right) = (self.entries().peekable(), other.entries().peekable());
        loop {
            let next = [left.peek(), right.peek()].into_iter().flatten().map(|entry| entry.0).min();
            let Some(index) = next else { return result };
            let a = left.next_if(|entry| entry.0 == index).map_or(Bit::FALSE, |entry| entry.1);
            let b = right.next_if(|entry| entry.0 == index).map_or(Bit::FALSE, |entry| entry.1);
            result.push(index, bit(a, b));
        }
    }

    /// Appends a tuple, which must be greater than those that are there, unless it is false.
    pub(super) fn push(&mut self, index: usize, bit: Bit) {
        debug_assert!(self.entries.last().is_none_or(|last| last.0 < index));
        if bit != Bit::FALSE {
            self.entries.push((index, bit));
        }
    }

    /// The first atoms that occur, ascending, each with its tuples.
    pub fn rows(&self, width: usize) -> impl Iterator<Item = (usize, &[(usize, Bit)])> {
        let groups = self.entries.chunk_by(move |a, b| a.0 / width == b.0 / width);
        groups.map(move |group| (group[0].0 / width, group))
    }
}
