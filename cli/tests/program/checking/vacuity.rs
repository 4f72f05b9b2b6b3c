//! `check --vacuity`.

use serde_json::Value as Json;

use crate::program::{file, korrel, korrel_on, library, library_text, path};

/// The vacuous parts that are reported, as `name: text`.
fn told(spec: &str) -> Vec<String> {
    let run = korrel(&["check", spec, "--vacuity", "--format", "json", "-q"]);
    let parts = run.records().into_iter().filter(|record| record["kind"] == "vacuity");
    let text = |part: &Json, key: &str| part[key].as_str().expect("it is a text").to_owned();
    parts.map(|part| format!("{}: {}", text(&part, "name"), text(&part, "text"))).collect()
}

/// A spec of the library with one command, in which something was changed.
fn mutated(name: &str, command: &str, old: &str, new: &str) -> Vec<String> {
    let text = library_text(name);
    let is_command = |line: &&str| line.contains("run ") || line.starts_with("check ");
    let declarations: Vec<&str> = text.lines().filter(|line| !is_command(line)).collect();
    let text = declarations.join("\n");
    assert!(text.contains(old), "{name}: {old}");
    let text = format!("{}\n{command}\n", text.replace(old, new));
    told(path(&file("vacuity", &format!("{name}.als"), &text)))
}

/// A part that a mutation made redundant is found, and was not reported before.
#[test]
fn what_a_mutation_made_redundant_is_found() {
    let cases: [(&str, &str, &str, &str, &[&str]); 4] = [
        (
            "file_system",
            "run repOk for 3 Object",
            "lone entries.d",
            "no entries.d",
            &["repOk: no entries.(FileSystem.root)"],
        ),
        (
            "inheritance_graph",
            "run inheritance for 3 Type",
            "lone c.supertypes & Class",
            "no c.supertypes",
            &[],
        ),
        (
            "inheritance_graph",
            "run inheritance for 3 Type",
            "all t: Type | t !in t.^supertypes",
            "no supertypes",
            &[
                "inheritance: Interface.supertypes in Interface",
                "inheritance: lone c.supertypes & Class",
            ],
        ),
        (
            "json_document",
            "run repOk for 2 Value, 0..1 Int, 2 seq",
            "no parts.(Document.value)",
            "no parts.(Document.value)  some Document.value",
            &["repOk: some Document.value"],
        ),
    ];
    for (name, command, old, new, expected) in cases {
        let before = mutated(name, command, old, old);
        let after = mutated(name, command, old, new);
        let new: Vec<&String> = after.iter().filter(|part| !before.contains(part)).collect();
        assert_eq!(new, expected, "{name}: {old} -> {new:?}");
    }
}

/// A conjunct that matters in one scope matters; a fact counts whatever is asked for.
#[test]
fn what_matters_once_matters() {
    let spec = "sig A { r: lone A } fact { no iden & r  all a: A | a !in a.r }
        pred p { lone r  #A < 3 }
        run p for 2
        small: run p for 1
        large: run p for 3
        check { some A => lone A } for 1
        check { all a: A | a in a.r implies no A } for 2";
    let run = korrel_on(spec, &["check", "-", "--vacuity"]);
    let rows: Vec<&str> = run.stdout.lines().filter(|row| row.starts_with("vacuous")).collect();
    let expected = [
        "vacuous     changes nothing              <stdin>:1:28 fact: no iden & r",
        "vacuous     changes nothing              <stdin>:1:52 fact: a !in a.r",
        "vacuous     holds for want of instances  <stdin>:7:28 check$4: a in a.r implies no A",
    ];
    assert_eq!(rows, expected, "{}", run.stderr);
    assert_eq!(run.code, Some(0), "what says nothing is not wrong");
    assert_eq!(run.stderr.matches("warning[W0010]").count(), 3, "{}", run.stderr);
    let plain = korrel_on(spec, &["check", "-"]);
    assert!(!plain.stdout.contains("vacuous") && !plain.stderr.contains("W0010"));
}

/// If it failed, a conjunct would be called idle that leaves out what overflows, or a check be said to hold as it
/// does with fewer integers than it speaks of.
#[test]
fn what_overflows_is_not_idle() {
    let spec = |bits: u32| {
        format!(
            "sig A {{ k: Int }} fact {{ all a: A | plus[a.k, 3] > -5 }}
            run {{ some A  some a: A | plus[a.k, 3] < 9  no none }} for 1 A, {bits} Int
            check {{ all a: A | plus[a.k, 3] > 5 implies no A }} for 1 A, {bits} Int
            check {{ all s: set A | plus[#s, 3] > 3 implies no A }} for 1 A, {bits} Int"
        )
    };
    let rows = |bits| {
        let run = korrel_on(&spec(bits), &["check", "-", "--vacuity"]);
        let rows = run.stdout.lines().filter(|row| row.starts_with("vacuous"));
        (rows.map(str::to_owned).collect::<Vec<_>>(), run.stderr)
    };
    let (few, stderr) = rows(3);
    assert_eq!(few.len(), 4, "{few:?}");
    assert!(few[0].ends_with("run: some A") && few[1].ends_with("run: no none"), "{few:?}");
    for premise in &few[2..] {
        assert!(premise.contains("for want of instances within these integers"), "{few:?}");
    }
    assert!(stderr.contains("`0..7 Int`"), "{stderr}");
    let (more, _) = rows(6);
    assert_eq!(more, few[..2], "what says nothing says nothing");
}

/// If it failed, a block that nobody filled would be called a rule that says nothing.
#[test]
fn an_empty_block_is_no_rule() {
    let spec = "sig A {} fact {} pred p[a: A] {} run {} run p run { some A }";
    let run = korrel_on(spec, &["check", "-", "--vacuity"]);
    assert!(!run.stdout.contains("vacuous"), "{}", run.stdout);
}

/// If it failed, a check of the library would hold for want of instances, or the question change an exit code.
#[test]
#[ignore = "minutes in a debug build: cargo test --release -p korrel --test program vacuity -- --ignored"]
fn no_check_of_the_library_is_about_nothing() {
    for spec in library() {
        let run = korrel(&["check", &spec, "--vacuity", "--format", "json", "-q"]);
        let plain = korrel(&["check", &spec, "-q"]);
        assert_eq!(run.code, plain.code, "{spec}: no exit code depends on it: {}", run.stderr);
        for part in run.records().iter().filter(|record| record["kind"] == "vacuity") {
            assert_eq!(part["why"], "changes nothing", "{part}");
        }
    }
}

/// If it failed, facts that contradict each other would be told of as what cannot be asked.
#[test]
fn a_contradiction_is_told_beside_what_has_no_translation() {
    let spec = "sig A { r: set A } fact { all s: set A | s.r in s } fact { some A no A }
        check c { no A } for 3";
    let run = korrel_on(spec, &["check", "-", "--vacuity", "--color", "never"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert!(run.stderr.contains("warning[W0008]"), "{}", run.stderr);
    assert!(!run.stderr.contains("error["), "{}", run.stderr);
}
