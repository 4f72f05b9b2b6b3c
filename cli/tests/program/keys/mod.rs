//! Keys: names of instances that no labelling changes.

mod generator;
mod orders;
mod traces;

use std::collections::BTreeSet;
use std::io::Write;
use std::process::{Command, Stdio};

use serde_json::Value as Json;

use crate::program::{file, korrel, korrel_on, root};
use generator::{Random, heap, renamed, spec};

/// The number of specs, and of heaps of each.
const SPECS: usize = 50;
const HEAPS: usize = 20;

/// The reference program's output for a stream.
fn reference(stream: &str) -> Vec<String> {
    let mut child = Command::new("python3")
        .arg(root().join("docs/key.py"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("there is a python3");
    let mut stdin = child.stdin.take().expect("it is piped");
    let text = stream.to_owned();
    let writer = std::thread::spawn(move || stdin.write_all(text.as_bytes()));
    let output = child.wait_with_output().expect("the program ends");
    writer.join().expect("no panic").expect("it reads all");
    assert!(output.status.success());
    let keys = String::from_utf8(output.stdout).expect("keys are text");
    keys.lines().map(str::to_owned).collect()
}

fn keys(records: &[Json]) -> Vec<String> {
    let key = |record: &Json| record["key"].as_str().expect("there is a key").to_owned();
    records.iter().map(key).collect()
}

fn lines(records: &[Json]) -> String {
    records.iter().map(|record| format!("{record}\n")).collect()
}

/// If this failed, a second implementation would call an input otherwise.
#[test]
#[ignore = "python3: cargo test -p korrel --test program -- --ignored"]
fn keys_are_those_of_the_reference_program() {
    let Keyed { stream, given, found } = random_heaps();
    for (((text, heap), ours), theirs) in given.iter().zip(&found).zip(reference(&stream)) {
        assert_eq!(*ours, theirs, "{text}\n{heap}");
    }
}

/// If this failed, the key of an input would depend on how its objects happen to be called.
#[test]
fn keys_are_those_of_all_labellings() {
    let found = random_heaps().found;
    let different: BTreeSet<&String> = found.iter().collect();
    assert!(different.len() * 3 > SPECS * HEAPS * 2, "most heaps are different");
}

/// Heaps with their specs, as a stream and with the keys that the program gives them.
struct Keyed {
    stream: String,
    given: Vec<(String, Json)>,
    found: Vec<String>,
}

/// Each in three labellings, whose keys are the same.
fn random_heaps() -> Keyed {
    let mut random = Random(7);
    let (mut stream, mut given, mut found) = (String::new(), Vec::new(), Vec::new());
    for number in 0..SPECS {
        let text = spec(&mut random);
        let path = file("keys", &format!("{number}.als"), &text);
        let path = path.to_str().expect("UTF-8");
        let header =
            korrel(&["find", path, "-n", "1", "-q", "--scope", "1 but 3 N, 2 seq"]).header();
        let heaps: Vec<Json> =
            std::iter::repeat_with(|| heap(&mut random, &header)).flatten().take(HEAPS).collect();
        let again: Vec<Json> =
            heaps.iter().map(|heap| renamed(&mut random, &header, heap, false)).collect();
        let strange = heaps.iter().map(|heap| renamed(&mut random, &header, heap, true));
        let all: Vec<Json> = heaps.iter().chain(&again).cloned().chain(strange).collect();
        let flags = ["eval", path, "--heap", "-", "-q", "--keys", "--command", "p", "univ"];
        let run = korrel_on(&lines(&all), &flags);
        assert_eq!(run.records().len(), all.len(), "{text}\n{}", run.stderr);
        let ours = keys(&run.records());
        for (at, heap) in heaps.iter().enumerate() {
            for other in [HEAPS + at, 2 * HEAPS + at] {
                assert_eq!(ours[at], ours[other], "{text}\n{heap}\n{}", all[other]);
            }
        }
        stream += &format!("{header}\n{}", lines(&all[..2 * HEAPS]));
        found.extend_from_slice(&ours[..2 * HEAPS]);
        given.extend(all.into_iter().take(2 * HEAPS).map(|heap| (text.clone(), heap)));
    }
    Keyed { stream, given, found }
}

/// A spec in which objects are reached by no root, so that every engine and mode labels them in its
/// own way.
const GRAPH: &str = "sig A { r: set A, n: Int } sig B extends A {} sig S in A {}
    run { some r and some S and some B } for 2 but 0..1 Int";

/// If this failed, a key would depend on who found the instance, or name several.
#[test]
fn keys_do_not_depend_on_the_search() {
    let spec = file("keys", "graph.als", GRAPH);
    let spec = spec.to_str().expect("UTF-8");
    let of =
        |flags: &[&str]| keys(&korrel(&[&["find", spec, "--keys"], flags].concat()).instances());
    let ours = of(&[]);
    let all: BTreeSet<&String> = ours.iter().collect();
    assert!(ours.len() > 50 && all.len() == ours.len(), "each class has a key of its own");
    assert_eq!(of(&["-j", "3"]), ours);
    assert_eq!(of(&["--verify"]), ours);
    for flags in [["--symmetry", "none"], ["--solver", "varisat"], ["--solver", "brute"]] {
        let theirs = of(&flags);
        assert_eq!(theirs.iter().collect::<BTreeSet<_>>(), all, "{flags:?}");
    }
}

/// If this failed, an input that a report names would not be found again, or the stream would pass
/// for a list of all instances.
#[test]
fn an_instance_is_found_by_its_key() {
    let spec = file("keys", "found.als", GRAPH);
    let spec = spec.to_str().expect("UTF-8");
    let all = korrel(&["find", spec, "--keys"]).instances();
    let wanted = &all[all.len() - 7];
    let key = wanted["key"].as_str().expect("a key");
    for flags in [&[][..], &["-j", "3"], &["--after", "5"]] {
        let run = korrel(&[&["find", spec, "--key", key], flags].concat());
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        assert_eq!(run.instances(), std::slice::from_ref(wanted), "{flags:?}");
        assert_eq!((&run.header()["key"], &run.end()["count"]), (&wanted["key"], &1.into()));
        assert_eq!(run.end()["status"], "limit");
    }
    let run = korrel(&["find", spec, "--key", "0000000000000000"]);
    assert_eq!((run.code, run.instances().len()), (Some(1), 0), "{}", run.stderr);
    assert_eq!((&run.end()["count"], &run.end()["status"]), (&0.into(), &"complete".into()));
    assert!(run.stderr.contains("no instance has the key"), "{}", run.stderr);
    for wrong in ["12", "g000000000000000", "00000000000000001", ""] {
        let run = korrel(&["find", spec, "--key", wrong]);
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{wrong}: {}", run.stderr);
    }
}
