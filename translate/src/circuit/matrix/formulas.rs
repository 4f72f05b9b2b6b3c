//! Formulas about matrices, each as one bit.

use super::Matrix;
use crate::circuit::{Bit, Circuit};

impl Matrix {
    /// `self in other`.
    pub fn subset(&self, other: &Matrix, circuit: &mut Circuit) -> Bit {
        let clauses: Vec<Bit> =
            self.entries().map(|(index, bit)| circuit.implies(bit, other.get(index))).collect();
        circuit.and(clauses)
    }

    /// `self = other`.
    pub fn equal(&self, other: &Matrix, circuit: &mut Circuit) -> Bit {
        let mut clauses: Vec<Bit> =
            self.entries().map(|(index, bit)| circuit.iff(bit, other.get(index))).collect();
        let only_other = other.entries().filter(|&(index, _)| self.get(index) == Bit::FALSE);
        clauses.extend(only_other.map(|(_, bit)| !bit));
        circuit.and(clauses)
    }

    /// True if no tuple is in both.
    pub fn disjoint(&self, other: &Matrix, circuit: &mut Circuit) -> Bit {
        let common = self.intersection(other, circuit);
        common.no(circuit)
    }

    pub fn no(&self, circuit: &mut Circuit) -> Bit {
        !self.some(circuit)
    }

    pub fn some(&self, circuit: &mut Circuit) -> Bit {
        circuit.or(self.bits())
    }

    pub fn lone(&self, circuit: &mut Circuit) -> Bit {
        circuit.at_most_one(&self.bits())
    }

    pub fn one(&self, circuit: &mut Circuit) -> Bit {
        circuit.exactly_one(&self.bits())
    }
}

// A test that two relations are the same, as far as it can be seen.
//
// A spec that says where objects point to by a comprehension or a function, `{ v, w: Value | w in v.members[Key] +
// v.items[Int] }`, has other gates for it than the union of the fields: disjunctions in disjunctions, and of each
// atom that it is in use. A look at these two tells it is the union, and saves a closure.

impl Matrix {
    /// True if a relation holds the same pairs as this one, provided that this one holds only atoms
    /// in use: their disjuncts are the same. (The answer "no" says nothing.)
    pub fn is_of_disjuncts_in(
        &self,
        other: &Matrix,
        in_use: &impl Fn(usize) -> Bit,
        circuit: &Circuit,
    ) -> bool {
        let is_same = |(own, other): (&(usize, Bit), &(usize, Bit))| {
            let guards = [in_use(own.0 / self.atoms), in_use(own.0 % self.atoms)];
            own.0 == other.0
                && (own.1 == other.1
                    || circuit.disjuncts(own.1)
                        == circuit.disjuncts(circuit.without(other.1, &guards)))
        };
        let shape = |matrix: &Matrix| (matrix.atoms, matrix.arity, matrix.support());
        self.arity == 2
            && shape(self) == shape(other)
            && self.entries.iter().zip(&other.entries).all(is_same)
    }
}
