//! Warnings about traps: where they are silent, since a false alarm is worse than none.

use crate::program::{file, korrel, path};

/// The codes of the warnings about a spec.
fn codes(name: &str, spec: &str, flags: &[&str]) -> Vec<String> {
    let file = file("traps", &format!("{name}.als"), spec);
    let run = korrel(&[&["find", path(&file), "--timeout", "2s"], flags].concat());
    let codes = run.stderr.split("warning[").skip(1);
    codes.filter_map(|rest| Some(rest.split_once(']')?.0.to_owned())).collect()
}

/// If it failed, somebody would be warned of what they meant.
#[test]
fn what_is_meant_is_no_trap() {
    let silent = [
        // A literal, a scope, or a sig that is empty.
        ("texts", "sig P { name: String } run { some p: P | p.name = \"a\" } for 2"),
        ("scope", "sig P { name: String } run {} for 2 but exactly 3 String"),
        ("no_owner", "sig P { name: String, k: Int } sig Q {} run {} for 2 Q, 0 P"),
        // Numbers that are bounded, computed with, or asked for.
        ("bounded", "sig N { k: Int } run { all n: N | n.k > 0 } for 1"),
        ("sized", "sig N { k: Int, to: set N } run { all n: N | n.k = #n.to } for 1"),
        ("width", "sig N { k: Int } run {} for 1 but 4 Int"),
        ("sequence", "sig N { to: seq N } run {} for 1"),
        // Predicates that are used, that no command could run, or that are an operation's.
        ("called", "sig N {} pred p { some N } fact { p } run {} for 1"),
        ("named", "sig N {} pred show {} run show for 1"),
        ("asserted", "sig N {} pred p { some N } assert a { p or no N } run {} for 1"),
        ("two_states", "sig N { to: lone N } pred p { to' = to } run {} for 1"),
        ("operation", "sig N {} pred f_pre[n: N] { some n } pred ok[n: N] { some N } run {} for 1"),
        ("another", "sig N {} pred p { some N } pred q { no N } run {} for 1 run q for 1"),
        // Names that are near an operation's, and have a use of their own.
        (
            "helper",
            "sig N {} pred f_pre[n: N] { f_pos[n] } pred f_pos[n: N] { some n } run f_pre for 1",
        ),
        (
            "near",
            "sig N {} pred f_pre[n: N] { some n } pred f_next[n: N] { some n } run f_pre for 1",
        ),
        // Facts make it small, or few are asked for.
        ("tree", "sig N { e: set N } fact { no e } run {} for exactly 40 N"),
        ("small", "sig N { e: set N } fact { lone N } run {} for 40 N"),
        ("few", "sig N { e: set N } run {} for exactly 6 N"),
    ];
    for (name, spec) in silent {
        assert_eq!(codes(name, spec, &[]), [""; 0], "{name}: {spec}");
    }
    let endless = "sig N { e: set N } run {} for exactly 40 N";
    assert_eq!(codes("first", endless, &["-n", "1"]), [""; 0]);
    assert_eq!(codes("endless", endless, &[]), ["W0025"]);
}

/// If it failed, a spec with twenty commands would be told the same twenty times.
#[test]
fn a_spec_is_told_once() {
    let spec = "sig N { k: Int, to: lone N } pred p { some to } run {} for 2 run {} for 3";
    let file = file("traps", "twice.als", spec);
    let run = korrel(&["check", path(&file)]);
    for code in ["W0022", "W0023"] {
        assert_eq!(run.stderr.matches(&format!("warning[{code}]")).count(), 1, "{}", run.stderr);
    }
}

/// If it failed, a longer scope would be sixteen numbers wide, and nobody would know why it takes so long.
#[test]
fn a_scope_that_loses_the_range_of_integers_is_told() {
    let spec = "sig N { k: Int } run { all n: N | n.k > 0 } for 1 but 0..3 Int";
    let file = file("traps", "range.als", spec);
    let said = |scope: &str| korrel(&["count", path(&file), "--scope", scope]).stderr;
    assert!(said("2").contains("to keep `0..3 Int`: --scope '2 but 0..3 Int'"), "{}", said("2"));
    let offered = "exactly 2 N, 0..3 Int";
    assert!(said("exactly 2 N").contains(&format!("--scope '{offered}'")));
    assert_eq!(said(offered), "");
    assert_eq!(said("2 but 3 Int"), "");
}

/// If it failed, a message would offer a scope that is none.
#[test]
fn what_is_offered_can_be_typed() {
    for (name, spec) in [
        ("default", "sig P { name: String, k: Int } run {}"),
        ("but", "sig P { name: String, k: Int } sig Q {} run {} for 3 but 2 P, 2 seq"),
        ("each", "sig P { name: String, k: Int } sig Q {} run {} for exactly 1 P, 1..2 Q"),
        ("sequence", "sig P { name: String, k: Int, more: seq P } run {} for 5"),
    ] {
        let file = file("traps", &format!("{name}.als"), spec);
        let run = korrel(&["count", path(&file), "--method", "list", "--timeout", "1s"]);
        let offered: Vec<&str> = run
            .stderr
            .split("`for ")
            .skip(1)
            .filter_map(|rest| Some(rest.split_once('`')?.0))
            .collect();
        assert_eq!(offered.len(), 2, "{}", run.stderr);
        for scope in offered {
            let run = korrel(&["find", path(&file), "-n", "1", "--scope", scope]);
            // Each scope mends one of two traps, so there may be no instance still.
            assert!(matches!(run.code, Some(0 | 1)), "{scope}: {}", run.stderr);
        }
    }
}

/// If this failed, a list without end would not be told where facts speak of its fields, or one that ends be called endless.
#[test]
#[cfg(unix)]
fn a_long_list_without_end_is_told() {
    let spec = "sig N { e: set N } fact { all n: N | n not in n.e } run {} for exactly 9 N";
    let spec = path(&file("endless", "loopless.als", spec)).to_owned();
    let find = korrel(&["find", &spec, "--timeout", "10s", "-o", "/dev/null"]);
    assert!(find.stderr.contains("[W0025]"), "{}", find.stderr);
    let count = korrel(&["count", &spec, "--method", "list", "--timeout", "10s"]);
    assert!(count.stderr.contains("[W0025]"), "{}", count.stderr);
    // Its first instance is followed by hours without one.
    let still = "sig N { e: set N } pred p { no n: N | n in n.e } run p for exactly 60 N";
    let still_path = path(&file("endless", "still.als", still)).to_owned();
    let still = korrel(&["find", &still_path, "--timeout", "12s", "-o", "/dev/null"]);
    assert!(still.stderr.contains("[W0025]"), "{}", still.stderr);
    // So is it for a count, which would stand still in silence.
    let counted = korrel(&["count", &still_path, "--method", "list", "--timeout", "12s"]);
    assert!(counted.stderr.contains("[W0025]"), "{}", counted.stderr);
    let some = korrel(&["find", &spec, "-n", "40000", "-o", "/dev/null"]);
    assert!(!some.stderr.contains("W0025"), "whoever asks for some gets them: {}", some.stderr);
    let few = "sig N { e: set N } fact { no iden & ^e } run {} for exactly 6 N";
    let few = path(&file("endless", "few.als", few)).to_owned();
    let few = korrel(&["count", &few, "--method", "list"]);
    assert_eq!((few.code, few.stdout.trim()), (Some(0), "5984"), "OEIS A003087");
    assert!(!few.stderr.contains("W0025"), "{}", few.stderr);
}
