//! The numbers that the objects of a heap may get.

use super::super::abstraction::number;
use super::super::graph::HeapGraph;
use super::cells::Cells;
use super::spelling::by_spelling;
use super::types::Types;

/// Numbers the objects of each top-level sig from 0: first those that keep their place, then, in one
/// cell, all that are interchangeable.
pub fn first_cells(heap: &HeapGraph<'_>, types: &Types, cells: &mut Cells) {
    let objects = &heap.objects;
    let ty = |object: u32| types.get(objects[object as usize].sig);
    let mut order: Vec<u32> = (0..objects.len() as u32).collect();
    // Stable: ids without a number are in the order in which they stand.
    order.sort_by_cached_key(|&object| {
        let ty = ty(object);
        let own = ty.fixed.map(|place| (place, number(&objects[object as usize].id)));
        (ty.top, own.is_none(), own)
    });
    cells.clear(objects.len());
    for sig in order.chunk_by(|&a, &b| ty(a).top == ty(b).top) {
        let fixed = sig.partition_point(|&object| ty(object).fixed.is_some());
        for (number, &object) in (0..).zip(&sig[..fixed]) {
            cells.add(&[object], &[number]);
        }
        let mut numbers: Vec<u32> = (fixed as u32..sig.len() as u32).collect();
        numbers.sort_unstable_by(|a, b| by_spelling(*b, *a));
        if !numbers.is_empty() {
            cells.add(&sig[fixed..], &numbers);
        }
    }
}
