//! `korrel check`: the kept examples of a spec.
//!
//! The witness is `korrel eval` on the same heaps, and a spec that is broken by hand.

use serde_json::json;

use crate::program::{Run, file, korrel, library_text, path};

const SPEC: &str = "sig N { next: lone N }
pred acyclic { no n: N | n in n.^next }
pred from[root: N] { N = root.*next }
run acyclic for 3
run from for 3
";

/// Checks the spec with the text changed, beside examples of the spec as it was.
fn check_changed(folder: &str, old: &str, new: &str, more: &[&str]) -> Run {
    let spec = file(folder, "list.als", SPEC);
    let mut examples = String::new();
    for predicate in ["acyclic", "from"] {
        let chosen = korrel(&["choose", path(&spec), predicate, "--mutants", "-q"]);
        assert_eq!(chosen.code, Some(0), "{}", chosen.stderr);
        examples += &chosen.stdout;
    }
    file(folder, "list.examples.jsonl", &examples);
    assert!(SPEC.contains(old), "{old}");
    file(folder, "list.als", &SPEC.replace(old, new));
    korrel(&[&["check", path(&spec)], more].concat())
}

/// If this failed, an edit that breaks a predicate would pass, or one that does not would be told as a break.
#[test]
fn an_edit_is_judged_by_the_examples() {
    let same = check_changed("examples_same", "no n: N", "no  n: N", &[]);
    assert_eq!(same.code, Some(0), "{}{}", same.stdout, same.stderr);
    assert_eq!(same.stdout.lines().filter(|line| line.contains(" right ")).count(), 2);
    let equal = "no n: N | n in n.^next";
    let other = check_changed("examples_equal", equal, "no iden & ^next", &[]);
    assert_eq!(other.code, Some(0), "the same in other words: {}", other.stdout);

    let weak = check_changed("examples_weak", equal, "no n: N | n = n.next", &[]);
    assert_eq!(weak.code, Some(1), "{}", weak.stdout);
    assert!(
        weak.stdout.contains("a bad example is accepted\n      N$0  next: N$1"),
        "{}",
        weak.stdout
    );
    let strong = check_changed("examples_strong", equal, "no N", &["--format", "json"]);
    assert_eq!(strong.code, Some(1), "{}", strong.stdout);
    let records = strong.records();
    let wrong = records.iter().find(|record| record["kind"] == "examples").expect("a row");
    assert_eq!((&wrong["predicate"], &wrong["verdict"]), (&json!("acyclic"), &json!("failed")));
    let first = &wrong["wrong"][0];
    assert_eq!((&first["expected"], &first["found"]), (&json!(true), &json!(false)));
    assert_eq!(first["violated"][0]["text"], "no N");
    assert_eq!(strong.end()["examples"]["wrong"], json!(wrong["wrong"].as_array().map(Vec::len)));
    let xml = check_changed("examples_xml", equal, "no N", &["--format", "junit"]);
    assert!(xml.stdout.contains("a good example is refused"), "{}", xml.stdout);
}

/// If this failed, a good example that a new fact excludes would still be called right.
#[test]
fn a_good_example_satisfies_the_facts_as_well() {
    let fact =
        check_changed("examples_fact", "run acyclic", "fact empty { no N }\nrun acyclic", &[]);
    assert_eq!(fact.code, Some(1), "{}", fact.stdout);
    assert!(fact.stdout.contains("does not hold: no N"), "{}", fact.stdout);
}

/// If this failed, examples that no longer mean anything would count as right.
#[test]
fn stale_examples_are_mistakes() {
    for (folder, old, new, told) in [
        ("field", "next: lone N }", "next, prev: lone N }", "the example does not fit the spec"),
        ("name", "acyclic", "acyclical", "list.examples.jsonl: "),
        ("roots", "root: N] { N = root", "head: N] { N = head", "does not fit the spec"),
    ] {
        let run = check_changed(&format!("examples_stale_{folder}"), old, new, &[]);
        assert_eq!(run.code, Some(2), "{folder}: {}", run.stdout);
        assert!(run.stderr.contains(told), "{folder}: {}", run.stderr);
        assert!(run.stdout.contains("\nERROR "), "{folder}: {}", run.stdout);
    }
    let spec = path(&file("examples_no_truth", "a.als", "sig A {} run {} for 1")).to_owned();
    let heap = path(&file("examples_no_truth", "a.jsonl", "{\"objects\":{}}")).to_owned();
    let run = korrel(&["check", &spec, "--examples", &heap]);
    assert_eq!(run.code, Some(2), "{}", run.stdout);
    assert!(run.stderr.contains("must say what holds of the example"), "{}", run.stderr);
    let two = korrel(&["check", &spec, &spec, "--examples", &heap]);
    assert_eq!((two.code, &two.stdout[..]), (Some(2), ""), "{}", two.stderr);
    let none = korrel(&["check", &spec, "--examples", "no/such/file"]);
    assert_eq!(none.code, Some(2), "{}", none.stderr);
}

/// If this failed, the library's examples would not be what the book says they are: they kill each mutant that can be.
#[test]
fn the_examples_of_the_library_kill_the_mutants() {
    for name in ["binary_tree", "doubly_linked_list", "sorted_list"] {
        let (spec, kept) = (format!("specs/{name}.als"), format!("specs/{name}.examples.jsonl"));
        let run = korrel(&["choose", &spec, "repOk", "--mutants", "--examples", &kept]);
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        assert_eq!(run.end()["examples"]["missed"], json!([]), "{name}");
        assert!(library_text(name).contains("pred repOk"), "{name}");
    }
}

/// If this failed, examples that were lost would count as right, for none of those that are left is wrong.
#[test]
fn examples_that_are_not_whole_are_a_mistake() {
    let whole = check_changed("examples_cut", "no n: N", "no n: N", &[]);
    assert_eq!(whole.code, Some(0), "{}", whole.stderr);
    let chosen = korrel(&[
        "choose",
        path(&file("examples_cut", "list.als", SPEC)),
        "acyclic",
        "--mutants",
        "-q",
    ]);
    let lines: Vec<&str> = chosen.stdout.lines().collect();
    let cut = format!("{}\n", lines[..lines.len() - 2].join("\n"));
    for (text, why) in [(cut.as_str(), "has no end record"), ("", "there is no heap in it")] {
        file("examples_cut", "list.examples.jsonl", text);
        let run = korrel(&["check", path(&file("examples_cut", "list.als", SPEC))]);
        assert_eq!(run.code, Some(2), "{}{}", run.stdout, run.stderr);
        assert!(run.stderr.contains(why), "{}", run.stderr);
    }
    // Heaps by themselves, without a header, are written by hand.
    let heaps: Vec<&str> = lines[1..lines.len() - 1].to_vec();
    file("examples_cut", "list.examples.jsonl", &format!("{}\n", heaps.join("\n")));
    let run = korrel(&["check", path(&file("examples_cut", "list.als", SPEC))]);
    assert_eq!(run.code, Some(0), "{}{}", run.stdout, run.stderr);
}
