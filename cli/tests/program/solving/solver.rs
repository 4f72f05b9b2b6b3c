//! `--solver PROGRAM` and `--any`: one answer, by whoever gives it.

use std::path::PathBuf;

use crate::program::{Run, file, korrel, korrel_on, path};

/// Lists, of which no element may follow itself.
const LISTS: &str =
    "sig Node { next: lone Node } run { some next and no n: Node | n in n.^next } for 3";
const NONE: &str =
    "sig Node { next: one Node } run { some Node and no n: Node | n in n.^next } for 3";

/// A model in which no literal of the last clause holds.
#[cfg(unix)]
const LIE: &str = r"echo 's SATISFIABLE'
    for lit in $(tail -n 1 $1); do [ $lit = 0 ] || echo v $((-lit)); done";

/// A program that does what a script says.
#[cfg(unix)]
fn program(name: &str, script: &str) -> PathBuf {
    use std::os::unix::fs::PermissionsExt;
    let program = file("solver", name, &format!("#!/bin/sh\n{script}\n"));
    let executable = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(&program, executable).expect("it is ours");
    program
}

#[cfg(unix)]
fn asked(name: &str, script: &str, arguments: &[&str]) -> Run {
    let program = program(name, script);
    korrel_on(LISTS, &[&["find", "-", "--solver", path(&program)], arguments].concat())
}

/// A program is believed only if its model satisfies the clauses. Everything else is reported, and never becomes an
/// answer.
#[cfg(unix)]
#[test]
fn a_program_that_does_not_answer_is_told_of() {
    for (name, script, message) in [
        ("talks", "echo hello", "`talks` ended with code 0 and gave no answer: hello"),
        ("dies", "kill -9 $$", "`dies` was ended by signal: 9"),
        (
            "complains",
            "echo 'c x'; echo no memory >&2; exit 1",
            "code 1 and gave no answer: no memory",
        ),
        ("gives_up", "echo 's UNKNOWN'", "`gives_up` gave up"),
        ("lies", LIE, "`lies` gave a model that is none"),
        ("babbles", "echo 's SATISFIABLE'; echo 'v one 0'", "`one`, which is no literal"),
    ] {
        for any in [&["-n", "1"][..], &["-n", "1", "--any"]] {
            let run = asked(name, script, any);
            assert_eq!(run.code, Some(2), "{name}: {}", run.stderr);
            assert!(run.stderr.contains(message), "{name}: {}", run.stderr);
            assert!(run.instances().is_empty(), "{name}: {}", run.stdout);
        }
    }
}

/// Its word is taken for there being no model; that is what the flag is for.
#[cfg(unix)]
#[test]
fn a_program_decides() {
    let script = "echo 's UNSATISFIABLE'; exit 20";
    let run = asked("refuses", script, &["-n", "1", "-q"]);
    assert_eq!((run.code, run.end()["status"].as_str()), (Some(1), Some("complete")));
    // MiniSat's convention: the answer is in the second file.
    let run = asked("minisat_like", "echo UNSAT > $2; echo UNSATISFIABLE; exit 20", &["-q"]);
    assert_eq!(run.code, Some(1), "{}", run.stderr);
}

/// A limit that waits for a program may wait for ever; and one that is left goes on taking time.
#[cfg(unix)]
#[test]
fn a_program_is_killed_when_time_runs_out() {
    let mark = path(&file("solver", "mark", "")).to_owned();
    let script = format!("sleep 3; echo late > {mark}");
    let run = asked("sleeps", &script, &["--timeout", "300ms"]);
    assert_eq!((run.code, run.end()["status"].as_str()), (Some(3), Some("timeout")));
    std::thread::sleep(std::time::Duration::from_secs(4));
    let written = std::fs::read_to_string(&mark).expect("the file is there");
    assert_eq!(written, "", "the program goes on");
}

#[test]
fn a_program_that_is_not_there() {
    let run = korrel_on(LISTS, &["find", "-", "--solver", "no_such_solver"]);
    assert_eq!(run.code, Some(2));
    assert!(run.stderr.contains("no such program on the path"), "{}", run.stderr);
}

/// With other solvers than ours the instances must be the same bytes, and a proof be written.
#[test]
#[ignore = "cadical and minisat: cargo test -p korrel --test program solver -- --ignored"]
fn programs_find_the_same() {
    for solver in ["cadical", "minisat"] {
        for arguments in [&["-n", "1"][..], &[]] {
            let run = |solver| {
                korrel_on(LISTS, &[&["find", "-", "--solver", solver], arguments].concat()).stdout
            };
            assert_eq!(run(solver), run("enumerator"), "{solver} {arguments:?}");
        }
        let none = korrel_on(NONE, &["find", "-", "--solver", solver, "-q"]);
        assert_eq!(none.code, Some(1), "{solver}: {}", none.stderr);
        let any = korrel_on(LISTS, &["find", "-", "--solver", solver, "-n", "1", "--any"]);
        assert_eq!(any.instances().len(), 1, "{solver}: {}", any.stderr);
    }
    let spec = file("solver", "none.als", NONE);
    let proof = spec.with_file_name("none.drat");
    let _ = std::fs::remove_file(&proof);
    let prove =
        |solver| korrel(&["find", path(&spec), "--solver", solver, "--proof", path(&proof)]);
    let run = prove("minisat");
    assert_eq!(run.code, Some(2), "{}", run.stderr);
    assert!(run.stderr.contains("how is not known here"), "{}", run.stderr);
    assert!(!proof.exists());
    assert_eq!(prove("cadical").code, Some(1));
    let text = std::fs::read_to_string(&proof).expect("it was written");
    assert!(text.lines().next_back().is_some_and(|line| line.trim() == "0"), "{text}");
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
    for arguments in [&["--any"][..], &["--any", "-n", "2"], &["--any", "-n", "1", "--id", "3"]] {
        let run = korrel_on(LISTS, &[&["find", "-"], arguments].concat());
        assert_eq!(run.code, Some(2), "{arguments:?}: {}", run.stdout);
    }
    let run = korrel_on(NONE, &["find", "-", "-n", "1", "--any", "-q"]);
    assert_eq!((run.code, run.end()["status"].as_str()), (Some(1), Some("complete")));
}
