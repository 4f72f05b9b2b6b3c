//! `find --near-miss PRED`.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value as Json;

use super::{found, judged, with_commands};
use crate::program::korrel_on;

/// The keys of the instances that break only one conjunct, by the place of the conjunct.
type Broken = BTreeMap<String, BTreeSet<String>>;

fn text(json: &Json) -> String {
    json.as_str().expect("it is a text").to_owned()
}

/// The near misses among the instances that the facts alone allow, by the evaluator.
fn by_evaluation(spec: &str, command: &[&str], predicate: &str) -> Broken {
    let mut broken = Broken::new();
    for (key, verdict) in judged(spec, command, &[predicate]) {
        let violated = verdict["values"][0]["violated"].as_array().cloned().unwrap_or_default();
        let places: BTreeSet<String> = violated.iter().map(|part| text(&part["at"])).collect();
        if let [only] = &places.into_iter().collect::<Vec<_>>()[..] {
            broken.entry(only.clone()).or_default().insert(text(&key));
        }
    }
    broken
}

/// Checks that all near misses are found, each once and under its conjunct.
fn compare(spec: &str, commands: &str, command: &[&str], predicate: &str) -> usize {
    let spec = with_commands("near_miss", spec, commands);
    let expected = by_evaluation(&spec, command, predicate);
    let run =
        found(&[&[&spec, "--near-miss", predicate, "--keys", "--verify", "-q"], command].concat());
    let mut broken = Broken::new();
    for instance in run.instances() {
        let conjunct = broken.entry(text(&instance["violates"]["at"])).or_default();
        assert!(conjunct.insert(text(&instance["key"])), "twice: {instance}");
    }
    assert_eq!(broken, expected, "{spec} {command:?}");
    let end = run.end();
    assert_eq!(end["status"], "complete");
    for conjunct in end["conjuncts"].as_array().expect("the end lists conjuncts") {
        let found = expected.get(&text(&conjunct["at"])).map_or(0, BTreeSet::len);
        assert_eq!(conjunct["count"], found, "{conjunct}");
        assert_eq!(conjunct.get("implied").is_some(), found == 0, "{conjunct}");
    }
    broken.values().map(BTreeSet::len).sum()
}

const ANY: &str = "everything: run {} for 3";
const ANY_TREE: &str = "pred any_tree[t: Tree] {} run any_tree for 3";

/// A validator that is tried on an input that breaks something else, or two things at once, is not
/// tried at all; an input that is missing may be the one that it lets pass.
#[test]
fn each_breaks_what_it_says_and_nothing_else() {
    let documents = ["everything", "--scope", "exactly 2 Value, 0..0 Int, 1 seq"];
    assert!(compare("json_document", ANY, &documents, "repOk") > 10);
    let systems = ["everything", "--scope", "exactly 2 Object"];
    assert!(compare("file_system", ANY, &systems, "repOk") > 10);
    let trees = ["any_tree", "--scope", "exactly 1 Tree, exactly 1 Node, 1..1 Int"];
    assert!(compare("red_black_tree", ANY_TREE, &trees, "repOk") > 1);
}

#[test]
#[ignore = "minutes in a debug build: cargo test --release -p korrel --test program asking -- --ignored"]
fn each_breaks_what_it_says_and_nothing_else_in_larger_scopes() {
    let documents = ["everything", "--scope", "exactly 3 Value, 0..1 Int, 1 seq"];
    assert!(compare("json_document", ANY, &documents, "repOk") > 10);
    let systems = ["everything", "--scope", "exactly 3 Object"];
    assert!(compare("file_system", ANY, &systems, "repOk") > 10);
    let trees = ["any_tree", "--scope", "exactly 1 Tree, exactly 2 Node, 1..2 Int"];
    assert!(compare("red_black_tree", ANY_TREE, &trees, "repOk") > 10);
}

/// If it failed, `--per-conjunct` would take so many in all, or with several threads only those of the
/// first conjunct.
#[test]
fn so_many_of_each_conjunct() {
    let ask = ["specs/file_system.als", "--scope", "2 Object", "--near-miss", "repOk"];
    let all = found(&ask);
    let first = |run: &crate::program::Run, n: usize| {
        let mut seen: BTreeMap<String, usize> = BTreeMap::new();
        let mut instances = run.instances();
        instances.retain(|instance| {
            let count = seen.entry(text(&instance["violates"]["at"])).or_default();
            *count += 1;
            *count <= n
        });
        instances.iter().map(|instance| instance["objects"].clone()).collect::<Vec<_>>()
    };
    for threads in ["1", "3"] {
        let few = found(&[&ask[..], &["--per-conjunct", "2", "-j", threads]].concat());
        assert_eq!(first(&few, 99), first(&all, 2), "-j {threads}");
        assert_eq!(few.end()["status"], "complete");
        assert_eq!(few.header()["near_miss"]["each"], 2);
        let ids: Vec<u64> = few.instances().iter().filter_map(|one| one["id"].as_u64()).collect();
        assert_eq!(ids, (0..ids.len() as u64).collect::<Vec<_>>());
    }
    let one = found(&[&ask[..], &["-n", "1"]].concat());
    assert_eq!((one.instances().len(), one.end()["status"].as_str()), (1, Some("limit")));
}

/// Else a user would wait for the near miss of something that says nothing.
#[test]
fn what_the_others_imply_has_none() {
    let spec = "sig A { r: lone A } pred p { some A  #A > 0  no r } run p for 2";
    let run = korrel_on(spec, &["find", "-", "--near-miss", "p"]);
    let implied = |place: usize| run.end()["conjuncts"][place]["implied"].clone();
    assert_eq!(
        [implied(0), implied(1), implied(2)],
        [Json::Bool(true), Json::Bool(true), Json::Null]
    );
    assert!(run.stderr.contains("`some A` has no near miss"), "{}", run.stderr);
    let alone = korrel_on(spec, &["find", "-", "--near-miss", "some A and #A > 0"]);
    assert_eq!((alone.code, alone.instances().len()), (Some(1), 0));
}
