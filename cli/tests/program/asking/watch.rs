//! `korrel watch SPEC [COMMAND]`.

use std::io::{BufRead, BufReader, Lines};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};

use crate::program::{command, file, korrel, path, root};

/// If this failed, `watch` would show other numbers than `count` and `find` do.
#[test]
fn the_view_is_what_other_commands_say() {
    let spec = "sig N { next: lone N }
pred p { no n: N | n in n.^next
  all n: N | n != n.next }
run p for 3
run q { p and no N } for 2
check { p } for 1
";
    let spec = path(&file("watch", "view.als", spec)).to_owned();
    let run = korrel(&["watch", &spec, "--once"]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{}", run.stdout);
    let total = korrel(&["count", &spec, "p"]).stdout;
    assert!(run.stdout.contains(&format!("{} in all", total.trim())), "{}", run.stdout);
    assert!(run.stdout.contains("0: 1  1: 1  2: 2  3: 4 "), "OEIS A000081: {}", run.stdout);
    assert!(run.stdout.contains("0  n != n.next  redundant"), "{}", run.stdout);
    let misses = korrel(&["find", &spec, "p", "--near-miss", "p", "-q"]).instances().len();
    let excluded = format!("{misses}  no n: N | n in n.^next");
    assert!(run.stdout.contains(&excluded), "{excluded}\n{}", run.stdout);
    let other = korrel(&["watch", &spec, "q", "--once"]);
    assert!(
        other.stdout.contains("(2 of 3)") && other.stdout.contains("1 in all"),
        "{}",
        other.stdout
    );
}

/// If this failed, whoever reads the view of a check would take a counterexample for what is wanted, or nothing for none.
#[test]
fn a_check_has_counterexamples() {
    let spec = "sig N { next: lone N }
holds: check { all n: N | lone n.next } for 2
fails: check { no n: N | n in n.next } for 2
";
    let spec = path(&file("watch", "checks.als", spec)).to_owned();
    let holds = korrel(&["watch", &spec, "holds", "--once"]).stdout;
    assert!(holds.contains(": holds: check {") && holds.contains("(1 of 2)"), "{holds}");
    assert!(holds.contains("\nholds within the scope\n"), "{holds}");
    let fails = korrel(&["watch", &spec, "fails", "--once"]).stdout;
    let count = korrel(&["count", &spec, "fails"]).stdout;
    assert!(fails.contains(&format!("counterexample 1 of {}, key", count.trim())), "{fails}");
}

/// If this failed, a writer would see that an edit leaves nothing, and not which lines forbid it.
#[test]
fn why_there_is_nothing_is_told() {
    let spec = "sig N { next: lone N }
pred p { all n: N | n.next != n
  some n: N | n.next = n }
run p for 2
";
    let spec = path(&file("watch", "nothing.als", spec)).to_owned();
    let view = korrel(&["watch", &spec, "--once"]).stdout;
    assert!(view.contains("these contradict each other"), "{view}");
    assert!(view.contains("all n: N | n.next != n") && view.contains("\nno instance\n"), "{view}");
}

/// If this failed, a part of a list would be taken for the whole, or a conjunct would be shown as its opposite.
#[test]
fn what_is_not_whole_is_marked() {
    let spec = "sig N { r: set N } run { no n: N | n in n.r } for 5";
    let spec = path(&file("watch", "parts.als", spec)).to_owned();
    let view = korrel(&["watch", &spec, "--once"]).stdout;
    assert!(view.contains("0: 1  1: 1  2: 3  3: 16  4: 218  5: 4761+  …"), "OEIS A000273: {view}");
    assert!(view.contains("  no n: N | n in n.r  "), "{view}");
}

/// The program, watching a spec, and the lines that it writes.
fn watching(spec: &Path) -> (Child, Lines<BufReader<ChildStdout>>) {
    let mut child = command(&["watch", path(spec)])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program was built for this test");
    let lines = BufReader::new(child.stdout.take().expect("it is piped")).lines();
    (child, lines)
}

/// If this failed, `--timeout` would not end a look, or take away what was known.
#[test]
fn a_look_has_a_limit_of_time() {
    // Nobody lists the acyclic graphs of twelve nodes in a second.
    let spec =
        "sig N { r: set N } fact { no iden & ^r } run { no n: N | n in n.r } for exactly 12 N";
    let spec = path(&file("watch", "late.als", spec)).to_owned();
    let late = korrel(&["watch", &spec, "--once", "--timeout", "1s"]);
    assert_eq!(late.code, Some(3), "{}", late.stdout);
    assert!(late.stdout.contains("time ran out"), "{}", late.stdout);
    let soon = path(&file("watch", "soon.als", "sig N {} run {} for 2")).to_owned();
    let soon = korrel(&["watch", &soon, "--once", "--timeout", "60s", "--memory", "2G"]);
    assert_eq!(soon.code, Some(0), "{}", soon.stdout);
}

/// If this failed, `korrel watch SPEC | head -1` would never end.
#[test]
#[cfg(unix)]
fn it_ends_with_its_reader() {
    let spec = file("watch", "read.als", "sig N {} run {} for 2");
    let (mut child, mut lines) = watching(&spec);
    assert!(lines.next().is_some_and(|line| line.is_ok()));
    drop(lines);
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
}

/// If this failed, a mistake would be taken for a view, or end otherwise than in other commands.
#[test]
fn what_cannot_be_viewed_says_why() {
    let spec = path(&file("watch", "broken.als", "sig N { next: M } run {}")).to_owned();
    let broken = korrel(&["watch", &spec, "--once"]);
    assert_eq!(broken.code, Some(2), "{}", broken.stdout);
    assert!(broken.stdout.starts_with("no view yet"), "{}", broken.stdout);
    assert!(broken.stdout.contains("E0006"), "{}", broken.stdout);
    let large = "sig N { r: N -> N -> N } run {} for 900";
    let large = path(&file("watch", "large.als", large)).to_owned();
    let large = korrel(&["watch", &large, "--once"]);
    assert_eq!(large.code, Some(2), "{}", large.stdout);
    assert!(large.stdout.contains("E0022"), "{}", large.stdout);
    let missing = korrel(&["watch", "missing.als"]);
    assert_eq!((missing.code, missing.stdout.as_str()), (Some(2), ""), "{}", missing.stderr);
    let input = korrel(&["watch", "-"]);
    assert_eq!(input.code, Some(2));
    assert!(input.stderr.contains("standard input cannot be watched"), "{}", input.stderr);
}

/// If this failed, whoever reads a pipe would hear nothing of a save, or see a mistake as a view.
#[test]
fn each_save_is_written_where_there_is_no_terminal() {
    let good = "sig N { next: lone N } run { no n: N | n in n.^next } for 2";
    let spec = file("watch", "piped.als", good);
    let (mut child, mut lines) = watching(&spec);
    let mut until = |wanted: &str| {
        let is_it = |line: std::io::Result<String>| line.is_ok_and(|line| line.contains(wanted));
        assert!(lines.by_ref().any(is_it), "{wanted}");
    };
    until("4 in all");
    file("watch", "piped.als", &good.replace("n.^next", "n.^nxt"));
    until("OLD");
    until("E0006");
    file("watch", "piped.als", &good.replace("n.^next", "n.next"));
    until("removed 0 and added 1");
    child.kill().expect("it runs");
    child.wait().expect("it has been killed");
}

/// If this failed, a save would not be seen, a mistake would take the last good view away, keys would not move, a search
/// would hold up the next save, or the terminal would not be as it was.
#[test]
#[ignore = "python3: cargo test -p korrel --test program watch -- --ignored"]
fn a_terminal_is_watched_and_left_as_it_was() {
    let script = root().join("cli/tests/program/asking/watch.py");
    let mut python = Command::new("python3");
    let run = python.arg(script).arg(env!("CARGO_BIN_EXE_korrel")).output().expect("python3");
    let (out, error) = (String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr));
    assert!(run.status.success(), "{out}{error}");
}
