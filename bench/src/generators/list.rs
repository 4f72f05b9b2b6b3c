//! Singly linked lists of exactly n nodes over the integers 0..m-1, as `bench/specs/list.als` has
//! them.

use std::io;

use super::output::Output;
use super::pieces::{child, first, reference, table};

pub fn generate(nodes: usize, values: usize, out: &mut impl Output) -> io::Result<()> {
    out.text(r#","roots":{"List":"List$0"},"objects":{"List$0":{"$type":"List","header":"#);
    out.text(&first("Node", nodes));
    out.text("}");
    append(&pieces(nodes, values), out)
}

/// The text of each node with each value.
fn pieces(nodes: usize, values: usize) -> Vec<Vec<String>> {
    let piece = |node, value| {
        let next = if node + 1 == nodes { 0 } else { node + 1 };
        let (this, next) = (reference("Node", node), child(next));
        format!(",{this}:{{\"$type\":\"Node\",\"elem\":{value},\"next\":{next}}}")
    };
    (0..nodes).map(|node| table(values, |value| piece(node, value))).collect()
}

/// Appends the nodes that are left, in every way.
fn append(nodes: &[Vec<String>], out: &mut impl Output) -> io::Result<()> {
    let Some((node, rest)) = nodes.split_first() else {
        return out.line("}}");
    };
    for text in node {
        let mark = out.mark();
        out.text(text);
        append(rest, out)?;
        out.back_to(mark);
    }
    Ok(())
}
