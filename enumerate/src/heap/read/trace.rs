//! Traces: the states of a record, read together.
//!
//! Each state is a heap. Beyond that an id is one object, and what is not `var` is the same in all states. A
//! parameter has its value in the first one.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use korrel_heapgraph::{Header, MalformedRecord, Trace as Record, is_trace, whole_states};
use korrel_lang::model::Model;
use serde_json::Value as Json;

use super::super::graph::{HeapGraph, HeapValue, Object, TraceGraph};
use super::super::schema::Schema;
use super::{HeapError, read};

/// The states of a trace's record, each whole, to read heaps from.
#[derive(Clone, Debug)]
pub struct TraceStates<'r> {
    record: &'r Json,
    states: Vec<Cow<'r, Json>>,
}

impl<'r> TraceStates<'r> {
    /// The states of a record, those that are told by what changed made whole, or `None` if the record is
    /// not a trace's.
    ///
    /// # Errors
    /// No states, and changes to objects that are not there.
    pub fn of(record: &'r Json) -> Option<Result<TraceStates<'r>, Vec<HeapError>>> {
        let whole = is_trace(record).then(|| whole_states(record))?;
        let states = whole.map_err(|error| vec![misfit(error)]);
        Some(states.map(|states| TraceStates { record, states }))
    }

    /// The states as heaps. Witnesses are not read.
    ///
    /// # Errors
    /// All that does not fit the schema in any state, or else the first place where the states do not fit together,
    /// or a loop to no state.
    pub fn read<'a>(
        &'a self,
        schema: &'a Schema,
        model: &'a Model,
    ) -> Result<TraceGraph<'a>, Vec<HeapError>> {
        let (mut states, mut found) = (Vec::new(), Vec::new());
        for (at, state) in self.states.iter().enumerate() {
            match read(schema, model, state) {
                Ok(heap) => states.push(heap),
                Err(errors) => found.extend(errors.into_iter().map(|error| (at, error))),
            }
        }
        let mut errors = once_each(found);
        if let Some(first) = states.first().filter(|_| errors.is_empty()) {
            errors = parameters(schema, first);
        }
        if !errors.is_empty() {
            return Err(errors);
        }
        // The names of steps follow from the states.
        let header = Header { actions: Vec::new(), ..schema.header() };
        let mut trace = Record::read(&header, self.record).map_err(|error| vec![misfit(error)])?;
        let objects = different(&states);
        let (back, is_dead_end) = (trace.back.take(), trace.is_dead_end);
        let (steps, witnesses) = (None, Vec::new());
        Ok(TraceGraph { states, back, is_dead_end, steps, objects, witnesses })
    }
}

/// A fault that is alike in several states is reported for the first one, with the number of the others.
fn once_each(found: Vec<(usize, HeapError)>) -> Vec<HeapError> {
    let mut counts: BTreeMap<(String, String), (usize, usize)> = BTreeMap::new();
    for (at, HeapError { path, message }) in &found {
        let (_, others) = counts.entry((path.clone(), message.clone())).or_insert_with(|| (*at, 0));
        *others += 1;
    }
    let told = found.into_iter().filter_map(|(at, HeapError { path, message })| {
        let (first, count) = counts[&(path.clone(), message.clone())];
        let path = format!("states[{at}].{path}");
        let message = match count {
            1 => message,
            2 => format!("{message}; so in 1 other state"),
            _ => format!("{message}; so in {} other states", count - 1),
        };
        (first == at).then_some(HeapError { path, message })
    });
    told.collect()
}

/// The parameters without a value in the first state.
fn parameters(schema: &Schema, first: &HeapGraph<'_>) -> Vec<HeapError> {
    let is_missing = |(name, value): &&(&str, HeapValue<'_>)| {
        *value == HeapValue::Null && schema.leaving.iter().any(|leaving| leaving == name)
    };
    let error = |(name, _): &(&str, HeapValue<'_>)| HeapError {
        path: format!("states[0].roots.{name}"),
        message: "null; a parameter has its value in the first state".to_owned(),
    };
    first.roots.iter().filter(is_missing).map(error).collect()
}

/// The objects of all states, without fields.
fn different<'a>(states: &[HeapGraph<'a>]) -> Vec<Object<'a>> {
    let mut known = BTreeSet::new();
    let objects = states.iter().flat_map(|heap| &heap.objects);
    let new = objects.filter(|object| known.insert(&*object.id));
    new.map(|object| Object { fields: Vec::new(), ..object.clone() }).collect()
}

fn misfit(error: MalformedRecord) -> HeapError {
    HeapError { path: error.path, message: format!("is not {}", error.expected) }
}
