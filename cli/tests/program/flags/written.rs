//! Flags about the output. Each test shows that its flag acts.

use crate::program::{korrel, korrel_on};

const TREES: &str = "specs/binary_tree.als";

/// Else a caller who wants three inputs gets all, or has to kill the program.
#[test]
fn limit_stops_after_n() {
    for flag in ["-n", "--limit"] {
        let run = korrel(&["find", TREES, flag, "3"]);
        assert_eq!((run.code, run.instances().len()), (Some(0), 3));
        assert_eq!(run.end()["status"], "limit");
        assert_eq!(run.end()["count"], 3);
        // The first three of all, not any three.
        assert_eq!(run.instances(), korrel(&["find", TREES]).instances()[..3]);
    }
}

#[test]
fn limit_0_is_no_limit() {
    let run = korrel(&["find", TREES, "-n", "0"]);
    assert_eq!(run.instances().len(), 9);
    assert_eq!(run.end()["status"], "complete");
}

/// A reader of instances only would stumble over other records.
#[test]
fn bare_prints_the_instances_only() {
    let (all, bare) = (korrel(&["find", TREES]), korrel(&["find", TREES, "--bare"]));
    assert_eq!(bare.records(), all.instances());
    let bare = korrel_on("sig A {} run { some A no A }", &["find", "-", "--bare"]);
    assert_eq!((bare.code, bare.stdout.as_str()), (Some(1), ""));
}

/// The evaluation itself cannot be seen from outside unless the translation is wrong. Its result
/// can: if the evaluator refused an instance of the translation, these would end with code 4.
#[test]
fn verify_accepts_every_instance() {
    for spec in crate::program::library() {
        let plain = korrel(&["find", &spec, "-n", "200"]);
        let verified = korrel(&["find", &spec, "-n", "200", "--verify"]);
        assert_eq!((verified.code, verified.stdout), (Some(0), plain.stdout), "{spec}");
    }
    let run = korrel(&["count", TREES, "--verify"]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(0), "9\n"));
}

/// A user looks at the sizes before a long search, which must not start.
#[test]
fn dry_run_does_not_search() {
    for subcommand in ["find", "count"] {
        let run = korrel_on(crate::program::ENDLESS, &[subcommand, "-", "--dry-run"]);
        assert_eq!(run.code, Some(0));
        for line in ["atoms: 20", "A: 4..4", "Int: -8..7", "primary variables: 64"] {
            assert!(run.stdout.contains(line), "no `{line}` in:\n{}", run.stdout);
        }
        assert!(run.stdout.contains("interchangeable atoms: A$0 A$1 A$2 A$3"), "{}", run.stdout);
        assert!(run.stdout.contains("clauses: "), "{}", run.stdout);
    }
}

/// On standard error, because standard output carries data.
#[test]
fn stats_say_what_the_search_cost() {
    let plain = korrel(&["find", TREES]);
    let run = korrel(&["find", TREES, "--stats"]);
    assert_eq!((run.stdout, plain.stderr.as_str()), (plain.stdout, ""));
    let names = ["atoms", "primary variables", "variables", "clauses", "decisions", "conflicts"];
    for name in names.into_iter().chain(["instances          9", "translation", "search"]) {
        assert!(run.stderr.lines().any(|line| line.starts_with(name)), "{name}:\n{}", run.stderr);
    }
    let run = korrel(&["count", TREES, "--stats"]);
    assert_eq!(run.stdout, "9\n");
    assert!(run.stderr.contains("instances          9"), "{}", run.stderr);
}

const ESCAPE: char = '\u{1b}';

/// Escape codes in a log file are noise; on a terminal without them the place is hard to see.
#[test]
fn color_is_there_when_asked_for() {
    let colored = |arguments: &[&str]| {
        let run = korrel_on("sig A {} run {} for 3 B", &[&["find", "-"], arguments].concat());
        run.stderr.contains(ESCAPE)
    };
    assert!(colored(&["--color", "always"]));
    assert!(!colored(&["--color", "never"]));
    // Standard error is a pipe here.
    assert!(!colored(&["--color", "auto"]));
    assert!(!colored(&[]));
}

/// A warning on every run of a spec that its author has looked at is noise.
#[test]
fn quiet_leaves_out_warnings() {
    let spec = "sig A {} sig B {} fact { no A.(B -> B) } run {} for 1";
    let loud = korrel_on(spec, &["find", "-"]);
    assert!(loud.stderr.contains("W0002"), "{}", loud.stderr);
    for flag in ["-q", "--quiet"] {
        let quiet = korrel_on(spec, &["find", "-", flag]);
        assert_eq!((quiet.stdout.as_str(), quiet.stderr.as_str()), (loud.stdout.as_str(), ""));
    }
}

/// Once for each command, wherever one is asked about; in no output, and in exact arithmetic never.
#[test]
fn overflows_are_warned_of_once() {
    let spec = "sig N { k: Int } run { some n: N | plus[n.k, 1] > 1 } for 1";
    for arguments in [&["find", "-"][..], &["count", "-"], &["translate", "-", "--emit", "bounds"]]
    {
        let loud = korrel_on(spec, arguments);
        assert_eq!(loud.stderr.matches("[W0001]").count(), 1, "{arguments:?}: {}", loud.stderr);
        let quiet = korrel_on(spec, &[arguments, &["-q"]].concat());
        assert_eq!((quiet.stdout, quiet.stderr.as_str()), (loud.stdout, ""), "{arguments:?}");
        let exact = korrel_on(&format!("{spec} but 0..3 Int"), arguments);
        assert_eq!(exact.stderr, "", "{arguments:?}");
    }
    let two = format!("{spec} {}", spec.split_once("} ").expect("it has a run").1);
    let check = korrel_on(&two, &["check", "-"]);
    assert_eq!(check.stderr.matches("[W0001]").count(), 2, "{}", check.stderr);
}

/// Quiet is about remarks; a mistake is none.
#[test]
fn quiet_keeps_errors() {
    let run = korrel_on("sig A {} run {} for 3 B", &["find", "-", "-q"]);
    assert!(run.stderr.contains("E0014"), "{}", run.stderr);
}
