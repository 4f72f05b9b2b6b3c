//! `korrel sample`: draws, as a stream.

use std::collections::BTreeMap;

use crate::program::{Run, korrel, korrel_on};

const TREES: &str = "specs/binary_tree.als";

fn sample(arguments: &[&str]) -> Run {
    let run = korrel(&[&["sample"], arguments].concat());
    assert_eq!(run.code, Some(0), "{arguments:?}: {}", run.stderr);
    run
}

fn keys(run: &Run) -> Vec<String> {
    run.instances().iter().map(|i| i["key"].as_str().expect("--keys").to_owned()).collect()
}

/// If it failed, a sample could not be drawn again, or every seed would draw the same one.
#[test]
fn the_seed_decides() {
    let drawn = |seed| sample(&[TREES, "-n", "20", "--seed", seed]).stdout;
    assert_eq!(drawn("7"), drawn("7"));
    assert_ne!(drawn("7"), drawn("8"));
    let run = sample(&[TREES, "-n", "20", "--seed", "7"]);
    assert_eq!(run.header()["sample"], serde_json::json!({"seed": 7}));
    assert_eq!((run.instances().len(), &run.end()["status"]), (20, &"limit".into()));
    assert_eq!(sample(&[TREES, "-n", "20", "--bare"]).stdout.lines().count(), 20);
}

/// If it failed, something would be drawn that is not listed, or in another labelling; or something never.
#[test]
fn what_is_drawn_is_what_is_listed() {
    for (spec, command) in [(TREES, "repOk"), ("specs/simple_graph.als", "0")] {
        let listed = korrel(&["find", spec, command, "--bare"]).stdout;
        let body = |line: &str| {
            line.split_once(',').map(|(_, rest)| rest.split_once(',').map(|p| p.1.to_owned()))
        };
        let listed: Vec<_> = listed.lines().map(body).collect();
        let drawn = sample(&[spec, command, "--bare", "-n", "400", "--verify"]).stdout;
        let drawn: Vec<_> = drawn.lines().map(body).collect();
        assert!(drawn.iter().all(|body| listed.contains(body)), "{spec}");
        assert!(listed.iter().all(|body| drawn.contains(body)), "{spec}: each of a few is drawn");
    }
}

/// If it failed, weights would not weigh: of trees with up to 3 nodes, by the number of their nodes.
#[test]
fn weights_weigh() {
    let run = sample(&[TREES, "-n", "2000", "--weight", "#Node"]);
    let mut sizes: BTreeMap<usize, f64> = BTreeMap::new();
    for instance in run.instances() {
        let nodes = instance["objects"].as_object().expect("objects").len() - 1;
        *sizes.entry(nodes).or_default() += 1.0 / 2000.0;
    }
    // One tree of 1 node, two of 2, five of 3: 1, 4 and 15 of 20.
    for (nodes, share) in [(1, 0.05), (2, 0.2), (3, 0.75)] {
        assert!((sizes[&nodes] - share).abs() < 0.05, "{sizes:?}");
    }
    assert!(!sizes.contains_key(&0), "no nodes, no weight");
    assert_eq!(run.header()["sample"]["weight"], "#Node");
}

/// If it failed, keys would differ from those of `find`, or a spec without instances draw for ever.
#[test]
fn keys_and_nothing() {
    let listed = keys(&korrel(&["find", TREES, "--keys"]));
    let drawn = keys(&sample(&[TREES, "--keys", "-n", "30"]));
    assert!(drawn.iter().all(|key| listed.contains(key)));
    let none = korrel_on("sig A {} run { some A and no A }", &["sample", "-", "-n", "3"]);
    assert_eq!((none.code, none.stdout.as_str()), (Some(1), ""));
    assert!(none.stderr.contains("no instance"), "{}", none.stderr);
    let solver = korrel(&["sample", TREES, "--solver", "varisat"]);
    assert_eq!(solver.code, Some(2));
}

/// If it failed, a counterexample that is drawn would not say for which values the assertion fails, or say
/// something else than the one that is listed.
#[test]
fn a_check_has_witnesses() {
    let spec = "sig A { r: set A } check { all x: A, s: set x.r | s.r in s } for 2";
    let listed = korrel_on(spec, &["find", "-", "--keys"]);
    let of = |run: &Run| -> BTreeMap<String, String> {
        let witness = |record: &serde_json::Value| record["witness"].to_string();
        keys(run).into_iter().zip(run.instances().iter().map(witness)).collect()
    };
    let all = of(&listed);
    let weighted = ["--weight", "#A"];
    for flags in [&[][..], &weighted, &["--ignore-parameters"]] {
        let drawn = [&["sample", "-", "-n", "60", "--keys"], flags].concat();
        let drawn = korrel_on(spec, &drawn);
        assert_eq!(drawn.header()["witness"], listed.header()["witness"], "{flags:?}");
        assert!(drawn.header()["witness"].is_object(), "{flags:?}");
        for (key, witness) in of(&drawn) {
            assert_eq!(all[&key], witness, "{flags:?}");
        }
    }
}

/// If it failed, a limit of time or memory would be waited out.
#[test]
fn limits_stop_it() {
    let endless = "sig A { r: A -> A } run {} for exactly 4 A";
    for limit in [["--timeout", "1s"], ["--memory", "1M"]] {
        let run = korrel_on(endless, &[&["sample", "-", "-n", "100000000"], &limit[..]].concat());
        assert_eq!(run.code, Some(3), "{limit:?}: {}", run.stderr);
    }
}

/// If it failed, an instance with a weight below 0, or with none, would never be drawn and nobody know.
#[test]
fn what_is_no_weight_is_refused() {
    let spec = "sig A {} sig B {} run {} for 2 but -2..2 Int";
    for (weight, told) in [
        ("minus[#A, #B]", "it is -2 in some instance"),
        ("plus[#A, #B]", "in some instance it overflows"),
    ] {
        let run = korrel_on(spec, &["sample", "-", "--weight", weight]);
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{}", run.stderr);
        assert!(run.stderr.contains("error[E0054]") && run.stderr.contains(told), "{}", run.stderr);
        assert!(run.stderr.contains("--> --weight:1:1"), "{}", run.stderr);
    }
}
