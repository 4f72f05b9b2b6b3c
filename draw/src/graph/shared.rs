//! One layout for the frames of a story: an object stays in its place, so that what moves is seen to move.
//!
//! All frames are laid out as one graph, which has every box and every arrow that a frame has, and room for the longest
//! text of each. A frame then draws its own. Rejected: a layout for each frame, with boxes moved from the one before it
//! as little as possible. Whatever it keeps, the reader must look for each object again.

use std::collections::BTreeMap;

use super::geometry::Layout;
use super::layout::layout;
use super::{Graph, GraphNode, Link, NodeRow};
use crate::text::width;

/// The layouts of graphs in which equal ids are one object.
pub fn layouts(graphs: &[Graph]) -> Vec<Layout> {
    if let [only] = graphs {
        return vec![layout(only)];
    }
    let mut shared = SharedPart::default();
    graphs.iter().for_each(|graph| shared.add(graph));
    let all = layout(&shared.graph);
    graphs.iter().map(|graph| shared.part(&all, graph)).collect()
}

#[derive(Default)]
struct SharedPart {
    graph: Graph,
    nodes: BTreeMap<String, usize>,
    /// From where, to where, whether back.
    edges: BTreeMap<(usize, usize, bool), usize>,
}

impl SharedPart {
    fn add(&mut self, graph: &Graph) {
        for node in &graph.nodes {
            match self.nodes.get(&node.id) {
                Some(&at) => self.graph.nodes[at].widen(node),
                None => {
                    self.nodes.insert(node.id.clone(), self.graph.nodes.len());
                    self.graph.nodes.push(node.clone());
                }
            }
        }
        for edge in &graph.edges {
            let (from, to, is_back) = self.ends(graph, edge);
            match self.edges.get(&(from, to, is_back)) {
                Some(&at) => {
                    let label = &mut self.graph.edges[at].label;
                    if width(label) < width(&edge.label) {
                        label.clone_from(&edge.label);
                    }
                }
                None => {
                    self.edges.insert((from, to, is_back), self.graph.edges.len());
                    self.graph.edges.push(Link { from, to, ..edge.clone() });
                }
            }
        }
    }

    fn ends(&self, graph: &Graph, edge: &Link) -> (usize, usize, bool) {
        let node = |at: usize| self.nodes[&graph.nodes[at].id];
        (node(edge.from), node(edge.to), edge.is_back)
    }

    /// The places of one of the graphs.
    fn part(&self, all: &Layout, graph: &Graph) -> Layout {
        let nodes = || graph.nodes.iter().map(|node| self.nodes[&node.id]);
        let edges = || graph.edges.iter().map(|edge| self.edges[&self.ends(graph, edge)]);
        Layout {
            nodes: nodes().map(|at| all.nodes[at]).collect(),
            curves: edges().map(|at| all.curves[at].clone()).collect(),
            labels: edges().map(|at| all.labels[at]).collect(),
            titles: nodes().map(|at| all.titles[at]).collect(),
            width: all.width,
            height: all.height,
        }
    }
}

impl GraphNode {
    /// Has room for the same object in another state, too.
    fn widen(&mut self, other: &GraphNode) {
        for (at, row) in other.rows.iter().enumerate() {
            match self.rows.get_mut(at) {
                Some(own) => own.widen(row),
                None => self.rows.push(row.clone()),
            }
        }
        if width(&self.roots.join(", ")) < width(&other.roots.join(", ")) {
            self.roots.clone_from(&other.roots);
        }
        self.is_root |= other.is_root;
        if self.missing != other.missing {
            self.missing = None;
        }
    }
}

impl NodeRow {
    fn widen(&mut self, other: &NodeRow) {
        let most = self.lines.len().max(other.lines.len());
        if width(&self.name) + self.width() < width(&other.name) + other.width() {
            self.clone_from(other);
        }
        self.lines.resize(most, String::new());
    }
}
