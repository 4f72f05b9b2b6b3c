//! Traces: states, each a heap, and what happens between them.

mod built;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use korrel_heapgraph::Header;
use korrel_heapgraph::typed::Codec;
use korrel_test::{Inputs, TypedHeap, Values};
use serde_json::Value as Json;

#[derive(serde::Deserialize)]
struct Ring {
    mode: String,
}

#[derive(serde::Deserialize)]
struct Node {
    link: Option<Box<Node>>,
}

fn vectors() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../heapgraph/vectors/traces.jsonl")
}

fn lines() -> Vec<Json> {
    let text = std::fs::read_to_string(vectors()).expect("the vectors are there");
    text.lines().map(|line| serde_json::from_str(line).expect("it is JSON")).collect()
}

/// The records of a vector's lines.
fn records(vector: &Json) -> Vec<TypedHeap> {
    let lines = vector["lines"].as_array().expect("it has lines").iter();
    let mut lines = lines.map(|line| line.as_str().expect("a line is text"));
    let header: Json = serde_json::from_str(lines.next().expect("a header")).expect("it is JSON");
    let codec = Codec::new(Header::read(&header).expect("it is a header"), &Values::new());
    let codec = Arc::new(codec.expect("it fits"));
    let heap =
        |line: &str| TypedHeap::new(Arc::clone(&codec), line.to_owned()).expect("it is JSON");
    let heaps = lines.filter(|line| !line.trim().is_empty()).map(heap);
    heaps.filter(|heap| heap.record()["kind"] == "instance").collect()
}

/// If it failed, a trace would be another one for this reader than for the writer, or one that is none be taken for one.
#[test]
fn every_vector_is_read_as_it_says() {
    let vectors = lines();
    assert!(vectors.len() > 35);
    for vector in &vectors {
        let (name, expect) = (&vector["name"], &vector["expect"]);
        let read = records(vector).into_iter().map(|heap| heap.trace());
        let read: Vec<_> = read.collect();
        match expect["record"].as_u64() {
            Some(at) => {
                let error = read[at as usize].as_ref().map(|trace| trace.json());
                let error = error.expect_err(name.as_str().expect("it is a text"));
                assert_eq!(expect["error"], "schema", "{name}");
                assert_eq!(error.path, expect["path"], "{name}");
            }
            None => {
                let read: Vec<_> = read.into_iter().map(|trace| trace.expect("it fits")).collect();
                match &expect["instances"] {
                    Json::Array(instances) => {
                        let read: Vec<&Json> = read.iter().map(|trace| trace.record()).collect();
                        assert_eq!(read, instances.iter().collect::<Vec<_>>(), "{name}");
                    }
                    count => assert_eq!(*count, read.len(), "{name}"),
                }
            }
        }
    }
}

/// If it failed, a record would not be written as it was read, or changes would be another trace.
#[test]
fn traces_are_written_as_they_were_read() {
    let of = |name: &str| {
        records(lines().iter().find(|vector| vector["name"] == name).expect("there is one"))
    };
    let (whole, changes) = (of("whole"), of("changes"));
    assert!(!whole.is_empty());
    for (one, other) in whole.iter().zip(&changes) {
        assert_eq!(one.trace().expect("it fits").json(), one.json());
        assert_eq!(other.trace().expect("it fits").json(), one.json());
    }
}

/// If it failed, a test would have the values of another state, or step on another one than follows.
#[test]
fn states_and_steps_have_values_of_own_types() {
    let heaps = records(&lines()[0]);
    let trace = heaps[0].trace().expect("it is one");
    assert!(heaps[0].is_trace() && heaps[0].root::<Ring>("Ring").is_err());
    let rings: Vec<Option<Ring>> = trace.history("Ring$0").expect("they fit");
    let modes: Vec<_> = rings.into_iter().map(|ring| ring.expect("it stays").mode).collect();
    assert_eq!(modes, ["OFF", "ON", "ON", "OFF"]);
    let nodes: Vec<Option<Node>> = trace.history("Node$0").expect("they fit");
    let links: Vec<_> =
        nodes.into_iter().map(|node| node.map(|node| node.link.is_some())).collect();
    assert_eq!(links, [None, None, Some(true), None]);
    let names: Vec<&str> = trace.steps().iter().map(|step| step[0].name()).collect();
    assert_eq!(names, ["add", "add", "drop", "stay"]);
    let drop = &trace.steps()[2][0];
    assert!(drop.get::<Node>("n").expect("it fits").link.is_some());
    assert_eq!(drop.get::<Vec<String>>("keys").expect("it fits"), ["Key$1"]);
    assert!(drop.get::<Node>("m").is_err());
    assert_eq!(trace.at(99).expect("it loops").json(), trace.states()[3].json());
}

/// If it failed, a test over all traces of a command would not have them.
#[test]
#[ignore = "the program: cargo build -p korrel && cargo test -p korrel-test -- --ignored"]
fn a_test_has_the_traces_of_a_command() {
    let mut count = 0;
    let traces = Inputs::of(vectors().with_extension("als"), "p").program(built::korrel());
    traces.each(|heap| {
        let trace = heap.trace().expect("it is one");
        assert!(trace.back().is_some() && trace.json() == heap.json());
        count += 1;
    });
    assert_eq!(count, 4);
}
