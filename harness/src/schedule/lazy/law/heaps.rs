//! Heaps of up to three nodes, the smallest first.

use serde_json::{Map, Value, json};

use crate::heaps::relabel::SplitMix;

/// The greatest number of heaps of each size, drawn at random.
const MOST: usize = 300;

pub fn heaps() -> Vec<Value> {
    let random = &mut SplitMix::new(1);
    let mut heaps = Vec::new();
    for count in 0..=3usize {
        // A heap is made by these choices: for each node its key, its successor, and the presence of the others
        // in its bag; then the root, and the marked node.
        let choices = 2 * (count + 1) * 2;
        let all = choices.pow(count as u32) * (count + 1) * 2;
        match all {
            ..MOST => heaps.extend((0..all).map(|code| heap(count, code))),
            _ => heaps.extend((0..MOST).map(|_| heap(count, random.below(all as u128) as usize))),
        }
    }
    heaps
}

fn heap(count: usize, mut code: usize) -> Value {
    let mut choose = |bound: usize| {
        let chosen = code % bound;
        code /= bound;
        chosen
    };
    let node = |at: usize| if at == count { Value::Null } else { name(at) };
    let root = node(choose(count + 1));
    let marked: Vec<Value> =
        if choose(2) == 1 { (0..count).take(1).map(name).collect() } else { Vec::new() };
    let mut objects = Map::new();
    for at in 0..count {
        let (key, next) = (choose(2), node(choose(count + 1)));
        let bag: Vec<Value> = match choose(2) {
            0 => Vec::new(),
            _ => (0..count).filter(|other| *other != at).map(name).collect(),
        };
        objects.insert(
            format!("N${at}"),
            json!({ "$type": "N", "key": key, "next": next, "bag": bag }),
        );
    }
    json!({ "roots": { "r": root }, "objects": objects, "sets": { "Marked": marked } })
}

fn name(at: usize) -> Value {
    Value::from(format!("N${at}"))
}
