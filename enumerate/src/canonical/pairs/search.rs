//! The search for images that make a labelling greater.

use korrel_sat::Effort;

use super::partition::{Block, Candidates, ShellOrder};
use super::stem::{Root, Stem};
use super::{GreaterImages, Pairs, below, members};
use crate::canonical::{Images, ShellOf};

pub(super) struct Search<'p> {
    pairs: &'p mut Pairs,
    effort: &'p Effort,
    /// The images that were tried for the atoms in use but for the last one.
    tried_before: Option<&'p Stem>,
    /// The place for the images that are tried, if they are to be kept.
    kept: Option<&'p mut Stem>,
    /// The atoms in use.
    used: Vec<u32>,
    /// The same as a set.
    all_used: u64,
    /// True for each of them that joins the last block of its class.
    joins: Vec<bool>,
    /// The index where the spine's blocks of each depth begin.
    spine: Vec<usize>,
    /// The images chosen so far.
    taken: u64,
    /// The atoms up to the one that left the spine: none joins them. Else that atom's image could become another
    /// one's, and neither an automorphism nor an orbit would say anything of it.
    fixed: u64,
    /// The blocks that are left at the end: any two atoms of one may be swapped.
    twins: Vec<u64>,
    /// The automorphisms found, as the images of the ranks.
    automorphisms: Vec<Vec<u32>>,
    /// The atoms to which automorphisms lead from each atom, as far as they keep the blocks at the
    /// present depth.
    orbits: Vec<u64>,
}

/// The outcome of some images.
enum Outcome {
    Less,
    Automorphism,
    Greater(Images, usize),
    Stopped,
}

impl<'p> Search<'p> {
    pub fn new(pairs: &'p mut Pairs, used: &[ShellOf], effort: &'p Effort) -> Search<'p> {
        let used: Vec<u32> = pairs.ranks(used).collect();
        let orbits = (0..pairs.layout.atoms.len()).map(|atom| 1 << atom).collect();
        pairs.blocks.clear();
        Search {
            pairs,
            effort,
            tried_before: None,
            kept: None,
            all_used: used.iter().fold(0, |set, atom| set | 1 << atom),
            joins: Vec::with_capacity(used.len()),
            spine: Vec::with_capacity(used.len() + 1),
            used,
            taken: 0,
            fixed: 0,
            twins: Vec::new(),
            automorphisms: Vec::new(),
            orbits,
        }
    }

    /// The same, knowing what was tried of all atoms but the last one.
    pub fn after(mut self, stem: &'p Stem) -> Search<'p> {
        self.pairs.blocks.extend_from_slice(&stem.spine_blocks);
        self.spine.extend_from_slice(&stem.spine);
        self.joins.extend_from_slice(&stem.joins);
        self.taken = self.all_used & !(1 << self.newest());
        Search { tried_before: Some(stem), ..self }
    }

    /// The same, keeping what is tried.
    pub fn keeping(self, stem: &'p mut Stem) -> Search<'p> {
        Search { kept: Some(stem), ..self }
    }

    pub fn run(mut self) -> GreaterImages {
        if let Some((images, chosen)) = self.descend() {
            return GreaterImages::Greater(images, chosen);
        }
        if let Some(stem) = &mut self.kept {
            stem.spine_blocks.clone_from(&self.pairs.blocks);
            stem.spine.clone_from(&self.spine);
            stem.joins.clone_from(&self.joins);
        }
        let last = &self.pairs.blocks[self.spine[self.used.len()]..];
        self.twins.extend(last.iter().map(|block| block.ours).filter(|ours| ours.count_ones() > 1));
        for depth in (0..self.used.len()).rev() {
            if self.effort.is_stopped() {
                return GreaterImages::Stopped;
            }
            let atom = self.used[depth];
            self.taken &= !(1 << atom);
            self.pairs.blocks.truncate(self.spine[depth + 1]);
            self.find_orbits(depth);
            if let Some(found) = self.leave_spine(depth) {
                return found;
            }
        }
        GreaterImages::Nothing
    }

    /// Tries all other images of the atom at `depth`, those before it being their own.
    fn leave_spine(&mut self, depth: usize) -> Option<GreaterImages> {
        let (atom, from) = (self.used[depth], self.spine[depth]);
        self.fixed = below(atom + 1);
        let mut later = self.class(depth) & !self.taken & !(1 << atom);
        let mut tried = 1 << atom;
        if let Some(stem) = self.tried_before {
            later &= 1 << self.newest();
            if let Some(found) = self.leave_spine_as_before(depth, stem, &mut tried) {
                return Some(found);
            }
        }
        let (images, is_exact) = self.candidates(from, atom, later);
        for image in members(images) {
            let nodes = self.kept.as_ref().map(|stem| stem.nodes());
            let mut is_less = false;
            if self.is_alike_to_none(image, tried) {
                let outcome = self.choose(depth, from, image, is_exact);
                is_less = matches!(outcome, Outcome::Less);
                if let Some(found) = self.found(depth, outcome) {
                    return Some(found);
                }
            }
            if let Some(stem) = &mut self.kept {
                let nodes = nodes.filter(|_| is_less).map(|from| (from, stem.nodes()));
                stem.push_root(Root { depth, image, nodes });
            }
            tried |= 1 << image;
        }
        None
    }

    /// Tries the images that were tried before, the newest atom among those that come after them.
    fn leave_spine_as_before(
        &mut self,
        depth: usize,
        stem: &Stem,
        tried: &mut u64,
    ) -> Option<GreaterImages> {
        for root in stem.roots(depth) {
            if self.is_alike_to_none(root.image, *tried) {
                let outcome = match root.nodes {
                    Some(nodes) => self.go_on(stem, nodes),
                    None => self.choose(depth, self.spine[depth], root.image, false),
                };
                if let Some(found) = self.found(depth, outcome) {
                    return Some(found);
                }
            }
            *tried |= 1 << root.image;
        }
        None
    }

    /// True if the image is to be tried: it is the first of those that are alike, and not like the
    /// atom itself.
    fn is_alike_to_none(&self, image: u32, tried: u64) -> bool {
        self.orbits[image as usize] & tried == 0
    }

    /// The result of the whole search, if an outcome decides it.
    fn found(&mut self, depth: usize, outcome: Outcome) -> Option<GreaterImages> {
        match outcome {
            Outcome::Less => None,
            Outcome::Automorphism => {
                self.find_orbits(depth);
                None
            }
            Outcome::Greater(images, chosen) => Some(GreaterImages::Greater(images, chosen)),
            Outcome::Stopped => Some(GreaterImages::Stopped),
        }
    }

    /// Goes on from images of the first atoms by the newest one, of which they know nothing.
    fn go_on(&mut self, stem: &Stem, nodes: (usize, usize)) -> Outcome {
        let newest = self.newest();
        for node in stem.nodes_in(nodes) {
            let (atom, blocks) = (self.used[node.depth], stem.blocks_of(node));
            if self.class(node.depth) >> newest & 1 == 0
                || node.needed & !self.pairs.first_row(atom, newest) != 0
                || self.pairs.is_less(blocks, atom, newest)
            {
                continue;
            }
            let start = self.pairs.blocks.len();
            self.pairs.blocks.extend_from_slice(blocks);
            let taken = std::mem::replace(&mut self.taken, node.taken);
            let outcome = self.choose(node.depth, start, newest, false);
            self.taken = taken;
            self.pairs.blocks.truncate(start);
            if !matches!(outcome, Outcome::Less) {
                return outcome;
            }
        }
        Outcome::Less
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
    fn descend(&mut self) -> Option<(Images, usize)> {
        if self.spine.is_empty() {
            self.spine.push(0);
        }
        for depth in self.joins.len()..self.used.len() {
            let (atom, from) = (self.used[depth], self.pairs.blocks.len());
            let placed = self.taken | 1 << atom;
            self.pairs.blocks.extend_from_within(self.spine[depth]..from);
            match self.pairs.refine(from, atom, atom) {
                ShellOrder::Equal => {}
                ShellOrder::Greater(block, split) => {
                    return Some((self.images(depth, from, atom, block, split), depth + 1));
                }
                ShellOrder::Less => unreachable!("the best order is at least as great as ours"),
            }
            let last = self.pairs.last_block(from, atom).filter(|&last| {
                let before = 63 - self.pairs.blocks[last].ours.leading_zeros();
                self.pairs.are_twins(before, atom, placed)
            });
            self.joins.push(last.is_some());
            self.add(from, atom, atom, last.is_some());
            self.spine.push(from);
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
    fn choose(&mut self, depth: usize, from: usize, image: u32, is_equal: bool) -> Outcome {
        let (atom, start) = (self.used[depth], self.pairs.blocks.len());
        self.pairs.blocks.extend_from_within(from..start);
        let order = match is_equal {
            true => ShellOrder::Equal,
            false => self.pairs.refine(start, atom, image),
        };
        let outcome = match order {
            ShellOrder::Less => Outcome::Less,
            ShellOrder::Greater(block, split) => {
                Outcome::Greater(self.images(depth, start, image, block, split), depth + 1)
            }
            ShellOrder::Equal if self.is_repeated(depth, start, image) => Outcome::Less,
            ShellOrder::Equal => {
                self.add(start, atom, image, self.joins[depth]);
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
        let last = self.joined(start, self.used[depth]).filter(|_| self.joins[depth]);
        last.is_some_and(|last| self.pairs.blocks[last].images >> image != 0)
    }

    /// Chooses images from `depth` on.
    fn extend(&mut self, depth: usize, from: usize) -> Outcome {
        if depth == self.used.len() {
            self.keep_automorphism(from);
            return Outcome::Automorphism;
        }
        if self.effort.is_stopped() {
            return Outcome::Stopped;
        }
        if let Some(stem) = &mut self.kept {
            let blocks = &self.pairs.blocks[from..];
            let needed = self.pairs.needed(blocks, self.used[depth]);
            stem.push_node(depth, self.taken, needed, blocks);
        }
        let free = self.class(depth) & !self.taken;
        let (images, is_exact) = self.candidates(from, self.used[depth], free);
        for image in members(images) {
            let outcome = self.choose(depth, from, image, is_exact);
            if !matches!(outcome, Outcome::Less) {
                return outcome;
            }
        }
        Outcome::Less
    }

    /// The atoms in use that may be the image of the one at `depth`.
    fn class(&self, depth: usize) -> u64 {
        self.pairs.layout.classes[self.used[depth] as usize] & self.all_used
    }

    fn keep_automorphism(&mut self, from: usize) {
        let mut images: Vec<u32> = (0..self.orbits.len() as u32).collect();
        for block in &self.pairs.blocks[from..] {
            block.paired().for_each(|(atom, image)| images[atom as usize] = image);
        }
        self.automorphisms.push(images);
    }

    /// Finds the orbits by the automorphisms that keep each block of the spine at this depth.
    fn find_orbits(&mut self, depth: usize) {
        if self.twins.is_empty() && self.automorphisms.is_empty() {
            return;
        }
        (0..).zip(&mut self.orbits).for_each(|(atom, orbit)| *orbit = 1 << atom);
        for twins in &self.twins {
            let free = twins & !self.taken;
            members(free).for_each(|atom| self.orbits[atom as usize] = free);
        }
        let blocks = &self.pairs.blocks[self.spine[depth]..self.spine[depth + 1]];
        for images in &self.automorphisms {
            let keeps = |block: &Block| {
                members(block.ours).all(|atom| block.ours >> images[atom as usize] & 1 != 0)
            };
            if !blocks.iter().all(keeps) {
                continue;
            }
            for (atom, &image) in images.iter().enumerate() {
                let orbit = self.orbits[atom] | self.orbits[image as usize];
                members(orbit).for_each(|atom| self.orbits[atom as usize] = orbit);
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
