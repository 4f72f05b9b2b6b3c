//! A heap as JSON.

use std::borrow::Cow;

use super::super::graph::{HeapGraph, HeapValue, Object, Scalar};
use super::json;

/// Writes `"roots":{…},"objects":{…}` and what else the heap has, without braces around it.
pub fn write_graph(out: &mut Vec<u8>, heap: &HeapGraph) {
    let values = |out: &mut Vec<u8>, values: &[(&str, HeapValue)]| {
        json::object(out, values.iter().map(|(key, value)| (key, value)), |out, value| {
            write_value(out, heap, value);
        });
    };
    out.extend_from_slice(b"\"roots\":");
    values(out, &heap.roots);
    out.extend_from_slice(b",\"objects\":");
    let objects = heap.objects.iter().map(|object| (&object.id, object));
    json::object(out, objects, |out, object| write_object(out, heap, object));
    if !heap.sets.is_empty() {
        out.extend_from_slice(b",\"sets\":");
        let sets = heap.sets.iter().map(|(name, set)| (name, set));
        json::object(out, sets, |out, set| write_scalars(out, heap, set));
    }
    if !heap.relations.is_empty() {
        out.extend_from_slice(b",\"relations\":");
        values(out, &heap.relations);
    }
    if !heap.witnesses.is_empty() {
        out.extend_from_slice(b",\"witness\":");
        values(out, &heap.witnesses);
    }
}

fn write_object(out: &mut Vec<u8>, heap: &HeapGraph, object: &Object) {
    out.extend_from_slice(b"{\"$type\":");
    json::string(out, object.type_name);
    let fields = object.fields.iter().map(|(name, value)| (name, value));
    json::members(out, 1, fields, |out, value| write_value(out, heap, value));
    out.push(b'}');
}

fn write_value(out: &mut Vec<u8>, heap: &HeapGraph, value: &HeapValue) {
    match value {
        HeapValue::Null => out.extend_from_slice(b"null"),
        HeapValue::Scalar(scalar) => write_scalar(out, heap, *scalar),
        HeapValue::Set(items) | HeapValue::Sequence(items) => write_scalars(out, heap, items),
        HeapValue::Map(entries) => {
            let entries = entries.iter().map(|&(key, value)| (key_text(heap, key), value));
            json::object(out, entries, |out, value| write_scalar(out, heap, value));
        }
        HeapValue::Relation(tuples) => {
            json::array(out, tuples, |out, tuple| write_scalars(out, heap, tuple))
        }
    }
}

fn write_scalars(out: &mut Vec<u8>, heap: &HeapGraph, scalars: &[Scalar]) {
    json::array(out, scalars, |out, &scalar| write_scalar(out, heap, scalar));
}

fn write_scalar(out: &mut Vec<u8>, heap: &HeapGraph, scalar: Scalar) {
    match scalar {
        Scalar::Reference(object) => json::string(out, &heap.objects[object].id),
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
pub fn key_text<'a>(heap: &'a HeapGraph, scalar: Scalar<'a>) -> Cow<'a, str> {
    match scalar {
        Scalar::Reference(object) => heap.objects[object].id.as_ref().into(),
        Scalar::Integer(number) => number.to_string().into(),
        Scalar::Boolean(value) => value.to_string().into(),
        Scalar::Enum(_, text) | Scalar::String(text) => text.into(),
    }
}
