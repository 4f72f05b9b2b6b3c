//! Time that runs out and Ctrl-C, wherever the program is.

use std::io::Write;
use std::process::{Child, Command};
use std::time::Duration;

use super::{finish, prompt, start};
use crate::program::{ENDLESS, Run, file, path};

/// Its translation takes minutes, or more memory than there is.
const WIDE: &str = "sig A { r: set A } run { all a, b, c, d: A | some (a + b).^r & (c + d).*~r }
    for exactly 60 A";
/// So does the question whether its atoms may be numbered by discovery.
const ROOTED: &str = "one sig List { head: lone Node } sig Node { next: lone Node }
    fact { Node = List.head.*next } run {} for exactly 700 Node";
/// The canonicity test of so many atoms that nothing tells apart takes a minute.
const ALIKE: &str = "sig A {} run {} for exactly 6000 A";
/// Pigeons and holes: no solver refutes it before the year is over.
const PIGEONS: &str = "sig Pigeon { hole: one Hole } sig Hole {}
    run { all disj p, q: Pigeon | p.hole != q.hole } for exactly 30 Pigeon, exactly 29 Hole";
/// 2^32 assignments for brute force.
const MANY: &str = "sig A { r, s: set A } run {} for exactly 4 A";
/// It holds whatever the relation is, and one choice of the six is refuted at once; but a proof is about
/// all choices, of which there are millions.
const HOLDS: &str = "sig A { r: set A }
    check { all a, b, c, d, e, f: A |
        a in (b + c + d).(r + ~r) and no (e + f) & a implies a in A.(r + ~r) } for 20";

fn spec(name: &str, text: &str) -> String {
    path(&file("stops", &format!("{name}.als"), text)).to_string()
}

fn assert_stopped(run: &Run, code: i32, status: &str, what: &str) {
    assert_eq!(run.code, Some(code), "{what}: {}", run.stderr);
    assert_eq!(run.header()["kind"], "header", "{what}");
    assert_eq!(run.end()["kind"], "end", "{what}");
    assert_eq!(run.end()["status"], status, "{what}");
    assert_eq!(run.end()["count"], run.instances().len(), "{what}");
}

/// If it failed, `--timeout` would hold for the search only, and a spec whose translation takes minutes
/// could not be limited; or the stream would not say why it is empty.
#[test]
fn time_runs_out_in_every_stage() {
    for (name, text, flags) in [
        ("translation", WIDE, &[][..]),
        ("threads", WIDE, &["-j", "2"]),
        ("labelled", WIDE, &["--symmetry", "none"]),
        ("shard", WIDE, &["--shard", "1/2"]),
        ("rooting", ROOTED, &[]),
        ("canonicity", ALIKE, &[]),
        ("varisat", PIGEONS, &["--solver", "varisat", "--symmetry", "none"]),
        ("brute", MANY, &["--solver", "brute"]),
        ("search", ENDLESS, &["--verify"]),
    ] {
        let spec = spec(name, text);
        let limit = ["find", &spec, "--timeout", "300ms"];
        assert_stopped(&prompt(&[&limit[..], flags].concat()), 3, "timeout", name);
    }
}

/// There is no stream here: a number that is none would be read as one, and without a message on
/// standard error only the code would tell why there is nothing.
#[test]
fn count_and_dry_runs_say_nothing_on_standard_output() {
    let spec = spec("count", WIDE);
    for (arguments, told) in [
        (&["count", &spec][..], "at least 0\n"),
        (&["count", &spec, "--dry-run"], "time ran out\n"),
        (&["find", &spec, "--dry-run"], "time ran out\n"),
    ] {
        let run = prompt(&[arguments, &["--timeout", "300ms"]].concat());
        assert_eq!((run.code, run.stdout.as_str()), (Some(3), ""), "{arguments:?}");
        assert_eq!(run.stderr, told, "{arguments:?}");
    }
}

fn signal(child: &Child, name: &str) {
    let status = Command::new("kill").args([name, &child.id().to_string()]).status();
    assert!(status.expect("there is a `kill`").success());
}

/// Ctrl-C, or what a batch system sends, must not be waited out by the translation.
#[test]
fn interrupts_in_the_translation() {
    let spec = spec("interrupt", WIDE);
    for name in ["-INT", "-TERM"] {
        let child = start(&["find", &spec]);
        std::thread::sleep(Duration::from_millis(1500));
        signal(&child, name);
        assert_stopped(&finish(child), 130, "interrupted", name);
    }
    for (arguments, told) in [
        (&["count", &spec][..], "at least 0\n"),
        (&["translate", "--emit", "cnf", &spec], "interrupted\n"),
    ] {
        let child = start(arguments);
        std::thread::sleep(Duration::from_millis(1500));
        signal(&child, "-INT");
        let run = finish(child);
        assert_eq!((run.code, run.stdout.as_str()), (Some(130), ""), "{arguments:?}");
        assert_eq!(run.stderr, told, "{arguments:?}");
    }
}

/// The stream is complete by then; only standard error can tell what the code is about. Half a proof
/// would be taken for one.
#[test]
fn a_stopped_proof_is_told() {
    let spec = spec("proof", HOLDS);
    let proof = std::path::Path::new(&spec).with_file_name("stopped.drat");
    let _ = std::fs::remove_file(&proof);
    let run = prompt(&["find", &spec, "--proof", path(&proof), "--timeout", "3s"]);
    assert_stopped(&run, 3, "complete", "proof");
    assert_eq!(run.stderr, "time ran out\n");
    assert!(!proof.exists());

    let child = start(&["find", &spec, "--proof", path(&proof)]);
    std::thread::sleep(Duration::from_millis(3000));
    signal(&child, "-INT");
    let run = finish(child);
    assert_stopped(&run, 130, "complete", "proof");
    assert_eq!(run.stderr, "interrupted\n");
    assert!(!proof.exists());
}

/// A report that was cut off must say so: commands that were not reached are in it as incomplete.
#[test]
fn check_ends_its_report() {
    let spec = spec("check", &format!("{WIDE} expect 1 run {{ no A }} for 2 expect 1"));
    for (format, last) in [("json", "\"incomplete\":2}\n"), ("junit", "</testsuites>\n")] {
        let child = start(&["check", &spec, "--format", format]);
        std::thread::sleep(Duration::from_millis(1500));
        signal(&child, "-INT");
        let run = finish(child);
        assert_eq!(run.code, Some(130), "{}", run.stderr);
        assert!(run.stdout.ends_with(last), "{}", run.stdout);
    }
    let spec = self::spec("check_time", &format!("{WIDE} expect 1"));
    let run = prompt(&["check", &spec, "--timeout", "300ms"]);
    assert_eq!(run.code, Some(3), "{}", run.stderr);
    assert!(run.stdout.starts_with("incomplete"), "{}", run.stdout);
}

/// `eval` waits for heaps and judges each in one go; it ends between two lines.
#[test]
fn eval_ends() {
    let spec = spec("eval", "sig A {} run {} for 2");
    let heap = b"{\"roots\":{},\"objects\":{}}\n";
    let lines = |run: &Run| run.stdout.lines().count();
    let mut child = start(&["eval", &spec, "--heap", "-"]);
    let mut input = child.stdin.take().expect("it is piped");
    input.write_all(heap).expect("it reads");
    std::thread::sleep(Duration::from_millis(1500));
    signal(&child, "-INT");
    let run = finish(child);
    assert_eq!((run.code, lines(&run)), (Some(130), 1), "{}", run.stderr);
    drop(input);

    let mut child = start(&["eval", &spec, "--heap", "-", "--timeout", "1s"]);
    let mut input = child.stdin.take().expect("it is piped");
    input.write_all(heap).expect("it reads");
    let run = finish(child);
    assert_eq!((run.code, lines(&run)), (Some(3), 1), "{}", run.stderr);
    assert!(run.stderr.contains("time ran out"), "{}", run.stderr);
    drop(input);
}

/// Nothing is begun while a spec is read, so nothing has to be ended.
#[test]
fn interrupts_while_a_spec_is_awaited() {
    for arguments in [&["find", "-"][..], &["count", "-", "--timeout", "1h"]] {
        let mut child = start(arguments);
        let input = child.stdin.take().expect("it is piped");
        std::thread::sleep(Duration::from_millis(700));
        signal(&child, "-INT");
        let run = finish(child);
        assert_eq!((run.code, run.stdout.as_str()), (Some(130), ""), "{arguments:?}");
        drop(input);
    }
    let mut child = start(&["find", "-", "--timeout", "10ms"]);
    let input = child.stdin.take().expect("it is piped");
    let run = finish(child);
    assert_eq!((run.code, run.stdout.as_str()), (Some(3), ""), "{}", run.stderr);
    drop(input);
}
