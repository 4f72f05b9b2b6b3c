//! `show --model` and `--any`: one answer, by whoever gives it.

use crate::program::{file, korrel, korrel_on, path};

/// Lists, of which no element may follow itself.
const LISTS: &str =
    "sig Node { next: lone Node } run { some next and no n: Node | n in n.^next } for 3";
const NONE: &str =
    "sig Node { next: one Node } run { some Node and no n: Node | n in n.^next } for 3";

/// A solver's answer, in a file.
fn model(name: &str, answer: &str) -> String {
    path(&file("solver", name, answer)).to_owned()
}

/// The first model of the clauses of `LISTS`, found by trying all.
fn first_model() -> String {
    let cnf = korrel_on(LISTS, &["translate", "--emit", "cnf", "-"]).stdout;
    let cnf = korrel_sat::dimacs::parse(&cnf).expect("Korrel writes DIMACS");
    let mut solver = korrel_sat::Cdcl::with_clauses(&cnf, korrel_sat::Effort::default());
    assert_eq!(korrel_sat::Solver::solve(&mut solver, &[]), korrel_sat::Answer::Satisfiable);
    let literal = |at: usize| {
        let var = korrel_sat::Var::new(at as u32);
        let holds = korrel_sat::Solver::value(&solver, var) == Some(true);
        format!("{}{}", if holds { "" } else { "-" }, at + 1)
    };
    let literals: Vec<String> = (0..cnf.variables()).map(literal).collect();
    format!("s SATISFIABLE\nv {} 0\n", literals.join(" "))
}

/// A solver's answer is believed only if it satisfies the clauses. If it were not, a picture would show what is no instance.
#[test]
fn a_solvers_answer_is_drawn() {
    let answer = first_model();
    let show = |name: &str, answer: &str, more: &[&str]| {
        korrel_on(LISTS, &[&["show", "-", "--model", &model(name, answer)], more].concat())
    };
    let run = show("right", &answer, &["--format", "json", "--verify"][..2]);
    let [instance] = &run.instances()[..] else { panic!("one instance: {}", run.stderr) };
    let listed = korrel_on(LISTS, &["find", "-", "--symmetry", "none"]).instances();
    assert!(listed.iter().any(|listed| listed["objects"] == instance["objects"]), "{instance}");
    let none = show("none", "s UNSATISFIABLE\n", &["--format", "json"]);
    assert_eq!(none.code, Some(1), "{}", none.stderr);
    for (name, answer, message) in [
        ("empty", "", "expected the lines `s` and `v` of a solver"),
        ("talk", "hello\n", "expected a number, found `hello`"),
        ("gave_up", "s UNKNOWN\n", "the solver gave up"),
        ("beyond", "v 100000 0\n", "expected a variable up to"),
        ("lie", "v 0\n", "this is no model of the clauses"),
    ] {
        let run = show(name, answer, &[]);
        assert_eq!(run.code, Some(2), "{name}: {}", run.stderr);
        assert!(
            run.stderr.contains(message) && run.stderr.contains("translate --emit cnf"),
            "{}",
            run.stderr
        );
        assert!(run.stdout.is_empty(), "{name}: {}", run.stdout);
    }
}

/// The way that replaced `--solver PROGRAM`, with the programs that people have.
#[test]
#[ignore = "cadical and minisat: cargo test -p korrel --test program solver -- --ignored"]
fn programs_answer_through_a_pipe() {
    let spec = file("solver", "lists.als", LISTS);
    let cnf = spec.with_file_name("lists.cnf");
    std::fs::write(&cnf, korrel(&["translate", "--emit", "cnf", path(&spec)]).stdout)
        .expect("there is room");
    let result = spec.with_file_name("lists.result");
    let cadical = std::process::Command::new("cadical")
        .args(["-q", path(&cnf)])
        .output()
        .expect("cadical is there");
    std::fs::write(&result, &cadical.stdout).expect("there is room");
    let drawn = korrel(&["show", path(&spec), "--model", path(&result)]);
    assert!(drawn.code == Some(0) && drawn.stdout.contains("Node$0"), "{}", drawn.stderr);
    let minisat = std::process::Command::new("minisat").args([path(&cnf), path(&result)]).output();
    assert!(minisat.is_ok(), "minisat is there");
    let drawn = korrel(&["show", path(&spec), "--model", path(&result)]);
    assert!(drawn.code == Some(0) && drawn.stdout.contains("Node$0"), "{}", drawn.stderr);
}

/// Whichever it is, it must be an instance in its canonical labelling, as a listing shows it, without an id.
#[test]
fn any_instance_is_one_of_the_list() {
    for (spec, scope) in [
        ("specs/poset.als", "exactly 4 Element"),
        ("specs/search_tree.als", "exactly 3 Node, 1..3 Int"),
        ("specs/acyclic_graph.als", "exactly 4 Node"),
    ] {
        let find = |more: &[&str]| korrel(&[&["find", spec, "--scope", scope], more].concat());
        let any = find(&["-n", "1", "--any", "--verify"]);
        assert_eq!(any.code, Some(0), "{spec}: {}", any.stderr);
        assert_eq!(any.end()["status"], "limit");
        let [any] = &any.instances()[..] else { panic!("{spec}: one instance") };
        assert!(any.get("id").is_none(), "{spec}: {any}");
        let listed = find(&[]).instances();
        let is_it = |listed: &&serde_json::Value| listed["objects"] == any["objects"];
        assert!(listed.iter().any(|listed| is_it(&listed)), "{spec}: {any}");
    }
}

/// More than one would need an order, and ids.
#[test]
fn any_is_one() {
    let alone = korrel_on(LISTS, &["find", "-", "--any", "-q"]);
    assert_eq!((alone.code, alone.end()["count"].as_u64()), (Some(0), Some(1)), "{}", alone.stderr);
    for arguments in [&["--any", "-n", "0"][..], &["--any", "-n", "2"], &["--any", "--id", "3"]] {
        let run = korrel_on(LISTS, &[&["find", "-"], arguments].concat());
        assert_eq!(run.code, Some(2), "{arguments:?}: {}", run.stdout);
    }
    let run = korrel_on(NONE, &["find", "-", "-n", "1", "--any", "-q"]);
    assert_eq!((run.code, run.end()["status"].as_str()), (Some(1), Some("complete")));
}
