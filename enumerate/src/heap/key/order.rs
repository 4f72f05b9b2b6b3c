//! The numbers that objects may get.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::super::abstraction::number;
use super::cells::Cells;
use super::spelling::by_spelling;
use super::subject::KeyObjects;
use super::types::KeyTypes;

/// Numbers the objects of each top-level sig from 0: first those that keep their place, then, in one
/// cell, all that are interchangeable.
pub fn first_cells(objects: &KeyObjects<'_>, types: &KeyTypes, cells: &mut Cells) {
    let objects = &objects.all;
    let ty = |object: u32| types.get(objects[object as usize].0);
    let mut order: Vec<u32> = (0..objects.len() as u32).collect();
    // Stable: ids without a number are in the order in which they stand.
    order.sort_by_cached_key(|&object| {
        let ty = ty(object);
        let own = ty.fixed.map(|place| (place, number(objects[object as usize].1)));
        (ty.top, own.is_none(), own)
    });
    cells.clear(objects.len());
    let mut base = 0;
    for sig in order.chunk_by(|&a, &b| ty(a).top == ty(b).top) {
        let fixed = sig.partition_point(|&object| ty(object).fixed.is_some());
        for (number, &object) in (0..).zip(&sig[..fixed]) {
            cells.add(&[object], &[number], base);
        }
        let mut numbers: Vec<u32> = (fixed as u32..sig.len() as u32).collect();
        numbers.sort_unstable_by(|a, b| by_spelling(*b, *a));
        if !numbers.is_empty() {
            cells.add(&sig[fixed..], &numbers, base);
        }
        base += sig.len() as u32;
    }
}

/// A type of a heap's objects: how many of them it has, and the numbers of its top-level sig as they are spelled.
#[derive(Debug)]
pub struct Present {
    pub rank: u32,
    pub objects: u32,
    pub base: u32,
    pub numbers: Arc<[u32]>,
}

/// The types of each heap's objects, by name.
pub fn present(objects: &KeyObjects<'_>, types: &KeyTypes) -> Vec<Vec<Present>> {
    let mut sizes: BTreeMap<u32, u32> = BTreeMap::new();
    for (sig, _) in &objects.all {
        *sizes.entry(types.get(*sig).top).or_default() += 1;
    }
    let mut base = 0;
    let tops: BTreeMap<u32, (u32, Arc<[u32]>)> = sizes
        .into_iter()
        .map(|(top, size)| {
            let mut numbers: Vec<u32> = (0..size).collect();
            numbers.sort_unstable_by(|a, b| by_spelling(*a, *b));
            base += size;
            (top, (base - size, numbers.into()))
        })
        .collect();
    let of = |places: &Vec<u32>| {
        let mut counts: BTreeMap<(u32, u32), u32> = BTreeMap::new();
        for &place in places {
            let ty = types.get(objects.all[place as usize].0);
            *counts.entry((ty.rank, ty.top)).or_default() += 1;
        }
        let present = |((rank, top), objects): ((u32, u32), u32)| {
            let (base, numbers) = tops[&top].clone();
            Present { rank, objects, base, numbers }
        };
        counts.into_iter().map(present).collect()
    };
    objects.places.iter().map(of).collect()
}
