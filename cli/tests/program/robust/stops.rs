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

/// Where there is no stream: a number that is none would be read as one.
#[test]
fn count_and_dry_runs_say_nothing_on_standard_output() {
    let spec = spec("count", WIDE);
    for arguments in [&["count", &spec][..], &["find", &spec, "--dry-run"]] {
        let run = prompt(&[arguments, &["--timeout", "300ms"]].concat());
        assert_eq!((run.code, run.stdout.as_str()), (Some(3), ""), "{arguments:?}");
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
    for arguments in [&["count", &spec][..], &["translate", "--emit", "cnf", &spec]] {
        let child = start(arguments);
        std::thread::sleep(Duration::from_millis(1500));
        signal(&child, "-INT");
        let run = finish(child);
        assert_eq!((run.code, run.stdout.as_str()), (Some(130), ""), "{arguments:?}");
    }
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
