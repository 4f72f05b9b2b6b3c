//! The images that are equal so far, kept for all labellings that begin alike.
//!
//! *Problem.* 44 graphs of 10 nodes begin like one of 9. For each of them the search went through the same images of
//! the first 9 nodes, 150 on average, which are equal so far and less in the end.
//!
//! *Choice.* A labelling is tested atom by atom, and the findings about a beginning are kept until that beginning
//! changes: all images of its first atoms that are equal so far (*nodes*), and all that are equal to the end (*leaves*,
//! its automorphisms). A further atom leaves them as they are. The only new images are those that go on with that atom
//! from one of them, and what they lead to. So each beginning adds its own nodes to the nodes of the one before it, and
//! the last atom of a model is compared with them alone. (Orderly generation by what an object comes of: Read 1978,
//! McKay 1998.)
//!
//! Nearly all of these comparisons say that the newest atom is less. So a node knows which cells that atom must
//! have not to be less, as *steps* over the word of its cells (`word.rs`). The first step is one operation. Where the
//! steps do not tell, the search does. If it finds that all is less before the newest atom's own shell comes, so it is
//! for each newest atom whose true cells are among those of this one: its images' cells are at most as great, and what
//! they are compared with is the same.
//!
//! *Rejected.* Leaving out nodes to which an automorphism of the beginning leads from others: the newest atom tells
//! them apart, and the search went through them anew for each labelling. Where there are too many nodes, nothing is
//! kept.

use std::mem::take;

use super::Pairs;
use super::partition::Block;
use super::word::{WordStep, is_less};

/// What is known about the beginning of a labelling, atom by atom.
///
/// Invariant: no images make the cells of the atoms of its levels greater. Its nodes and its leaves of the last level
/// are all that do not make them less.
#[derive(Clone, Debug, Default)]
pub(super) struct Chain {
    levels: Vec<ChainLevel>,
    /// The spine: its blocks, where those of each depth begin, and which atoms join a block.
    pub spine_blocks: Vec<Block>,
    pub spine: Vec<usize>,
    pub joins: Vec<bool>,
    nodes: Vec<ChainNode>,
    /// The cells that the newest atom must have not to be less, for each node.
    needed: Vec<u64>,
    /// Those that turned out less after each node.
    lesser: Vec<Lesser>,
    /// A number for what the chain holds now.
    version: u64,
    /// The further steps of all nodes.
    steps: Vec<WordStep>,
    leaves: Vec<Leaf>,
    /// The blocks of the nodes and leaves.
    blocks: Vec<Block>,
    /// The order of the last survivors.
    keys: Vec<SurvivorKey>,
    /// The greatest number of nodes and leaves that are kept.
    pub most: usize,
    /// The number of atoms whose images were too many to be kept, or 0 if there are none.
    pub too_many: usize,
}

/// Some hundred kilobytes.
const MOST: usize = 1 << 12;

/// The lengths of everything before an atom came.
#[derive(Clone, Copy, Debug)]
struct ChainLevel {
    nodes: usize,
    steps: usize,
    leaves: usize,
    blocks: usize,
}

/// The place where images leave the spine: the first atom that is not its own image, by depth, and that image.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SpineRoot {
    pub depth: usize,
    /// `None`: the newest atom.
    pub image: Option<u32>,
}

/// Words of newest atoms that turned out less after a node: with fewer true cells they are less, too.
#[derive(Clone, Copy, Debug, Default)]
struct Lesser {
    /// The version of the chain that they belong to.
    version: u64,
    count: usize,
    words: [u64; LESSER],
}

/// The number of words that a node keeps.
const LESSER: usize = 3;

/// The state of a chain before an atom came.
#[derive(Clone, Copy)]
pub(super) struct ChainState(ChainLevel);

/// Images of the atoms before a depth, all equal so far.
#[derive(Clone, Copy, Debug)]
struct ChainNode {
    root: SpineRoot,
    depth: usize,
    /// The atoms that may be the image of the next one.
    class: u64,
    steps: (usize, usize),
    blocks: (usize, usize),
}

/// Images of all atoms of a level, all equal.
#[derive(Clone, Copy, Debug)]
struct Leaf {
    root: SpineRoot,
    blocks: (usize, usize),
}

/// The order of survivors: the last to leave the spine first, then by the image there, then as they were kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct SurvivorKey {
    before: u64,
    place: u32,
}

impl SurvivorKey {
    fn of(root: SpineRoot, newest: u32, blocks: usize, place: usize) -> SurvivorKey {
        let left = u64::from(u64::BITS) - 1 - root.depth as u64;
        let image = u64::from(root.image.unwrap_or(newest));
        debug_assert!(blocks < 1 << 32, "not so many blocks are kept");
        SurvivorKey { before: left << 48 | image << 32 | blocks as u64, place: place as u32 }
    }
}

/// Images with which the newest atom may go on without being less.
#[derive(Clone, Copy, Debug)]
pub(super) struct Survivor {
    pub root: SpineRoot,
    pub depth: usize,
    pub blocks: (usize, usize),
    /// The node that they are, or none if they are a leaf.
    node: Option<usize>,
    /// Each image of the next atoms turned out less before the newest atom's own cells were compared.
    pub is_less: bool,
}

impl Chain {
    pub fn new() -> Chain {
        Chain { spine: vec![0], version: 1, most: MOST, ..Chain::default() }
    }

    /// The number of atoms.
    pub fn len(&self) -> usize {
        self.levels.len()
    }

    /// Forgets all atoms but the first ones.
    pub fn truncate(&mut self, levels: usize) {
        if levels < self.too_many {
            self.too_many = 0;
        }
        if let Some(&level) = self.levels.get(levels) {
            self.levels.truncate(levels);
            self.joins.truncate(levels);
            self.spine_blocks.truncate(self.spine[levels + 1]);
            self.spine.truncate(levels + 1);
            self.return_to(level);
        }
    }

    fn return_to(&mut self, level: ChainLevel) {
        self.nodes.truncate(level.nodes);
        self.needed.truncate(level.nodes);
        self.lesser.truncate(level.nodes);
        self.version += 1;
        self.steps.truncate(level.steps);
        self.leaves.truncate(level.leaves);
        self.blocks.truncate(level.blocks);
    }

    fn now(&self) -> ChainLevel {
        ChainLevel {
            nodes: self.nodes.len(),
            steps: self.steps.len(),
            leaves: self.leaves.len(),
            blocks: self.blocks.len(),
        }
    }
}

// Keeping.
impl Chain {
    /// Begins to keep the images of one atom more. Returns the place to go back to.
    pub fn begin(&self) -> ChainState {
        ChainState(self.now())
    }

    /// Forgets everything kept since.
    pub fn undo(&mut self, ChainState(level): ChainState) {
        self.return_to(level);
    }

    /// True if there are more than are kept.
    pub fn is_too_much(&self) -> bool {
        self.nodes.len() + self.leaves.len() > self.most
    }

    /// Keeps images that are equal so far.
    pub fn push_node(
        &mut self,
        pairs: &Pairs,
        root: SpineRoot,
        (depth, atom): (usize, u32),
        blocks: &[Block],
    ) {
        let from = self.blocks.len();
        self.blocks.extend_from_slice(blocks);
        self.add_node(pairs, root, (depth, atom), (from, self.blocks.len()));
    }

    fn add_node(
        &mut self,
        pairs: &Pairs,
        root: SpineRoot,
        (depth, atom): (usize, u32),
        blocks: (usize, usize),
    ) {
        let first = self.steps.len();
        let needed = pairs.steps(&self.blocks[blocks.0..blocks.1], atom, &mut self.steps);
        self.needed.push(needed);
        self.lesser.push(Lesser::default());
        let class = pairs.layout.classes[atom as usize];
        self.nodes.push(ChainNode { root, depth, class, steps: (first, self.steps.len()), blocks });
    }

    /// Keeps images of all atoms that are equal.
    pub fn push_leaf(&mut self, root: SpineRoot, blocks: &[Block]) {
        let from = self.blocks.len();
        self.blocks.extend_from_slice(blocks);
        self.leaves.push(Leaf { root, blocks: (from, self.blocks.len()) });
    }

    /// Ends with the atom that was begun: no images of it make the labelling greater. The leaves of the last level
    /// become nodes, with this atom as the next. The spine's last blocks, and if the atom joins one of them: those
    /// given.
    pub fn end(
        &mut self,
        pairs: &Pairs,
        beginning: ChainState,
        atom: u32,
        spine: (&[Block], bool),
    ) {
        let (ChainState(level), depth) = (beginning, self.levels.len());
        for at in self.last_leaves(level.leaves) {
            let Leaf { root, blocks } = self.leaves[at];
            self.add_node(pairs, root, (depth, atom), blocks);
        }
        let from = self.blocks.len();
        self.blocks.extend_from_slice(&self.spine_blocks[self.spine[depth]..]);
        let root = SpineRoot { depth, image: None };
        self.add_node(pairs, root, (depth, atom), (from, self.blocks.len()));
        self.spine.push(self.spine_blocks.len());
        self.spine_blocks.extend_from_slice(spine.0);
        self.joins.push(spine.1);
        self.levels.push(level);
        self.version += 1;
    }

    fn last_leaves(&self, end: usize) -> std::ops::Range<usize> {
        self.levels.last().map_or(0, |level| level.leaves)..end
    }

    /// The blocks of the spine's end.
    pub fn last_blocks(&self) -> &[Block] {
        &self.spine_blocks[self.spine[self.len()]..]
    }

    /// The images with which an atom may go on that comes after those of all levels: the last to leave the spine first.
    /// If what they lead to is to be kept, those that are known to become less are among them.
    pub fn survivors(
        &mut self,
        pairs: &Pairs,
        newest: u32,
        keeps: bool,
        found: &mut Vec<Survivor>,
    ) {
        let (mut keys, word) = (take(&mut self.keys), pairs.word(newest));
        keys.clear();
        for (at, &needed) in self.needed.iter().enumerate() {
            if needed & !word != 0 {
                continue;
            }
            let ChainNode { root, class, steps, blocks, .. } = self.nodes[at];
            if class >> newest & 1 != 0
                && !is_less(&self.steps[steps.0..steps.1], word)
                && (keeps || !self.lesser[at].has(self.version, word))
            {
                keys.push(SurvivorKey::of(root, newest, blocks.0, at));
            }
        }
        for at in self.last_leaves(self.leaves.len()) {
            let Leaf { root, blocks } = self.leaves[at];
            if !pairs.is_less(&self.blocks[blocks.0..blocks.1], newest, newest) {
                keys.push(SurvivorKey::of(root, newest, blocks.0, self.nodes.len() + at));
            }
        }
        keys.sort_unstable();
        found.clear();
        found.extend(keys.iter().map(|key| self.survivor(key.place as usize)));
        self.keys = keys;
    }

    /// The images at a place among the nodes and then the leaves.
    fn survivor(&self, at: usize) -> Survivor {
        match self.nodes.get(at) {
            Some(&ChainNode { root, depth, blocks, .. }) => {
                Survivor { root, depth, blocks, node: Some(at), is_less: false }
            }
            None => {
                let (Leaf { root, blocks }, depth) =
                    (self.leaves[at - self.nodes.len()], self.len());
                Survivor { root, depth, blocks, node: None, is_less: false }
            }
        }
    }

    /// Notes the survivors that turned out less. If the newest atom has fewer true cells, so does each image of its
    /// cells. Those of the atoms before it are as they are.
    pub fn note_lesser(&mut self, pairs: &Pairs, newest: u32, survivors: &[Survivor]) {
        let less = survivors.iter().filter(|survivor| survivor.is_less);
        let mut nodes = less.filter_map(|survivor| survivor.node).peekable();
        if nodes.peek().is_none() || !pairs.is_whole_word(newest) {
            return;
        }
        let word = pairs.word(newest);
        nodes.for_each(|at| self.lesser[at].add(self.version, word));
    }

    pub fn blocks_of(&self, survivor: &Survivor) -> &[Block] {
        &self.blocks[survivor.blocks.0..survivor.blocks.1]
    }
}

impl Lesser {
    fn has(&self, version: u64, word: u64) -> bool {
        self.version == version && self.words[..self.count].iter().any(|less| word & !less == 0)
    }

    /// Adds a word, in the place of the oldest one if there are too many.
    fn add(&mut self, version: u64, word: u64) {
        if self.version != version {
            *self = Lesser { version, ..Lesser::default() };
        }
        self.words.rotate_right(1);
        self.words[0] = word;
        self.count = (self.count + 1).min(LESSER);
    }
}
