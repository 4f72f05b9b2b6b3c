//! Atoms as the heaps that they come from write them.

use std::collections::BTreeMap;

use korrel_lang::model::{Model, SigId};
use korrel_lang::universe::{Atom, AtomId, Universe};
use serde_json::{Value as Json, json};

use super::super::graph::HeapGraph;
use super::super::schema::Schema;
use super::super::schema::sort::{is_boolean, is_hidden};
use super::atoms::number_objects;

/// The value of each atom: an object's id, a number, a text, a truth value or the name of a
/// constant. `universe` is that of the heaps' instances.
///
/// # Panics
/// If it is not.
pub fn atom_values(
    schema: &Schema,
    model: &Model,
    heaps: &[HeapGraph],
    universe: &Universe,
) -> Vec<Json> {
    let heaps: Vec<&HeapGraph> = heaps.iter().collect();
    let objects = number_objects(model, &heaps).expect("there are instances of the heaps");
    let places = objects.places.iter().flatten().copied();
    let ids = heaps.iter().flat_map(|heap| &heap.objects).map(|object| &*object.id);
    let ids: BTreeMap<(SigId, u32), &str> = places.zip(ids).collect();
    let value = |atom: AtomId| match universe.atom(atom) {
        Atom::Integer(number) => json!(number),
        Atom::String(text) => json!(text),
        Atom::Object { sig, index } => match ids.get(&(*sig, *index)) {
            Some(id) => json!(id),
            None => constant(schema, model, *sig, *index as usize),
        },
    };
    universe.atoms().map(value).collect()
}

fn constant(schema: &Schema, model: &Model, top: SigId, index: usize) -> Json {
    if is_boolean(model, top) {
        return json!(index == 0);
    }
    match is_hidden(model, top) && !model.sigs[top].is_enum {
        true => json!(schema.name(top)),
        false => json!(schema.name(model.sigs[top].children[index])),
    }
}
