//! Instances that a permutation leaves as they are.
//!
//! Isomorphism classes are counted by the instances that permutations fix (Burnside's lemma). Such an
//! instance holds all cells of an orbit or none: they are one input. Then gates that the permutation maps
//! to each other are made once, and a permutation that moves much leaves a small circuit.

use korrel_lang::universe::AtomId;

use crate::bounds::Cell;

/// The image of each atom of a universe.
///
/// Invariant: each atom is the image of one, and atoms go to atoms of the same class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Permutation {
    images: Vec<AtomId>,
}

impl Permutation {
    /// The permutation of so many atoms that moves those of the cycles only. Each atom of a cycle
    /// goes to the next one.
    pub fn of_cycles<'c>(
        atoms: usize,
        cycles: impl IntoIterator<Item = &'c [AtomId]>,
    ) -> Permutation {
        let mut images: Vec<AtomId> = (0..atoms as u32).map(AtomId).collect();
        for cycle in cycles {
            let next = cycle.iter().cycle().skip(1);
            cycle.iter().zip(next).for_each(|(from, to)| images[from.0 as usize] = *to);
        }
        Permutation { images }
    }

    pub fn image(&self, atom: AtomId) -> AtomId {
        self.images[atom.0 as usize]
    }

    /// The cell and all that it goes to, again and again.
    pub fn orbit(&self, cell: &Cell) -> Vec<Cell> {
        let mut orbit = vec![cell.clone()];
        loop {
            let last = &orbit[orbit.len() - 1];
            let tuple = last.tuple.iter().map(|&atom| self.image(atom)).collect();
            let next = Cell { relation: last.relation, tuple };
            if next == *cell {
                return orbit;
            }
            orbit.push(next);
        }
    }
}
