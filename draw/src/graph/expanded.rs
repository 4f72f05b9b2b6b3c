//! A part of a graph as layers: a place in each layer that an arrow crosses.

use super::geometry::Rect;
use super::labels::{label_width, title};
use super::order::Layers;
use super::rank::rank;
use super::{Graph, NodeSide};

/// The room of a bend, and of a child that is missing.
const BEND: f64 = 8.0;
const MISSING: f64 = 40.0;

/// The room that a node needs for what stands above and beside it: labels of arrows that come from above, and
/// an arrow to itself.
fn beside(graph: &Graph, node: usize, rect: &Rect) -> f64 {
    let to = graph
        .edges
        .iter()
        .enumerate()
        .filter(|&(at, edge)| edge.to == node && !edge.is_back && graph.twin(at).is_none());
    let room = to.map(|(at, edge)| match edge.from == node {
        true => rect.width + 2.0 * (label_width(&graph.edges[at]) + 24.0),
        false => label_width(&graph.edges[at]),
    });
    let title = title(graph, node, rect).map(|title| {
        let (left, right) = (rect.x - title.x, title.x + title.width - rect.x - rect.width);
        rect.width + 2.0 * left.max(right)
    });
    room.chain(title).fold(0.0, f64::max)
}

/// A part with a node in each layer that an arrow crosses, and for each child that is missing.
pub struct ExpandedPart {
    /// The node that each one stands for.
    pub nodes: Vec<Option<usize>>,
    pub width: Vec<f64>,
    layer: Vec<usize>,
    edges: Vec<(usize, usize)>,
    /// The edge that bends at each node.
    pub bend_of: Vec<Option<usize>>,
    entries: Vec<usize>,
}

impl ExpandedPart {
    pub fn new(graph: &Graph, part: &[usize], rects: &[Rect]) -> ExpandedPart {
        let place = |node: usize| part.binary_search(&node).ok();
        let solid: Vec<(usize, (usize, usize))> = graph
            .edges
            .iter()
            .enumerate()
            .filter(|(_, edge)| !edge.is_back && edge.from != edge.to)
            .filter(|&(at, _)| graph.twin(at).is_none())
            .filter_map(|(at, edge)| Some((at, (place(edge.from)?, place(edge.to)?))))
            .collect();
        let ends: Vec<(usize, usize)> = solid.iter().map(|(_, ends)| *ends).collect();
        let is_rooted = |&at: &usize| graph.nodes[part[at]].is_root;
        let is_free = |&at: &usize| !ends.iter().any(|&(_, to)| to == at);
        let entries: Vec<usize> = (0..part.len())
            .filter(|at| is_free(at))
            .chain((0..part.len()).filter(is_rooted))
            .collect();
        let ranking = rank(part.len(), &ends, &entries);
        let room = |&node: &usize| rects[node].width.max(beside(graph, node, &rects[node]));
        let mut expanded = ExpandedPart {
            nodes: part.iter().map(|&node| Some(node)).collect(),
            width: part.iter().map(room).collect(),
            layer: ranking.layer,
            edges: Vec::new(),
            bend_of: vec![None; part.len()],
            entries,
        };
        for (at, &node) in part.iter().enumerate() {
            if graph.nodes[node].missing == Some(NodeSide::First) {
                expanded.add_below(at, None, MISSING);
            }
            for ((edge, ends), is_reversed) in solid.iter().zip(&ranking.is_reversed) {
                let (above, below) = if *is_reversed { (ends.1, ends.0) } else { *ends };
                if above == at {
                    expanded.thread(above, below, *edge, label_width(&graph.edges[*edge]));
                }
            }
            if graph.nodes[node].missing == Some(NodeSide::Second) {
                expanded.add_below(at, None, MISSING);
            }
        }
        expanded
    }

    /// An edge, bent in each layer between its ends.
    fn thread(&mut self, above: usize, below: usize, edge: usize, label: f64) {
        let mut last = above;
        let mut width = label.max(BEND);
        while self.layer[last] + 1 < self.layer[below] {
            last = self.add_below(last, Some(edge), width);
            width = BEND;
        }
        self.edges.push((last, below));
    }

    fn add_below(&mut self, above: usize, bend_of: Option<usize>, width: f64) -> usize {
        let node = self.nodes.len();
        self.nodes.push(None);
        self.width.push(width);
        self.layer.push(self.layer[above] + 1);
        self.bend_of.push(bend_of);
        self.edges.push((above, node));
        node
    }

    /// The layers in the order of a walk, so that the children of a node stand as its fields do.
    pub fn layers(&self) -> Layers {
        let count = self.layer.iter().max().map_or(0, |most| most + 1);
        let mut layers = vec![Vec::new(); count];
        let mut is_met = vec![false; self.nodes.len()];
        let mut leaving = vec![Vec::new(); self.nodes.len()];
        self.edges.iter().for_each(|&(above, below)| leaving[above].push(below));
        for start in self.entries.iter().copied().chain(0..self.nodes.len()) {
            let mut open = vec![start];
            while let Some(node) = open.pop() {
                if !std::mem::replace(&mut is_met[node], true) {
                    layers[self.layer[node]].push(node);
                    open.extend(leaving[node].iter().rev());
                }
            }
        }
        Layers { layers, edges: self.edges.clone() }
    }
}
