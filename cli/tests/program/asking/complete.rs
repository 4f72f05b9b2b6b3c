//! `find --complete HEAP`.

use std::collections::BTreeSet;

use serde_json::{Value as Json, json};

use super::found;
use crate::program::{Run, digest, file, korrel_on, path};

const TREES: &str = "specs/binary_tree.als";

fn completed(input: &str, flags: &[&str]) -> Run {
    korrel_on(input, &[&["find", TREES, "--complete", "-"], flags].concat())
}

fn ids(record: &Json) -> BTreeSet<&str> {
    record["objects"].as_object().expect("objects").keys().map(String::as_str).collect()
}

/// A heap that misses nothing is completed in one way, and stays as it was.
#[test]
fn what_is_whole_completes_itself() {
    for spec in [TREES, "specs/file_system.als", "specs/red_black_tree.als"] {
        let listed = found(&[spec, "-n", "9"]);
        let run = korrel_on(&listed.stdout, &["find", spec, "--complete", "-", "--verify"]);
        assert_eq!(run.code, Some(0), "{spec}: {}", run.stderr);
        let whole = |run: &Run| -> Vec<[Json; 2]> {
            let parts = |one: &Json| [one["roots"].clone(), one["objects"].clone()];
            run.instances().iter().map(parts).collect()
        };
        assert_eq!(whole(&run), whole(&listed), "{spec}");
        // The header stands in the first line.
        let lines: Vec<Json> = run.instances().iter().map(|one| one["of"].clone()).collect();
        let count = lines.len();
        assert_eq!(lines, (2..count + 2).map(|line| json!(line)).collect::<Vec<_>>(), "{spec}");
        assert_eq!(
            (run.end()["heaps"].clone(), run.end()["without"].clone()),
            (json!(count), json!(0))
        );
    }
}

/// Given objects keep their ids, whatever these are, and added ones get others.
#[test]
fn ids_stay_and_do_not_clash() {
    let heap =
        r#"{"objects":{"Node$1":{"$type":"Node"},"left":{"$type":"Node","left":{"?":true}}}}"#;
    let run = completed(heap, &["--scope", "exactly 4 Node", "--verify"]);
    assert!(run.instances().len() > 10, "{}", run.stderr);
    for instance in run.instances() {
        let expected = BTreeSet::from(["BinaryTree$0", "Node$0", "Node$1", "Node$2", "left"]);
        assert_eq!(ids(&instance), expected, "{instance}");
    }
    let keys = completed(heap, &["--scope", "exactly 4 Node", "--keys"]).instances();
    let keys: BTreeSet<String> = keys.iter().map(|one| one["key"].to_string()).collect();
    assert_eq!(keys.len(), 14, "each tree of four nodes has two nodes to be marked");
}

/// If it failed, a generator's one bad heap would end it, or pass for one without completions.
#[test]
fn each_line_is_a_question_of_its_own() {
    let heaps = [
        r#"{"objects":{"n":{"$type":"Node","left":"n"}}}"#,
        r#"{"objects":{"n":{"$type":"Nod"}}}"#,
        r#"{"objects":{"n":{"$type":"Node","left":"m"}}}"#,
        r#"{"objects":{"n":{"$type":"Node","left":null,"right":null}}}"#,
    ]
    .join("\n");
    let run = completed(&heaps, &["--scope", "2 Node"]);
    let of: Vec<Json> = run.instances().iter().map(|one| one["of"].clone()).collect();
    assert_eq!(of, [json!(4), json!(4), json!(4)]);
    let digest = digest(&run.stdout);
    let end = json!({ "kind": "end", "status": "complete", "count": 3, "digest": digest, "heaps": 4, "without": 1, "refused": 2 });
    assert_eq!(run.end(), end);
    assert_eq!(run.code, Some(2), "two heaps do not fit");
    assert!(
        run.stderr.contains("error[E0028]: <stdin>, line 2: the heap does not fit"),
        "{}",
        run.stderr
    );
    assert!(run.stderr.contains("<stdin>, line 3: the heap does not fit the spec: objects.n.left: there is no object \"m\""), "{}", run.stderr);
    let few = completed(&heaps, &["--scope", "2 Node", "-n", "2"]);
    assert_eq!((few.instances().len(), few.end()["status"].as_str()), (2, Some("limit")));
}

/// The bytes are the same for every solver and number of threads.
#[test]
fn the_search_flags_change_nothing() {
    let heap = r#"{"objects":{"n":{"$type":"Node","right":null}}}"#;
    let place = file("complete", "heap.json", heap);
    let ask = ["find", TREES, "--scope", "4 Node", "--complete", path(&place)];
    let plain = korrel_on("", &ask);
    assert!(plain.instances().len() > 20);
    for flags in [&["-j", "3"][..], &["--solver", "varisat"], &["--verify"]] {
        assert_eq!(korrel_on("", &[&ask, flags].concat()).stdout, plain.stdout, "{flags:?}");
    }
    let labelled = korrel_on("", &[&ask[..], &["--symmetry", "none"]].concat());
    assert!(labelled.instances().len() > plain.instances().len(), "added objects trade places");
    let tiny = ["find", TREES, "--scope", "2 Node", "--complete", path(&place)];
    let brute = korrel_on("", &[&tiny[..], &["--solver", "brute"]].concat());
    assert_eq!(brute.stdout, korrel_on("", &tiny).stdout);
}

/// Roots and sets that are given are exact; what is missing is open.
#[test]
fn roots_and_sets_are_given_or_open() {
    let spec = "sig N { next: lone N } sig Marked in N { mark: Int } pred p[a: N] { some Marked } run p for 2 but 0..1 Int";
    let heaps = [
        r#"{"objects":{"x":{"$type":"N","next":null}},"roots":{"a":"x"},"sets":{"Marked":["x"]}}"#,
        r#"{"objects":{"x":{"$type":"N","next":null}},"roots":{"a":{"?":true}},"sets":{"Marked":{"?":true}}}"#,
        r#"{"objects":{"x":{"$type":"N","next":null,"mark":1}},"roots":{"a":"x"}}"#,
        r#"{"objects":{"x":{"$type":"N"}},"sets":{"Marked":[]}}"#,
    ];
    let place = |at: usize| file("complete", &format!("sets{at}.json"), heaps[at]);
    let spec = file("complete", "sets.als", spec);
    let count = |at: usize| {
        let run =
            korrel_on("", &["find", path(&spec), "--complete", path(&place(at)), "--verify", "-q"]);
        run.instances().len()
    };
    // Alone, a mark of 2; with another one, which has 3 `next` and is not marked.
    assert_eq!(count(0), 2 + 2 * 3);
    // The root is x or the other one; x alone is marked, the other one is, or both are.
    assert_eq!(count(1), 2 + 2 * 3 * (2 + 2 + 4));
    assert_eq!(count(2), 1 + 3 * (1 + 2));
    assert_eq!(count(3), 0);
}

/// If it failed, a part that is misspelt would be taken to be open, and nobody be told.
#[test]
fn a_misspelt_part_is_refused() {
    let heaps = [
        r#"{"object":{"n":{"$type":"Node"}}}"#,
        r#"{"objects":{},"root":{}}"#,
        r#"{"heap":{"n":{"$type":"Node"}}}"#,
        r#"{"id":7,"seed":"x","objects":{}}"#,
    ];
    let run = completed(&heaps.join("\n"), &["--scope", "1 Node"]);
    let end = run.end();
    assert_eq!((run.code, &end["refused"], &end["heaps"]), (Some(2), &json!(3), &json!(4)));
    for told in [
        "line 1: the heap does not fit the spec: object: there is no such part of a heap: write `objects`",
        "line 2: the heap does not fit the spec: root: there is no such part of a heap: write `roots`",
        "line 3: the heap does not fit the spec: heap: there is no such part of a heap: a heap has `objects`",
    ] {
        assert!(run.stderr.contains(told), "{told}: {}", run.stderr);
    }
}

/// If it failed, records of two heaps would say that they complete the same one, or a generator that died would pass
/// for one that had nothing to say.
#[test]
fn what_is_no_list_of_heaps_is_told() {
    let two = completed(r#"{"objects":{}} {"objects":{}}"#, &["--scope", "1 Node"]);
    assert_eq!((two.code, two.end()["refused"].clone()), (Some(2), json!(1)));
    assert!(two.stderr.contains("another heap stands on this line"), "{}", two.stderr);
    let none = completed("", &[]);
    assert_eq!(none.code, Some(1));
    assert!(
        none.stderr.contains("no heap was read: there is nothing to complete"),
        "{}",
        none.stderr
    );
    let whole = found(&[TREES, "--scope", "1 Node"]).stdout;
    let cut = &whole[..whole.find("{\"kind\":\"end\"").expect("it ends")];
    let run = completed(cut, &["--scope", "1 Node"]);
    assert_eq!(run.code, Some(3));
    assert_eq!(run.end()["status"], "interrupted", "what was not read may be completed, too");
    assert!(run.stderr.contains("their stream was cut off"), "{}", run.stderr);
}

/// A question in parts has no part that could be gone on with, or joined.
#[test]
fn a_question_in_parts_is_whole() {
    for flags in
        [&["--cover", "some Node"][..], &["--near-miss", "some Node"], &["--distinct-by", "#Node"]]
    {
        let stream = found(&[&[TREES], flags].concat()).stdout;
        let stream = file("parts", &format!("{}.jsonl", flags[0]), &stream);
        let told = format!("answers `korrel find {}`, a question in parts", flags[0]);
        for run in [
            korrel_on("", &["merge", path(&stream)]),
            korrel_on("", &["merge", path(&stream), path(&stream)]),
            korrel_on("", &["find", TREES, "--after", path(&stream)]),
        ] {
            assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{flags:?}");
            assert!(run.stderr.contains(&told), "{}", run.stderr);
        }
    }
}
