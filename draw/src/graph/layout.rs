//! Places for boxes, arrows and labels.
//!
//! ```text
//! nodes, solid arrows ─ rank ─► layers ─ untangle ─► order ─ place ─► x;  layers ─► y
//! ```
//!
//! Each part that hangs together is laid out alone. Parts stand side by side, in rows. Long arrows go through
//! places of their own in the layers between. Dashed ones take no part: they run beside what they repeat.

use super::circle::place_circle;
use super::expanded::ExpandedPart;
use super::geometry::{COLUMN, Curve, GAP, LAYER_GAP, Layout, PADDING, Point, ROW, Rect};
use super::labels::{label_width, placed_title};
use super::parts::parts;
use super::place::place;
use super::route::{ArrowRoute, route};
use super::row::place_row;
use super::{Graph, GraphNode, Link, NodeRow};
use crate::text::width;

/// Parts side by side are at most so wide together, if none is wider alone.
const PAGE: f64 = 960.0;

pub fn layout(graph: &Graph) -> Layout {
    let mut layout = Layout {
        nodes: graph.nodes.iter().map(size).collect(),
        curves: vec![Curve::default(); graph.edges.len()],
        labels: Vec::new(),
        titles: Vec::new(),
        width: 0.0,
        height: 0.0,
    };
    let mut corner = Point::default();
    let mut row_height = 0.0_f64;
    let mut ways = vec![ArrowRoute::default(); graph.edges.len()];
    for part in parts(graph) {
        let (width, height) = place_part(graph, &part, &mut layout.nodes, &mut ways);
        if corner.x > 0.0 && corner.x + width > PAGE {
            corner = Point { x: 0.0, y: corner.y + row_height + GAP };
            row_height = 0.0;
        }
        for &node in &part {
            layout.nodes[node].x += corner.x;
            layout.nodes[node].y += corner.y;
        }
        for (edge, way) in graph.edges.iter().zip(&mut ways) {
            if part.contains(&edge.from) {
                way.bends.iter_mut().for_each(|bend| {
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
    route(graph, &ways, &mut layout);
    let left = |(node, rect): (usize, &Rect)| {
        placed_title(graph, node, &layout.nodes).map_or(0.0, |title| title.x - rect.x)
    };
    layout.titles = layout.nodes.iter().enumerate().map(left).collect();
    layout
}

/// Places a part with its corner at 0, 0. Returns its width and height. A list stands in a row, an undirected
/// graph with a cycle on a circle, all else in layers.
fn place_part(
    graph: &Graph,
    part: &[usize],
    rects: &mut [Rect],
    ways: &mut [ArrowRoute],
) -> (f64, f64) {
    place_row(graph, part, rects, PAGE)
        .or_else(|| place_circle(graph, part, rects, ways))
        .unwrap_or_else(|| place_layers(graph, part, rects, ways))
}

fn place_layers(
    graph: &Graph,
    part: &[usize],
    rects: &mut [Rect],
    ways: &mut [ArrowRoute],
) -> (f64, f64) {
    let expanded = ExpandedPart::new(graph, part, rects);
    let mut layers = expanded.layers();
    layers.untangle();
    let x = place(&layers, &expanded.width, GAP);
    let left = |node: usize| x[node] - expanded.width[node] / 2.0;
    let all = || layers.layers.iter().flatten().copied();
    let least = all().map(left).fold(f64::INFINITY, f64::min);
    let most = all().map(|node| x[node] + expanded.width[node] / 2.0).fold(0.0, f64::max);
    let mut y = 0.0;
    let mut is_placed = vec![false; graph.nodes.len()];
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
                None => {
                    expanded.bend_of[node].iter().for_each(|&edge| ways[edge].bends.push(place))
                }
            }
        }
        if at + 1 < layers.layers.len() {
            real().for_each(|node| is_placed[node] = true);
            y += height + gap_below(graph, &is_placed, most - least);
        } else {
            y += height;
        }
    }
    (most - least, y)
}

/// Between a layer and the next one: for the labels of all that crosses it, in as many rows as they need.
fn gap_below(graph: &Graph, is_placed: &[bool], wide: f64) -> f64 {
    let crosses = |&(at, edge): &(usize, &Link)| {
        is_placed[edge.from] != is_placed[edge.to] && graph.twin(at).is_none()
    };
    let crossing = graph.edges.iter().enumerate().filter(crosses);
    let labels: f64 = crossing.map(|(_, edge)| label_width(edge)).sum();
    // Half as many again, for labels stay near their arrows.
    LAYER_GAP.max(((labels * 1.5 / wide.max(1.0)).ceil() + 1.0) * ROW)
}

/// Room for a box and its root's name above it.
fn size(node: &GraphNode) -> Rect {
    let (width, height) = node.text();
    let (width, height) = node.shape.room(width, height, node.rows.is_empty());
    Rect { x: 0.0, y: 0.0, width, height }
}

impl GraphNode {
    /// The width and the height of what stands in it.
    pub fn text(&self) -> (f64, f64) {
        let columns = |row: &NodeRow| width(&row.name) + row.width() + 2;
        let rows = self.rows.iter().map(columns);
        let most = rows.chain([width(&self.title)]).max().unwrap_or(0);
        let rows: usize = self.rows.iter().map(|row| row.lines.len()).sum();
        let body = if self.rows.is_empty() { 0.0 } else { 6.0 };
        let wide = (most as f64 * COLUMN + 2.0 * PADDING).max(48.0);
        (wide, ROW + 8.0 + rows as f64 * ROW + body)
    }
}
