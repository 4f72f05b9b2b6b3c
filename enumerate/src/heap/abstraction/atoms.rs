//! Which atoms there are in some heaps taken together.

use std::collections::BTreeMap;

use korrel_lang::model::{Model, SigId};
use korrel_lang::universe::{Arithmetic, Universe};

use super::super::graph::{HeapGraph, Object, Scalar};
use super::super::read::HeapError;
use super::super::sort::{is_boolean, is_hidden};
use super::{Extent, tuples};

/// The most bits that one relation may take: 128 MiB.
const MOST_TUPLES: u128 = 1 << 30;

/// By id: the top-level sig, and the atom's index in it.
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
fn number(id: &str) -> u64 {
    id.rsplit_once('$').and_then(|(_, number)| number.parse().ok()).unwrap_or(u64::MAX)
}

fn changed_type(model: &Model, object: &Object, before: SigId) -> HeapError {
    HeapError {
        path: format!("objects.{}.$type", object.id),
        message: format!("the object was of type `{}` before", model.sigs[before].path),
    }
}

/// The atoms of all heaps, and of the extent.
///
/// # Errors
/// If a relation over them would not fit into memory: integers are without gaps, so that two numbers
/// that are far apart are enough for that.
pub(super) fn universe(
    model: &Model,
    heaps: &[HeapGraph],
    extent: &Extent,
    objects: &Objects,
) -> Result<Universe, HeapError> {
    let sigs: Vec<(SigId, u32)> =
        model.top_level().map(|top| (top, size(model, objects, top))).collect();
    let integers = integers(heaps, extent);
    let strings = strings(heaps, extent);
    check_size(model, &sigs, integers, strings.len())?;
    Ok(Universe::new(&sigs, integers, &strings, extent.max_sequence, Arithmetic::Exact))
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

fn integers(heaps: &[HeapGraph], extent: &Extent) -> Option<(i64, i64)> {
    let occurring = heaps.iter().flat_map(scalars).filter_map(|scalar| match scalar {
        Scalar::Integer(number) => Some(number),
        _ => None,
    });
    occurring.fold(extent.integers, |range, number| {
        let (least, greatest) = range.unwrap_or((number, number));
        Some((least.min(number), greatest.max(number)))
    })
}

fn strings(heaps: &[HeapGraph], extent: &Extent) -> Vec<String> {
    let mut strings = extent.strings.clone();
    for scalar in heaps.iter().flat_map(scalars) {
        if let Scalar::String(text) = scalar
            && !strings.iter().any(|known| known == text)
        {
            strings.push(text.to_owned());
        }
    }
    strings
}

fn check_size(
    model: &Model,
    sigs: &[(SigId, u32)],
    integers: Option<(i64, i64)>,
    strings: usize,
) -> Result<(), HeapError> {
    let (least, greatest) = integers.unwrap_or((0, -1));
    let integers = (i128::from(greatest) - i128::from(least) + 1) as u128;
    let objects: u128 = sigs.iter().map(|&(_, size)| u128::from(size)).sum();
    let arities = model.fields.iter().map(|(_, field)| 1 + field.range.arity() as u32);
    let arity = arities.max().unwrap_or(1).max(2);
    match (objects + integers + strings as u128).checked_pow(arity) {
        Some(tuples) if tuples <= MOST_TUPLES => Ok(()),
        _ => Err(HeapError {
            path: "objects".to_owned(),
            message: format!(
                "{objects} objects and constants and the integers {least} to {greatest} are too \
                 many atoms for relations of arity {arity}"
            ),
        }),
    }
}

/// All values in a heap.
fn scalars<'h>(heap: &'h HeapGraph) -> impl Iterator<Item = Scalar<'h>> {
    let fields = heap.objects.iter().flat_map(|object| &object.fields);
    let values = heap.roots.iter().chain(fields).chain(&heap.relations);
    let sets = heap.sets.iter().flat_map(|(_, set)| set.iter().copied());
    values.flat_map(|(_, value)| tuples(value).into_iter().flatten()).chain(sets)
}
