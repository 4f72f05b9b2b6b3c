//! Heaps of a running program, written down for `korrel learn` and its like.

mod built;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use korrel_test::{Error, Inputs, Recorder};
use serde::Serialize;
use serde_json::{Value as Json, json};

use built::korrel;

const LISTS: &str = "sig List { header: lone Node, size: Int }
sig Node { next: lone Node, value: Int }
pred repOk[l: List] { Node = l.header.*next }
run repOk for 3 but exactly 1 List, 0..3 Int
";

#[derive(Serialize)]
struct List {
    header: Option<Box<Node>>,
    size: usize,
}

#[derive(Serialize)]
struct Node {
    value: i64,
    next: Option<Box<Node>>,
}

fn list(values: &[i64]) -> List {
    let header = values.iter().fold(None, |next, &value| Some(Box::new(Node { value, next })));
    List { header, size: values.len() }
}

/// A folder of its own, which goes with it.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let folder =
            std::env::temp_dir().join(format!("korrel-recorder-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("there is room");
        std::fs::write(folder.join("lists.als"), LISTS).expect("there is room");
        Folder(folder)
    }

    fn recorder(&self, name: &str) -> Recorder {
        let lists = Inputs::of(self.0.join("lists.als"), "repOk");
        lists.recorder(self.0.join(name)).expect("it has types")
    }

    fn lines(&self, name: &str) -> Vec<String> {
        let text = std::fs::read_to_string(self.0.join(name)).expect("it was written");
        text.lines().map(str::to_owned).collect()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// If it failed, a test suite could not say what its heaps have in common.
#[test]
#[ignore = "the program: cargo build -p korrel && cargo test -p korrel-test -- --ignored"]
fn an_invariant_is_learnt_from_what_a_program_had() {
    let folder = Folder::new("learnt");
    let mut good = folder.recorder("good.jsonl");
    for values in [&[][..], &[3], &[3, 1], &[3, 1, 2]] {
        good.record(&list(values)).expect("it fits");
    }
    let mut bad = folder.recorder("bad.jsonl");
    let ring = json!({ "header": "Node$0", "size": 2 });
    let (first, second) =
        (json!({ "value": 2, "next": "Node$1" }), json!({ "value": 1, "next": "Node$0" }));
    let told = bad
        .heap()
        .root("l", &ring)
        .and_then(|heap| heap.object("Node$0", &first)?.object("Node$1", &second));
    told.expect("it has the form").record().expect("it fits");
    bad.record(&List { size: 2, ..list(&[2]) }).expect("it fits");
    let file = |name: &str| folder.0.join(name);
    let learn = Command::new(korrel())
        .args(["learn".into(), file("lists.als"), "repOk".into()])
        .args(["--format", "json", "-q"])
        .args(["--good".into(), file("good.jsonl"), "--bad".into(), file("bad.jsonl")])
        .output()
        .expect("it is built");
    let said = String::from_utf8(learn.stdout).expect("it is text");
    let text = |line: &str| {
        serde_json::from_str::<Json>(line).expect("JSON")["text"].as_str().map(str::to_owned)
    };
    let learnt: BTreeSet<String> = said.lines().filter_map(text).collect();
    let expected = ["no n: Node | n in n.^next", "l.size = #Node"];
    assert!(
        learnt.iter().eq(expected.iter().copied().collect::<BTreeSet<_>>()),
        "{learnt:?} {:?}",
        learn.stderr
    );
}

/// If it failed, a suite that runs again would double its file.
#[test]
fn each_heap_is_written_once() {
    let folder = Folder::new("once");
    for _ in 0..2 {
        let mut lists = folder.recorder("once.jsonl");
        for value in [1, 1, 2] {
            lists.record(&list(&[value])).expect("it fits");
        }
    }
    assert_eq!(folder.lines("once.jsonl").len(), 2);
}

/// If it failed, what is no heap would be an example.
#[test]
fn what_is_no_heap_of_the_spec_is_not_written() {
    let folder = Folder::new("none");
    let mut lists = folder.recorder("none.jsonl");
    let refused = |outcome: Result<(), Error>, said: &str| {
        let message = outcome.expect_err("it does not fit").to_string();
        assert!(message.contains(said), "{message}");
    };
    refused(lists.heap().record(), "roots.l: not there");
    let unknown = lists.heap().root("list", &list(&[])).map(drop).map_err(Error::from);
    refused(unknown, "there is no root list; there are l");
    refused(lists.record(&3), "roots.l");
    refused(lists.record(&json!({ "value": 1, "next": null })), "value");
    refused(lists.record(&json!({ "header": "Node$0", "size": 1 })), "an object");
    refused(lists.record(&json!({ "header": null, "size": "one" })), "size");
    assert!(folder.lines("none.jsonl").is_empty());
}

/// If it failed, `one` sigs and parameters that are one object would have to be named one by one.
#[test]
fn a_root_that_is_not_given_is_one_that_is() {
    let folder = Folder::new("roots");
    let spec = "abstract sig A {} sig B extends A {} pred p[b: B, a: A] {} run p";
    std::fs::write(folder.0.join("roots.als"), spec).expect("there is room");
    let inputs = Inputs::of(folder.0.join("roots.als"), "p");
    let mut recorder = inputs.recorder(folder.0.join("roots.jsonl")).expect("it has types");
    recorder.record(&json!({})).expect("it fits");
    let line: Json = serde_json::from_str(&folder.lines("roots.jsonl")[0]).expect("JSON");
    assert_eq!(line["roots"], json!({ "b": "B$0", "a": "B$0" }));
}

/// If it failed, heaps that programs in two languages have written could not be compared line by line.
#[test]
fn a_heap_is_the_same_line_in_every_language() {
    let folder = Folder::new("same");
    let vectors =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../heapgraph/vectors/recorded.jsonl");
    let inputs = Inputs::of(vectors.with_extension("als"), "0");
    let mut recorder = inputs.recorder(folder.0.join("same.jsonl")).expect("it has types");
    let mut expected: Vec<String> = Vec::new();
    for line in std::fs::read_to_string(&vectors).expect("they are there").lines() {
        let vector: Json = serde_json::from_str(line).expect("JSON");
        let mut heap = recorder.heap();
        for (name, root) in vector["record"]["roots"].as_object().expect("it has roots") {
            heap = heap.root(name, root).expect("it fits");
        }
        for (id, object) in vector["record"]["objects"].as_object().expect("it has objects") {
            heap = heap.object(id, object).expect("it fits");
        }
        heap.record().expect("it fits");
        let line = vector["expect"].as_str().expect("a line").to_owned();
        if !expected.contains(&line) {
            expected.push(line);
        }
    }
    assert_eq!(folder.lines("same.jsonl"), expected);
}
