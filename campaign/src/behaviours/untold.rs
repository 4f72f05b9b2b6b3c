//! Fields that change and that a driver never shows.
//!
//! *Problem.* A driver tells the fields that may have changed. One that it leaves out counts as unchanged, so the first
//! call that changes it fails as if the program were wrong, where in truth the field cannot be seen. *Choice.* The
//! names of all fields that came in an answer are kept. After a run the others are named beside the flag that says what
//! can be seen.

use std::collections::BTreeSet;

use korrel_harness::protocol::Reply;
use korrel_lang::model::{Field, Model};

use super::TraceBehaviours;

/// The contents of the answers to calls.
#[derive(Clone, Default)]
pub(super) struct ToldFields {
    /// The fields of objects.
    fields: BTreeSet<String>,
    /// The number of answers with a state.
    states: u64,
    /// Something else than fields of objects came, which may be everything.
    is_more: bool,
}

impl ToldFields {
    pub(super) fn add(&mut self, reply: &Reply) {
        let Some(post) = &reply.post else { return };
        self.states += 1;
        let Some(objects) = post.changed_objects() else {
            self.is_more = true;
            return;
        };
        for fields in objects.values().filter_map(|object| object.as_object()) {
            for field in fields.keys() {
                if !self.fields.contains(field) {
                    self.fields.insert(field.clone());
                }
            }
        }
    }
}

/// Fields that change, as `Cache.used`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Untold {
    /// No answer contained anything about them.
    pub hidden: Vec<String>,
    /// The names for the flag: the other fields, or the types of the hidden ones if there is none.
    pub observed: Vec<String>,
}

impl Untold {
    /// What the drivers of a run did not tell. `None` if they show all, or if only a part can be seen.
    pub fn of(model: &Model, workers: &[TraceBehaviours<'_>]) -> Option<Untold> {
        let mut told = ToldFields::default();
        for worker in workers {
            if worker.view.is_partial() || worker.told.is_more {
                return None;
            }
            told.states += worker.told.states;
            told.fields.extend(worker.told.fields.iter().cloned());
        }
        let own = model.fields.iter().map(|(_, field)| field).filter(|field| {
            field.is_variable && !field.is_defined && !model.sigs[field.sig].is_library
        });
        let (seen, hidden): (Vec<_>, Vec<_>) =
            own.partition(|field| told.fields.contains(&field.name));
        if hidden.is_empty() || told.states == 0 {
            return None;
        }
        let name = |field: &&Field| format!("{}.{}", model.sigs[field.sig].name, field.name);
        let mut observed: Vec<String> = match seen.is_empty() {
            true => hidden.iter().map(|field| model.sigs[field.sig].name.clone()).collect(),
            false => seen.iter().map(name).collect(),
        };
        observed.dedup();
        Some(Untold { hidden: hidden.iter().map(name).collect(), observed })
    }
}
