//! Binary search trees of exactly n nodes on the keys 1..k, as `specs/search_tree.als` has them.
//!
//! For each shape, keys are given to the nodes in the order in which they are written. A node's key
//! lies between those of two ancestors, the nearest to its left and the nearest to its right (with a
//! key below and one above all at the ends), and must leave as many keys free on both sides as there
//! are nodes between. Any such key can be completed, so the search never fails. To choose n keys
//! first and give them out by rank is as simple, but then nothing of the text is shared.

use std::io;

use super::output::Output;
use super::pieces::{child, first, reference, table};
use super::shapes::{self, TreeShape};

pub fn generate(nodes: usize, keys: usize, out: &mut impl Output) -> io::Result<()> {
    if keys < nodes {
        return Ok(());
    }
    out.text(r#","roots":{"SearchTree":"SearchTree$0"},"objects":{"#);
    out.text(r#""SearchTree$0":{"$type":"SearchTree","root":"#);
    out.text(&first("Node", nodes));
    out.text("}");
    let mut search = KeySearch::new(nodes, keys, out);
    shapes::each(nodes, &mut |shape, _| {
        search.enter(shape);
        search.from(0, shape)
    })
}

/// The search for keys of one shape. The key below all is that of node n, the one above all that of
/// node n + 1.
struct KeySearch<'o, O> {
    nodes: usize,
    rank: Vec<usize>,
    /// The nearest ancestors of each node with a smaller and with a greater key.
    smaller: Vec<usize>,
    greater: Vec<usize>,
    key: Vec<usize>,
    pieces: SearchTreePieces,
    out: &'o mut O,
}

impl<O: Output> KeySearch<'_, O> {
    fn new(nodes: usize, keys: usize, out: &mut O) -> KeySearch<'_, O> {
        let (mut rank, mut key) = (vec![0; nodes + 2], vec![0; nodes + 2]);
        rank[nodes + 1] = nodes + 1;
        key[nodes + 1] = keys + 1;
        KeySearch {
            nodes,
            rank,
            smaller: vec![nodes; nodes],
            greater: vec![nodes + 1; nodes],
            key,
            pieces: SearchTreePieces::new(nodes, keys),
            out,
        }
    }

    fn enter(&mut self, shape: &TreeShape) {
        shape.ranks(&mut self.rank[..self.nodes]);
        for node in 0..self.nodes {
            let (left, right) = (shape.left[node], shape.right[node]);
            if left != 0 {
                (self.smaller[left], self.greater[left]) = (self.smaller[node], node);
            }
            if right != 0 {
                (self.smaller[right], self.greater[right]) = (node, self.greater[node]);
            }
        }
    }

    /// The nodes before `node` have their keys.
    fn from(&mut self, node: usize, shape: &TreeShape) -> io::Result<()> {
        if node == self.nodes {
            return self.out.line("}}");
        }
        let (smaller, greater) = (self.smaller[node], self.greater[node]);
        let least = self.key[smaller] + (self.rank[node] - self.rank[smaller]);
        let greatest = self.key[greater] - (self.rank[greater] - self.rank[node]);
        for key in least..=greatest {
            self.key[node] = key;
            let mark = self.out.mark();
            self.out.text(&self.pieces.open[node]);
            self.out.text(&self.pieces.key[key]);
            self.out.text(&self.pieces.left[shape.left[node]]);
            self.out.text(&self.pieces.right[shape.right[node]]);
            self.from(node + 1, shape)?;
            self.out.back_to(mark);
        }
        Ok(())
    }
}

struct SearchTreePieces {
    open: Vec<String>,
    key: Vec<String>,
    left: Vec<String>,
    right: Vec<String>,
}

impl SearchTreePieces {
    fn new(nodes: usize, keys: usize) -> SearchTreePieces {
        let open = |node| format!(",{}:{{\"$type\":\"Node\",\"key\":", reference("Node", node));
        SearchTreePieces {
            open: table(nodes, open),
            key: table(keys + 1, |key| key.to_string()),
            left: table(nodes, |node| format!(",\"left\":{}", child(node))),
            right: table(nodes, |node| format!(",\"right\":{}}}", child(node))),
        }
    }
}
