//! A heap as JSON.

use std::borrow::Cow;

use super::super::graph::{HeapGraph, HeapValue, Object, Scalar};
use super::json;

/// Writes `"roots":{…},"objects":{…}` and what else the heap has, without braces around it.
pub fn write_graph(out: &mut Vec<u8>, heap: &HeapGraph) {
    let objects = &heap.objects;
    out.extend_from_slice(b"\"roots\":");
    write_values(out, objects, &heap.roots);
    out.extend_from_slice(b",\"objects\":");
    let entries = objects.iter().map(|object| (&object.id, object));
    json::object(out, entries, |out, object| write_object(out, objects, object));
    if !heap.sets.is_empty() {
        out.extend_from_slice(b",\"sets\":");
        let sets = heap.sets.iter().map(|(name, set)| (name, set));
        json::object(out, sets, |out, set| write_scalars(out, objects, set));
    }
    if !heap.relations.is_empty() {
        out.extend_from_slice(b",\"relations\":");
        write_values(out, objects, &heap.relations);
    }
    if !heap.witnesses.is_empty() {
        out.extend_from_slice(b",\"witness\":");
        write_values(out, objects, &heap.witnesses);
    }
}

/// Members by name, whose references are indices into some objects.
pub(super) fn write_values(out: &mut Vec<u8>, objects: &[Object], values: &[(&str, HeapValue)]) {
    json::object(out, values.iter().map(|(key, value)| (key, value)), |out, value| {
        write_value(out, objects, value);
    });
}

pub(super) fn write_object(out: &mut Vec<u8>, objects: &[Object], object: &Object) {
    out.extend_from_slice(b"{\"$type\":");
    json::string(out, object.type_name);
    let fields = object.fields.iter().map(|(name, value)| (name, value));
    json::members(out, 1, fields, |out, value| write_value(out, objects, value));
    out.push(b'}');
}

pub(super) fn write_value(out: &mut Vec<u8>, objects: &[Object], value: &HeapValue) {
    match value {
        HeapValue::Null => out.extend_from_slice(b"null"),
        HeapValue::Scalar(scalar) => write_scalar(out, objects, *scalar),
        HeapValue::Set(items) | HeapValue::Sequence(items) => write_scalars(out, objects, items),
        HeapValue::Map(entries) => {
            let entries = entries.iter().map(|&(key, value)| (key_text(objects, key), value));
            json::object(out, entries, |out, value| write_scalar(out, objects, value));
        }
        HeapValue::Relation(tuples) => {
            json::array(out, tuples, |out, tuple| write_scalars(out, objects, tuple))
        }
    }
}

pub(super) fn write_scalars(out: &mut Vec<u8>, objects: &[Object], scalars: &[Scalar]) {
    json::array(out, scalars, |out, &scalar| write_scalar(out, objects, scalar));
}

fn write_scalar(out: &mut Vec<u8>, objects: &[Object], scalar: Scalar) {
    match scalar {
        Scalar::Reference(object) => json::string(out, &objects[object].id),
        scalar => write_plain(out, scalar),
    }
}

/// A value that is no object.
///
/// # Panics
/// If it is one.
pub fn write_plain(out: &mut Vec<u8>, scalar: Scalar) {
    match scalar {
        Scalar::Reference(_) => unreachable!("it is no object"),
        Scalar::Integer(number) => json::integer(out, number),
        Scalar::Boolean(true) => out.extend_from_slice(b"true"),
        Scalar::Boolean(false) => out.extend_from_slice(b"false"),
        Scalar::Enum(_, name) => json::string(out, name),
        Scalar::String(text) => json::string(out, text),
    }
}

/// The text of a value as a key of a map.
pub fn key_text<'a>(objects: &'a [Object], scalar: Scalar<'a>) -> Cow<'a, str> {
    match scalar {
        Scalar::Reference(object) => objects[object].id.as_ref().into(),
        Scalar::Integer(number) => number.to_string().into(),
        Scalar::Boolean(value) => value.to_string().into(),
        Scalar::Enum(_, text) | Scalar::String(text) => text.into(),
    }
}
