//! The smallest input, by petgraph alone: a star with four rays, an edge between the ends of two rays, and all four
//! ends as terminals. `reproduce N` prints how many of N calls give a tree with more edges than nodes allow.

use petgraph::algo::steiner_tree;
use petgraph::graph::{NodeIndex, UnGraph};

fn main() {
    let calls = std::env::args().nth(1).and_then(|calls| calls.parse().ok()).unwrap_or(1000);
    let edges = [(0, 1), (0, 2), (0, 3), (0, 4), (3, 4)];
    let graph = UnGraph::<(), u32>::from_edges(edges.map(|(a, b)| (a, b, 1)));
    let terminals = [1, 2, 3, 4].map(NodeIndex::new);
    let has_cycle = |_: &u32| {
        let tree = steiner_tree(&graph, &terminals);
        tree.edge_count() >= tree.node_count()
    };
    println!("{} of {calls} calls", (0..calls).filter(has_cycle).count());
}
