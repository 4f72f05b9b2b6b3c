//! The names of the objects of a completion.

use std::collections::{BTreeMap, BTreeSet};

use korrel_lang::universe::{Atom, AtomId, Universe};

use super::super::abstraction::number;
use super::super::graph::HeapGraph;

/// The ids of given objects, by their atoms: added ones get numbers that no given object has.
#[derive(Clone, Debug)]
pub struct ObjectNames {
    /// The given id, by top-level block and index, as an object's own id has them.
    given: BTreeMap<AtomId, String>,
    ids: BTreeSet<String>,
    /// Each object atom's index, and where its sig's atoms begin.
    starts: Vec<(u32, u32)>,
}

impl ObjectNames {
    pub(super) fn new(universe: &Universe, given: BTreeMap<AtomId, String>) -> ObjectNames {
        let ids = given.values().cloned().collect();
        let start = |atom: AtomId| match universe.atom(atom) {
            Atom::Object { index, .. } => (*index, atom.0 - index),
            Atom::Integer(_) | Atom::String(_) => (0, atom.0),
        };
        ObjectNames { given, ids, starts: universe.atoms().map(start).collect() }
    }

    /// Gives the objects of a heap, which are these atoms in this order, their ids.
    pub(crate) fn rename(&self, heap: &mut HeapGraph<'_>, atoms: &[AtomId]) {
        // By where a sig's atoms begin: the next number.
        let mut next: BTreeMap<u32, u64> = BTreeMap::new();
        for (object, atom) in heap.objects.iter_mut().zip(atoms) {
            if let Some(id) = self.given.get(atom) {
                object.id = id.clone().into();
                continue;
            }
            let (_, start) = self.starts[atom.0 as usize];
            let free = next.entry(start).or_insert(0);
            while self.is_taken(start, *free, object.type_name) {
                *free += 1;
            }
            object.id = format!("{}${free}", object.type_name).into();
            *free += 1;
        }
    }

    /// True if a given object of the same top-level sig has the number, or any has the id.
    fn is_taken(&self, start: u32, wanted: u64, type_name: &str) -> bool {
        let same = self.given.iter().filter(|(atom, _)| self.starts[atom.0 as usize].1 == start);
        same.map(|(_, id)| number(id)).any(|number| number == wanted)
            || self.ids.contains(&format!("{type_name}${wanted}"))
    }
}
