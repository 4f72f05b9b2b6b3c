//! Specs made to take long: each ends soon after a limit, whatever the program is at, and what is
//! refused is refused before it takes much memory.
//!
//! Nothing is timed here: a run that the limit does not end is killed after minutes, which fails the
//! test, and memory is what the system counted.

use std::fmt::Write as _;
use std::path::PathBuf;

use super::{prompt, start};
use crate::program::{file, path};

/// `sig S0 {} sig S1 {} …`, or whatever is made of the numbers.
fn each(most: usize, part: impl Fn(usize) -> String) -> String {
    (0..most).map(part).collect()
}

/// Thirty small functions, each of which uses the one before it twice.
fn shared(join: &str) -> String {
    let functions = each(30, |n| format!("fun f{}: set A {{ f{n} {join} f{n}.next }} ", n + 1));
    format!(
        "open util/ordering[A] sig A {{}} sig B in A {{}} fun f0: set A {{ B }} {functions}
         run {{ last in f30 }} for exactly 40 A"
    )
}

fn specs() -> Vec<(&'static str, String)> {
    let predicates = each(30, |n| {
        format!("pred p{}[x: A] {{ (p{n}[x] and some x.s) or (some x.r and not p{n}[x]) }} ", n + 1)
    });
    let mut specs = vec![
        ("unions", shared("+")),
        ("intersections", shared("&")),
        ("strings", "sig A { s: String } run {} for 3 but exactly 60000 String".to_string()),
        (
            "enum",
            format!("enum E {{ {}last }} run {{}} for 3", each(30_000, |n| format!("e{n}, "))),
        ),
        ("ones", each(10_000, |n| format!("one sig S{n} {{}} ")) + "run {} for 3"),
        ("unknown", each(100_000, |n| format!("fact {{ some nobody{n} }} ")) + "sig A {} run {}"),
        ("twice", each(20_000, |_| "sig A {} ".to_string()) + "run {}"),
        ("long", format!("sig A {{ r: set A }} run {{ some A{} }}", " + A.r".repeat(400_000))),
        (
            "univ",
            "sig A { r: set A } run { all x, y, z, w: univ | x->y in r implies z->w in r }
            for 60"
                .to_string(),
        ),
        (
            "arity",
            "sig A { r: set A } run { some { a, b, c, d, e, f: A | a.r = b and e != f } }
            for exactly 12 A"
                .to_string(),
        ),
        (
            "chain",
            "abstract sig S0 {} ".to_string()
                + &each(10_000, |n| format!("abstract sig S{} extends S{n} {{}} ", n + 1))
                + "run {}",
        ),
    ];
    let predicates = format!(
        "sig A {{ r, s: set A }} pred p0[x: A] {{ some x.r }} {predicates}
         run {{ all x: A | p30[x] }} for exactly 4 A"
    );
    specs.push(("predicates", predicates));
    specs
}

fn written(name: &str, text: &str) -> PathBuf {
    file("hostile", &format!("{name}.als"), text)
}

/// If it failed, there would be a stage that no limit reaches.
#[test]
#[ignore = "each limit is waited for: cargo test -p korrel --test program -- --ignored robust"]
fn a_limit_ends_each() {
    for (name, text) in specs() {
        let spec = written(name, &text);
        for solver in ["enumerator", "varisat", "brute"] {
            let run =
                prompt(&["count", path(&spec), "--timeout", "300ms", "-q", "--solver", solver]);
            let ended = (run.code, run.stdout.is_empty());
            let is_refused = ended == (Some(2), true) && run.stderr.contains("error[E00");
            assert!(
                is_refused || ended == (Some(3), true) || ended == (Some(0), false),
                "{name} {solver}: {:?} {} {}",
                run.code,
                run.stdout,
                &run.stderr[..run.stderr.len().min(500)],
            );
        }
    }
}

/// If it failed, Ctrl-C would have to be pressed twice, and the second time leaves no end record.
#[test]
#[cfg(unix)]
#[ignore = "each interrupt is waited for: cargo test -p korrel --test program -- --ignored robust"]
fn an_interrupt_ends_each() {
    for (name, text) in specs() {
        let child = start(&["find", path(&written(name, &text)), "-q", "--solver", "brute"]);
        std::thread::sleep(std::time::Duration::from_millis(500));
        signal_if_it_runs(&child);
        let run = super::finish(child);
        assert!(matches!(run.code, Some(0 | 1 | 2 | 130)), "{name}: {:?}", run.code);
        if run.code == Some(130) && !run.stdout.is_empty() {
            assert_eq!(run.end()["status"], "interrupted", "{name}");
        }
    }
}

/// It may have been refused by now.
#[cfg(unix)]
fn signal_if_it_runs(child: &std::process::Child) {
    let _ = std::process::Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .stderr(std::process::Stdio::null())
        .status();
}

/// The exit code of a command, and the memory it took, in megabytes.
fn cost(arguments: &[&str]) -> (Option<i32>, u64) {
    let mut child = start(arguments);
    drop(child.stdin.take());
    let mut most = 0;
    loop {
        most = most.max(peak(child.id()).unwrap_or(0));
        if let Some(status) = child.try_wait().expect("it is our child") {
            return (status.code(), most >> 10);
        }
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
}

/// The most memory that a program has taken, in kilobytes. (What the system tells of a program that has
/// ended holds the peak of the one that started it, and other tests take much.)
fn peak(program: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{program}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix(" kB")?.parse().ok()
}

/// If it failed, a refusal, or what a spec does not use, would cost gigabytes.
#[test]
#[cfg(target_os = "linux")]
fn a_refusal_takes_little() {
    let unused = "sig A {} run {} for 3 but exactly 1000000 String";
    let values = each(30_000, |n| format!("e{n}, "));
    for (name, text, code) in [
        ("unused", unused.to_string(), 0),
        ("million", unused.replace("{}", "{ s: String }"), 2),
        ("values", format!("enum E {{ {values}last }} run {{}} for 3"), 2),
        ("atoms", "sig A { r: A -> A } run {} for 60000".to_string(), 2),
    ] {
        let (ended, megabytes) = cost(&["count", "-q", path(&written(name, &text))]);
        assert_eq!(ended, Some(code), "{name}");
        assert!(megabytes < 500, "{name} took {megabytes} MB");
    }
}

/// If it failed, `--memory` would be a hope: a tenth more is what it may take.
#[test]
#[cfg(target_os = "linux")]
#[ignore = "a minute: cargo test -p korrel --test program -- --ignored robust"]
fn memory_is_kept_within_a_tenth() {
    let wide = "sig A { r: set A } run { all a, b, c, d: A | some (a + b).^r & (c + d).*~r }
        for exactly 60 A";
    let listed = "sig A { r, s: set A } run {} for exactly 4 A";
    let long = format!("sig A {{ r: set A }} run {{ some A{} }}", " + A.r".repeat(1_000_000));
    let none = &[][..];
    for (name, text, flags) in [
        ("translation", wide, none),
        ("brute", listed, &["--solver", "brute", "--symmetry", "none"][..]),
        ("varisat", listed, &["--solver", "varisat", "--symmetry", "none"]),
        ("text", &long, none),
    ] {
        let spec = written(name, text);
        let limited = ["count", "-q", path(&spec), "--memory", "150M", "--timeout", "60s"];
        let (ended, megabytes) = cost(&[&limited[..], flags].concat());
        assert!(matches!(ended, Some(2 | 3)), "{name}: {ended:?}");
        assert!(megabytes <= 165, "{name} took {megabytes} MB of 150");
    }
}

/// If it failed, so many threads would be started that the machine has room for nothing else.
#[test]
fn threads_are_capped_with_a_word() {
    let run = prompt(&["count", "specs/binary_tree.als", "five_nodes", "-j", "100000"]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(0), "42\n"));
    assert!(run.stderr.starts_with("note: -j 100000: "), "{}", run.stderr);
    let quiet = prompt(&["count", "specs/binary_tree.als", "five_nodes", "-j", "100000", "-q"]);
    assert_eq!(quiet.stderr, "");
}

/// If it failed, the first of a hundred thousand mistakes would have to be looked for.
#[test]
fn many_messages_are_told_by_the_first_ones() {
    let mut text = String::from("sig A {} ");
    (0..2_000).for_each(|n| writeln!(text, "fact {{ some nobody{n} }}").expect("strings take all"));
    let run = prompt(&["count", path(&written("messages", &text))]);
    assert_eq!(run.code, Some(2));
    assert_eq!(run.stderr.matches("error[E0006]").count(), 100);
    assert!(run.stderr.contains("1900 more messages"), "{}", run.stderr);
}
