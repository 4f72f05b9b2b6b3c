//! Pieces of JSON, rendered before the search begins.

/// The pieces of the numbers below `count`.
pub fn table(count: usize, piece: impl Fn(usize) -> String) -> Vec<String> {
    (0..count).map(piece).collect()
}

/// A reference to a node as somebody's child: node 0 is the root and nobody's, so that 0 is free to
/// say that there is none.
pub fn child(node: usize) -> String {
    if node == 0 { "null".to_string() } else { reference("Node", node) }
}

/// `"Node$3"`.
pub fn reference(sig: &str, number: usize) -> String {
    format!("\"{sig}${number}\"")
}

/// The reference of a root to the first of `nodes` nodes.
pub fn first(sig: &str, nodes: usize) -> String {
    if nodes == 0 { "null".to_string() } else { reference(sig, 0) }
}
