//! `korrel choose SPEC P Q R…`.

use serde_json::json;

use crate::program::{file, korrel, path};

const SPEC: &str = "sig N { next: lone N }
pred acyclic { no n: N | n in n.^next }
pred loopless { no n: N | n = n.next }
pred again { all n: N | n not in n.^next }
pred functional { all n: N | lone next.n }
run acyclic for 3
";

/// If this failed, an instance would be shown under other truth values than it has, a pair be called equal that
/// differs, or the table contradict the stream.
#[test]
fn instances_have_the_truth_that_they_are_shown_with() {
    let spec = path(&file("choose", "truth.als", SPEC)).to_owned();
    let names = ["acyclic", "loopless", "again", "functional"];
    let run = korrel(&[&["choose", &spec], &names[..]].concat());
    assert_eq!(run.code, Some(1), "{}", run.stderr);
    assert_eq!(run.end()["equal"], json!([["acyclic", "again"]]));
    assert_eq!(run.end()["smallest"], true);
    let stream = path(&file("choose", "truth.jsonl", &run.stdout)).to_owned();
    let judged = korrel(&[&["eval", &spec, "--heap", &stream, "-q"], &names[..]].concat());
    for (instance, record) in run.instances().iter().zip(judged.records()) {
        for (at, name) in names.iter().enumerate() {
            assert_eq!(instance["truth"][name], record["values"][at]["value"], "{name}");
        }
    }
    for (at, a) in names.iter().enumerate() {
        for b in &names[..at] {
            let is_apart = run.instances().iter().any(|one| one["truth"][a] != one["truth"][b]);
            let differ = korrel(&["diff", &spec, a, b, "-q"]).code == Some(1);
            assert_eq!(is_apart, differ, "{a} {b}");
        }
    }
    let rows: Vec<String> = names
        .iter()
        .map(|name| {
            let cell =
                |one: &serde_json::Value| if one["truth"][name] == true { " +" } else { " -" };
            format!("{name:10}{}", run.instances().iter().map(cell).collect::<String>())
        })
        .collect();
    rows.iter().for_each(|row| assert!(run.stderr.contains(row), "{row}\n{}", run.stderr));
    assert!(run.stderr.contains("`acyclic` and `again` are equal within the scope"));
    let apart = korrel(&["choose", &spec, "acyclic", "loopless", "functional"]);
    assert_eq!(apart.code, Some(0), "{}", apart.stderr);
}

/// If this failed, a set of examples would be called complete that a wrong spec passes.
#[test]
fn examples_are_scored() {
    let spec = path(&file("choose_examples", "list.als", SPEC)).to_owned();
    let run = korrel(&["choose", &spec, "acyclic", "--mutants"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let folder = file("choose_examples/all", "all.jsonl", &run.stdout);
    let score = |folder: &std::path::Path| {
        let folder = folder.parent().expect("it lies in a folder");
        let run = korrel(&["choose", &spec, "acyclic", "--mutants", "--examples", path(folder)]);
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        (run.end()["examples"].clone(), run.stderr)
    };
    let (all, told) = score(&folder);
    assert_eq!((&all["apart"], &all["missed"]), (&all["of"], &json!([])), "{told}");
    let one = run.stdout.lines().find(|line| line.contains("\"instance\"")).expect("there is one");
    let (some, told) = score(&file("choose_examples/one", "one.jsonl", one));
    assert_ne!(some["missed"], json!([]), "each example is needed: {told}");
    assert!(told.contains("the examples do not tell `"), "{told}");
}

/// If this failed, a script could not tell a mistake from an answer.
#[test]
fn exit_codes_are_those_that_are_documented() {
    let spec = path(&file("choose_codes", "list.als", SPEC)).to_owned();
    for arguments in [
        &["choose", &spec, "acyclic"][..],
        &["choose", &spec, "acyclic", "acyclic"],
        &["choose", &spec, "acyclic", "again", "--mutants"],
        &["choose", &spec, "nothing", "--mutants"],
        &["choose", &spec, "#N", "acyclic"],
        &["choose", &spec, "acyclic", "--mutants", "--examples", "no/such/folder"],
    ] {
        let run = korrel(arguments);
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{arguments:?}: {}", run.stderr);
    }
    // It takes hours without a limit.
    let late = ["choose", "specs/ramsey_graph.als", "ramsey_4_4", "--mutants", "--timeout", "1s"];
    let late = korrel(&[&late[..], &["--scope", "exactly 14 Node"]].concat());
    assert_eq!(late.code, Some(3), "{}", late.stderr);
    assert_eq!(late.end()["status"], "timeout");
    let overflow = "sig A { k: Int } pred p { some a: A | plus[a.k, 3] > 4 }
        pred q { some a: A | a.k > 3 } run p for 2 A, 3 Int";
    let spec = path(&file("choose_codes", "overflow.als", overflow)).to_owned();
    let open = korrel(&["choose", &spec, "p", "q", "-q"]);
    assert_eq!(open.code, Some(3), "{}{}", open.stdout, open.stderr);
    assert_eq!(open.end()["undecided"], json!([["p", "q"]]));
}
