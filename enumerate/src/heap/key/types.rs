//! The order of the names of a spec.

use std::cmp::Ordering;

use rustc_hash::FxHashMap;

use korrel_lang::arena::Id;
use korrel_lang::model::SigId;

use super::super::graph::{HeapGraph, Scalar};
use super::super::schema::Schema;
use super::spelling::quoted;

/// The facts about a type of object that a key needs.
#[derive(Clone, Debug, Default)]
pub struct KeyType {
    /// The place of its top-level sig among all types.
    pub top: u32,
    /// Its place in `Schema::fixed`, or that of the sig there that it extends.
    pub fixed: Option<u32>,
    /// Its place among all types by the name with a `$`, and by that as JSON has it.
    pub rank: u32,
    pub text_rank: u32,
    /// `"Node$`.
    pub prefix: Vec<u8>,
}

#[derive(Clone, Debug)]
pub struct KeyTypes {
    /// The type of each sig.
    types: Vec<KeyType>,
    /// The places of enum values among all of them.
    values: FxHashMap<String, usize>,
}

impl KeyTypes {
    pub fn new(schema: &Schema) -> KeyTypes {
        let mut names: Vec<String> =
            schema.types.iter().map(|ty| format!("{}$", ty.name)).collect();
        names.sort_unstable();
        let mut texts: Vec<Vec<u8>> = names.iter().map(|name| quoted(name)).collect();
        texts.sort_unstable();
        let length = schema.types.iter().map(|ty| ty.sig.index() + 1).max().unwrap_or(0);
        let mut types = vec![KeyType::default(); length];
        for ty in &schema.types {
            let (name, line) = (format!("{}$", ty.name), line(schema, ty.sig));
            let prefix = quoted(&name);
            let top = *line.last().expect("a sig is in its own line");
            let place = |sig: SigId| schema.types.iter().position(|other| other.sig == sig);
            types[ty.sig.index()] = KeyType {
                top: place(top).expect("a type's parents are types") as u32,
                fixed: schema.fixed.iter().position(|sig| line.contains(sig)).map(|at| at as u32),
                rank: names.partition_point(|other| *other < name) as u32,
                text_rank: texts.partition_point(|other| *other < prefix) as u32,
                prefix,
            };
        }
        let values = schema.enums.iter().flat_map(|declared| &declared.values);
        let mut places = FxHashMap::default();
        for (at, (name, _)) in values.enumerate() {
            places.entry(name.clone()).or_insert(at);
        }
        KeyTypes { types, values: places }
    }

    pub fn get(&self, sig: SigId) -> &KeyType {
        &self.types[sig.index()]
    }

    pub fn top_of(&self, heap: &HeapGraph<'_>, object: u32) -> u32 {
        self.get(heap.objects[object as usize].sig).top
    }

    /// The order of values that are no objects: those of enums as they are declared, true, false,
    /// numbers, texts.
    pub fn compare(&self, a: Scalar<'_>, b: Scalar<'_>) -> Ordering {
        self.rank(a).cmp(&self.rank(b))
    }

    fn rank<'s>(&self, scalar: Scalar<'s>) -> (u8, i64, &'s str) {
        match scalar {
            Scalar::Reference(_) => unreachable!("it is no object"),
            Scalar::Boolean(value) => (1, i64::from(!value), ""),
            Scalar::Integer(number) => (2, number, ""),
            Scalar::Enum(_, text) | Scalar::String(text) => match self.values.get(text) {
                Some(&place) => (0, place as i64, ""),
                None => (3, 0, text),
            },
        }
    }
}

/// A type and all that it extends.
fn line(schema: &Schema, sig: SigId) -> Vec<SigId> {
    let parent = |&sig: &SigId| schema.object_type(sig).and_then(|ty| ty.parent);
    std::iter::successors(Some(sig), parent).collect()
}
