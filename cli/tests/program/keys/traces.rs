//! Traces that the program finds: it reads them as it has written them, and their keys are those of every labelling.

use std::collections::BTreeSet;

use serde_json::Value as Json;

use super::{keys, reference};
use crate::program::{Run, file, korrel, korrel_on};

/// Objects that come and go, subset sigs with fields, parameters, orders, constants that change their place.
const SPECS: [&str; 6] = [
    "var sig A { var r: set A } run { some A } for 2 but 2 steps",
    "sig A { f: lone A } var sig S in A { var h: lone A } run { some S } for 2 but 2 steps",
    "abstract var sig O {} var sig D extends O { var has: set O } var sig F extends O { var n: Int }
     run { some D and some F } for 2 but 0..1 Int, 2 steps",
    "open util/ordering[P] sig P { var token: lone P } one var sig T { var at: P }
     run { always (some token implies some token') } for exactly 2 P, 2 T, 2 steps",
    "var sig N { var next: lone N } pred p[a: N, s: set N] { a in s and eventually a not in N } run p for 2 but 3 steps",
    "enum E { X, Y } var sig N { var e: lone E } var sig W in E {}
     check { no W or always some N } for 2 but 2 steps",
];

fn spec(number: usize) -> String {
    let path = file("keys", &format!("trace{number}.als"), SPECS[number]);
    path.to_str().expect("UTF-8").to_owned()
}

fn judged(run: &Run, spec: &str) -> Vec<Json> {
    let judged = korrel_on(&run.stdout, &["eval", spec, "--heap", "-", "-q", "--keys"]);
    assert!(judged.code.is_some_and(|code| code < 2), "{spec}: {}", judged.stderr);
    judged.records()
}

/// If this failed, a trace would be read otherwise than it was written, whole or by its changes, or judged otherwise
/// than it was found.
#[test]
fn traces_are_read_as_they_are_written() {
    for (number, text) in SPECS.iter().enumerate() {
        let path = spec(number);
        for flags in [&[][..], &["--changes"], &["--prefixes"], &["--prefixes", "--changes"]] {
            let find = korrel(&[&["find", &path, "--keys", "-n", "300", "-q"], flags].concat());
            let traces = find.instances();
            assert!(traces.len() > 5, "{text} {flags:?}: {}", find.stderr);
            let judged = judged(&find, &path);
            assert_eq!(judged.len(), traces.len(), "{text}");
            for (trace, judged) in traces.iter().zip(&judged) {
                assert_eq!(judged["key"], trace["key"], "{text} {flags:?}: {trace}");
                assert_eq!(judged["facts"], true, "{text}: {trace}: {judged}");
                // What a check finds is a counterexample.
                assert_eq!(judged["holds"], number < 5, "{text}: {trace}: {judged}");
            }
        }
        let [whole, changes] = [&[][..], &["--changes"]].map(|flags| {
            keys(&korrel(&[&["find", &path, "--keys", "-q"], flags].concat()).instances())
        });
        assert_eq!(whole, changes, "{text}");
    }
}

/// If this failed, a key would depend on the labelling that the search found, or several classes would have one.
#[test]
fn each_class_of_traces_has_one_key() {
    for (number, text) in SPECS.iter().enumerate() {
        let path = spec(number);
        let of = |flags: &[&str]| {
            keys(&korrel(&[&["find", &path, "--keys", "-q"], flags].concat()).instances())
        };
        let ours = of(&[]);
        let different: BTreeSet<&String> = ours.iter().collect();
        assert_eq!(different.len(), ours.len(), "{text}");
        let labelled = of(&["--symmetry", "none"]);
        assert!(labelled.len() > ours.len(), "{text}");
        assert_eq!(labelled.iter().collect::<BTreeSet<_>>(), different, "{text}");
    }
}

/// If this failed, a second implementation would call a trace otherwise.
#[test]
#[ignore = "python3: cargo test -p korrel --test program -- --ignored"]
fn keys_of_traces_are_those_of_the_reference_program() {
    for (number, text) in SPECS.iter().enumerate() {
        for flags in [&["--symmetry", "none"][..], &["--prefixes"]] {
            let path = spec(number);
            let find = korrel(&[&["find", &path, "--keys", "-n", "300", "-q"], flags].concat());
            assert_eq!(keys(&find.instances()), reference(&find.stdout), "{text}");
        }
    }
}

/// If this failed, a trace that went through another tool's format would be another one.
#[test]
fn traces_survive_the_informal_trace_format() {
    for (number, text) in SPECS.iter().enumerate() {
        let path = spec(number);
        let ours = keys(&korrel(&["find", &path, "--keys", "-n", "100", "-q"]).instances());
        let find = korrel(&["find", &path, "--format", "itf", "-n", "100", "-q"]);
        assert_eq!(find.stdout.lines().count(), ours.len(), "{text}: {}", find.stderr);
        let judged = judged(&find, &path);
        assert_eq!(keys(&judged), ours, "{text}");
        let again = korrel_on(&find.stdout, &["show", "-", "--format", "itf", "-n", "0"]);
        assert_eq!(again.stdout, find.stdout, "{text}: {}", again.stderr);
    }
    // As Quint's Rust simulator writes it.
    let foreign = "{\"#meta\":{\"source\":null},\"params\":[],\"vars\":[],\"loop\":null,\"states\":\
        [{\"#meta\":{\"index\":0},\"#map\":[[\"n\",1]]},{\"#meta\":{\"index\":1},\"#map\":[[\"n\",{\"#bigint\":\"99999999999999999999\"}]]}]}";
    let again = korrel_on(foreign, &["show", "-", "--format", "itf"]);
    let json = |text: &str| -> Json { serde_json::from_str(text).expect("it is JSON") };
    assert_eq!(json(&again.stdout), json(foreign), "{}", again.stderr);
    let heap = korrel(&["find", "specs/red_black_tree.als", "two_nodes", "--format", "itf"]);
    assert!(heap.stderr.contains("`--format itf` is for traces"), "{}", heap.stderr);
}
