//! The rows that are shared out.

/// The first command of a spec at a scope, and how many instances there are.
pub struct ShardRow {
    pub name: &'static str,
    pub spec: &'static str,
    pub scope: &'static str,
    pub known: u64,
}

const fn row(name: &'static str, spec: &'static str, scope: &'static str, known: u64) -> ShardRow {
    ShardRow { name, spec, scope, known }
}

/// Three that are reached from roots and three that are not.
pub const ROWS: &[ShardRow] = &[
    row("heap arrays", "specs/heap_array.als", "0..10 Int", 111_511_015),
    row(
        "red-black trees",
        "specs/red_black_tree.als",
        "exactly 1 Tree, exactly 18 Node, 1..18 Int",
        71_960,
    ),
    row("search trees", "specs/search_tree.als", "exactly 13 Node, 1..13 Int", 742_900),
    row("binary trees", "specs/binary_tree.als", "exactly 16 Node", 35_357_670),
    row("acyclic graphs", "specs/acyclic_graph.als", "exactly 7 Node", 243_668),
    row("posets", "specs/poset.als", "exactly 9 Element", 183_231),
];
