//! `find --distinct-by EXPR,…`.

use std::collections::BTreeMap;

use serde_json::{Value as Json, json};

use super::{found, judged, size};
use crate::program::korrel_on;

/// If it failed, an instance with a value of its own would be missing, or not be the smallest.
#[test]
fn there_is_one_instance_for_each_combination_of_values() {
    let spec = "specs/search_tree.als";
    let command = ["repOk", "--scope", "3 Node, 1..3 Int"];
    let asked = ["#Node", "SearchTree.root.key", "some left"];
    let all = found(&[&[spec, "-q"], &command[..]].concat()).instances();
    let mut expected: BTreeMap<String, usize> = BTreeMap::new();
    for (instance, (_, verdict)) in all.iter().zip(judged(spec, &command, &asked)) {
        let values: Vec<Json> =
            verdict["values"].as_array().expect("values").iter().map(value).collect();
        let least = expected.entry(json!(values).to_string()).or_insert(usize::MAX);
        *least = size(instance).min(*least);
    }
    let by = asked.join(",");
    let run = found(&[&[spec, "--distinct-by", &by, "--verify", "-q"], &command[..]].concat());
    let of = |instance: &Json| {
        let values: Vec<Json> = asked.iter().map(|text| instance["values"][text].clone()).collect();
        (json!(values).to_string(), size(instance))
    };
    let distinct: BTreeMap<String, usize> = run.instances().iter().map(of).collect();
    assert_eq!(distinct.len(), run.instances().len());
    assert_eq!(distinct, expected);
    assert_eq!(run.header()["distinct_by"], json!(asked));
}

/// The value as a set of scalars; `eval` has tuples.
fn value(told: &Json) -> Json {
    match told["value"].as_array() {
        Some(tuples) => tuples.iter().map(|tuple| tuple[0].clone()).collect(),
        None => told["value"].clone(),
    }
}

/// Sets of values are told apart, too, and pairs of them.
#[test]
fn sets_and_pairs_have_values() {
    let spec = "enum C { R, G } one sig T {} sig N { c: C, to: set T } run {} for exactly 2 N";
    let run = korrel_on(spec, &["find", "-", "--distinct-by", "N.c, (N.c) -> N.to", "-q"]);
    let values: Vec<String> = run.instances().iter().map(|one| one["values"].to_string()).collect();
    assert_eq!(values.len(), 6, "{{R}}, {{G}} and {{R, G}}, each with T and without: {values:?}");
    assert!(
        values.contains(&r#"{"N.c":["R","G"],"(N.c) -> N.to":[["R","T"],["G","T"]]}"#.to_owned()),
        "{values:?}"
    );
    let few = korrel_on(spec, &["find", "-", "--distinct-by", "N.c", "-n", "2", "-q"]);
    assert_eq!((few.instances().len(), few.end()["status"].as_str()), (2, Some("limit")));
}
