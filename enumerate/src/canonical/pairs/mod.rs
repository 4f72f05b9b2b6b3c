//! The test where no cell joins more than two interchangeable atoms: graphs, orders, relations.
//!
//! *Problem.* Images that are chosen one by one, all equal so far, are tried in each order: an antichain of k
//! elements in k! of them, though they differ only when a later atom tells them apart.
//!
//! *Choice.* Atoms that the cells up to a shell do not tell apart are a *block*: permuting them within the
//! labelling changes none of these cells. A block's images are a set, without an order. When the next atom
//! comes, its cells with the block say which order of the images is the greatest: those that are true first. So a
//! block is compared by counting, and where all is equal it splits into the true ones and the others. An atom that
//! is like those of the last block joins it; of the orders in which its images could be chosen one is tried.
//! A labelling is a set of atoms for each atom and kind of cell, a word of bits each. (Partitions and their
//! refinement: McKay 1981; twins of a beginning as one: orderly generation, Read 1978.)
//!
//! The search goes along the *spine*, on which each atom is its own image, and leaves it at the last atom first.
//! Automorphisms are found on the way; an image that one of them leads to from an image that was tried is left out.
//!
//! *Rejected.* Canonical forms by degrees and colours: the greatest labelling is another one. Blocks where cells join
//! three atoms, as in groups: no block of two survives the third atom there.

mod layout;
mod partition;
mod search;
mod stem;

#[cfg(test)]
mod tests;

use korrel_sat::Effort;

use super::{Canonicity, Images, ShellOf};
use layout::{Layout, Segment};
use partition::Block;
use search::Search;
use stem::Stem;

/// The labelling at hand as sets of atoms. An atom is known by its rank here.
#[derive(Clone, Debug)]
pub(super) struct Pairs {
    layout: Layout,
    /// By kind and atom: the atoms that, coming before it, have the kind's cell with it. By kind of single cells: the
    /// atoms that have it.
    rows: Vec<u64>,
    /// The blocks of all steps at hand, those of the last one last.
    blocks: Vec<Block>,
    /// The beginning of the last labelling that was tested.
    beginning: Beginning,
}

/// A labelling but for its last atom in use.
#[derive(Clone, Debug, Default)]
struct Beginning {
    values: Vec<bool>,
    used: Vec<u32>,
    /// The images that were tried for it, from the second labelling on that begins so.
    stem: Option<Stem>,
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
        let layout = Layout::new(canonicity)?;
        let rows = vec![0; layout.rows];
        Some(Pairs { layout, rows, blocks: Vec::new(), beginning: Beginning::default() })
    }

    /// Looks for a permutation of the atoms in use that makes the labelling of these values greater.
    pub fn greater_labelling(
        &mut self,
        values: &[bool],
        used: &[ShellOf],
        effort: &Effort,
    ) -> GreaterImages {
        let Some((last, first)) = used.split_last() else { return GreaterImages::Nothing };
        self.read(&values[..last.end]);
        let mut beginning = std::mem::take(&mut self.beginning);
        let found = self.after(&mut beginning, &values[..last.start], (first, used), effort);
        self.beginning = beginning;
        found
    }

    /// The same, knowing how the last labelling begins.
    fn after(
        &mut self,
        beginning: &mut Beginning,
        values: &[bool],
        (first, used): (&[ShellOf], &[ShellOf]),
        effort: &Effort,
    ) -> GreaterImages {
        let is_same =
            beginning.values == values && self.ranks(first).eq(beginning.used.iter().copied());
        if !is_same {
            let (values, atoms) = (values.to_vec(), self.ranks(first).collect());
            *beginning = Beginning { values, used: atoms, stem: None };
            return Search::new(self, used, effort).run();
        }
        let stem = match &mut beginning.stem {
            Some(stem) => stem,
            none => {
                let mut stem = Stem::default();
                let found = Search::new(self, first, effort).keeping(&mut stem).run();
                if !matches!(found, GreaterImages::Nothing) {
                    return found;
                }
                none.insert(stem)
            }
        };
        let search = Search::new(self, used, effort);
        if stem.is_too_much { search.run() } else { search.after(stem).run() }
    }

    fn ranks<'s>(&'s self, shells: &'s [ShellOf]) -> impl Iterator<Item = u32> + 's {
        shells.iter().map(|shell| self.layout.ranks[shell.atom as usize])
    }

    fn read(&mut self, values: &[bool]) {
        self.rows.fill(0);
        for (marks, &value) in self.layout.marks.iter().zip(values) {
            if value {
                marks.iter().for_each(|mark| self.rows[mark.row as usize] |= mark.atom);
            }
        }
    }

    /// The sets of a kind of cells that join two atoms, by the later one.
    fn row(&self, kind: u32, atom: u32) -> u64 {
        self.rows[(kind + atom) as usize]
    }

    /// The order in which a shell's cells are compared.
    fn segments(&self, atom: u32) -> &[Segment] {
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
