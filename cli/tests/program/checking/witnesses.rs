//! Witnesses of counterexamples, as `find` shows them.

use serde_json::{Value, json};

use crate::program::{Run, file, korrel_on};

const SPEC: &str = "sig A { r: set A }
    check { (all x: A | some x.r) and (all x, y: A, f: A -> lone A | x = y or f in r) } for 3";

fn find(spec: &str, flags: &[&str]) -> Run {
    korrel_on(spec, &[&["find", "-"], flags].concat())
}

/// Readers look here first. Names are the variables' own, a second one of a name has a prime, and
/// what did not fail is not there.
#[test]
fn a_counterexample_names_its_witnesses() {
    let run = find(SPEC, &["--scope", "exactly 2 A"]);
    assert_eq!(run.header()["witness"], json!({"x": "A", "x'": "A", "y": "A", "f": "map A A"}));
    for instance in run.instances() {
        let objects = instance["objects"].as_object().expect("there are objects");
        let lonely = objects.iter().find(|(_, object)| object["r"] == json!([]));
        let name = lonely.map_or(Value::Null, |(name, _)| json!(name));
        assert_eq!(instance["witness"]["x"], name, "{instance}");
        let unrelated = |x: &str, y: &str| {
            let r = objects[x]["r"].as_array().expect("a set");
            !r.iter().any(|to| to == y)
        };
        let f = instance["witness"]["f"].as_object();
        let is_outside =
            f.map(|f| f.iter().any(|(x, y)| unrelated(x, y.as_str().expect("a name"))));
        assert!(is_outside.unwrap_or(true), "{instance}");
    }
    let only_first = find("sig A {} check { (all x: A | no x) and all y: A | one y } for 2", &[]);
    assert_eq!(only_first.instances()[0]["witness"], json!({"x": "A$0"}));
}

/// A `run` has its parameters as roots; only where these are ignored are they witnesses.
#[test]
fn a_run_has_none_of_its_own() {
    let spec = "sig A { r: set A } pred p[a: A] { some b: a.r, s: set b.r | a in s } run p for 2";
    assert!(find(spec, &[]).instances().iter().all(|record| record.get("witness").is_none()));
    let run = find(spec, &["--ignore-parameters"]);
    assert_eq!(run.header()["witness"], json!({"a": "A"}));
    let first = &run.instances()[0]["witness"];
    assert_eq!(*first, json!({"a": "A$0"}));
}

/// Witnesses are chosen by the instance alone: other bytes from other threads, shards, engines or a
/// resumed stream would mean that they are not.
#[test]
fn the_bytes_do_not_depend_on_who_searches() {
    let whole = find(SPEC, &["--verify"]);
    let lines: Vec<&str> = whole.stdout.lines().collect();
    assert!(lines.len() > 50, "{}", whole.stderr);
    for flags in [&["-j", "1"][..], &["-j", "3"], &["--solver", "varisat"], &["--solver", "brute"]]
    {
        assert_eq!(find(SPEC, flags).stdout, whole.stdout, "{flags:?}");
    }
    let without_id = |line: &str| line.split_once(r#""roots""#).map(|(_, rest)| rest.to_string());
    let instances = |run: &Run| {
        let lines = run.stdout.lines().filter(|line| line.contains(r#""kind":"instance""#));
        lines.filter_map(without_id).collect::<Vec<String>>()
    };
    let mut parts: Vec<String> =
        ["1/2", "2/2"].iter().flat_map(|part| instances(&find(SPEC, &["--shard", part]))).collect();
    let mut expected = instances(&whole);
    let half = lines[..lines.len() / 2].join("\n") + "\n";
    let path = file("witnesses", "half.jsonl", &half);
    let rest = find(SPEC, &["--after", path.to_str().expect("UTF-8")]);
    assert_eq!(instances(&rest), expected[lines.len() / 2 - 1..], "{}", rest.stderr);
    parts.sort();
    expected.sort();
    assert_eq!(parts, expected);
}

/// A formula that the evaluator would not finish is refused before the search; without the
/// evaluator it has an instance.
#[test]
fn what_cannot_be_judged_is_refused() {
    let spec = "sig A { r: set A } run { some f: A -> one A | f in r } for exactly 5 A";
    for flags in [&["--verify"][..], &["--solver", "brute"]] {
        let run = find(spec, &[&["-n", "1"], flags].concat());
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{flags:?}");
        assert!(run.stderr.contains("would try 2^25"), "{}", run.stderr);
    }
    assert_eq!(find(spec, &["-n", "1"]).code, Some(0));
}

/// It is a hard question whether twelve pigeons all have holes of their own, and only the witnesses ask
/// it: if this failed, the program would outlast its timeout by hours.
#[test]
fn a_hard_choice_of_witnesses_ends_with_the_timeout() {
    // A formula that fails without any search would settle it: `f` would not be asked for.
    let spec = "sig P, H {} sig Q { r: lone Q } fact { some q: Q | q.r = q } check {
        no r
        all f: P -> lone H | (some p: P | no p.f) or some disj a, b: P | a.f = b.f
    } for exactly 12 P, exactly 11 H, exactly 2 Q";
    for threads in ["1", "2"] {
        let run = find(spec, &["--timeout", "1s", "-j", threads]);
        assert_eq!(run.code, Some(3), "{}", run.stderr);
        assert_eq!(run.end()["status"], "timeout");
        assert_eq!(run.end()["count"], 0);
    }
}
