//! Tables on shelves.
//!
//! The problem: links are short if tables that are joined are near each other, and tables have very different widths. The choice:
//! an order in which what is referred to comes first, put on shelves as words are put into lines, and then a few tables
//! that move to another place in the order, as long as that makes all links together shorter. Rejected: layers by the depth of
//! references, which are as wide as their widest tables together.

use super::measure::TableSize;

/// Between tables, and between shelves: the usual width of a gutter.
pub const USUAL: f64 = 30.0;
/// Shelves are at most so wide, if no table is wider alone.
const SHELF: f64 = 1000.0;
/// So many tables move together at most.
const MOVED: usize = 4;
/// More tables stay in the order of references.
const MANY: usize = 40;

/// The tables of each shelf, from left to right. `joined`: which table refers to which.
pub fn shelves(sizes: &[TableSize], joined: &[(usize, usize)]) -> Vec<Vec<usize>> {
    let mut order = by_reference(sizes.len(), joined);
    let mut least = cost(&order, sizes, joined);
    while order.len() <= MANY {
        let moved = moves(&order).map(|order| (cost(&order, sizes, joined), order));
        match moved.min_by(|(a, _), (b, _)| a.total_cmp(b)) {
            Some((cost, other)) if cost + 1.0 < least => (order, least) = (other, cost),
            _ => break,
        }
    }
    filled(&order, sizes)
}

/// The orders in which some tables that follow each other stand elsewhere.
fn moves(order: &[usize]) -> impl Iterator<Item = Vec<usize>> {
    let count = order.len();
    let all =
        (1..=MOVED.min(count)).flat_map(move |few| (0..=count - few).map(move |at| (at, few)));
    all.flat_map(move |(at, few)| {
        (0..=count - few).filter(move |to| *to != at).map(move |to| {
            let mut rest = order.to_vec();
            let moved: Vec<usize> = rest.drain(at..at + few).collect();
            rest.splice(to..to, moved);
            rest
        })
    })
}

fn filled(order: &[usize], sizes: &[TableSize]) -> Vec<Vec<usize>> {
    let mut shelves: Vec<Vec<usize>> = Vec::new();
    let mut wide = 0.0;
    for &table in order {
        let width = sizes[table].width() + USUAL;
        match shelves.last_mut() {
            Some(last) if wide + width <= SHELF => {
                last.push(table);
                wide += width;
            }
            _ => {
                shelves.push(vec![table]);
                wide = width;
            }
        }
    }
    shelves
}

/// The ways between tables that are joined, and the height of all.
fn cost(order: &[usize], sizes: &[TableSize], joined: &[(usize, usize)]) -> f64 {
    let mut places = vec![(0.0, 0.0, 0.0); sizes.len()];
    let mut y = 0.0;
    for shelf in filled(order, sizes) {
        let (mut x, mut high) = (0.0, 0.0_f64);
        for table in shelf {
            let right = x + sizes[table].width();
            places[table] = (x, right, y);
            x = right + USUAL;
            high = high.max(sizes[table].height());
        }
        y += high + USUAL;
    }
    let way = |&(from, to): &(usize, usize)| {
        let ((left, right, y), (other_left, other_right, other_y)) = (places[from], places[to]);
        let apart = (other_left - right).max(left - other_right).max(0.0);
        apart + (y - other_y).abs()
    };
    joined.iter().map(way).sum::<f64>() + y
}

/// The tables, each as soon as all those are there that it refers to: first the one that refers to the latest.
fn by_reference(count: usize, joined: &[(usize, usize)]) -> Vec<usize> {
    let mut order: Vec<usize> = Vec::new();
    let leads = |from: usize| {
        let own = joined.iter().filter(move |(own, to)| *own == from && *to != from);
        own.map(|(_, to)| *to)
    };
    while order.len() < count {
        let left: Vec<usize> = (0..count).filter(|table| !order.contains(table)).collect();
        let waits = |table: usize| leads(table).filter(|to| !order.contains(to)).count();
        let latest = |table: usize| {
            leads(table).filter_map(|to| order.iter().position(|own| *own == to)).max()
        };
        let next = left
            .iter()
            .min_by_key(|&&table| (waits(table), std::cmp::Reverse(latest(table)), table));
        order.extend(next);
    }
    order
}

/// A hue for each table, of so many: another one than that of a table that is joined to it, or that is referred to by the
/// same table, as far as there are enough.
pub fn hues(count: usize, joined: &[(usize, usize)], many: usize) -> Vec<usize> {
    let leads = |from: usize, to: usize| joined.contains(&(from, to));
    let is_near = |a: usize, b: usize| {
        leads(a, b) || leads(b, a) || (0..count).any(|from| leads(from, a) && leads(from, b))
    };
    let mut hues: Vec<usize> = Vec::new();
    for table in 0..count {
        let near = |hue: usize| {
            (0..hues.len()).filter(|&other| hues[other] == hue && is_near(other, table)).count()
        };
        let used = |hue: usize| hues.iter().filter(|other| **other == hue).count();
        hues.extend((0..many).min_by_key(|&hue| (near(hue), used(hue), hue)));
    }
    hues
}
