//! The search for images that make a labelling greater.

use korrel_sat::Effort;

use super::chain::{Chain, SpineRoot, Survivor};
use super::partition::{Block, Candidates, ShellOrder};
use super::twins::Twins;
use super::{GreaterImages, Pairs, below, members};
use crate::canonical::Images;

pub(super) struct ImageSearch<'p> {
    pairs: &'p mut Pairs,
    effort: &'p Effort,
    /// The place for the images that are equal so far, if they are to be kept.
    kept: Option<&'p mut Chain>,
    /// The place where the images at hand left the spine.
    root: SpineRoot,
    /// The atoms in use.
    used: &'p [u32],
    /// The same as a set.
    all_used: u64,
    /// The images chosen so far.
    taken: u64,
    /// The atoms up to the one that left the spine: none joins them. Else that atom's image could become another
    /// one's, and neither an automorphism nor an orbit would say anything of it.
    fixed: u64,
    /// True if the last atom's cells were compared with those of an image.
    is_at_last: bool,
    /// Whether the twins are known of this labelling. They are not where images are kept: a further atom may tell them
    /// apart.
    knows_twins: bool,
    lists: Lists,
}

/// Lists of a search, kept for the next one.
#[derive(Clone, Debug, Default)]
pub(super) struct Lists {
    /// True for each of the atoms in use that joins the last block of its class.
    joins: Vec<bool>,
    /// The index where the spine's blocks of each depth begin.
    spine: Vec<usize>,
    /// The blocks that are left at the end: any two atoms of one may be swapped.
    twins: Vec<u64>,
    /// The automorphisms found, one after the other: the image of each rank.
    automorphisms: Vec<u32>,
    /// The atoms to which automorphisms lead from each atom, as far as they keep the blocks at the
    /// present depth.
    orbits: Vec<u64>,
    /// The twins of many atoms.
    twins_of_many: Twins,
}

/// The outcome of some images.
enum ImageOutcome {
    Less,
    Automorphism,
    Greater(Images, usize),
    Stopped,
    /// They are too many to be kept.
    TooMany,
}

impl<'p> ImageSearch<'p> {
    pub fn new(pairs: &'p mut Pairs, used: &'p [u32], effort: &'p Effort) -> ImageSearch<'p> {
        let mut lists = std::mem::take(&mut pairs.lists);
        lists.joins.clear();
        lists.spine.clear();
        lists.spine.push(0);
        lists.twins.clear();
        lists.automorphisms.clear();
        lists.orbits.clear();
        lists.orbits.extend((0..pairs.layout.atoms.len()).map(|atom| 1 << atom));
        pairs.blocks.clear();
        ImageSearch {
            pairs,
            effort,
            kept: None,
            root: SpineRoot { depth: 0, image: None },
            all_used: used.iter().fold(0, |set, atom| set | 1 << atom),
            used,
            taken: 0,
            fixed: 0,
            is_at_last: false,
            knows_twins: false,
            lists,
        }
    }

    /// Finds the twins, where there are many atoms.
    fn find_twins_of_many(&mut self) {
        if self.used.len() > self.pairs.few {
            self.lists.twins_of_many.find(self.pairs, self.used);
            self.knows_twins = true;
        }
    }

    /// Tries all images.
    pub fn run(mut self) -> GreaterImages {
        let found = self.leave_spine_everywhere();
        self.pairs.lists = self.lists;
        found.unwrap_or(GreaterImages::Nothing)
    }

    /// Tries the images with which the last atom may go on from those that a chain has. If they are to be kept, the
    /// chain is one atom longer afterwards. Returns none if they are too many for that.
    pub fn run_after(
        mut self,
        chain: &'p mut Chain,
        survivors: &mut [Survivor],
        keeps: bool,
    ) -> Option<GreaterImages> {
        let blocks = &mut self.pairs.blocks;
        blocks.extend_from_slice(&chain.spine_blocks);
        let spine_end = blocks.len();
        self.lists.spine.clone_from(&chain.spine);
        self.lists.joins.clone_from(&chain.joins);
        self.taken = self.all_used & !(1 << self.newest());
        if let Some(found) = self.descend() {
            self.pairs.lists = self.lists;
            return Some(found);
        }
        self.find_twins();
        let blocks = &mut self.pairs.blocks;
        let last = blocks.len();
        for survivor in &mut *survivors {
            let from = blocks.len();
            blocks.extend_from_slice(chain.blocks_of(survivor));
            survivor.blocks = (from, blocks.len());
        }
        let beginning = chain.begin();
        if keeps {
            self.kept = Some(chain);
        } else {
            self.find_twins_of_many();
        }
        let outcome = self.go_on(survivors, keeps);
        if let Some(chain) = self.kept.take() {
            match outcome {
                ImageOutcome::Less => {
                    let spine = &self.pairs.blocks[spine_end..last];
                    let joins = self.lists.joins.last() == Some(&true);
                    chain.end(self.pairs, beginning, self.newest(), (spine, joins));
                }
                _ => chain.undo(beginning),
            }
        }
        self.pairs.lists = self.lists;
        match outcome {
            ImageOutcome::Less | ImageOutcome::Automorphism => Some(GreaterImages::Nothing),
            ImageOutcome::Greater(images, chosen) => Some(GreaterImages::Greater(images, chosen)),
            ImageOutcome::Stopped => Some(GreaterImages::Stopped),
            ImageOutcome::TooMany => None,
        }
    }

    /// Tries the newest atom as the next image after each of these.
    fn go_on(&mut self, survivors: &mut [Survivor], keeps: bool) -> ImageOutcome {
        let newest = self.newest();
        let mut known = None;
        for survivor in survivors {
            let depth = survivor.root.depth;
            let (atom, image) = (self.used[depth], survivor.root.image.unwrap_or(newest));
            if !keeps {
                let now = Some((depth, self.lists.automorphisms.len()));
                if known != now {
                    self.find_orbits(depth);
                    known = now;
                }
                let tried = self.class(depth) & !below(atom) & below(image);
                if !self.is_alike_to_none(image, tried) {
                    continue;
                }
            }
            self.fixed = below(atom + 1);
            self.root = SpineRoot { depth, image: Some(image) };
            let (from, to) = survivor.blocks;
            let start = self.pairs.blocks.len();
            self.pairs.blocks.extend_from_within(from..to);
            let images = self.pairs.blocks[start..].iter().map(|block| block.images);
            self.taken = images.fold(0, |all, images| all | images);
            self.is_at_last = survivor.depth + 1 == self.used.len();
            let outcome = self.choose(survivor.depth, start, newest, false);
            survivor.is_less = matches!(outcome, ImageOutcome::Less) && !self.is_at_last;
            self.pairs.blocks.truncate(start);
            if !matches!(outcome, ImageOutcome::Less | ImageOutcome::Automorphism) {
                return outcome;
            }
        }
        ImageOutcome::Less
    }

    /// Tries all images, those that leave the spine at the last atom first.
    fn leave_spine_everywhere(&mut self) -> Option<GreaterImages> {
        if let Some(found) = self.descend() {
            return Some(found);
        }
        self.find_twins();
        self.find_twins_of_many();
        for depth in (0..self.used.len()).rev() {
            if self.effort.is_stopped() {
                return Some(GreaterImages::Stopped);
            }
            self.taken = self.placed_before(depth);
            self.pairs.blocks.truncate(self.lists.spine[depth + 1]);
            self.find_orbits(depth);
            if let Some(found) = self.leave_spine(depth) {
                return Some(found);
            }
        }
        None
    }

    /// Tries all other images of the atom at `depth`, those before it being their own.
    fn leave_spine(&mut self, depth: usize) -> Option<GreaterImages> {
        let (atom, from) = (self.used[depth], self.lists.spine[depth]);
        self.fixed = below(atom + 1);
        let later = self.class(depth) & !below(atom + 1);
        let mut tried = 1 << atom;
        let (images, is_exact) = self.candidates(from, atom, later);
        for image in members(images) {
            if self.is_alike_to_none(image, tried) {
                match self.choose(depth, from, image, is_exact) {
                    ImageOutcome::Less => {}
                    ImageOutcome::Automorphism => self.find_orbits(depth),
                    ImageOutcome::Greater(images, chosen) => {
                        return Some(GreaterImages::Greater(images, chosen));
                    }
                    ImageOutcome::Stopped => return Some(GreaterImages::Stopped),
                    ImageOutcome::TooMany => unreachable!("none are kept"),
                }
            }
            tried |= 1 << image;
        }
        None
    }

    /// True if the image must be tried: it is the first of those that are alike, and not like the
    /// atom itself.
    fn is_alike_to_none(&self, image: u32, tried: u64) -> bool {
        self.lists.orbits[image as usize] & tried == 0
    }

    /// The atoms in use before the one at `depth`.
    fn placed_before(&self, depth: usize) -> u64 {
        self.all_used & below(self.used[depth])
    }

    /// The last of the atoms in use.
    fn newest(&self) -> u32 {
        *self.used.last().expect("images are tried of an atom in use")
    }

    /// The ones of `images` that may be the image of `atom`, and true if they are known to be
    /// equal.
    fn candidates(&self, from: usize, atom: u32, images: u64) -> (u64, bool) {
        match self.pairs.candidates(&self.pairs.blocks[from..], atom, images) {
            Candidates::Greater(image) => (1 << image, false),
            Candidates::Equal { images, is_exact } => (images, is_exact),
        }
    }

    /// The spine: each atom is its own image. Images that are greater may show already.
    fn descend(&mut self) -> Option<GreaterImages> {
        for depth in self.lists.joins.len()..self.used.len() {
            let (atom, from) = (self.used[depth], self.pairs.blocks.len());
            let placed = self.taken | 1 << atom;
            self.pairs.blocks.extend_from_within(self.lists.spine[depth]..from);
            match self.pairs.refine(from, atom, atom) {
                ShellOrder::Equal => {}
                ShellOrder::Greater(block, split) => {
                    let images = self.images(depth, from, atom, block, split);
                    return Some(GreaterImages::Greater(images, depth + 1));
                }
                ShellOrder::Less => unreachable!("the best order is at least as great as ours"),
            }
            let last = self.pairs.last_block(from, atom).filter(|&last| {
                let before = 63 - self.pairs.blocks[last].ours.leading_zeros();
                self.pairs.are_twins(before, atom, placed)
            });
            self.lists.joins.push(last.is_some());
            self.add(from, atom, atom, last.is_some());
            self.lists.spine.push(from);
            self.taken = placed;
        }
        None
    }

    /// Adds an atom and its image to the blocks from `from` on.
    fn add(&mut self, from: usize, atom: u32, image: u32, joins: bool) {
        let single = Block { ours: 1 << atom, images: 1 << image };
        match self.joined(from, atom).filter(|_| joins) {
            Some(last) => {
                let block = &mut self.pairs.blocks[last];
                block.ours |= single.ours;
                block.images |= single.images;
            }
            None => self.pairs.blocks.push(single),
        }
    }

    /// The block that an atom joins, if it joins any.
    fn joined(&self, from: usize, atom: u32) -> Option<usize> {
        let last = self.pairs.last_block(from, atom);
        last.filter(|&last| self.pairs.blocks[last].ours & self.fixed == 0)
    }

    /// Chooses this image of the atom at `depth`, whose blocks are those from `from` on, and the later ones where
    /// all is equal so far. `is_equal`: whether the image is known to be equal, and to split no block.
    fn choose(&mut self, depth: usize, from: usize, image: u32, is_equal: bool) -> ImageOutcome {
        let (atom, start) = (self.used[depth], self.pairs.blocks.len());
        self.pairs.blocks.extend_from_within(from..start);
        let order = match is_equal {
            true => ShellOrder::Equal,
            false => self.pairs.refine(start, atom, image),
        };
        let outcome = match order {
            ShellOrder::Less => ImageOutcome::Less,
            ShellOrder::Greater(block, split) => {
                ImageOutcome::Greater(self.images(depth, start, image, block, split), depth + 1)
            }
            ShellOrder::Equal if self.is_repeated(depth, start, image) => ImageOutcome::Less,
            ShellOrder::Equal => {
                self.add(start, atom, image, self.lists.joins[depth]);
                self.taken |= 1 << image;
                let outcome = self.extend(depth + 1, start);
                self.taken &= !(1 << image);
                outcome
            }
        };
        self.pairs.blocks.truncate(start);
        outcome
    }

    /// True if the image would join images that come after it: the same set is met in ascending
    /// order.
    fn is_repeated(&self, depth: usize, start: usize, image: u32) -> bool {
        self.repeated(depth, start) >> image & 1 != 0
    }

    /// The images that come before one of those that the image of the atom at `depth` joins.
    fn repeated(&self, depth: usize, start: usize) -> u64 {
        let last = self.joined(start, self.used[depth]).filter(|_| self.lists.joins[depth]);
        last.map_or(0, |last| u64::MAX >> self.pairs.blocks[last].images.leading_zeros() >> 1)
    }

    /// Chooses images from `depth` on.
    fn extend(&mut self, depth: usize, from: usize) -> ImageOutcome {
        if depth == self.used.len() {
            return self.reach_end(from);
        }
        if self.effort.is_stopped() {
            return ImageOutcome::Stopped;
        }
        self.is_at_last |= depth + 1 == self.used.len();
        if let Some(chain) = &mut self.kept {
            let blocks = &self.pairs.blocks[from..];
            chain.push_node(self.pairs, self.root, (depth, self.used[depth]), blocks);
            if chain.is_too_much() {
                return ImageOutcome::TooMany;
            }
        }
        let free = self.class(depth) & !self.taken;
        let (mut images, is_exact) = self.candidates(from, self.used[depth], free);
        if self.knows_twins && is_exact {
            images &= !self.repeated(depth, from);
        }
        for image in members(images) {
            let left = self.all_used & !self.taken;
            if self.knows_twins && self.lists.twins_of_many.has_free_before(image, left) {
                // With other cells they may be none.
                self.is_at_last = true;
                continue;
            }
            let outcome = self.choose(depth, from, image, is_exact);
            if !matches!(outcome, ImageOutcome::Less) {
                return outcome;
            }
        }
        ImageOutcome::Less
    }

    /// The atoms in use that may be the image of the one at `depth`.
    fn class(&self, depth: usize) -> u64 {
        self.pairs.layout.classes[self.used[depth] as usize] & self.all_used
    }

    /// All atoms have images, and all is equal. If images are kept, the search goes on, as if they were less.
    fn reach_end(&mut self, from: usize) -> ImageOutcome {
        if let Some(chain) = &mut self.kept {
            chain.push_leaf(self.root, &self.pairs.blocks[from..]);
            return ImageOutcome::Less;
        }
        let automorphisms = &mut self.lists.automorphisms;
        let start = automorphisms.len();
        automorphisms.extend(0..self.lists.orbits.len() as u32);
        for (atom, image) in self.pairs.blocks[from..].iter().flat_map(|block| block.paired()) {
            automorphisms[start + atom as usize] = image;
        }
        ImageOutcome::Automorphism
    }

    /// Finds the atoms that the cells do not tell apart.
    fn find_twins(&mut self) {
        let last = &self.pairs.blocks[self.lists.spine[self.used.len()]..];
        self.lists
            .twins
            .extend(last.iter().map(|block| block.ours).filter(|ours| ours.count_ones() > 1));
    }

    /// Finds the orbits by the automorphisms that keep each block of the spine at this depth.
    fn find_orbits(&mut self, depth: usize) {
        if self.lists.twins.is_empty() && self.lists.automorphisms.is_empty() {
            return;
        }
        let placed = self.placed_before(depth);
        (0..).zip(&mut self.lists.orbits).for_each(|(atom, orbit)| *orbit = 1 << atom);
        for twins in &self.lists.twins {
            let free = twins & !placed;
            members(free).for_each(|atom| self.lists.orbits[atom as usize] = free);
        }
        let blocks = &self.pairs.blocks[self.lists.spine[depth]..self.lists.spine[depth + 1]];
        for images in self.lists.automorphisms.chunks(self.lists.orbits.len()) {
            let keeps = |block: &Block| {
                members(block.ours).all(|atom| block.ours >> images[atom as usize] & 1 != 0)
            };
            if !blocks.iter().all(keeps) {
                continue;
            }
            for (atom, &image) in images.iter().enumerate() {
                let orbit = self.lists.orbits[atom] | self.lists.orbits[image as usize];
                members(orbit).for_each(|atom| self.lists.orbits[atom as usize] = orbit);
            }
        }
    }

    /// Images of the atoms up to `depth`, in the order in which this block makes them greater.
    fn images(
        &self,
        depth: usize,
        from: usize,
        image: u32,
        block: usize,
        split: [Block; 2],
    ) -> Images {
        let atoms = &self.pairs.layout.atoms;
        let mut images: Images = (0..self.pairs.layout.ranks.len() as u32).collect();
        let mut put = |(atom, image): (u32, u32)| {
            images[atoms[atom as usize] as usize] = atoms[image as usize];
        };
        put((self.used[depth], image));
        for (at, whole) in self.pairs.blocks.iter().enumerate().skip(from) {
            if at == block {
                split.into_iter().flat_map(Block::paired).for_each(&mut put);
            } else {
                whole.paired().for_each(&mut put);
            }
        }
        images
    }
}
