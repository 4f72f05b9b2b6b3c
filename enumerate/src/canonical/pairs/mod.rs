//! The test where no cell joins more than two interchangeable atoms: graphs, orders, relations.
//!
//! *Problem.* Images that are chosen one by one, all equal so far, are tried in each order: an antichain of k
//! elements in k! of them, though they differ only when a later atom tells them apart.
//!
//! *Choice.* Atoms that the cells up to a shell do not tell apart are a *block*: permuting them within the
//! labelling changes none of these cells. A block's images are a set, without an order. When the next atom
//! comes, its cells with the block say which order of the images is the greatest: those that are true first. So a
//! block is compared by counting, and where all is equal it splits into the true ones and the others. An atom that
//! is like those of the last block joins it. Of the orders in which its images could be chosen one is tried.
//! A labelling is a set of atoms for each atom and kind of cell, a word of bits each. (Partitions and their
//! refinement: McKay 1981. Twins of a beginning as one: orderly generation, Read 1978.)
//!
//! The search goes along the *spine*, on which each atom is its own image, and leaves it at the last atom first.
//! Automorphisms are found on the way. If one of them leads from an image that was tried to another image, the
//! latter is left out.
//!
//! *Rejected.* Canonical forms by degrees and colours: the greatest labelling is another one. Blocks where cells join
//! three atoms, as in groups: no block of two survives the third atom there.

mod chain;
mod layout;
mod partition;
mod search;
mod twins;
mod word;

#[cfg(test)]
mod tests;

use std::mem::take;

use korrel_sat::Effort;

use super::{Canonicity, Images, ShellOf};
use chain::{Chain, Survivor};
use layout::{CellLayout, CellSegment};
use partition::Block;
use search::{ImageSearch, Lists};

/// The labelling at hand as sets of atoms. An atom is known by its rank here.
#[derive(Clone, Debug)]
pub(super) struct Pairs {
    layout: CellLayout,
    /// By kind and atom: the atoms that, coming before it, have the kind's cell with it. By kind of single cells: the
    /// atoms that have it.
    rows: Vec<u64>,
    /// The blocks of all steps at hand, those of the last one last.
    blocks: Vec<Block>,
    /// The last labelling's atoms in use.
    used: Vec<u32>,
    /// The images that were tried for its beginning.
    chain: Chain,
    survivors: Vec<Survivor>,
    lists: Lists,
    /// Of more atoms the twins are found first.
    few: usize,
}

/// The result of the test of a labelling.
pub(super) enum GreaterImages {
    Nothing,
    /// These images make a labelling greater, at the latest in the shell of the last atom among so many.
    Greater(Images, usize),
    /// The stop flag was raised.
    Stopped,
}

impl Pairs {
    /// None where cells join more atoms, where there are too many, or where their order is another one.
    pub fn new(canonicity: &Canonicity) -> Option<Pairs> {
        let layout = CellLayout::new(canonicity)?;
        let rows = vec![0; layout.rows];
        Some(Pairs {
            layout,
            rows,
            blocks: Vec::new(),
            used: Vec::new(),
            chain: Chain::new(),
            survivors: Vec::new(),
            lists: Lists::default(),
            few: twins::FEW,
        })
    }

    /// Keeps so many images between labellings, and finds the twins of more atoms than are few.
    #[cfg(test)]
    fn with_limits(&mut self, most: usize, few: usize) {
        (self.chain.most, self.few) = (most, few);
    }

    /// Turns the value of a cell of the labelling at hand. All are false at first.
    #[inline]
    pub fn turn(&mut self, cell: usize) {
        for mark in self.layout.marks[cell] {
            self.rows[mark.row as usize] ^= mark.atom;
        }
    }

    /// Looks for a permutation of the atoms in use that makes the labelling at hand greater. Its cells before
    /// `changed` are those of the last call. `keeps`: labellings that begin like this one, and have more atoms,
    /// will be tested.
    pub fn greater_labelling(
        &mut self,
        used: &[ShellOf],
        changed: usize,
        keeps: bool,
        effort: &Effort,
    ) -> GreaterImages {
        let (mut chain, mut atoms) = (take(&mut self.chain), take(&mut self.used));
        let ranks = &self.layout.ranks;
        let is_same = |&(shell, &atom): &(&ShellOf, &u32)| {
            shell.end <= changed && ranks[shell.atom as usize] == atom
        };
        chain.truncate(used.iter().zip(&atoms).take_while(is_same).count());
        atoms.clear();
        atoms.extend(used.iter().map(|shell| ranks[shell.atom as usize]));
        let found = self.lengthen(&mut chain, &atoms, keeps, effort);
        (self.chain, self.used) = (chain, atoms);
        found
    }

    /// The same, knowing nothing of the last call. The next one knows nothing of this.
    pub fn greater_labelling_alone(&mut self, used: &[ShellOf], effort: &Effort) -> GreaterImages {
        self.chain.truncate(0);
        self.used.clear();
        let ranks = &self.layout.ranks;
        let atoms: Vec<u32> = used.iter().map(|shell| ranks[shell.atom as usize]).collect();
        ImageSearch::new(self, &atoms, effort).run()
    }

    /// Makes the chain longer, an atom at a time.
    fn lengthen(
        &mut self,
        chain: &mut Chain,
        atoms: &[u32],
        keeps: bool,
        effort: &Effort,
    ) -> GreaterImages {
        while chain.len() < atoms.len() && chain.too_many == 0 {
            if effort.is_stopped() {
                return GreaterImages::Stopped;
            }
            let atoms_now = &atoms[..=chain.len()];
            let is_last = atoms_now.len() == atoms.len();
            match self.with_one_more(chain, atoms_now, keeps || !is_last, effort) {
                Some(GreaterImages::Nothing) if !is_last => {}
                Some(found) => return found,
                None => chain.too_many = atoms_now.len(),
            }
        }
        if chain.too_many == 0 {
            return GreaterImages::Nothing;
        }
        ImageSearch::new(self, atoms, effort).run()
    }

    /// Tests one atom more than the chain has. Returns `None` if there are too many images to be kept.
    fn with_one_more(
        &mut self,
        chain: &mut Chain,
        atoms: &[u32],
        keeps: bool,
        effort: &Effort,
    ) -> Option<GreaterImages> {
        let newest = atoms[chain.len()];
        let mut survivors = take(&mut self.survivors);
        chain.survivors(self, newest, keeps, &mut survivors);
        let found = if !keeps && survivors.is_empty() && self.is_sorted(chain.last_blocks(), newest)
        {
            Some(GreaterImages::Nothing)
        } else {
            ImageSearch::new(self, atoms, effort).run_after(chain, &mut survivors, keeps)
        };
        if !keeps {
            chain.note_lesser(self, newest, &survivors);
        }
        self.survivors = survivors;
        found
    }

    /// The sets of a kind of cells that join two atoms, by the later one.
    fn row(&self, kind: u32, atom: u32) -> u64 {
        self.rows[(kind + atom) as usize]
    }

    /// The order in which a shell's cells are compared.
    fn segments(&self, atom: u32) -> &[CellSegment] {
        &self.layout.segments[atom as usize]
    }
}

/// The atoms of a set, ascending.
fn members(mut set: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let first = (set != 0).then(|| set.trailing_zeros());
        set &= set.wrapping_sub(1);
        first
    })
}

/// The atoms that come before one.
fn below(atom: u32) -> u64 {
    (1 << atom) - 1
}
