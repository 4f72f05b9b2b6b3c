//! All shapes of binary trees with a given number of nodes, without a dead end.
//!
//! Nodes are numbered as Korrel numbers them: in the order of discovery, breadth first, left before
//! right. A tree is then the sequence that says of node 0, 1, 2, … which children it has. A prefix
//! of such a sequence can be completed exactly when its nodes have discovered one more node than it
//! is long, or all nodes; so the search looks one step ahead and never fails.
//!
//! The textbook's recursion (each size of the left subtree, each left subtree, each right one) needs
//! a list of the smaller trees or a generator for each node, and numbers the nodes in preorder: each
//! tree would have to be numbered again.

use std::io;

/// A binary tree; `left[3]` is the left child of node 3, or 0 if there is none (node 0 is the root).
#[derive(Clone, Debug, Default)]
pub struct TreeShape {
    pub left: Vec<usize>,
    pub right: Vec<usize>,
}

impl TreeShape {
    pub fn new(nodes: usize) -> TreeShape {
        TreeShape { left: vec![0; nodes], right: vec![0; nodes] }
    }

    /// The place of each node from left to right, counted from 1.
    pub fn ranks(&self, ranks: &mut [usize]) {
        if !ranks.is_empty() {
            self.rank_subtree(0, 1, ranks);
        }
    }

    /// Ranks the nodes below `node` from `next` on; answers the rank after theirs.
    fn rank_subtree(&self, node: usize, mut next: usize, ranks: &mut [usize]) -> usize {
        if self.left[node] != 0 {
            next = self.rank_subtree(self.left[node], next, ranks);
        }
        ranks[node] = next;
        next += 1;
        if self.right[node] != 0 {
            next = self.rank_subtree(self.right[node], next, ranks);
        }
        next
    }
}

/// Calls `visit` with each shape of `nodes` nodes and with how many of its first nodes have the
/// children that they had in the shape before.
///
/// # Errors
/// The error of `visit`.
pub fn each(
    nodes: usize,
    visit: &mut impl FnMut(&TreeShape, usize) -> io::Result<()>,
) -> io::Result<()> {
    ShapeWalk { shape: TreeShape::new(nodes), nodes, unchanged: 0, visit }.from(0, 1.min(nodes))
}

struct ShapeWalk<'v, V> {
    shape: TreeShape,
    nodes: usize,
    unchanged: usize,
    visit: &'v mut V,
}

impl<V: FnMut(&TreeShape, usize) -> io::Result<()>> ShapeWalk<'_, V> {
    /// The nodes before `at` have their children, the last of which is `found - 1`.
    fn from(&mut self, at: usize, found: usize) -> io::Result<()> {
        if at == self.nodes {
            let unchanged = std::mem::replace(&mut self.unchanged, self.nodes);
            return (self.visit)(&self.shape, unchanged);
        }
        for (left, right) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
            let then_found = found + left + right;
            if then_found > self.nodes || then_found < self.nodes.min(at + 2) {
                continue;
            }
            self.shape.left[at] = left * found;
            self.shape.right[at] = right * (found + left);
            self.unchanged = self.unchanged.min(at);
            self.from(at + 1, then_found)?;
        }
        Ok(())
    }
}
