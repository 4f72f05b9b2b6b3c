//! Undirected graphs on a circle: each arrow has one that leads back, and some of them close a cycle.
//!
//! Layers would call one node the first, and bend long edges around the others. On a circle no node is above
//! another one, and each edge is straight. The order on it has few crossings: places are exchanged as long as that
//! leaves fewer. A graph without cycles stays in layers, where it is a tree.

use super::Graph;
use super::geometry::{GAP, LAYER_GAP, Rect};
use super::route::ArrowRoute;

/// More nodes make a circle that is wider than a page.
const MOST: usize = 16;

/// Places a part with its corner at 0, 0. Returns its width and height. `None` if it is no undirected graph with
/// a cycle.
pub fn place_circle(
    graph: &Graph,
    part: &[usize],
    rects: &mut [Rect],
    ways: &mut [ArrowRoute],
) -> Option<(f64, f64)> {
    let own = |at: &usize| {
        let edge = &graph.edges[*at];
        part.contains(&edge.from) && edge.from != edge.to && !edge.is_back
    };
    let all: Vec<usize> = (0..graph.edges.len()).filter(own).collect();
    let (twins, firsts): (Vec<usize>, Vec<usize>) =
        all.iter().partition(|&&at| graph.twin(at).is_some());
    if twins.len() != firsts.len() || firsts.len() < part.len() || part.len() > MOST {
        return None;
    }
    let place = |node: usize| part.iter().position(|&one| one == node).expect("it is in the part");
    let edges: Vec<(usize, usize)> =
        firsts.iter().map(|&at| (place(graph.edges[at].from), place(graph.edges[at].to))).collect();
    all.iter().for_each(|&at| ways[at].is_straight = true);
    Some(stand(part, &order(part.len(), &edges), rects))
}

/// The nodes around the circle.
fn order(nodes: usize, edges: &[(usize, usize)]) -> Vec<usize> {
    let mut place: Vec<usize> = (0..nodes).collect();
    let mut best = crossings(&place, edges);
    loop {
        let before = best;
        for (one, other) in
            (0..nodes).flat_map(|one| (one + 1..nodes).map(move |other| (one, other)))
        {
            place.swap(one, other);
            let now = crossings(&place, edges);
            if now < best {
                best = now;
            } else {
                place.swap(one, other);
            }
        }
        if best == before {
            break;
        }
    }
    let mut order = vec![0; nodes];
    place.iter().enumerate().for_each(|(node, &at)| order[at] = node);
    order
}

/// Crossings, and where these are the same, how far neighbours are from each other.
fn crossings(place: &[usize], edges: &[(usize, usize)]) -> (usize, usize) {
    let chord = |&(a, b): &(usize, usize)| (place[a].min(place[b]), place[a].max(place[b]));
    let chords: Vec<(usize, usize)> = edges.iter().map(chord).collect();
    let crossed = |(at, one): (usize, &(usize, usize))| {
        let is_crossed = |other: &&(usize, usize)| {
            let is_within = |end: usize| one.0 < end && end < one.1;
            let is_outside = |end: usize| end < one.0 || one.1 < end;
            (is_within(other.0) && is_outside(other.1))
                || (is_within(other.1) && is_outside(other.0))
        };
        chords[at + 1..].iter().filter(is_crossed).count()
    };
    let far = |&(a, b): &(usize, usize)| (b - a).min(place.len() - (b - a));
    (chords.iter().enumerate().map(crossed).sum(), chords.iter().map(far).sum())
}

/// Boxes around an ellipse on which neighbours have room. An even number stands on a level top.
fn stand(part: &[usize], order: &[usize], rects: &mut [Rect]) -> (f64, f64) {
    let count = part.len() as f64;
    let most = |by: fn(&Rect) -> f64| part.iter().map(|&node| by(&rects[node])).fold(0.0, f64::max);
    let (wide, high) = (most(|rect| rect.width), most(|rect| rect.height));
    let turn = std::f64::consts::TAU / count;
    let chord = 2.0 * (turn / 2.0).sin();
    let (across, down) = ((wide + GAP) / chord, (high + LAYER_GAP) / chord);
    let down = down.max(across * 0.6);
    let first =
        -std::f64::consts::FRAC_PI_2 - if part.len().is_multiple_of(2) { turn / 2.0 } else { 0.0 };
    for (at, &node) in order.iter().enumerate() {
        let angle = first + turn * at as f64;
        let rect = &mut rects[part[node]];
        // In whole pixels, so that every machine draws the same.
        rect.x = (across * angle.cos()).round() - rect.width / 2.0;
        rect.y = (down * angle.sin()).round() - rect.height / 2.0;
    }
    let least = |by: fn(&Rect) -> f64| {
        part.iter().map(|&node| by(&rects[node])).fold(f64::INFINITY, f64::min)
    };
    let (left, top) = (least(|rect| rect.x), least(|rect| rect.y));
    for &node in part {
        rects[node].x -= left;
        rects[node].y -= top;
    }
    let most = |by: fn(&Rect) -> f64| part.iter().map(|&node| by(&rects[node])).fold(0.0, f64::max);
    (most(|rect| rect.x + rect.width), most(Rect::bottom))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// If this failed, a square would be drawn with its sides crossed.
    #[test]
    fn a_circle_has_no_crossing() {
        // Six nodes around, named in another order.
        let edges = [(0, 3), (3, 1), (1, 4), (4, 2), (2, 5), (5, 0)];
        let order = order(6, &edges);
        let mut place = vec![0; 6];
        order.iter().enumerate().for_each(|(at, &node)| place[node] = at);
        assert_eq!(crossings(&place, &edges), (0, 6));
    }
}
