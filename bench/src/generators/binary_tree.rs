//! Binary trees of exactly n nodes, as `specs/binary_tree.als` has them.

use std::io;

use super::output::Output;
use super::pieces::{child, first, reference, table};
use super::shapes;

pub fn generate(nodes: usize, out: &mut impl Output) -> io::Result<()> {
    out.text(r#","roots":{"BinaryTree":"BinaryTree$0"},"objects":{"#);
    out.text(r#""BinaryTree$0":{"$type":"BinaryTree","root":"#);
    out.text(&first("Node", nodes));
    out.text("}");
    let pieces = BinaryTreePieces::new(nodes);
    // The beginning of each node's text.
    let mut marks = vec![out.mark()];
    shapes::each(nodes, &mut |shape, unchanged| {
        out.back_to(marks[unchanged]);
        marks.truncate(unchanged);
        for node in unchanged..nodes {
            marks.push(out.mark());
            out.text(&pieces.open[node]);
            out.text(&pieces.left[shape.left[node]]);
            out.text(&pieces.right[shape.right[node]]);
        }
        out.line("}}")
    })
}

struct BinaryTreePieces {
    open: Vec<String>,
    left: Vec<String>,
    right: Vec<String>,
}

impl BinaryTreePieces {
    fn new(nodes: usize) -> BinaryTreePieces {
        let open = |node| format!(",{}:{{\"$type\":\"Node\",\"left\":", reference("Node", node));
        BinaryTreePieces {
            open: table(nodes, open),
            left: table(nodes, child),
            right: table(nodes, |node| format!(",\"right\":{}}}", child(node))),
        }
    }
}
