//! Types that fit sample documents.
//!
//! *Problem.* JSON does not say whether an object is a record or a table, which objects are of one type,
//! what is optional, and that a text names another object.
//!
//! *Choice.* Objects that stand in one field of one type are of one type. So are objects that look like
//! something that they lie in (a node below a node), and objects with just the same fields. An object whose
//! keys are no names, or differ from occurrence to occurrence, is a table. What is missing somewhere is
//! optional. A text that is always the `id` or `name` of some object is a reference. All of this is said
//! beside the field. Types only ever gain occurrences, so it is repeated until nothing changes.
//!
//! *Rejected.* To unify whatever is similar anywhere: two small records of `x` and `y` are often two things.

mod objects;
mod references;
mod scalars;
mod sketch;
mod values;

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value as Json};

use crate::sketch::{EnumSketch, Sketch};

/// # Panics
/// Never: even a value that is no object gets a type.
pub fn samples(documents: &[Json]) -> Sketch {
    let mut finder = SampleFinder::default();
    let root = finder.new_sig(
        "Document",
        None,
        &documents.iter().filter_map(Json::as_object).collect::<Vec<_>>(),
    );
    let others: Vec<&Json> = documents.iter().filter(|document| !document.is_object()).collect();
    finder.others = others;
    finder.settle();
    finder.sketch(root)
}

#[derive(Default)]
struct SampleFinder<'a> {
    sigs: Vec<SampledSig<'a>>,
    /// By sig and field.
    targets: BTreeMap<(usize, String), usize>,
    /// Documents that are no objects.
    others: Vec<&'a Json>,
    enums: Vec<EnumSketch>,
}

struct SampledSig<'a> {
    name: String,
    parent: Option<usize>,
    occurrences: Vec<&'a Map<String, Json>>,
}

impl<'a> SampleFinder<'a> {
    fn new_sig(
        &mut self,
        name: &str,
        parent: Option<usize>,
        occurrences: &[&'a Map<String, Json>],
    ) -> usize {
        let mut name = name.to_owned();
        while self.sigs.iter().any(|sig| sig.name == name) {
            name.push('_');
        }
        self.sigs.push(SampledSig { name, parent, occurrences: occurrences.to_vec() });
        self.sigs.len() - 1
    }

    /// Finds all types, until no occurrence is new.
    fn settle(&mut self) {
        loop {
            let before = self.size();
            for sig in 0..self.sigs.len() {
                for name in self.keys(sig) {
                    let values = self.values(sig, &name);
                    self.ty(sig, &name, &values);
                }
            }
            let others = self.others.clone();
            self.ty(0, "items", &others);
            if self.size() == before {
                return;
            }
        }
    }

    fn size(&self) -> usize {
        self.sigs.len() + self.sigs.iter().map(|sig| sig.occurrences.len()).sum::<usize>()
    }

    /// In the order in which they are met.
    fn keys(&self, sig: usize) -> Vec<String> {
        let mut keys: Vec<String> = Vec::new();
        let mut seen = BTreeSet::new();
        for key in self.sigs[sig].occurrences.iter().flat_map(|object| object.keys()) {
            if seen.insert(key) {
                keys.push(key.clone());
            }
        }
        keys
    }

    fn values(&self, sig: usize, name: &str) -> Vec<&'a Json> {
        self.sigs[sig].occurrences.iter().filter_map(|object| object.get(name)).collect()
    }
}
