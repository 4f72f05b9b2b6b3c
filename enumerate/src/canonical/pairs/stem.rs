//! The images that were tried for the first atoms, kept for all labellings that begin alike.
//!
//! *Problem.* 44 graphs of 10 nodes begin like one of 9. For each of them the same images of the first 9 nodes
//! were gone through, 150 in the mean that are equal so far and less in the end.
//!
//! *Choice.* They are kept. Where they were less before, they are less again; the only new ones are
//! the images that go on with the newest atom from one of them. Images that were not gone through
//! because an automorphism leads to them, or where one was found, are so as long as nothing tells
//! the atoms apart that it moves: the newest one may, so they are gone through anew. (Orderly
//! generation by what an object comes of: Read 1978, McKay 1998.)

use super::partition::Block;

/// The images that were tried for a labelling of some atoms that is canonical.
#[derive(Clone, Debug, Default)]
pub(super) struct Stem {
    /// The spine: its blocks, where those of each depth begin, and which atoms join a block.
    pub spine_blocks: Vec<Block>,
    pub spine: Vec<usize>,
    pub joins: Vec<bool>,
    /// The roots in the order of the search, so that those of one depth stand together, the last
    /// one's first.
    roots: Vec<Root>,
    nodes: Vec<Node>,
    /// The blocks of the nodes.
    blocks: Vec<Block>,
    /// It was more than is kept.
    pub is_too_much: bool,
}

/// The greatest number of blocks that are kept, a megabyte.
const MOST: usize = 1 << 16;

/// An image that was tried of the atom at a depth, those before it being their own.
#[derive(Clone, Copy, Debug)]
pub(super) struct Root {
    pub depth: usize,
    pub image: u32,
    /// The nodes that were equal so far, and less in the end; `None` if the image was not gone
    /// through.
    pub nodes: Option<(usize, usize)>,
}

/// Images of the atoms before a depth, all equal so far.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub depth: usize,
    pub taken: u64,
    /// An image of the next atom that has not the first of its cells with all of these is less.
    pub needed: u64,
    blocks: (usize, usize),
}

impl Stem {
    pub fn push_root(&mut self, root: Root) {
        self.roots.push(root);
    }

    pub fn push_node(&mut self, depth: usize, taken: u64, needed: u64, blocks: &[Block]) {
        let from = self.blocks.len();
        if from > MOST {
            self.is_too_much = true;
            return;
        }
        self.blocks.extend_from_slice(blocks);
        self.nodes.push(Node { depth, taken, needed, blocks: (from, self.blocks.len()) });
    }

    /// The number of nodes.
    pub fn nodes(&self) -> usize {
        self.nodes.len()
    }

    pub fn nodes_in(&self, (from, to): (usize, usize)) -> &[Node] {
        &self.nodes[from..to]
    }

    pub fn blocks_of(&self, node: &Node) -> &[Block] {
        &self.blocks[node.blocks.0..node.blocks.1]
    }

    pub fn roots(&self, depth: usize) -> &[Root] {
        let from = self.roots.partition_point(|root| root.depth > depth);
        let to = self.roots.partition_point(|root| root.depth >= depth);
        &self.roots[from..to]
    }
}
