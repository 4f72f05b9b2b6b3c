//! What is drawn: the record of an instance.

use std::collections::BTreeSet;

use korrel_heapgraph::{Header, Heap, MalformedRecord, State, Trace, Value, is_trace};
use serde_json::Value as Json;

/// The heap or the trace of a record.
#[derive(Clone, Debug)]
pub enum DrawnInstance {
    Heap(Heap),
    Trace(Trace),
}

impl From<Heap> for DrawnInstance {
    fn from(heap: Heap) -> DrawnInstance {
        DrawnInstance::Heap(heap)
    }
}

impl From<Trace> for DrawnInstance {
    fn from(trace: Trace) -> DrawnInstance {
        DrawnInstance::Trace(trace)
    }
}

impl DrawnInstance {
    /// # Errors
    /// A record that does not fit the header.
    pub fn read(header: &Header, record: &Json) -> Result<DrawnInstance, MalformedRecord> {
        if is_trace(record) {
            return Ok(Trace::read(header, record)?.into());
        }
        Ok(Heap::read(header, record)?.into())
    }

    pub fn id(&self) -> Option<u64> {
        match self {
            DrawnInstance::Heap(heap) => heap.id,
            DrawnInstance::Trace(trace) => trace.id,
        }
    }

    pub fn key(&self) -> Option<&str> {
        match self {
            DrawnInstance::Heap(heap) => heap.key.as_deref(),
            DrawnInstance::Trace(trace) => trace.key.as_deref(),
        }
    }

    /// The number of objects, of a trace in all its states.
    pub(crate) fn objects(&self) -> usize {
        match self {
            DrawnInstance::Heap(heap) => heap.state.objects.len(),
            DrawnInstance::Trace(trace) => {
                let objects = trace.states.iter().flat_map(|state| &state.objects);
                objects.map(|object| &object.id).collect::<BTreeSet<_>>().len()
            }
        }
    }

    /// The first state. The witnesses belong to it.
    pub(crate) fn first(&self) -> &State {
        match self {
            DrawnInstance::Heap(heap) => &heap.state,
            DrawnInstance::Trace(trace) => &trace.states[0],
        }
    }

    /// The state, that before an operation and that after it, or those of a trace.
    pub(crate) fn states(&self) -> impl Iterator<Item = &State> {
        let (heap, trace) = match self {
            DrawnInstance::Heap(heap) => (Some(heap), None),
            DrawnInstance::Trace(trace) => (None, Some(trace)),
        };
        let heaps = heap.into_iter().flat_map(|heap| [Some(&heap.state), heap.after.as_ref()]);
        heaps.flatten().chain(trace.into_iter().flat_map(|trace| &trace.states))
    }

    pub(crate) fn witnesses(&self) -> &[(String, Value)] {
        match self {
            DrawnInstance::Heap(heap) => &heap.witnesses,
            DrawnInstance::Trace(trace) => &trace.witnesses,
        }
    }

    /// The state after the last one of a trace, if it is known.
    pub(crate) fn back(&self) -> Option<usize> {
        let DrawnInstance::Trace(trace) = self else { return None };
        trace.back
    }

    /// `instance 3, key 0123456789abcdef`.
    pub(crate) fn title(&self) -> String {
        let id = self.id().map_or("instance".to_owned(), |id| format!("instance {id}"));
        match self.key() {
            Some(key) => format!("{id}, key {key}"),
            None => id,
        }
    }

    /// What follows the last state of a trace: `then state 1 again`.
    pub(crate) fn ending(&self) -> Option<String> {
        let DrawnInstance::Trace(trace) = self else { return None };
        Some(ending(trace.states.len(), trace.back, trace.is_dead_end))
    }

    /// The same beside a picture.
    pub(crate) fn ending_label(&self) -> Option<String> {
        let DrawnInstance::Trace(trace) = self else { return None };
        let arrow = match trace.back {
            Some(_) => "↪",
            None if trace.is_dead_end => "■",
            None => "…",
        };
        Some(format!("{arrow} {}", ending(trace.states.len(), trace.back, trace.is_dead_end)))
    }

    /// The number of states of a trace, and the state where its loop begins.
    pub(crate) fn caption(&self) -> Option<String> {
        let DrawnInstance::Trace(trace) = self else { return None };
        Some(match (trace.states.len(), trace.back) {
            (1, Some(_)) => "1 state, for ever".to_owned(),
            (count, Some(back)) => format!("{count} states, the loop begins at state {back}"),
            (1, None) => "the first state of a trace".to_owned(),
            (count, None) => format!("the first {count} states of a trace"),
        })
    }
}

/// What follows so many states, of which the one at `back` comes after the last one.
pub fn ending(states: usize, back: Option<usize>, is_dead_end: bool) -> String {
    match back {
        Some(back) if back + 1 == states => format!("then state {back} for ever"),
        Some(back) => format!("then state {back} again"),
        None if is_dead_end => "a dead end: no state can follow".to_owned(),
        None => "and so on: nothing is said of what follows".to_owned(),
    }
}
