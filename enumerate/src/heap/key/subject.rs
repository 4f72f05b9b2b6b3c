//! What gets a key: a heap, or the states of a trace, whose objects are numbered together.

use korrel_lang::model::SigId;
use rustc_hash::FxHashMap;

use super::super::graph::HeapGraph;

/// What a text is of.
#[derive(Clone, Copy)]
pub(super) enum KeySubject<'k, 'h> {
    Heap(&'k HeapGraph<'h>),
    /// The states, and the one after the last, or `None` in the beginning of a trace.
    Trace(&'k [HeapGraph<'h>], Option<usize>),
}

/// The objects of some heaps: one id is one object.
pub(super) struct KeyObjects<'k> {
    /// The sig and the id of each.
    pub all: Vec<(SigId, &'k str)>,
    /// By heap: the places of its objects in `all`.
    pub places: Vec<Vec<u32>>,
}

impl<'k, 'h> KeySubject<'k, 'h> {
    pub fn states(&self) -> &'k [HeapGraph<'h>] {
        match self {
            KeySubject::Heap(heap) => std::slice::from_ref(*heap),
            KeySubject::Trace(states, _) => states,
        }
    }

    /// The text before the first state, and after the last one.
    pub fn frame(&self) -> (String, &'static str) {
        match self {
            KeySubject::Heap(_) => (String::new(), ""),
            KeySubject::Trace(_, Some(back)) => (format!("{{\"loop\":{back},\"states\":["), "]}"),
            KeySubject::Trace(_, None) => ("{\"prefix\":true,\"states\":[".to_owned(), "]}"),
        }
    }
}

impl<'k> KeyObjects<'k> {
    pub fn new(states: &'k [HeapGraph<'_>]) -> KeyObjects<'k> {
        if let [heap] = states {
            let all = heap.objects.iter().map(|object| (object.sig, &*object.id)).collect();
            return KeyObjects { all, places: vec![(0..heap.objects.len() as u32).collect()] };
        }
        let mut all: Vec<(SigId, &str)> = Vec::new();
        let mut known: FxHashMap<&str, u32> = FxHashMap::default();
        let mut places = Vec::with_capacity(states.len());
        for heap in states {
            let place = |object: &'k super::super::graph::Object<'_>| {
                *known.entry(&*object.id).or_insert_with(|| {
                    all.push((object.sig, &*object.id));
                    all.len() as u32 - 1
                })
            };
            places.push(heap.objects.iter().map(place).collect());
        }
        KeyObjects { all, places }
    }
}
