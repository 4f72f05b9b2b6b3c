//! One layout for the frames of a story: an object stays in its place, so that what moves is seen to move.
//!
//! All frames are laid out as one graph, which has every box and every arrow that a frame has, and room for the longest
//! text of each. A frame then draws its own. Rejected: a layout for each frame, with boxes moved from the one before it
//! as little as possible. Whatever it keeps, the reader must look for each object again.

use std::collections::BTreeMap;

use super::geometry::Layout;
use super::layout::layout;
use super::shape::clipped;
use super::{Graph, GraphNode, Link, NodeRow};
use crate::look::{LineStyle, NodeShape};
use crate::text::width;

/// The layouts of graphs in which equal ids are one object.
pub fn layouts(graphs: &[Graph]) -> Vec<Layout> {
    if let [only] = graphs {
        return vec![layout(only).clipped(only)];
    }
    let mut shared = SharedPart::default();
    graphs.iter().for_each(|graph| shared.add(graph));
    let all = layout(&shared.graph);
    graphs.iter().map(|graph| shared.part(&all, graph).clipped(graph)).collect()
}

impl Layout {
    /// The same with arrows that end at the outlines of shapes.
    fn clipped(mut self, graph: &Graph) -> Layout {
        let curves = std::mem::take(&mut self.curves).into_iter().zip(&graph.edges);
        let end = |node: usize| (graph.nodes[node].shape, &self.nodes[node]);
        let clipped = curves.map(|(curve, edge)| clipped(curve, end(edge.from), end(edge.to)));
        let curves = clipped.collect();
        Layout { curves, ..self }
    }
}

#[derive(Default)]
struct SharedPart {
    graph: Graph,
    nodes: BTreeMap<String, usize>,
    edges: BTreeMap<SharedLink, usize>,
}

/// From where, to where, whether back, and how the arrow looks.
type SharedLink = (usize, usize, bool, Option<&'static str>, LineStyle);

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
            let link = self.link(graph, edge);
            let (from, to, ..) = link;
            match self.edges.get(&link) {
                Some(&at) => {
                    let label = &mut self.graph.edges[at].label;
                    if width(label) < width(&edge.label) {
                        label.clone_from(&edge.label);
                    }
                }
                None => {
                    self.edges.insert(link, self.graph.edges.len());
                    self.graph.edges.push(Link { from, to, ..edge.clone() });
                }
            }
        }
    }

    fn link(&self, graph: &Graph, edge: &Link) -> SharedLink {
        let node = |at: usize| self.nodes[&graph.nodes[at].id];
        (node(edge.from), node(edge.to), edge.is_back, edge.ink, edge.line)
    }

    /// The places of one of the graphs.
    fn part(&self, all: &Layout, graph: &Graph) -> Layout {
        let nodes = || graph.nodes.iter().map(|node| self.nodes[&node.id]);
        let edges = || graph.edges.iter().map(|edge| self.edges[&self.link(graph, edge)]);
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
        if width(&self.title) < width(&other.title) {
            self.title.clone_from(&other.title);
        }
        let room = |shape: NodeShape| shape.room(1.0, 1.0, false);
        if room(self.shape) < room(other.shape) {
            self.shape = other.shape;
        }
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
