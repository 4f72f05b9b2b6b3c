//! Blocks of atoms, and how the next atom splits them.

use super::layout::{CellKind, CellSegment};
use super::{Pairs, below, members};

/// Atoms that the cells so far do not tell apart, and as many images of them, in any order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Block {
    pub ours: u64,
    pub images: u64,
}

/// The comparison of the images' cells with the labelling's in one shell.
pub(super) enum ShellOrder {
    Less,
    /// Equal, in those orders of the images that the blocks leave open now.
    Equal,
    /// Greater, where the images of this block are in the order of these two.
    Greater(usize, [Block; 2]),
}

/// The result of a look at all images of an atom at once.
pub(super) enum Candidates {
    /// This one, if no earlier block says otherwise, is greater.
    Greater(u32),
    /// These may be equal, and the others are less. `is_exact`: these are equal, and split no block.
    Equal { images: u64, is_exact: bool },
}

impl Pairs {
    /// The ones of `images` that may be the image of `atom`, the blocks being these.
    pub(super) fn candidates(&self, blocks: &[Block], atom: u32, mut images: u64) -> Candidates {
        let mut is_exact = true;
        for segment in self.segments(atom) {
            if images == 0 || !is_exact {
                break;
            }
            match *segment {
                CellSegment::Own { row, .. } => {
                    let row = self.rows[row as usize];
                    if row >> atom & 1 != 0 {
                        images &= row;
                    } else if images & row != 0 {
                        return Candidates::Greater((images & row).trailing_zeros());
                    }
                }
                CellSegment::Pairs { kind, turned, class, .. } => {
                    let ours = self.row(kind, atom);
                    for &block in blocks.iter().filter(|block| block.ours & class != 0) {
                        let first = block.ours & ours;
                        if first == 0 {
                            let any = block.images_with(|image| self.row(turned, image));
                            let greater = images & any.fold(0, |all, set| all | set);
                            if greater != 0 {
                                return Candidates::Greater(greater.trailing_zeros());
                            }
                        } else if first == block.ours {
                            let all = block.images_with(|image| self.row(turned, image));
                            images = all.fold(images, |all, set| all & set);
                        } else {
                            is_exact = false;
                            let leads = block.leading(ours);
                            for image in members(images) {
                                let count = (block.images & self.row(kind, image)).count_ones();
                                if count > leads {
                                    return Candidates::Greater(image);
                                }
                                if count < leads {
                                    images &= !(1 << image);
                                }
                            }
                        }
                    }
                }
            }
        }
        Candidates::Equal { images, is_exact }
    }

    /// True if the shell of `atom` is less with this image, the blocks being these.
    pub(super) fn is_less(&self, blocks: &[Block], atom: u32, image: u32) -> bool {
        for segment in self.segments(atom) {
            match *segment {
                CellSegment::Own { row, .. } => {
                    let row = self.rows[row as usize];
                    match (row >> atom & 1, row >> image & 1) {
                        (1, 0) => return true,
                        (0, 1) => return false,
                        _ => {}
                    }
                }
                CellSegment::Pairs { kind, class, .. } => {
                    let (ours, images) = (self.row(kind, atom), self.row(kind, image));
                    for block in blocks.iter().filter(|block| block.ours & class != 0) {
                        let (first, leads) = (block.images & images, block.ours & ours);
                        if first == block.images && leads == block.ours || first | leads == 0 {
                            continue;
                        }
                        let (count, leads) = (first.count_ones(), block.leading(ours));
                        if count != leads {
                            return count < leads;
                        }
                    }
                }
            }
        }
        false
    }

    /// Compares the shell of `atom` with its image, when `image` is that atom's. Splits the blocks from `from` on.
    /// Blocks of one class are in order.
    pub(super) fn refine(&mut self, from: usize, atom: u32, image: u32) -> ShellOrder {
        for at in 0..self.segments(atom).len() {
            let order = match self.segments(atom)[at] {
                CellSegment::Own { row, .. } => {
                    let of = |atom: u32| self.rows[row as usize] >> atom & 1 != 0;
                    match (of(atom), of(image)) {
                        (true, false) => ShellOrder::Less,
                        (false, true) => ShellOrder::Greater(usize::MAX, [Block::EMPTY; 2]),
                        _ => ShellOrder::Equal,
                    }
                }
                CellSegment::Pairs { kind, class, .. } => {
                    let rows = (self.row(kind, atom), self.row(kind, image));
                    self.split(from, class, rows)
                }
            };
            if !matches!(order, ShellOrder::Equal) {
                return order;
            }
        }
        ShellOrder::Equal
    }

    /// Splits the blocks of a class by the true cells of an atom and those of its image.
    fn split(&mut self, from: usize, class: u64, (ours, images): (u64, u64)) -> ShellOrder {
        let mut at = from;
        while let Some(&block) = self.blocks.get(at) {
            at += 1;
            if block.ours & class == 0 {
                continue;
            }
            let first = Block { ours: block.ours & ours, images: block.images & images };
            if first.ours == block.ours && first.images == block.images
                || first.ours | first.images == 0
            {
                continue;
            }
            let (leads, count) = (block.leading(ours), first.images.count_ones());
            let rest = block.images & !images;
            if count < leads {
                return ShellOrder::Less;
            }
            if count > leads {
                let ours = lowest(block.ours, count);
                let first = Block { ours, images: first.images };
                let rest = Block { ours: block.ours & !ours, images: rest };
                return ShellOrder::Greater(at - 1, [first, rest]);
            }
            debug_assert_eq!(first.ours.count_ones(), leads, "else the spine were greater");
            self.blocks[at - 1] = first;
            self.blocks.insert(at, Block { ours: block.ours & !ours, images: rest });
            at += 1;
        }
        ShellOrder::Equal
    }

    /// The last block of an atom's class.
    pub(super) fn last_block(&self, from: usize, atom: u32) -> Option<usize> {
        let class = self.layout.classes[atom as usize];
        (from..self.blocks.len()).rev().find(|&at| self.blocks[at].ours & class != 0)
    }

    /// True if these blocks' atoms that have cells of each kind with `atom` come before those that have not: no
    /// order of them makes the atom's shell greater.
    pub(super) fn is_sorted(&self, blocks: &[Block], atom: u32) -> bool {
        let blocks = || blocks.iter().filter(|block| block.ours.count_ones() > 1);
        blocks().next().is_none()
            || self.segments(atom).iter().all(|segment| match *segment {
                CellSegment::Own { .. } => true,
                CellSegment::Pairs { kind, class, .. } => {
                    let ours = self.row(kind, atom);
                    blocks().filter(|block| block.ours & class != 0).all(|block| {
                        let others = block.ours & !ours;
                        others == 0 || block.ours & ours < 1 << others.trailing_zeros()
                    })
                }
            })
    }

    /// True if swapping two atoms of a class changes none of the labelling's cells among `placed`.
    pub(super) fn are_twins(&self, a: u32, b: u32, placed: u64) -> bool {
        let others = placed & !(1 << a | 1 << b);
        self.layout.kinds[a as usize].iter().all(|&kind| match kind {
            CellKind::Own { row, .. } => {
                let row = self.rows[row as usize];
                row >> a & 1 == row >> b & 1
            }
            CellKind::Pair { kind, class, .. } => {
                let (of_a, of_b) = (self.row(kind, a), self.row(kind, b));
                let is_alike = (of_a ^ of_b) & others & class == 0;
                is_alike && (class >> a & 1 == 0 || of_a >> b & 1 == of_b >> a & 1)
            }
        })
    }
}

impl Block {
    pub const EMPTY: Block = Block { ours: 0, images: 0 };

    /// The number of the labelling's atoms that are in a set before the first that is not.
    pub fn leading(self, set: u64) -> u32 {
        let others = self.ours & !set;
        let before = if others == 0 { u64::MAX } else { below(others.trailing_zeros()) };
        (self.ours & before).count_ones()
    }

    /// Something of each image.
    fn images_with(self, of: impl Fn(u32) -> u64) -> impl Iterator<Item = u64> {
        members(self.images).map(of)
    }

    /// An order of the images: an atom is its own image where that can be.
    pub fn paired(self) -> impl Iterator<Item = (u32, u32)> {
        let same = self.ours & self.images;
        let moved = members(self.ours & !same).zip(members(self.images & !same));
        members(same).map(|atom| (atom, atom)).chain(moved)
    }
}

/// The first atoms of a set.
fn lowest(set: u64, count: u32) -> u64 {
    members(set).take(count as usize).fold(0, |first, atom| first | 1 << atom)
}
