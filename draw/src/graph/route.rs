//! Arrows as curves.

use super::geometry::{Curve, Layout, PORT, Point, Rect};
use super::labels::label;
use super::{Graph, Link};

/// Between an arrow and the one that says it again, backwards.
const BACK: f64 = 9.0;
/// The height of a bow above boxes, for its handles.
pub const BOW: f64 = 34.0;

/// How an arrow is to run.
#[derive(Clone, Debug, Default)]
pub struct ArrowRoute {
    /// The places that it goes through, from the top.
    pub bends: Vec<Rect>,
    /// Leads straight from box to box.
    pub is_straight: bool,
}

/// `ways`: by edge.
pub fn route(graph: &Graph, ways: &[ArrowRoute], layout: &mut Layout) {
    for (at, edge) in graph.edges.iter().enumerate() {
        layout.curves[at] = match graph.twin(at) {
            Some(twin) => layout.curves[twin].reversed(),
            None => curve(graph, at, edge, ways, &layout.nodes),
        };
    }
    for (at, edge) in graph.edges.iter().enumerate() {
        let is_again = |(other, again): &(usize, &Link)| {
            (again.from, again.to) == (edge.to, edge.from)
                && !again.is_back
                && !ways[*other].bends.is_empty()
        };
        let again = graph.edges.iter().enumerate().find(is_again);
        if let (true, Some((again, _))) = (edge.is_back, again) {
            layout.curves[at] = along(&layout.curves[again]);
        }
    }
    let taken = label(graph, layout);
    bound(layout, &taken);
}

/// Back along an arrow with bends, outside of it.
fn along(again: &Curve) -> Curve {
    let bend = again.pieces[0][2];
    let side = if bend.x < (again.start.x + again.end().x) / 2.0 { -1.0 } else { 1.0 };
    again.reversed().shifted(side * BACK)
}

fn curve(graph: &Graph, at: usize, edge: &Link, ways: &[ArrowRoute], nodes: &[Rect]) -> Curve {
    let (from, to) = (&nodes[edge.from], &nodes[edge.to]);
    if edge.from == edge.to {
        return self_loop(from);
    }
    if ways[at].is_straight {
        return straight(from, to);
    }
    if !from.is_below(to) && !to.is_below(from) {
        return level(graph, edge, nodes);
    }
    if edge.is_back {
        return beside(from, to);
    }
    let is_down = to.is_below(from);
    let (top, bottom) = if is_down { (from, to) } else { (to, from) };
    let bends = &ways[at].bends;
    let (above, below) = if is_down { (edge.from, edge.to) } else { (edge.to, edge.from) };
    let start = Point { x: port(graph, nodes, ways, above, at, true), y: top.bottom() };
    let end = Point { x: port(graph, nodes, ways, below, at, false), y: bottom.y };
    let mut points = vec![start];
    for bend in bends {
        points.push(Point { x: bend.x, y: bend.y });
        points.push(Point { x: bend.x, y: bend.y + bend.height });
    }
    points.push(end);
    if !is_down {
        points.reverse();
    }
    through(&points)
}

/// The place on the lower or upper side of a node where an arrow leaves: arrows side by side, in the order in which
/// they fan out. Two between the same boxes stand in the same order at both.
fn port(
    graph: &Graph,
    nodes: &[Rect],
    ways: &[ArrowRoute],
    node: usize,
    arrow: usize,
    is_below: bool,
) -> f64 {
    let own = &nodes[node];
    let towards = |(at, edge): (usize, &Link)| {
        let other = match (edge.from == node, edge.to == node) {
            (true, false) => edge.to,
            (false, true) => edge.from,
            _ => return None,
        };
        let is_there = match is_below {
            true => nodes[other].is_below(own),
            false => own.is_below(&nodes[other]),
        };
        let way = &ways[at];
        let bend = if is_below { way.bends.first() } else { way.bends.last() };
        let place = bend.map_or(nodes[other].middle().x, |bend| bend.x);
        let is_own = !edge.is_back && !way.is_straight && graph.twin(at).is_none();
        (is_there && is_own).then_some((place, at))
    };
    let mut fan: Vec<(f64, usize)> = graph.edges.iter().enumerate().filter_map(towards).collect();
    fan.sort_by(|one, other| one.0.total_cmp(&other.0).then(one.1.cmp(&other.1)));
    let place = fan.iter().position(|&(_, at)| at == arrow).unwrap_or(0) as f64;
    let step = (own.width / (fan.len() as f64 + 1.0)).min(PORT);
    own.x + own.width / 2.0 + (place - (fan.len() as f64 - 1.0) / 2.0) * step
}

/// From the border of a box to that of another one, on the line between their middles.
fn straight(from: &Rect, to: &Rect) -> Curve {
    let (a, b) = (from.middle(), to.middle());
    let (dx, dy) = (b.x - a.x, b.y - a.y);
    let leaves = |rect: &Rect| {
        let across = rect.width / 2.0 / dx.abs().max(0.001);
        across.min(rect.height / 2.0 / dy.abs().max(0.001)).min(0.5)
    };
    let (first, last) = (leaves(from), 1.0 - leaves(to));
    let at = |share: f64| Point { x: a.x + dx * share, y: a.y + dy * share };
    Curve::line(at(first), at(last))
}

/// Between boxes of one layer: from side to side if they are neighbours, or else in a bow above those between.
fn level(graph: &Graph, edge: &Link, nodes: &[Rect]) -> Curve {
    let (from, to) = (&nodes[edge.from], &nodes[edge.to]);
    let (left, right) = if from.x < to.x { (from, to) } else { (to, from) };
    let between = Rect {
        x: left.x + left.width,
        y: left.y.max(right.y),
        width: right.x - left.x - left.width,
        height: left.height.min(right.height),
    };
    let is_between =
        |(at, rect): (usize, &Rect)| at != edge.from && at != edge.to && rect.touches(&between);
    let is_back = |other: &Link| (other.from, other.to) == (edge.to, edge.from);
    if nodes.iter().enumerate().any(is_between) {
        return bow(from, to, if edge.is_back { 1.0 } else { 0.0 });
    }
    // The arrow that leads back has a line of its own.
    let by = match graph.edges.iter().any(|other| is_back(other) && other.is_back != edge.is_back) {
        true if edge.is_back => BACK / 2.0,
        true => -BACK / 2.0,
        false => 0.0,
    };
    let y = between.y + between.height / 2.0 + by;
    let (start, end) = (between.x, between.x + between.width);
    let (start, end) = if from.x < to.x { (start, end) } else { (end, start) };
    Curve::line(Point { x: start, y }, Point { x: end, y })
}

/// Above the boxes between. Of several bows this is the `nth`, from within.
fn bow(from: &Rect, to: &Rect, nth: f64) -> Curve {
    let side = if from.x < to.x { 1.0 } else { -1.0 };
    let apart = side * (4.0 - 8.0 * nth);
    let (a, b) = (from.middle().x + apart, to.middle().x - apart);
    let high = from.y.min(to.y) - BOW - 12.0 * nth;
    let (start, end) = (Point { x: a, y: from.y }, Point { x: b, y: to.y });
    let up = |point: Point| Point { x: point.x + (b - a) * 0.1, y: high };
    let down = |point: Point| Point { x: point.x - (b - a) * 0.1, y: high };
    Curve { start, pieces: vec![[up(start), down(end), end]] }
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
