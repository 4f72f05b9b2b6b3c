//! `steiner_tree` on graphs that proptest draws: how many seeds show a result that is no tree of the terminals, or is more than
//! twice as large as the best one. `weighted` is as one writes a test of it, with weights; `coins` has the spec's bounds and weights of 1.

#[path = "../../random/by_proptest.rs"]
mod by_proptest;

use by_proptest::tell;
use petgraph::algo::steiner_tree;
use petgraph::graph::{NodeIndex, UnGraph};
use petgraph::unionfind::UnionFind;
use petgraph::visit::{EdgeRef, IntoEdgeReferences};
use proptest::prelude::*;

/// Nodes, edges with weights, terminals. The edges join all nodes.
type Input = (usize, Vec<(usize, usize, u32)>, Vec<usize>);

fn main() {
    let size = |(nodes, ..): &Input| *nodes;
    tell("petgraph, steiner_tree", "weighted", &weighted(), is_right, size);
    tell("petgraph, steiner_tree", "coins", &coins(), is_right, size);
}

/// Each node but the first is joined to one before it; then more edges.
fn weighted() -> impl Strategy<Value = Input> {
    (3..=10_usize).prop_flat_map(|nodes| {
        let tree = (1..nodes).map(|node| (0..node, Just(node), 1..=10_u32)).collect::<Vec<_>>();
        let more = prop::collection::vec((0..nodes, 0..nodes, 1..=10_u32), 0..=nodes);
        let edges = (tree, more).prop_map(|(tree, more)| tree.into_iter().chain(more).collect());
        (Just(nodes), edges, terminals(nodes)).prop_map(simple)
    })
}

/// A coin for each pair of nodes, if the graph then holds together.
fn coins() -> impl Strategy<Value = Input> {
    (2..=8_usize)
        .prop_flat_map(|nodes| {
            let pairs =
                (0..nodes).flat_map(move |a| (0..a).map(move |b| (a, b))).collect::<Vec<_>>();
            let tossed = prop::collection::vec(any::<bool>(), pairs.len());
            let edges = tossed.prop_map(move |tossed| {
                let heads = pairs.iter().zip(tossed).filter(|(_, head)| *head);
                heads.map(|((a, b), _)| (*a, *b, 1)).collect::<Vec<_>>()
            });
            (Just(nodes), edges, terminals(nodes))
        })
        .prop_filter("holds together", |(nodes, edges, _)| {
            smallest_tree((1 << nodes) - 1, edges).is_some()
        })
}

fn terminals(nodes: usize) -> impl Strategy<Value = Vec<usize>> {
    prop::sample::subsequence((0..nodes).collect::<Vec<_>>(), 2..=nodes)
}

/// Without loops, and with one edge between two nodes.
fn simple((nodes, edges, terminals): Input) -> Input {
    let mut kept: Vec<(usize, usize, u32)> = Vec::new();
    for (a, b, weight) in edges {
        let (a, b) = (a.min(b), a.max(b));
        if a != b && !kept.iter().any(|(c, d, _)| (*c, *d) == (a, b)) {
            kept.push((a, b, weight));
        }
    }
    (nodes, kept, terminals)
}

fn is_right((nodes, edges, terminals): &Input) -> bool {
    let mut graph = UnGraph::<(), u32>::new_undirected();
    for _ in 0..*nodes {
        graph.add_node(());
    }
    graph.extend_with_edges(edges.iter().map(|(a, b, weight)| (*a as u32, *b as u32, *weight)));
    let indices: Vec<NodeIndex> = terminals.iter().map(|node| NodeIndex::new(*node)).collect();
    let tree = steiner_tree(&graph, &indices);

    let found: Vec<(usize, usize, u32)> = tree
        .edge_references()
        .map(|edge| (edge.source().index(), edge.target().index(), *edge.weight()))
        .collect();
    let wanted: usize = terminals.iter().map(|node| 1 << node).sum();
    let reached = found.iter().fold(wanted, |set, (a, b, _)| set | 1 << a | 1 << b);
    let weight: u32 = found.iter().map(|(.., weight)| weight).sum();
    let is_tree = found.len() + 1 == reached.count_ones() as usize
        && smallest_tree(reached, &found) == Some(weight);
    let best = (0..1 << nodes)
        .filter(|set| set & wanted == wanted)
        .filter_map(|set| smallest_tree(set, edges))
        .min();
    is_tree && best.is_some_and(|best| weight <= 2 * best)
}

/// The weight of a smallest tree of the edges that joins exactly these nodes (Kruskal).
fn smallest_tree(set: usize, edges: &[(usize, usize, u32)]) -> Option<u32> {
    let mut inside: Vec<_> =
        edges.iter().filter(|(a, b, _)| set >> a & set >> b & 1 == 1).collect();
    inside.sort_by_key(|(.., weight)| *weight);
    let mut parts = UnionFind::<usize>::new(usize::BITS as usize);
    let taken: Vec<u32> =
        inside.iter().filter(|(a, b, _)| parts.union(*a, *b)).map(|(.., weight)| *weight).collect();
    (taken.len() + 1 == set.count_ones() as usize).then(|| taken.iter().sum())
}
