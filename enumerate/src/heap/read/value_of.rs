//! A value that a program returned, beside the heaps that it refers to.

use std::borrow::Cow;

use korrel_lang::model::Model;
use rustc_hash::FxHashMap;
use serde_json::Value as Json;

use super::super::graph::{HeapGraph, HeapValue, Object};
use super::super::schema::Schema;
use super::super::schema::shape::Shape;
use super::{HeapError, JsonPlace, RecordReader};

/// The value of a shape, and the objects that its references are indices into: those of all heaps,
/// each once. An object that an operation has removed can still be returned.
///
/// # Errors
/// The places that do not fit, with paths that begin with `path`.
pub fn read_value<'a>(
    schema: &'a Schema,
    model: &'a Model,
    heaps: &[HeapGraph<'a>],
    (shape, json, path): (&Shape, &'a Json, &str),
) -> Result<(HeapValue<'a>, Vec<Object<'a>>), Vec<HeapError>> {
    let mut objects: Vec<Object<'a>> = Vec::new();
    let mut ids = FxHashMap::default();
    for object in heaps.iter().flat_map(|heap| &heap.objects) {
        let Cow::Borrowed(id) = object.id else { unreachable!("a heap that is read borrows ids") };
        ids.entry(id).or_insert_with(|| {
            objects.push(Object { fields: Vec::new(), ..object.clone() });
            Some((objects.len() - 1, object.sig))
        });
    }
    let mut reader = RecordReader { ids, ..RecordReader::new(schema, model, false) };
    match reader.value(shape, json, JsonPlace::Root(path)) {
        Some(value) if reader.errors.is_empty() => Ok((value, objects)),
        _ => Err(reader.errors),
    }
}
