//! Lists in a row: the object that leads to the first link, the links from left to right, and below each its contents.
//!
//! Layers would put a list upright, which nobody does by hand: "next" is read as "to the right". A ring is a row as
//! well, with a bow from its last link to where it goes on.

use super::geometry::{GAP, LAYER_GAP, ROW, Rect};
use super::labels::{label_width, title};
use super::order::Layers;
use super::place::place;
use super::route::BOW;
use super::{Graph, Link};

/// The line of an arrow between two boxes, beside its label.
const LINE: f64 = 30.0;
/// More arrows that are bows would lie over each other.
const BOWS: usize = 2;

/// Places a part with its corner at 0, 0. Returns its width and height. `None` if it is no list, or one that is wider
/// than `most`.
pub fn place_row(
    graph: &Graph,
    part: &[usize],
    rects: &mut [Rect],
    most: f64,
) -> Option<(f64, f64)> {
    let row = links(graph, part)?;
    let held: Vec<usize> = held(graph, &row, part)?;
    let (layers, width) = layers(graph, &row, &held, rects);
    let x = place(&layers, &width, 0.0);
    let all = || layers.layers.iter().flatten().copied();
    let left = all().map(|node| x[node] - width[node] / 2.0).fold(f64::INFINITY, f64::min);
    let right = all().map(|node| x[node] + width[node] / 2.0).fold(0.0, f64::max);
    if right - left > most {
        return None;
    }
    let has_title = row.iter().any(|&node| title(graph, node, &rects[node]).is_some());
    let top = match (bows(graph, &row), has_title) {
        (0, false) => 0.0,
        (0, true) => ROW + 4.0,
        _ => BOW,
    };
    let high = |nodes: &[usize]| nodes.iter().map(|&node| rects[node].height).fold(0.0, f64::max);
    let (first, second) = (high(&row), high(&held));
    for (at, &node) in row.iter().chain(&held).enumerate() {
        let is_held = at >= row.len();
        let rect = &mut rects[node];
        rect.x = x[at] - rect.width / 2.0 - left;
        rect.y = top + if is_held { first + LAYER_GAP } else { (first - rect.height) / 2.0 };
    }
    let below = if held.is_empty() { 0.0 } else { LAYER_GAP + second };
    Some((right - left, top + first + below))
}

/// The row: what leads to the first link, if something does, and all links.
fn links(graph: &Graph, part: &[usize]) -> Option<Vec<usize>> {
    let is_link = |node: usize| graph.nodes[node].is_link;
    let is_own = |edge: &&Link| part.contains(&edge.from) && edge.from != edge.to;
    let shown = || graph.edges.iter().filter(|edge| !edge.is_back).filter(is_own);
    let next = |node: usize| {
        let mut next = shown().filter(|edge| edge.from == node && is_link(edge.to));
        next.next().map(|edge| edge.to)
    };
    let links = part.iter().filter(|&&node| is_link(node)).count();
    let mut free = part.iter().filter(|&&node| !shown().any(|edge| edge.to == node));
    let start = match (free.next(), free.next()) {
        (Some(&only), None) => only,
        (None, _) => *part.iter().find(|&&node| is_link(node))?,
        _ => return None,
    };
    let mut row = vec![start];
    if !is_link(start) {
        // A table of lists is no row.
        if shown().any(|edge| edge.from == start && !edge.is_one) {
            return None;
        }
        row.push(next(start)?);
    }
    while let Some(to) = next(*row.last().expect("it begins")).filter(|to| !row.contains(to)) {
        row.push(to);
    }
    let is_whole = row.iter().filter(|&&node| is_link(node)).count() == links;
    (links > 0 && part.len() > 1 && is_whole && bows(graph, &row) <= BOWS).then_some(row)
}

/// What links hold, in the order in which they are met, or `None` if it leads on.
fn held(graph: &Graph, row: &[usize], part: &[usize]) -> Option<Vec<usize>> {
    let mut held: Vec<usize> = Vec::new();
    for &node in row {
        for edge in graph.edges.iter().filter(|edge| edge.from == node && !edge.is_back) {
            if !row.contains(&edge.to) && !held.contains(&edge.to) {
                held.push(edge.to);
            }
        }
    }
    let leads = |node: &usize| graph.edges.iter().any(|edge| edge.from == *node && !edge.is_back);
    (held.len() + row.len() == part.len() && !held.iter().any(leads)).then_some(held)
}

/// The arrows within the row that lead to no neighbour.
fn bows(graph: &Graph, row: &[usize]) -> usize {
    let place = |node: usize| row.iter().position(|&one| one == node);
    let is_bow = |edge: &&Link| match (place(edge.from), place(edge.to)) {
        (Some(from), Some(to)) => from != to && from.abs_diff(to) != 1 && !edge.is_back,
        _ => false,
    };
    graph.edges.iter().filter(is_bow).count()
}

/// The row and what is below it, and between two links a place for the arrow's label. Widths have the gaps in them.
fn layers(graph: &Graph, row: &[usize], held: &[usize], rects: &[Rect]) -> (Layers, Vec<f64>) {
    let all: Vec<usize> = row.iter().chain(held).copied().collect();
    let place = |node: usize| all.iter().position(|&one| one == node);
    let incoming = |node: usize| {
        let to = graph.edges.iter().filter(|edge| edge.to == node && edge.from != node);
        to.map(label_width).fold(0.0, f64::max)
    };
    let mut width: Vec<f64> = all.iter().map(|&node| rects[node].width).collect();
    for (at, &node) in held.iter().enumerate() {
        let width = &mut width[row.len() + at];
        *width = width.max(incoming(node)) + GAP;
    }
    let mut line = vec![0];
    for (at, pair) in row.windows(2).enumerate() {
        let is_between = |edge: &&Link| {
            !edge.is_back
                && [(pair[0], pair[1]), (pair[1], pair[0])].contains(&(edge.from, edge.to))
        };
        let label = graph.edges.iter().filter(is_between).map(label_width).fold(0.0, f64::max);
        line.push(width.len());
        width.push(label + LINE);
        line.push(at + 1);
    }
    let edges = graph.edges.iter().filter_map(|edge| Some((place(edge.from)?, place(edge.to)?)));
    let edges = edges.filter(|&(from, to)| from < row.len() && to >= row.len()).collect();
    let below = (row.len()..all.len()).collect();
    let layers = if held.is_empty() { vec![line] } else { vec![line, below] };
    (Layers { layers, edges }, width)
}
