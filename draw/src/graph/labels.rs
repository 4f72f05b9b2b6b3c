//! Labels of arrows where they hide no box and no other text.
//!
//! A label's places are tried from the best on. First on its arrow, from the place outwards where arrows that fan out
//! or come together are apart. Then beside it. And then around its middle, farther and farther. A place where the label
//! hides a head is not allowed. One where it crosses other arrows is taken only if no place near by is free of them,
//! and then the one that crosses fewest. There is always a free one, at worst beside the whole drawing. Those that have
//! fewest places on their arrows are put first, so that a short arrow's label is not driven away by a long one's.
//! Rejected: simulated annealing, which moves all labels when one arrow is added.

use std::cmp::Ordering;

use super::geometry::{COLUMN, Curve, Layout, PORT, Point, ROW, Rect};
use super::{Graph, Link};
use crate::text::width;

/// The places on an arrow's piece, beside the best.
const STEPS: [f64; 9] = [0.0, 0.08, -0.08, 0.16, -0.16, 0.24, -0.24, 0.32, -0.32];
/// The best places on arrows that fan out, and on those that come together.
const FANNED: f64 = 0.62;
const JOINED: f64 = 0.38;
/// The distance of the points by which an arrow is seen to be crossed: less than a label is high.
const APART: f64 = 5.0;
/// The free places around an arrow's middle, among which one that crosses no other arrow is looked for.
const NEAR: usize = 40;
/// A head's room.
const HEAD: f64 = 9.0;
/// Between an arrow and a label beside it.
const BESIDE: f64 = 5.0;
/// The distance from one ring of places to the next.
const RING: f64 = 6.0;

/// Places all labels. The rectangles of all texts that stand outside of boxes.
pub fn label(graph: &Graph, layout: &mut Layout) -> Vec<Rect> {
    let titles = (0..graph.nodes.len()).filter_map(|node| placed_title(graph, node, &layout.nodes));
    let mut texts: Vec<Rect> = titles.collect();
    let mut fixed = layout.nodes.clone();
    fixed.extend(&texts);
    fixed.extend(layout.curves.iter().map(head));
    let ways: Vec<Vec<Point>> = layout.curves.iter().map(points).collect();
    let twins: Vec<Option<usize>> = (0..graph.edges.len()).map(|at| graph.twin(at)).collect();
    layout.labels = layout.curves.iter().map(|curve| on(curve, 0, 0.5)).collect();
    let is_drawn = |at: usize| !graph.edges[at].label.is_empty() && twins[at].is_none();
    let mut open: Vec<(usize, usize)> = (0..graph.edges.len())
        .filter(|&at| is_drawn(at))
        .map(|at| {
            let places = along(graph, at, &layout.curves[at]);
            (places.filter(|&place| is_free(&graph.edges[at], place, &fixed)).count(), at)
        })
        .collect();
    open.sort_unstable();
    for (_, at) in open {
        let (edge, curve) = (&graph.edges[at], &layout.curves[at]);
        let near = || {
            let all = along(graph, at, curve).chain(beside(edge, curve));
            all.filter(|&place| is_free(edge, place, &fixed))
        };
        let crossed = |place: Point| {
            let room = rect(edge, place);
            let ways = ways.iter().zip(&twins).enumerate();
            let others = ways.filter(|&(other, (_, twin))| other != at && *twin != Some(at));
            others.filter(|(_, (way, _))| way.iter().any(|point| room.holds(point))).count()
        };
        let rings = || around(layout.labels[at]).filter(|&place| is_free(edge, place, &fixed));
        let clear = near().find(|&place| crossed(place) == 0);
        let clear = clear.or_else(|| rings().take(NEAR).find(|&place| crossed(place) == 0));
        let place = clear.or_else(|| near().min_by_key(|&place| crossed(place)));
        let place = place.or_else(|| rings().next()).expect("the rings leave every drawing");
        layout.labels[at] = place;
        fixed.push(rect(edge, place));
        texts.push(rect(edge, place));
    }
    for (at, twin) in twins.iter().enumerate() {
        if let Some(twin) = twin {
            layout.labels[at] = layout.labels[*twin];
        }
    }
    texts
}

/// The room of an arrow's head.
fn head(curve: &Curve) -> Rect {
    let [_, before, end] = curve.pieces.last().expect("a curve leads somewhere");
    let (dx, dy) = (before.x - end.x, before.y - end.y);
    let length = dx.hypot(dy).max(0.001);
    let at = Point { x: end.x + dx / length * HEAD / 2.0, y: end.y + dy / length * HEAD / 2.0 };
    Rect { x: at.x - HEAD / 2.0, y: at.y - HEAD / 2.0, width: HEAD, height: HEAD }
}

fn points(curve: &Curve) -> Vec<Point> {
    let piece = |piece: usize| {
        let start = on(curve, piece, 0.0);
        let [a, b, end] = curve.pieces[piece];
        let far = |from: Point, to: Point| (from.x - to.x).hypot(from.y - to.y);
        // A curve is no longer than the way by its control points.
        let count = ((far(start, a) + far(a, b) + far(b, end)) / APART).ceil().max(1.0) as usize;
        (0..=count).map(move |place| on(curve, piece, place as f64 / count as f64))
    };
    (0..curve.pieces.len()).flat_map(piece).collect()
}

/// The place on an arrow where others that begin or end with it are apart.
fn best(graph: &Graph, edge: &Link) -> f64 {
    let shown = || graph.edges.iter().filter(|other| !other.is_back && other.from != other.to);
    let out = shown().filter(|other| other.from == edge.from).count();
    let into = shown().filter(|other| other.to == edge.to).count();
    match out.cmp(&into) {
        Ordering::Greater => FANNED,
        Ordering::Less => JOINED,
        Ordering::Equal => 0.5,
    }
}

/// The room of a root's name above its box: left of the arrows that come from above.
pub fn title(graph: &Graph, node: usize, rect: &Rect) -> Option<Rect> {
    title_beside(graph, node, rect, entering(graph, node))
}

/// The same where all boxes have their places: left also of the arrows that leave upwards.
pub fn placed_title(graph: &Graph, node: usize, nodes: &[Rect]) -> Option<Rect> {
    let is_above = |other: usize| nodes[node].is_below(&nodes[other]);
    let meets = |&(at, edge): &(usize, &Link)| {
        let is_there =
            edge.to == node && is_above(edge.from) || edge.from == node && is_above(edge.to);
        is_there && !edge.is_back && graph.twin(at).is_none()
    };
    let upper = graph.edges.iter().enumerate().filter(meets).count();
    title_beside(graph, node, &nodes[node], upper.max(entering(graph, node)))
}

fn entering(graph: &Graph, node: usize) -> usize {
    let comes = |edge: &&Link| edge.to == node && edge.from != node && !edge.is_back;
    graph.edges.iter().filter(comes).count()
}

fn title_beside(graph: &Graph, node: usize, rect: &Rect, arrows: usize) -> Option<Rect> {
    let roots = &graph.nodes[node].roots;
    if roots.is_empty() {
        return None;
    }
    let wide = (width(&roots.join(", ")) + 2) as f64 * COLUMN;
    let x = match arrows {
        0 => rect.x,
        _ => {
            let fan = (arrows - 1) as f64 * PORT / 2.0 + 8.0;
            rect.x.min(rect.x + rect.width / 2.0 - fan - wide)
        }
    };
    Some(Rect { x, y: rect.y - ROW - 1.0, width: wide, height: ROW })
}

fn is_free(edge: &Link, place: Point, taken: &[Rect]) -> bool {
    let rect = rect(edge, place);
    taken.iter().all(|other| !rect.touches(other))
}

pub fn label_width(edge: &Link) -> f64 {
    if edge.label.is_empty() {
        0.0
    } else {
        width(&edge.label) as f64 * (COLUMN * 11.0 / 12.0) + 6.0
    }
}

/// A label's room, by its middle. Its line is 4 below that.
fn rect(edge: &Link, at: Point) -> Rect {
    let wide = label_width(edge);
    Rect { x: at.x - wide / 2.0, y: at.y - ROW / 2.0 + 2.0, width: wide, height: ROW - 3.0 }
}

fn along(graph: &Graph, at: usize, curve: &Curve) -> impl Iterator<Item = Point> {
    let edge = &graph.edges[at];
    // Beside a loop, for on it the box would be touched.
    let shift = if edge.from == edge.to { label_width(edge) / 2.0 + 4.0 } else { 0.0 };
    let best = best(graph, edge);
    let places = (0..curve.pieces.len()).flat_map(move |piece| STEPS.map(|step| (piece, step)));
    places.map(move |(piece, step)| {
        let at = on(curve, piece, (best + step).clamp(0.1, 0.9));
        Point { x: at.x + shift, y: at.y }
    })
}

fn beside(edge: &Link, curve: &Curve) -> impl Iterator<Item = Point> {
    let reach = label_width(edge) / 2.0 + BESIDE;
    let sides = move |at: Point| [-reach, reach].map(|by| Point { x: at.x + by, y: at.y });
    let places =
        (0..curve.pieces.len()).flat_map(|piece| STEPS.map(|step| on(curve, piece, 0.5 + step)));
    places.flat_map(sides)
}

fn around(middle: Point) -> impl Iterator<Item = Point> {
    const DIRECTIONS: [(f64, f64); 12] = [
        (0.0, 1.0),
        (0.0, -1.0),
        (1.0, 0.0),
        (-1.0, 0.0),
        (1.0, 1.0),
        (-1.0, 1.0),
        (1.0, -1.0),
        (-1.0, -1.0),
        (2.0, 1.0),
        (-2.0, 1.0),
        (2.0, -1.0),
        (-2.0, -1.0),
    ];
    (1..).flat_map(move |ring| {
        let reach = f64::from(ring) * RING;
        DIRECTIONS.map(|(x, y)| Point { x: middle.x + x * reach, y: middle.y + y * reach })
    })
}

/// The point of a Bézier curve's piece.
fn on(curve: &Curve, piece: usize, t: f64) -> Point {
    let start = match piece.checked_sub(1) {
        Some(before) => curve.pieces[before][2],
        None => curve.start,
    };
    let [a, b, end] = curve.pieces[piece];
    let s = 1.0 - t;
    let mix = |p: f64, q: f64, r: f64, u: f64| {
        s * s * s * p + 3.0 * s * s * t * q + 3.0 * s * t * t * r + t * t * t * u
    };
    Point { x: mix(start.x, a.x, b.x, end.x), y: mix(start.y, a.y, b.y, end.y) }
}
