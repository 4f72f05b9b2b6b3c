//! The kind of an instance: its shape, without the numbers and the names in it.
//!
//! *Problem.* Whoever looks at instances one by one sees the same tree with other keys again and again. *Choice.* Colours of
//! the objects are refined by those of their neighbours, in both directions, until they part no further (Weisfeiler and Leman
//! 1968), and a kind is the colours of all. Two instances of one shape have one kind; two of one kind that differ are rare, and
//! cost no more than that one of them is passed over. *Rejected.* A canonical form: numbers are part of what keys are made of.

use korrel::Heap;
use korrel_draw::DrawnInstance;
use korrel_heapgraph::{Scalar, State, Value};

/// The kind of an instance. That of a trace is the kind of its states, one after the other.
pub fn kind_of(heap: &Heap) -> String {
    match instance(heap) {
        DrawnInstance::Heap(heap) => kind(&[heap.state]),
        DrawnInstance::Trace(trace) => kind(&trace.states),
    }
}

pub(crate) fn instance(heap: &Heap) -> DrawnInstance {
    let types = &heap.codec().types;
    DrawnInstance::read(types, heap.record()).expect("what is written can be read")
}

/// The kind of an instance, given its states.
fn kind(states: &[State]) -> String {
    let all = states.iter().map(colours).fold(WordHash::new(), |mixed, state| {
        state.into_iter().fold(mixed.with(u64::MAX), WordHash::with)
    });
    format!("{:016x}", all.0)
}

/// The colours of a state's objects, sorted.
fn colours(state: &State) -> Vec<u64> {
    let arrows = arrows(state);
    let mut colours: Vec<u64> = (0..state.objects.len()).map(|at| first(state, at)).collect();
    let mut parts = different(&colours);
    for _ in 0..colours.len() {
        let next: Vec<u64> = (0..colours.len()).map(|at| refined(at, &colours, &arrows)).collect();
        let now = different(&next);
        colours = next;
        if now == parts {
            break;
        }
        parts = now;
    }
    colours.sort_unstable();
    colours
}

fn different(colours: &[u64]) -> usize {
    let mut sorted = colours.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    sorted.len()
}

/// What is known of an object alone: its type, the roots and the sets that it is in.
fn first(state: &State, at: usize) -> u64 {
    let object = &state.objects[at];
    let is_it = |scalar: &Scalar| *scalar == Scalar::Object(at);
    let roots = state.roots.iter().filter(|(_, value)| value.tuples().iter().flatten().any(is_it));
    let sets = state.sets.iter().filter(|(_, items)| items.iter().any(is_it));
    let names = roots.map(|(name, _)| name).chain(sets.map(|(name, _)| name));
    names.fold(WordHash::new().text(&object.type_name), |mixed, name| mixed.text(name)).0
}

/// An arrow from an object to another one, and what it is called.
struct Arrow {
    from: usize,
    to: usize,
    name: u64,
}

fn arrows(state: &State) -> Vec<Arrow> {
    let mut arrows = Vec::new();
    for (from, object) in state.objects.iter().enumerate() {
        for (field, value) in &object.fields {
            let has_place = matches!(value, Value::Sequence(_));
            for (place, tuple) in value.tuples().into_iter().enumerate() {
                // The place in a sequence is a column of its own, and a number.
                let base =
                    WordHash::new().text(field).with(if has_place { place as u64 } else { 0 });
                let objects = tuple.into_iter().enumerate().filter_map(|(column, scalar)| {
                    let Scalar::Object(to) = scalar else { return None };
                    Some((column, to))
                });
                arrows.extend(objects.map(|(column, to)| Arrow {
                    from,
                    to,
                    name: base.with(column as u64).0,
                }));
            }
        }
    }
    arrows
}

fn refined(at: usize, colours: &[u64], arrows: &[Arrow]) -> u64 {
    let mut around: Vec<u64> = Vec::new();
    for Arrow { from, to, name } in arrows {
        if *from == at && *to == at {
            // A loop is not an arrow to another object that looks the same.
            around.push(WordHash::new().with(3).with(*name).0);
            continue;
        }
        if *from == at {
            around.push(WordHash::new().with(1).with(*name).with(colours[*to]).0);
        }
        if *to == at {
            around.push(WordHash::new().with(2).with(*name).with(colours[*from]).0);
        }
    }
    around.sort_unstable();
    around.into_iter().fold(WordHash::new().with(colours[at]), WordHash::with).0
}

/// A hash (FNV-1a), the same on every machine.
#[derive(Clone, Copy)]
struct WordHash(u64);

impl WordHash {
    fn new() -> WordHash {
        WordHash(0xcbf2_9ce4_8422_2325)
    }

    fn with(self, word: u64) -> WordHash {
        word.to_le_bytes().into_iter().fold(self, WordHash::byte)
    }

    fn text(self, text: &str) -> WordHash {
        text.bytes().fold(self.with(text.len() as u64), WordHash::byte)
    }

    fn byte(self, byte: u8) -> WordHash {
        WordHash((self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::ops::ControlFlow;

    use super::*;

    /// The number of kinds of a spec's instances, and of all instances.
    fn kinds(text: &str) -> (usize, usize) {
        let mut kinds: BTreeMap<String, usize> = BTreeMap::new();
        let command = korrel::spec(text).and_then(|spec| spec.command("0")).expect("it is right");
        let listed = command.each(|heap| {
            let state = heap.heap().expect("it is ours").state;
            *kinds.entry(kind(&[state])).or_default() += 1;
            ControlFlow::Continue(())
        });
        listed.expect("it ends");
        (kinds.len(), kinds.values().sum())
    }

    /// If this failed, "another kind" would show the same shape again, or pass over one. Binary trees of up to 4 nodes: the
    /// sums of Catalan's numbers. Keys change no shape.
    #[test]
    fn a_kind_is_a_shape() {
        let trees = |field: &str| {
            format!(
                "sig Node {{ left, right: lone Node {field} }}
                 pred tree[root: Node] {{ Node = root.*(left + right)
                     all n: Node | no n.left & n.right and lone n.~(left + right) and n not in n.^(left + right) }}
                 run tree for 4 but 0..1 Int"
            )
        };
        assert_eq!(kinds(&trees("")), (22, 22));
        assert_eq!(kinds(&trees(", key: Int")).0, 22);
        assert_eq!(kinds("sig A { s: seq Int } run {} for exactly 2 A, 2 seq").0, 1);
        assert_eq!(kinds("sig A { r: set A } run {} for exactly 3 A"), (104, 104));
    }
}
