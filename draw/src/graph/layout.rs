//! Places for boxes, arrows and labels.
//!
//! ```text
//! nodes, solid arrows ─ rank ─► layers ─ untangle ─► order ─ place ─► x;  layers ─► y
//! ```
//!
//! Each part that hangs together is laid out alone; parts stand side by side, in rows. Long arrows go through
//! places of their own in the layers between. Dashed ones take no part: they run beside what they repeat.

use super::order::Layers;
use super::place::place;
use super::rank::rank;
use super::{Graph, Node, Side};
use crate::text::width;

/// In CSS pixels, for a font of fixed width of 12 pixels.
pub const COLUMN: f64 = 7.25;
pub const ROW: f64 = 16.0;
pub const PADDING: f64 = 8.0;
const GAP: f64 = 26.0;
const LAYER_GAP: f64 = 48.0;
/// Parts side by side are at most so wide together, if none is wider alone.
const PAGE: f64 = 960.0;

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Point {
    pub x: f64,
    pub y: f64,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rect {
    pub x: f64,
    pub y: f64,
    pub width: f64,
    pub height: f64,
}

impl Rect {
    fn bottom(&self) -> f64 {
        self.y + self.height
    }

    pub fn touches(&self, other: &Rect) -> bool {
        self.x < other.x + other.width
            && other.x < self.x + self.width
            && self.y < other.bottom()
            && other.y < self.bottom()
    }
}

/// A smooth curve: a start, then pieces with two control points and an end each.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Curve {
    pub start: Point,
    pub pieces: Vec<[Point; 3]>,
}

#[derive(Clone, Debug, Default)]
pub struct Layout {
    pub nodes: Vec<Rect>,
    pub curves: Vec<Curve>,
    /// By edge: the middle of its label.
    pub labels: Vec<Point>,
    pub width: f64,
    pub height: f64,
}

pub fn layout(graph: &Graph) -> Layout {
    let mut layout = Layout {
        nodes: graph.nodes.iter().map(size).collect(),
        curves: vec![Curve::default(); graph.edges.len()],
        labels: Vec::new(),
        width: 0.0,
        height: 0.0,
    };
    let mut corner = Point::default();
    let mut row_height = 0.0_f64;
    let mut bends = vec![Vec::new(); graph.edges.len()];
    for part in parts(graph) {
        let (width, height) = lay_out_part(graph, &part, &mut layout.nodes, &mut bends);
        if corner.x > 0.0 && corner.x + width > PAGE {
            corner = Point { x: 0.0, y: corner.y + row_height + GAP };
            row_height = 0.0;
        }
        for &node in &part {
            layout.nodes[node].x += corner.x;
            layout.nodes[node].y += corner.y;
        }
        for (edge, bends) in graph.edges.iter().zip(&mut bends) {
            if part.contains(&edge.from) {
                bends.iter_mut().for_each(|bend: &mut Rect| {
                    bend.x += corner.x;
                    bend.y += corner.y;
                });
            }
        }
        corner.x += width + GAP * 1.5;
        row_height = row_height.max(height);
        layout.width = layout.width.max(corner.x - GAP * 1.5);
        layout.height = layout.height.max(corner.y + row_height);
    }
    super::route::route(graph, &bends, &mut layout);
    layout
}

/// Room for a box and its root's name above it.
fn size(node: &Node) -> Rect {
    let columns = |row: &super::Row| width(&row.name) + width(&row.value) + 2;
    let rows = node.rows.iter().map(columns);
    let most = rows.chain([width(&node.title)]).max().unwrap_or(0);
    let rows = node.rows.len() as f64;
    let body = if node.rows.is_empty() { 0.0 } else { 6.0 };
    Rect {
        x: 0.0,
        y: 0.0,
        width: (most as f64 * COLUMN + 2.0 * PADDING).max(48.0),
        height: ROW + 8.0 + rows * ROW + body,
    }
}

/// The nodes by what hangs together, each part in order, parts in the order of their first nodes; single
/// nodes come last.
fn parts(graph: &Graph) -> Vec<Vec<usize>> {
    let mut part: Vec<usize> = (0..graph.nodes.len()).collect();
    for _ in 0..graph.nodes.len() {
        let before = part.clone();
        for edge in &graph.edges {
            let least = part[edge.from].min(part[edge.to]);
            part[edge.from] = least;
            part[edge.to] = least;
        }
        if before == part {
            break;
        }
    }
    let members = |of: usize| {
        let own = (0..part.len()).filter(|&node| part[node] == of).collect::<Vec<usize>>();
        (!own.is_empty()).then_some(own)
    };
    let mut parts: Vec<Vec<usize>> = (0..part.len()).filter_map(members).collect();
    parts.sort_by_key(|part| part.len() == 1);
    parts
}

/// Places a part with its corner at 0, 0; its width and height.
fn lay_out_part(
    graph: &Graph,
    part: &[usize],
    rects: &mut [Rect],
    bends: &mut [Vec<Rect>],
) -> (f64, f64) {
    let expanded = Expanded::new(graph, part, rects);
    let mut layers = expanded.layers();
    layers.untangle();
    let x = place(&layers, &expanded.width, GAP);
    let left = |node: usize| x[node] - expanded.width[node] / 2.0;
    let all = || layers.layers.iter().flatten().copied();
    let least = all().map(left).fold(f64::INFINITY, f64::min);
    let most = all().map(|node| x[node] + expanded.width[node] / 2.0).fold(0.0, f64::max);
    let mut y = 0.0;
    for (at, layer) in layers.layers.iter().enumerate() {
        let real = || layer.iter().filter_map(|&node| expanded.nodes[node]);
        let has_root = real().any(|node| !graph.nodes[node].roots.is_empty());
        y += if has_root { ROW + 4.0 } else { 0.0 };
        let height = real().map(|node| rects[node].height).fold(0.0, f64::max);
        for &node in layer {
            let place = Rect { x: x[node] - least, y, width: 0.0, height };
            match expanded.nodes[node] {
                Some(real) => {
                    rects[real].x = x[node] - rects[real].width / 2.0 - least;
                    rects[real].y = y;
                }
                None => expanded.bend_of[node].iter().for_each(|&edge| bends[edge].push(place)),
            }
        }
        y += height + if at + 1 < layers.layers.len() { LAYER_GAP } else { 0.0 };
    }
    (most - least, y)
}

/// The room of a bend, and of a child that is missing.
const BEND: f64 = 8.0;
const MISSING: f64 = 40.0;

fn label_width(graph: &Graph, edge: usize) -> f64 {
    width(&graph.edges[edge].label) as f64 * COLUMN
}

/// The room that a node needs for what stands above and beside it: labels of arrows that come from above, and
/// an arrow to itself.
fn beside(graph: &Graph, node: usize, rect: &Rect) -> f64 {
    let to = graph.edges.iter().enumerate().filter(|(_, edge)| edge.to == node && !edge.is_back);
    let room = to.map(|(at, edge)| match edge.from == node {
        true => rect.width + 2.0 * (label_width(graph, at) + 24.0),
        false => label_width(graph, at),
    });
    room.fold(0.0, f64::max)
}

/// A part with a node in each layer that an arrow crosses, and for each child that is missing.
struct Expanded {
    /// The node that each one stands for.
    nodes: Vec<Option<usize>>,
    width: Vec<f64>,
    layer: Vec<usize>,
    edges: Vec<(usize, usize)>,
    /// By node: the edge that bends there.
    bend_of: Vec<Option<usize>>,
    entries: Vec<usize>,
}

impl Expanded {
    fn new(graph: &Graph, part: &[usize], rects: &[Rect]) -> Expanded {
        let place = |node: usize| part.binary_search(&node).ok();
        let solid: Vec<(usize, (usize, usize))> = graph
            .edges
            .iter()
            .enumerate()
            .filter(|(_, edge)| !edge.is_back && edge.from != edge.to)
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
        let mut expanded = Expanded {
            nodes: part.iter().map(|&node| Some(node)).collect(),
            width: part.iter().map(room).collect(),
            layer: ranking.layer,
            edges: Vec::new(),
            bend_of: vec![None; part.len()],
            entries,
        };
        for (at, &node) in part.iter().enumerate() {
            if graph.nodes[node].missing == Some(Side::First) {
                expanded.add_below(at, None, MISSING);
            }
            for ((edge, ends), is_reversed) in solid.iter().zip(&ranking.is_reversed) {
                let (above, below) = if *is_reversed { (ends.1, ends.0) } else { *ends };
                if above == at {
                    expanded.thread(above, below, *edge, label_width(graph, *edge));
                }
            }
            if graph.nodes[node].missing == Some(Side::Second) {
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

    /// In the order of a walk, so that the children of a node stand as its fields do.
    fn layers(&self) -> Layers {
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
