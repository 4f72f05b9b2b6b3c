//! Arrows as curves.

use super::geometry::{Curve, Layout, Point, Rect};
use super::labels::label;
use super::{Graph, Link};

/// Between arrows at one side of a box, at most.
pub const PORT: f64 = 18.0;

/// `bends`: by edge, the places that it goes through, from the top.
pub fn route(graph: &Graph, bends: &[Vec<Rect>], layout: &mut Layout) {
    for (at, edge) in graph.edges.iter().enumerate() {
        layout.curves[at] = curve(graph, at, edge, bends, &layout.nodes);
    }
    let taken = label(graph, layout);
    bound(layout, &taken);
}

fn curve(graph: &Graph, at: usize, edge: &Link, bends: &[Vec<Rect>], nodes: &[Rect]) -> Curve {
    let (from, to) = (&nodes[edge.from], &nodes[edge.to]);
    if edge.from == edge.to {
        return self_loop(from);
    }
    if edge.is_back || from.y == to.y {
        return beside(from, to);
    }
    let is_down = from.y < to.y;
    let (top, bottom) = if is_down { (from, to) } else { (to, from) };
    let next = bends[at].first().map_or(bottom.x + bottom.width / 2.0, |bend| bend.x);
    let last = bends[at].last().map_or(top.x + top.width / 2.0, |bend| bend.x);
    let (above, below) = if is_down { (edge.from, edge.to) } else { (edge.to, edge.from) };
    let start = Point { x: port(graph, nodes, bends, above, next, true), y: top.y + top.height };
    let end = Point { x: port(graph, nodes, bends, below, last, false), y: bottom.y };
    let mut points = vec![start];
    for bend in &bends[at] {
        points.push(Point { x: bend.x, y: bend.y });
        points.push(Point { x: bend.x, y: bend.y + bend.height });
    }
    points.push(end);
    if !is_down {
        points.reverse();
    }
    through(&points)
}

/// The place on the lower or upper side of a node where the arrow leaves that goes towards `x`:
/// arrows side by side, in the order in which they fan out.
fn port(
    graph: &Graph,
    nodes: &[Rect],
    bends: &[Vec<Rect>],
    node: usize,
    x: f64,
    is_below: bool,
) -> f64 {
    let own = &nodes[node];
    let towards = |(at, edge): (usize, &Link)| {
        let other = match (edge.from == node, edge.to == node) {
            (true, false) => edge.to,
            (false, true) => edge.from,
            _ => return None,
        };
        let is_there = (nodes[other].y > own.y) == is_below && nodes[other].y != own.y;
        let bend = if is_below { bends[at].first() } else { bends[at].last() };
        let place = bend.map_or(nodes[other].x + nodes[other].width / 2.0, |bend| bend.x);
        (is_there && !edge.is_back).then_some(place)
    };
    let mut fan: Vec<f64> = graph.edges.iter().enumerate().filter_map(towards).collect();
    fan.sort_by(f64::total_cmp);
    fan.dedup();
    let place = fan.iter().position(|&other| other == x).unwrap_or(0) as f64;
    let step = (own.width / (fan.len() as f64 + 1.0)).min(PORT);
    own.x + own.width / 2.0 + (place - (fan.len() as f64 - 1.0) / 2.0) * step
}

/// Smooth and upright at each point.
fn through(points: &[Point]) -> Curve {
    let piece = |pair: &[Point]| {
        let middle = (pair[0].y + pair[1].y) / 2.0;
        [Point { x: pair[0].x, y: middle }, Point { x: pair[1].x, y: middle }, pair[1]]
    };
    Curve { start: points[0], pieces: points.windows(2).map(piece).collect() }
}

fn self_loop(node: &Rect) -> Curve {
    let right = node.x + node.width;
    let middle = node.y + node.height / 2.0;
    let point = |x: f64, y: f64| Point { x: right + x, y: middle + y };
    Curve {
        start: point(0.0, -7.0),
        pieces: vec![[point(26.0, -20.0), point(26.0, 20.0), point(0.0, 7.0)]],
    }
}

/// Outside what the arrow repeats.
fn beside(from: &Rect, to: &Rect) -> Curve {
    let (a, b) = (from.x + from.width / 2.0, to.x + to.width / 2.0);
    let side = if a < b { -1.0 } else { 1.0 };
    if from.y == to.y {
        let (start, end) = (Point { x: a, y: from.y }, Point { x: b, y: to.y });
        let up = |point: Point| Point { x: point.x + (b - a) * 0.1, y: point.y - 34.0 };
        return Curve { start, pieces: vec![[up(start), up(end), end]] };
    }
    let is_up = from.y > to.y;
    let edge_of = |rect: &Rect, is_top: bool, share: f64| Point {
        x: rect.x + rect.width / 2.0 + side * rect.width * share,
        y: if is_top { rect.y } else { rect.y + rect.height },
    };
    let (start, end) = (edge_of(from, is_up, 0.3), edge_of(to, !is_up, 0.4));
    let reach = (start.y - end.y).abs() * 0.45;
    let lean = side * 10.0;
    let direction = if is_up { -1.0 } else { 1.0 };
    let first = Point { x: start.x + lean, y: start.y + direction * reach };
    let second = Point { x: end.x + lean, y: end.y - direction * reach };
    Curve { start, pieces: vec![[first, second, end]] }
}

/// Moves everything so that nothing lies left of or above the corner, and says how large it is.
fn bound(layout: &mut Layout, texts: &[Rect]) {
    let points = layout.curves.iter().flat_map(|curve| curve.pieces.iter().flatten().copied());
    let dots = points.map(|at| Rect { x: at.x, y: at.y, width: 0.0, height: 0.0 });
    let all: Vec<Rect> = layout.nodes.iter().chain(texts).copied().chain(dots).collect();
    let least = |by: fn(&Rect) -> f64| all.iter().map(by).fold(f64::INFINITY, f64::min).min(0.0);
    let (left, top) = (least(|rect| rect.x), least(|rect| rect.y));
    let most = |by: fn(&Rect) -> f64| all.iter().map(by).fold(0.0, f64::max);
    layout.width = most(|rect| rect.x + rect.width) - left;
    layout.height = most(|rect| rect.y + rect.height) - top;
    let shift = |point: &mut Point| {
        point.x -= left;
        point.y -= top;
    };
    for rect in &mut layout.nodes {
        rect.x -= left;
        rect.y -= top;
    }
    layout.labels.iter_mut().for_each(shift);
    for curve in &mut layout.curves {
        shift(&mut curve.start);
        curve.pieces.iter_mut().flatten().for_each(shift);
    }
}
