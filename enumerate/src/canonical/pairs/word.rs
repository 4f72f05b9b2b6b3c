//! The cells of the newest atom as one word, and what it must have of them not to be less as an image.
//!
//! An image of an atom is compared cell by cell, in the order of that atom's shell. Cells that are true there
//! one after the other must all be true with the image, else it is less. Of cells that are all false none must be
//! true, else it is greater. Of a block some of whose cells are true as many must be true. Each of these is a *step*: a
//! set of bits and a number.

use super::Pairs;
use super::layout::{CellKind, CellSegment};
use super::partition::Block;

/// Cells of the newest atom, and how many of them are true if it is equal so far.
#[derive(Clone, Copy, Debug)]
pub(super) struct WordStep {
    cells: u64,
    count: CellCount,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CellCount {
    All,
    None,
    Some(u32),
}

/// True if an atom with these cells is less, by the first step that tells.
pub(super) fn is_less(steps: &[WordStep], word: u64) -> bool {
    for &WordStep { cells, count } in steps {
        let ours = word & cells;
        match count {
            CellCount::All if ours == cells => {}
            CellCount::All => return true,
            CellCount::None if ours == 0 => {}
            CellCount::None => return false,
            CellCount::Some(count) => match ours.count_ones().cmp(&count) {
                std::cmp::Ordering::Equal => {}
                order => return order.is_lt(),
            },
        }
    }
    false
}

impl Pairs {
    /// The cells of an atom with those before it, as far as they have bits.
    pub(super) fn word(&self, atom: u32) -> u64 {
        let kinds = self.layout.kinds[atom as usize].iter();
        let bits = kinds.map(|&kind| match kind {
            CellKind::Own { row, bit } => {
                bit.map_or(0, |bit| (self.rows[row as usize] >> atom & 1) << bit)
            }
            CellKind::Pair { kind, bit, .. } => {
                bit.map_or(0, |bit| (self.row(kind, atom) & super::below(atom)) << bit)
            }
        });
        bits.fold(0, |word, bits| word | bits)
    }

    /// True if the word has all cells of an atom with those before it.
    pub(super) fn is_whole_word(&self, atom: u32) -> bool {
        self.layout.kinds[atom as usize].iter().all(|kind| match kind {
            CellKind::Own { bit, .. } | CellKind::Pair { bit, .. } => bit.is_some(),
        })
    }

    /// Appends the steps by which the newest atom is compared with this one as its image, the blocks being these.
    /// Returns the cells of the first step, all of which must be true.
    pub(super) fn steps(&self, blocks: &[Block], atom: u32, steps: &mut Vec<WordStep>) -> u64 {
        let first = steps.len();
        for segment in self.segments(atom) {
            match *segment {
                CellSegment::Own { bit: None, .. } | CellSegment::Pairs { bit: None, .. } => break,
                CellSegment::Own { row, bit: Some(bit) } => {
                    let is_true = self.rows[row as usize] >> atom & 1 != 0;
                    push(
                        steps,
                        first,
                        1 << bit,
                        if is_true { CellCount::All } else { CellCount::None },
                    );
                }
                CellSegment::Pairs { kind, class, bit: Some(bit), .. } => {
                    let ours = self.row(kind, atom);
                    for block in blocks.iter().filter(|block| block.ours & class != 0) {
                        let count = match block.leading(ours) {
                            0 => CellCount::None,
                            count if block.ours & !ours == 0 => {
                                debug_assert_eq!(count, block.ours.count_ones());
                                CellCount::All
                            }
                            count => CellCount::Some(count),
                        };
                        push(steps, first, block.images << bit, count);
                    }
                }
            }
        }
        match steps.get(first) {
            Some(&WordStep { cells, count: CellCount::All }) => {
                steps.remove(first);
                cells
            }
            _ => 0,
        }
    }
}

/// Appends a step, joined with the last one where that says the same.
fn push(steps: &mut Vec<WordStep>, first: usize, cells: u64, count: CellCount) {
    match steps[first..].last_mut() {
        Some(last) if last.count == count && !matches!(count, CellCount::Some(_)) => {
            last.cells |= cells
        }
        _ => steps.push(WordStep { cells, count }),
    }
}
