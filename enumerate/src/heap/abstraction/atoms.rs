//! The atoms in some heaps taken together.

use korrel_lang::model::{Model, SigId};
use rustc_hash::FxHashMap;

use super::super::graph::{HeapGraph, HeapValue, Object, Scalar};
use super::super::read::HeapError;
use super::super::schema::sort::{is_boolean, is_hidden};
use super::Extent;

/// The top-level sig of an object, and its index in it.
pub(super) type AtomPlace = (SigId, u32);

/// The objects of some heaps, numbered together: one id is one object.
pub(super) struct Objects {
    /// The place of each object, by heap.
    pub places: Vec<Vec<AtomPlace>>,
    /// How many there are of each top-level sig that has any.
    counts: Vec<(SigId, u32)>,
}

impl Objects {
    fn count(&self, top: SigId) -> u32 {
        self.counts.iter().find(|(sig, _)| *sig == top).map_or(0, |(_, count)| *count)
    }
}

pub(super) fn number_objects(
    model: &Model,
    heaps: &[&HeapGraph],
) -> Result<Objects, Vec<HeapError>> {
    let mut known: FxHashMap<&str, usize> = FxHashMap::default();
    let mut different: Vec<(&str, SigId)> = Vec::new();
    let mut errors = Vec::new();
    let mut members: Vec<Vec<usize>> = Vec::with_capacity(heaps.len());
    for heap in heaps {
        let mut of = Vec::with_capacity(heap.objects.len());
        for object in &heap.objects {
            let top = model.top(object.sig);
            let at = *known.entry(&object.id).or_insert_with(|| {
                different.push((&object.id, top));
                different.len() - 1
            });
            let before = std::mem::replace(&mut different[at].1, top);
            if before != top {
                errors.push(changed_type(model, object, before));
            }
            of.push(at);
        }
        members.push(of);
    }
    if !errors.is_empty() {
        return Err(errors);
    }
    let mut order: Vec<usize> = (0..different.len()).collect();
    order.sort_by_cached_key(|&at| (different[at].1, number(different[at].0)));
    let mut counts: Vec<(SigId, u32)> = Vec::new();
    let mut places: Vec<AtomPlace> = different.iter().map(|(_, top)| (*top, 0)).collect();
    for at in order {
        let top = different[at].1;
        match counts.last_mut() {
            Some((last, count)) if *last == top => {
                places[at].1 = *count;
                *count += 1;
            }
            _ => counts.push((top, 1)),
        }
    }
    let places = members.iter().map(|of| of.iter().map(|&at| places[at]).collect()).collect();
    Ok(Objects { places, counts })
}

/// The `3` of `Node$3`. Ids without a number come last.
pub fn number(id: &str) -> u64 {
    id.rsplit_once('$').and_then(|(_, number)| number.parse().ok()).unwrap_or(u64::MAX)
}

fn changed_type(model: &Model, object: &Object, before: SigId) -> HeapError {
    HeapError {
        path: format!("objects.{}.$type", object.id),
        message: format!("the object was of type `{}` before", model.sigs[before].path),
    }
}

/// What decides about the atoms beside those of the extent.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Occurring {
    /// The size of each top-level sig.
    pub sizes: Vec<u32>,
    /// Integers that are not in the extent, ascending.
    pub integers: Vec<i64>,
    /// Strings that are not in the extent, as they come.
    pub strings: Vec<String>,
    /// The length of the longest sequence. One that is only allowed adds no integers, for a scope
    /// without its indices has shorter ones.
    pub longest: u32,
}

impl Occurring {
    pub fn new(
        model: &Model,
        heaps: &[&HeapGraph],
        extent: &Extent,
        objects: &Objects,
    ) -> Occurring {
        let sizes = model.top_level().map(|top| size(model, objects, top)).collect();
        let mut found = Occurring { sizes, ..Occurring::default() };
        for heap in heaps {
            values(heap).for_each(|value| found.add_value(value, extent));
            let sets = heap.sets.iter().flat_map(|(_, set)| set);
            sets.for_each(|scalar| found.add(scalar, extent));
        }
        found.integers.sort_unstable();
        found.integers.dedup();
        found
    }

    fn add_value(&mut self, value: &HeapValue, extent: &Extent) {
        match value {
            HeapValue::Null => {}
            HeapValue::Scalar(scalar) => self.add(scalar, extent),
            HeapValue::Set(items) => items.iter().for_each(|item| self.add(item, extent)),
            HeapValue::Sequence(items) => {
                self.longest = self.longest.max(items.len() as u32);
                items.iter().for_each(|item| self.add(item, extent));
            }
            HeapValue::Map(entries) => entries.iter().for_each(|(key, value)| {
                self.add(key, extent);
                self.add(value, extent);
            }),
            HeapValue::Relation(tuples) => {
                tuples.iter().flatten().for_each(|cell| self.add(cell, extent));
            }
        }
    }

    fn add(&mut self, scalar: &Scalar, extent: &Extent) {
        match scalar {
            Scalar::Integer(number) if !extent.has_integer(*number) => self.integers.push(*number),
            Scalar::String(text) => {
                let is = |other: &String| other == text;
                if !extent.strings.iter().any(is) && !self.strings.iter().any(is) {
                    self.strings.push((*text).to_owned());
                }
            }
            _ => {}
        }
    }
}

fn size(model: &Model, objects: &Objects, top: SigId) -> u32 {
    let sig = &model.sigs[top];
    if sig.is_enum || is_boolean(model, top) {
        sig.children.len() as u32
    } else if is_hidden(model, top) {
        1
    } else {
        objects.count(top)
    }
}

/// The values of all roots, fields and relations.
fn values<'h>(heap: &'h HeapGraph) -> impl Iterator<Item = &'h HeapValue<'h>> {
    let fields = heap.objects.iter().flat_map(|object| &object.fields);
    heap.roots.iter().chain(fields).chain(&heap.relations).map(|(_, value)| value)
}
