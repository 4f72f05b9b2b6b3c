//! Formulas about matrices, each as one bit.

use crate::circuit::{Bit, Circuit};

use super::Matrix;

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
