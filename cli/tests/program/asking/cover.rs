//! `find --cover P,Q,R`.

use std::collections::BTreeMap;

use serde_json::{Value as Json, json};

use super::{found, judged, size, with_commands};
use crate::program::korrel_on;

/// Truth values in the order of the formulas.
type Truths = Vec<bool>;

fn truths(told: &Json, formulas: &[&str]) -> Truths {
    let truth = |formula: &&str| told[*formula].as_bool();
    formulas.iter().map(|formula| truth(formula).unwrap_or_else(|| panic!("{told}"))).collect()
}

/// The combinations that all instances have, by the evaluator, and the size of the smallest instance
/// of each.
fn by_evaluation(spec: &str, command: &[&str], formulas: &[&str]) -> BTreeMap<Truths, usize> {
    let listed = found(&[&[spec, "-q"], command].concat());
    let verdicts = judged(spec, command, formulas);
    let mut smallest = BTreeMap::new();
    for (instance, (_, verdict)) in listed.instances().iter().zip(&verdicts) {
        let values = verdict["values"].as_array().expect("each formula has a value");
        let truths = values.iter().map(|value| value["value"] == json!(true)).collect();
        let least = smallest.entry(truths).or_insert(usize::MAX);
        *least = size(instance).min(*least);
    }
    smallest
}

/// Six conditions of a deletion from a red-black tree.
const DELETION: [&str; 6] = [
    "n = t.root",
    "n.color = RED",
    "some n.left and some n.right",
    "some m: n.parent.(left + right) - n | m.color = RED",
    "some m: n.parent.(left + right) - n | m.color = BLACK and some m.(left + right)",
    "n.parent.color = RED",
];

/// Compares the combinations and the impossible ones with those that evaluating all deletions
/// finds.
fn compare(scope: &str) -> usize {
    let spec = "specs/red_black_tree.als";
    let command = ["deletion", "--scope", scope];
    let expected = by_evaluation(spec, &command, &DELETION);
    let cover = DELETION.join(", ");
    let run = found(&[&[spec, "--cover", &cover, "--verify", "-q"], &command[..]].concat());
    let of = |instance: &Json| (truths(&instance["truth"], &DELETION), size(instance));
    let covered: BTreeMap<Truths, usize> = run.instances().iter().map(of).collect();
    assert_eq!(covered.len(), run.instances().len(), "one of each combination");
    assert_eq!(covered, expected);
    let impossible = run.end()["impossible"].as_array().cloned().expect("the end lists them");
    for one in &impossible {
        assert!(!expected.contains_key(&truths(one, &DELETION)), "{one}");
    }
    assert_eq!(impossible.len() + covered.len(), 1 << DELETION.len());
    covered.len()
}

/// A test suite that follows a cover would miss a case of the deletion, or look for one that cannot be.
#[test]
fn a_cover_is_what_evaluating_all_finds() {
    assert_eq!(compare("exactly 1 Tree, 3 Node, 1..3 Int"), 5);
}

#[test]
#[ignore = "a minute in a debug build: cargo test --release -p korrel --test program asking -- --ignored"]
fn a_cover_is_what_evaluating_all_finds_in_larger_scopes() {
    assert!(compare("exactly 1 Tree, 6 Node, 1..6 Int") > 12);
}

/// The predicate itself is not required where its conjuncts are covered; facts are.
#[test]
fn conjuncts_are_covered_without_their_predicate() {
    let spec = with_commands("cover", "file_system", "everything: run {} for 3");
    let run = found(&[&spec, "repOk", "--scope", "2 Object", "--cover", "conjuncts", "-q"]);
    let names = run.header()["cover"]["of"].clone();
    let texts: Vec<String> = names.as_array().expect("conjuncts").iter().map(text).collect();
    assert_eq!(names[0]["name"], "repOk");
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    assert_eq!(texts.len(), 3);
    let mut covered: Vec<Truths> =
        run.instances().iter().map(|one| truths(&one["truth"], &texts)).collect();
    covered.sort();
    let asked = [texts[0], texts[1], "all d: Directory | lone entries.d"];
    let expected = by_evaluation(&spec, &["everything", "--scope", "2 Object"], &asked);
    assert_eq!(covered, expected.into_keys().collect::<Vec<_>>());
}

fn text(conjunct: &Json) -> String {
    conjunct["text"].as_str().expect("it has a text").to_owned()
}

/// If it failed, two formulas could have a pair of truth values that no instance shows.
#[test]
fn pairs_are_covered() {
    let spec = "sig A { r: set A } run {} for 2";
    let mut formulas: Vec<String> = (0..8).map(|n| format!("#r > {n}")).collect();
    formulas.extend(["no A", "some iden & r", "#A > 1", "lone r", "one A"].map(str::to_owned));
    let run = korrel_on(spec, &["find", "-", "--cover", &formulas.join(", ")]);
    assert_eq!(run.header()["cover"]["pairwise"], true, "{}", run.stdout);
    assert!(run.stderr.contains("13 formulas have 2^13 combinations"), "{}", run.stderr);
    let few = run.instances();
    let impossible = run.end()["impossible"].clone();
    for second in 0..formulas.len() {
        for first in 0..second {
            let names = [&formulas[first], &formulas[second]];
            let cover = format!("{}, {}", names[0], names[1]);
            let both = korrel_on(spec, &["find", "-", "--cover", &cover, "-q"]);
            for pair in [[true, true], [true, false], [false, true], [false, false]] {
                let truths = json!({ names[0]: pair[0], names[1]: pair[1] });
                let is_possible = both.instances().iter().any(|one| one["truth"] == truths);
                let has = |one: &Json| {
                    one["truth"][names[0]] == pair[0] && one["truth"][names[1]] == pair[1]
                };
                assert_eq!(few.iter().any(has), is_possible, "{truths}");
                let is_told = impossible.as_array().is_some_and(|all| all.contains(&truths));
                assert_eq!(is_told, !is_possible, "{truths}");
            }
        }
    }
}

/// If it failed, the result for one conjunct would stand in the place of another's.
#[test]
fn names_stay_apart() {
    let spec = "sig A { r: set A, s: set A } pred few[x: set A] { lone x }
        pred both { few[A.r]  few[A.s] } run both for 2";
    let run = korrel_on(spec, &["find", "-", "--cover", "conjuncts", "-q"]);
    let truths: Vec<Json> = run.instances().iter().map(|one| one["truth"].clone()).collect();
    assert_eq!(truths.len(), 4, "{truths:?}");
    assert_eq!(truths[1]["lone x @ <stdin>:1:51 (2)"], false, "{truths:?}");
    let misses = korrel_on(spec, &["find", "-", "--near-miss", "both", "--per-conjunct", "1"]);
    let nth = |one: &Json| one["violates"]["nth"].clone();
    assert_eq!(misses.instances().iter().map(nth).collect::<Vec<_>>(), [json!(1), json!(2)]);
    let conjuncts = misses.end()["conjuncts"].clone();
    assert_eq!([&conjuncts[0]["nth"], &conjuncts[1]["nth"]], [&json!(1), &json!(2)]);
}

#[test]
fn a_single_formula_is_covered() {
    let spec = "sig A {} run {} for 2";
    let run = korrel_on(spec, &["find", "-", "--cover", "some A"]);
    assert_eq!(run.instances().len(), 2, "{}", run.stdout);
    assert_eq!(run.end()["impossible"], json!([]));
    let never = korrel_on(spec, &["find", "-", "--cover", "#A > 2"]);
    assert_eq!(never.end()["impossible"], json!([{ "#A > 2": true }]));
    assert!(
        never.stderr.contains("1 combination is impossible within the scope"),
        "{}",
        never.stderr
    );
}

/// Else an instance would be shown under a truth value that it has only where arithmetic wraps around.
#[test]
fn what_overflows_has_no_truth_value() {
    let spec = "one sig A { n: Int } run {} for 2 Int";
    let run = korrel_on(spec, &["find", "-", "--cover", "plus[A.n, 1] > 0", "--keys", "-q"]);
    let values: Vec<(Json, Json)> = run
        .instances()
        .into_iter()
        .map(|one| (one["truth"]["plus[A.n, 1] > 0"].clone(), one["objects"]["A$0"]["n"].clone()))
        .collect();
    assert_eq!(values, [(json!(true), json!(0)), (json!(false), json!(-1))]);
}

/// If it failed, a formula would be cut in two where its text has a comma, or be told of under half its name.
#[test]
fn a_comma_within_a_formula_is_its_own() {
    let spec = "sig A { name: lone String } fact { A.name in \"x,y\" + \"B$1\" }
        run {} for 2 but 2 String";
    for formulas in [
        ["some A", "some a: A | a.name = \"x,y\""],
        ["all x, y: A | x = y", "some name"],
        ["let every = A, names = every.name | lone names", "\"B$1\" in A.name"],
    ] {
        let run = korrel_on(spec, &["find", "-", "--cover", &formulas.join(", "), "-q"]);
        assert_eq!(run.header()["cover"]["of"], json!(formulas), "{}", run.stderr);
        assert_eq!(run.instances()[0]["truth"].as_object().map(|truth| truth.len()), Some(2));
    }
    let wrong = korrel_on(spec, &["find", "-", "--cover", "some A, all x, y: A, z"]);
    assert_eq!(wrong.code, Some(2));
    assert!(wrong.stderr.contains("error[E0001]"), "{}", wrong.stderr);
    assert!(wrong.stderr.contains("--> --cover:1:23"), "{}", wrong.stderr);
}
