//! All red-black trees of a size, without their keys.
//!
//! Few shapes can be colored (16,796 shapes of 10 nodes, 260 colored trees), so shapes are not
//! filtered: trees are put together from the smaller ones, by size, black height and color of the
//! root, and share them as subtrees.

#[derive(Clone, Copy, Default)]
pub struct RedBlackTree {
    pub is_red: bool,
    pub left: usize,
    pub right: usize,
}

/// Trees that share their subtrees; tree 0 is the empty one.
pub struct Forest {
    pub trees: Vec<RedBlackTree>,
}

impl Forest {
    pub fn new() -> Forest {
        Forest { trees: vec![RedBlackTree::default()] }
    }

    /// All trees of `nodes` nodes.
    pub fn of_size(&mut self, nodes: usize) -> Vec<usize> {
        let mut black = vec![Vec::new(); nodes + 1];
        black[0].push(0);
        let mut found = Vec::new();
        while black.iter().any(|trees| !trees.is_empty()) {
            let red = self.join(true, &black);
            let level = ForestLevel { black, red };
            found.extend(level.of_size(nodes));
            let any: Vec<_> = (0..=nodes).map(|size| level.of_size(size)).collect();
            black = self.join(false, &any);
        }
        found
    }

    /// The trees of each size with a root of that color and two of these subtrees.
    fn join(&mut self, is_red: bool, subtrees: &[Vec<usize>]) -> Vec<Vec<usize>> {
        let mut joined = vec![Vec::new(); subtrees.len()];
        for size in 1..subtrees.len() {
            for left_size in 0..size {
                for &left in &subtrees[left_size] {
                    for &right in &subtrees[size - 1 - left_size] {
                        joined[size].push(self.trees.len());
                        self.trees.push(RedBlackTree { is_red, left, right });
                    }
                }
            }
        }
        joined
    }
}

/// The trees of one black height, by size: with a black root (or none), and with a red one.
struct ForestLevel {
    black: Vec<Vec<usize>>,
    red: Vec<Vec<usize>>,
}

impl ForestLevel {
    fn of_size(&self, size: usize) -> Vec<usize> {
        [self.black[size].as_slice(), self.red[size].as_slice()].concat()
    }
}
