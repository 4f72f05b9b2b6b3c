//! The atoms that a relation without cycles leads to: atom by atom in topological order.
//!
//! With y(w) for "w is reached, or is where we start", m is reached if y(w) and w → m for some w, all
//! of which come before m. So one pass gives what is reached from a set, and one for each row the
//! closure; each bit is made from final ones, where squaring makes log n versions of each. Unit
//! propagation follows: once the steps to the atoms before are decided, so is this bit.

use crate::circuit::{Bit, Circuit};

use super::Matrix;

/// The atoms that are reached from each row of a matrix.
pub struct Followed {
    /// The atoms that are reached by one step or more.
    pub beyond: Matrix,
    /// The start included.
    pub all: Matrix,
}

impl Matrix {
    /// Follows `steps` from the last atoms of each row on; `order` is the topological one of
    /// `steps`.
    pub fn followed(&self, steps: &Matrix, order: &[usize], circuit: &mut Circuit) -> Followed {
        let mut before: Vec<Vec<(usize, Bit)>> = vec![Vec::new(); self.atoms];
        for (index, bit) in steps.entries() {
            before[index % self.atoms].push((index / self.atoms, bit));
        }
        let mut followed = Followed {
            beyond: Matrix::empty(self.atoms, self.arity),
            all: Matrix::empty(self.atoms, self.arity),
        };
        for (row, entries) in self.rows(self.atoms.max(1)) {
            let mut all = vec![Bit::FALSE; self.atoms];
            let mut beyond = all.clone();
            entries.iter().for_each(|&(index, bit)| all[index % self.atoms] = bit);
            for &atom in order {
                let ways: Vec<Bit> = before[atom]
                    .iter()
                    .map(|&(from, step)| circuit.and([all[from], step]))
                    .collect();
                beyond[atom] = circuit.or(ways);
                all[atom] = circuit.or([all[atom], beyond[atom]]);
            }
            for atom in 0..self.atoms {
                followed.beyond.push(row * self.atoms + atom, beyond[atom]);
                followed.all.push(row * self.atoms + atom, all[atom]);
            }
        }
        followed
    }
}
