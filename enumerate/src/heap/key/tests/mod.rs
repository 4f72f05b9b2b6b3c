//! Cases for which the reference program is too slow, and heaps that only come from outside.

mod traces;

use std::fmt::Write;

use korrel_sat::Effort;

use serde_json::{Value as Json, json};

use super::super::{Schema, read};
use super::Keys;
use super::subject::KeySubject;
use crate::testing::{Random, ResolvedSpec, problem};

/// A spec with relations and sets of two types in one top-level sig.
const GRAPH: &str = "one sig Graph { edges: V -> V, marked: set V } abstract sig V { near: set V }
    sig A, B extends V {} sig C in V { to: V -> lone V } run {} for 3";

struct Given {
    resolved: ResolvedSpec,
}

impl Given {
    fn new(spec: &str) -> Given {
        Given { resolved: problem(spec) }
    }

    /// With all that can change declared `var`.
    fn changing(spec: &str) -> Given {
        Given { resolved: problem(spec).changing() }
    }

    fn text(&self, heap: &Json, is_cautious: bool) -> String {
        let problem = self.resolved.problem();
        let schema = Schema::new(problem.question.model, problem.question.command)
            .expect("no two roots of one name");
        let heap =
            read(&schema, problem.question.model, heap).unwrap_or_else(|e| panic!("{heap}: {e:?}"));
        let Keys { types, mut search } = Keys::new(&schema);
        let never = Effort::default();
        if is_cautious {
            search
                .attempt(KeySubject::Heap(&heap), &types, true, &never)
                .expect("nobody raises the flag");
        }
        let text = match is_cautious {
            true => search.best(),
            false => search
                .least_text(KeySubject::Heap(&heap), &types, &never)
                .expect("nobody raises the flag"),
        };
        String::from_utf8(text.to_vec()).expect("JSON is text")
    }

    fn key(&self, heap: &Json) -> String {
        let problem = self.resolved.problem();
        let schema = Schema::new(problem.question.model, problem.question.command)
            .expect("no two roots of one name");
        let heap =
            read(&schema, problem.question.model, heap).unwrap_or_else(|e| panic!("{heap}: {e:?}"));
        Keys::new(&schema).key(&heap, &Effort::default()).expect("nobody raises the flag")
    }
}

/// Some graph of vertices of the types that `kinds` lists. The pairs are those below `density`.
fn graph(kinds: &[&str], seed: u64, density: u64) -> Json {
    graph_of(kinds, &vec![true; kinds.len()], &mut Random::of(seed), density)
}

/// The same of those vertices that are there.
fn graph_of(kinds: &[&str], is_there: &[bool], random: &mut Random, density: u64) -> Json {
    let mut chance = || random.below(100) < density;
    let vertices = kinds.iter().enumerate().zip(is_there).filter(|(_, is_there)| **is_there);
    let vertices: Vec<(String, &str)> =
        vertices.map(|((at, kind), _)| (format!("{kind}${at}"), *kind)).collect();
    let ids: Vec<&String> = vertices.iter().map(|(id, _)| id).collect();
    let mut objects = json!({});
    let mut edges = Vec::new();
    for (id, kind) in &vertices {
        edges.extend(ids.iter().filter(|_| chance()).map(|to| json!([id, to])));
        let near: Vec<&&String> = ids.iter().filter(|_| chance()).collect();
        objects[id] = json!({ "$type": kind, "near": near });
    }
    let marked: Vec<&&String> = ids.iter().filter(|_| chance()).collect();
    let inside: Vec<&String> = ids.iter().copied().filter(|_| chance()).collect();
    for &id in &inside {
        let to = ids.iter().filter(|_| chance()).map(|&from| (from.clone(), json!(id)));
        objects[id]["to"] = to.collect::<serde_json::Map<String, Json>>().into();
    }
    objects["Graph$0"] = json!({ "$type": "Graph", "edges": edges, "marked": marked });
    json!({ "roots": { "Graph": "Graph$0" }, "objects": objects, "sets": { "C": inside } })
}

/// The heap with the objects in another order, so that the search begins elsewhere.
fn turned(heap: &Json, by: usize) -> Json {
    let mut heap = heap.clone();
    let objects = heap["objects"].as_object_mut().expect("objects");
    let mut list: Vec<(String, Json)> = std::mem::take(objects).into_iter().collect();
    let length = list.len();
    list.rotate_left(by % length);
    objects.extend(list);
    heap
}

/// If the two ways differed, the one that is taken when numbers run out would name a heap otherwise,
/// or the other one would not find the least text. Twelve objects have numbers of two digits.
#[test]
fn both_ways_find_the_same_text() {
    let given = Given::new(GRAPH);
    let few = ["A", "B", "B", "A", "B"];
    for seed in 0..60 {
        let heap = graph(&few, seed, 10 + seed % 5 * 15);
        assert_eq!(given.text(&heap, false), given.text(&heap, true), "{heap}");
    }
    let many = ["A"; 12];
    for seed in 0..20 {
        let heap = graph(&many, seed, 8);
        let text = given.text(&heap, false);
        for by in [3, 7, 11] {
            assert_eq!(given.text(&turned(&heap, by), false), text, "{heap}");
        }
    }
}

/// If this failed, heaps of many alike objects would take as long as there are permutations of them.
#[test]
fn symmetric_heaps_take_no_time() {
    let given = Given::new(GRAPH);
    let ring = |length: usize| {
        let mut heap = graph(&vec!["A"; length], 0, 0);
        for at in 0..length {
            let next = format!("A${}", (at + 1) % length);
            heap["objects"][format!("A${at}")]["near"] = json!([next]);
        }
        heap
    };
    for heap in [graph(&["A"; 40], 0, 0), graph(&["A"; 14], 0, 100), ring(30)] {
        assert_eq!(given.key(&heap), given.key(&turned(&heap, 5)));
    }
}

/// If this failed, two heaps that differ could have one key, or a heap two.
#[test]
fn keys_tell_what_heaps_tell() {
    let given =
        Given::new("sig N { next: lone N, items: seq N, ages: Int -> lone N } run {} for 3");
    let heap = |next: &str, items: &str, ages: &str| -> Json {
        let mut text = "{\"roots\":{},\"objects\":{".to_owned();
        write!(
            text,
            "\"N$0\":{{\"$type\":\"N\",\"next\":{next},\"items\":{items},\"ages\":{ages}}},"
        )
        .expect("strings take all");
        text += "\"N$1\":{\"$type\":\"N\",\"next\":null,\"items\":[],\"ages\":{}}}}";
        serde_json::from_str(&text).expect("it is JSON")
    };
    let base = given.key(&heap("\"N$1\"", "[\"N$0\",\"N$1\"]", "{\"7\":\"N$0\"}"));
    assert!(super::is_key(&base), "{base}");
    for other in [
        heap("\"N$0\"", "[\"N$0\",\"N$1\"]", "{\"7\":\"N$0\"}"),
        heap("\"N$1\"", "[\"N$1\",\"N$0\"]", "{\"7\":\"N$0\"}"),
        heap("\"N$1\"", "[\"N$0\",\"N$1\"]", "{\"8\":\"N$0\"}"),
        heap("\"N$1\"", "[\"N$0\",\"N$1\"]", "{\"7\":\"N$1\"}"),
    ] {
        assert_ne!(given.key(&other), base, "{other}");
    }
}
