//! Red-black trees of exactly n nodes on the keys 1..n, as `specs/red_black_tree.als` has them.
//!
//! Each tree is numbered breadth first and written.

mod forest;

use std::io;

use super::output::Output;
use super::pieces::{child, first, reference, table};
use super::shapes::TreeShape;
use forest::Forest;

pub fn generate(nodes: usize, out: &mut impl Output) -> io::Result<()> {
    out.text(r#","roots":{"t":"Tree$0"},"objects":{"Tree$0":{"$type":"Tree","root":"#);
    out.text(&first("Node", nodes));
    out.text("}");
    let mut writer = TreeWriter::new(nodes);
    let mark = out.mark();
    let mut forest = Forest::new();
    for root in forest.of_size(nodes) {
        writer.write(&forest, root, out);
        out.line("}}")?;
        out.back_to(mark);
    }
    Ok(())
}

/// Numbers the nodes of a tree and writes them.
struct TreeWriter {
    shape: TreeShape,
    parent: Vec<usize>,
    rank: Vec<usize>,
    /// The subtree at each node.
    subtree: Vec<usize>,
    pieces: RedBlackPieces,
}

impl TreeWriter {
    fn new(nodes: usize) -> TreeWriter {
        TreeWriter {
            shape: TreeShape::new(nodes),
            parent: vec![0; nodes],
            rank: vec![0; nodes],
            subtree: vec![0; nodes],
            pieces: RedBlackPieces::new(nodes),
        }
    }

    fn write(&mut self, forest: &Forest, root: usize, out: &mut impl Output) {
        self.number(forest, root);
        self.shape.ranks(&mut self.rank);
        for (node, &subtree) in self.subtree.iter().enumerate() {
            out.text(&self.pieces.open[node]);
            out.text(&self.pieces.key[self.rank[node]]);
            out.text(if forest.trees[subtree].is_red { "RED" } else { "BLACK" });
            out.text(&self.pieces.left[self.shape.left[node]]);
            out.text(&self.pieces.right[self.shape.right[node]]);
            let parent = if node == 0 {
                &self.pieces.orphan
            } else {
                &self.pieces.parent[self.parent[node]]
            };
            out.text(parent);
        }
    }

    /// Breadth first, left before right.
    fn number(&mut self, forest: &Forest, root: usize) {
        let nodes = self.subtree.len();
        if nodes == 0 {
            return;
        }
        self.subtree[0] = root;
        let mut found = 1;
        for node in 0..nodes {
            let tree = forest.trees[self.subtree[node]];
            for (subtree, side) in
                [(tree.left, &mut self.shape.left), (tree.right, &mut self.shape.right)]
            {
                side[node] = 0;
                if subtree != 0 {
                    side[node] = found;
                    self.subtree[found] = subtree;
                    self.parent[found] = node;
                    found += 1;
                }
            }
        }
    }
}

struct RedBlackPieces {
    open: Vec<String>,
    key: Vec<String>,
    left: Vec<String>,
    right: Vec<String>,
    parent: Vec<String>,
    /// For the root.
    orphan: String,
}

impl RedBlackPieces {
    fn new(nodes: usize) -> RedBlackPieces {
        let parent = |parent: &str| format!(",\"parent\":{parent}}}");
        let open = |node| format!(",{}:{{\"$type\":\"Node\",\"key\":", reference("Node", node));
        RedBlackPieces {
            open: table(nodes, open),
            key: table(nodes + 1, |key| format!("{key},\"color\":\"")),
            left: table(nodes, |node| format!("\",\"left\":{}", child(node))),
            right: table(nodes, |node| format!(",\"right\":{}", child(node))),
            parent: table(nodes, |node| parent(&reference("Node", node))),
            orphan: parent("null"),
        }
    }
}
