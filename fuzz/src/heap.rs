//! From any bytes to instances, by way of a spec that has every shape of field.

use std::sync::LazyLock;

use korrel_enumerate::heap::{Extent, HeapGraph, Schema, abstract_heaps, read, write_graph};
use korrel_lang::model::Model;
use serde_json::Value as Json;

use crate::front_end::{model, source};

const SPEC: &str = include_str!("../heap.als");

struct FixedSpec {
    model: Model,
    schema: Schema,
}

static FIXED: LazyLock<FixedSpec> = LazyLock::new(|| {
    let (mut sources, file) = source(SPEC);
    let (model, said) = model(&mut sources, file);
    let command = model.commands.first().unwrap_or_else(|| panic!("{said:?}"));
    let schema = Schema::new(&model, command).expect("no two roots have one name");
    FixedSpec { model, schema }
});

/// Reads a heap as a program under test might send it, and abstracts it.
///
/// # Panics
/// If a heap that was read and written cannot be read again, or not to the same.
pub fn read_heap(bytes: &[u8]) {
    let Ok(json) = serde_json::from_slice::<Json>(bytes) else { return };
    let FixedSpec { model, schema } = &*FIXED;
    let Ok(heap) = read(schema, model, &json) else { return };
    let text = written(&heap);
    let again: Json = serde_json::from_slice(&text).expect("what we write is JSON");
    let read_again = read(schema, model, &again).expect("what we write fits the schema");
    assert_eq!(written(&read_again), text, "writing and reading is a round trip");
    let extent = Extent { integers: Some((0, 4)), ..Extent::default() };
    // Too many atoms are a message, and no more than that.
    drop(abstract_heaps(schema, model, &[heap, read_again], &extent));
}

fn written(heap: &HeapGraph) -> Vec<u8> {
    let mut text = b"{".to_vec();
    write_graph(&mut text, heap);
    text.push(b'}');
    text
}
