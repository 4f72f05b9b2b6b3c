//! Streams of traces go on, are cut and are put together as others.

use std::fs;

use serde_json::Value as Json;

use crate::program::{korrel_on, path};

const TOKEN: &str = "sig P { next: lone P } var lone sig T in P {}
    fact { always (T' = T.next or T' = T) } run {} for 2 but 3 steps";

/// The arguments for infinite traces, and for beginnings.
const KINDS: [&[&str]; 2] = [&[], &["--prefixes"]];

/// The lines of the instances, without their ids.
fn bodies(arguments: &[&str]) -> Vec<String> {
    let run = korrel_on(TOKEN, &[&["find", "-"], arguments].concat());
    assert_eq!(run.code, Some(0), "{arguments:?}: {}", run.stderr);
    let traces = run.stdout.lines().filter(|line| line.contains("\"kind\":\"instance\""));
    traces.map(|line| line[line.find("\"states\"").expect("a trace")..].to_owned()).collect()
}

/// If it failed, a stream that is taken up would lose traces, or list some again.
#[test]
fn a_list_goes_on_after_each_trace() {
    for kind in KINDS {
        let all = bodies(kind);
        assert!(all.len() > 20, "{} are few", all.len());
        let whole = korrel_on(TOKEN, &[&["find", "-"], kind].concat()).stdout;
        let folder = tempfile::tempdir().expect("there is a temporary folder");
        let earlier = folder.path().join("earlier.jsonl");
        for at in 0..all.len() {
            let id = at.to_string();
            assert_eq!(bodies(&[kind, &["--after", &id]].concat()), all[at + 1..], "after {at}");
            if at % 7 == 0 {
                let lines: Vec<&str> = whole.lines().take(at + 2).collect();
                fs::write(&earlier, lines.join("\n") + "\n").expect("it is ours");
                let after = [kind, &["--after", path(&earlier)]].concat();
                assert_eq!(bodies(&after), all[at + 1..], "after the record {at}");
            }
        }
    }
}

/// If it failed, machines or threads that share the work would not find the whole.
#[test]
fn shards_and_threads_find_the_same_traces() {
    for kind in KINDS {
        let all = bodies(kind);
        assert_eq!(bodies(&[kind, &["-j", "2"]].concat()), all);
        let mut parts: Vec<String> = (1..=3)
            .flat_map(|part| bodies(&[kind, &["--shard", &format!("{part}/3")]].concat()))
            .collect();
        let mut sorted = all.clone();
        parts.sort();
        sorted.sort();
        assert_eq!(parts, sorted);
    }
}

/// If it failed, a run that was cut off would have to begin again.
#[test]
fn a_file_of_traces_is_resumed() {
    for kind in KINDS {
        let whole = korrel_on(TOKEN, &[&["find", "-"], kind].concat()).stdout;
        let folder = tempfile::tempdir().expect("there is a temporary folder");
        let file = folder.path().join("traces.jsonl");
        let part = folder.path().join("traces.jsonl.part");
        for cut in [whole.len() / 3, whole.len() / 2, whole.len() - 2] {
            fs::write(&part, &whole[..cut]).expect("it is ours");
            let resumed = [&["find", "-", "-o", path(&file), "--resume"], kind].concat();
            let run = korrel_on(TOKEN, &resumed);
            assert_eq!(run.code, Some(0), "{}", run.stderr);
            assert_eq!(fs::read_to_string(&file).expect("it is whole"), whole, "cut at {cut}");
            fs::remove_file(&file).expect("it is ours");
        }
    }
}

/// If it failed, any trace would be a long one where there is a shorter one, or its number of states not be said.
#[test]
fn any_trace_is_a_shortest_one() {
    for (spec, states, shortest) in [
        (TOKEN, 1, 1),
        ("var sig P {} fact { no P } run { eventually some P } for 2 but 6 steps", 2, 2),
        ("var sig P {} fact { no P } run { eventually some P } for 2 but 4..6 steps", 2, 4),
        ("var sig P {} run { no P and after (no P and after some P) } for 1 but 8 steps", 3, 3),
    ] {
        let run = korrel_on(spec, &["find", "-", "-n", "1", "--any"]);
        let found: Vec<Json> = run.records();
        assert_eq!(found[1]["states"].as_array().map(Vec::len), Some(states), "{spec}");
        assert_eq!(found[2]["shortest"], shortest, "{spec}");
    }
}

/// If it failed, a flag that says nothing of a command would be passed over.
#[test]
fn flags_of_traces_and_of_instances_are_kept_apart() {
    let still = "sig A {} run {} for 2";
    for (spec, arguments, said) in [
        (still, &["find", "-", "--changes"][..], "without `--changes`"),
        (still, &["find", "-", "--changes", "--distinct-by", "#A"], "without `--changes`"),
        (still, &["find", "-", "--prefixes"], "without `--prefixes`"),
        (still, &["find", "-", "--steps", "3"], "leave it out"),
        (still, &["find", "-", "--format", "itf"], "itf"),
        (TOKEN, &["find", "-", "--steps", "3 Node, 4"], "help: as in `6`"),
        (TOKEN, &["find", "-", "--steps", "0"], "at least one state"),
        (TOKEN, &["find", "-", "-n", "1", "--format", "alloy-xml"], "written of one state"),
    ] {
        let run = korrel_on(spec, arguments);
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{arguments:?}: {}", run.stderr);
        assert!(run.stderr.contains(said), "{arguments:?}: {}", run.stderr);
    }
}

/// If it failed, one heap would be judged as if it were a behaviour.
#[test]
fn a_single_heap_is_no_trace() {
    let folder = tempfile::tempdir().expect("there is a temporary folder");
    let heap = folder.path().join("heap.json");
    fs::write(&heap, "{\"objects\":{\"P$0\":{\"$type\":\"P\",\"next\":null}}}")
        .expect("it is ours");
    let spec = "sig P { var next: lone P } pred quiet { always no next } run quiet for 2";
    let run = korrel_on(spec, &["eval", "-", "quiet", "--heap", path(&heap)]);
    // As of any heap that does not fit the spec.
    assert_eq!(run.code, Some(1), "{}{}", run.stdout, run.stderr);
    let said = "missing: what is asked is about traces, and this is one heap";
    assert_eq!(run.records()[0]["errors"][0]["message"], said, "{}", run.stdout);
}
