//! The atoms in some heaps taken together.

use std::collections::{BTreeMap, BTreeSet};

use korrel_lang::model::{Model, SigId};
use korrel_lang::universe::{Arithmetic, Universe};

use super::super::graph::{HeapGraph, HeapValue, Object, Scalar};
use super::super::read::HeapError;
use super::super::schema::sort::{is_boolean, is_hidden};
use super::{Extent, tuples};

/// The top-level sig of each id, and the atom's index in it.
pub(super) type Objects<'a> = BTreeMap<&'a str, (SigId, u32)>;

pub(super) fn number_objects<'a>(
    model: &Model,
    heaps: &'a [HeapGraph],
) -> Result<Objects<'a>, Vec<HeapError>> {
    let mut tops: BTreeMap<&str, SigId> = BTreeMap::new();
    let mut errors = Vec::new();
    let mut order: BTreeMap<SigId, Vec<&str>> = BTreeMap::new();
    for object in heaps.iter().flat_map(|heap| &heap.objects) {
        let top = model.top(object.sig);
        match tops.insert(&object.id, top) {
            None => order.entry(top).or_default().push(&object.id),
            Some(before) if before != top => errors.push(changed_type(model, object, before)),
            Some(_) => {}
        }
    }
    if !errors.is_empty() {
        return Err(errors);
    }
    let numbered = order.into_iter().flat_map(|(top, mut ids)| {
        ids.sort_by_key(|id| number(id));
        ids.into_iter().zip(0..).map(move |(id, index)| (id, (top, index)))
    });
    Ok(numbered.collect())
}

/// The `3` of `Node$3`; ids without a number come last.
pub fn number(id: &str) -> u64 {
    id.rsplit_once('$').and_then(|(_, number)| number.parse().ok()).unwrap_or(u64::MAX)
}

fn changed_type(model: &Model, object: &Object, before: SigId) -> HeapError {
    HeapError {
        path: format!("objects.{}.$type", object.id),
        message: format!("the object was of type `{}` before", model.sigs[before].path),
    }
}

/// The atoms of all heaps, and of the extent.
pub(super) fn universe(
    model: &Model,
    heaps: &[HeapGraph],
    extent: &Extent,
    objects: &Objects,
) -> Universe {
    let sigs: Vec<(SigId, u32)> =
        model.top_level().map(|top| (top, size(model, objects, top))).collect();
    let longest = heaps.iter().filter_map(longest_sequence).max().unwrap_or(0);
    let integers = integers(heaps, extent, longest);
    let strings = strings(heaps, extent);
    let max_sequence = extent.max_sequence.max(longest);
    Universe::with_integers(&sigs, integers, &strings, max_sequence, Arithmetic::Exact)
}

fn size(model: &Model, objects: &Objects, top: SigId) -> u32 {
    let sig = &model.sigs[top];
    if sig.is_enum || is_boolean(model, top) {
        sig.children.len() as u32
    } else if is_hidden(model, top) {
        1
    } else {
        objects.values().filter(|(sig, _)| *sig == top).count() as u32
    }
}

/// Ascending. `longest`: the length of the longest sequence; one that is only allowed adds none, for
/// a scope without its indices has shorter ones.
fn integers(heaps: &[HeapGraph], extent: &Extent, longest: u32) -> Vec<i64> {
    let mut integers: BTreeSet<i64> = extent.numbers.iter().copied().collect();
    if let Some((least, greatest)) = extent.integers {
        integers.extend(least..=greatest);
    }
    integers.extend(0..i64::from(longest));
    integers.extend(heaps.iter().flat_map(scalars).filter_map(|scalar| match scalar {
        Scalar::Integer(number) => Some(number),
        _ => None,
    }));
    integers.into_iter().collect()
}

/// The strings, those of the extent first.
fn strings(heaps: &[HeapGraph], extent: &Extent) -> Vec<String> {
    let mut strings = extent.strings.clone();
    let mut known: BTreeSet<String> = strings.iter().cloned().collect();
    for scalar in heaps.iter().flat_map(scalars) {
        if let Scalar::String(text) = scalar
            && known.insert(text.to_owned())
        {
            strings.push(text.to_owned());
        }
    }
    strings
}

fn longest_sequence(heap: &HeapGraph) -> Option<u32> {
    let lengths = values(heap).filter_map(|value| match value {
        HeapValue::Sequence(items) => Some(items.len() as u32),
        _ => None,
    });
    lengths.max()
}

/// All scalars in a heap.
fn scalars<'h>(heap: &'h HeapGraph) -> impl Iterator<Item = Scalar<'h>> {
    let sets = heap.sets.iter().flat_map(|(_, set)| set.iter().copied());
    values(heap).flat_map(|value| tuples(value).into_iter().flatten()).chain(sets)
}

/// The values of all roots, fields and relations.
fn values<'h>(heap: &'h HeapGraph) -> impl Iterator<Item = &'h HeapValue<'h>> {
    let fields = heap.objects.iter().flat_map(|object| &object.fields);
    heap.roots.iter().chain(fields).chain(&heap.relations).map(|(_, value)| value)
}
