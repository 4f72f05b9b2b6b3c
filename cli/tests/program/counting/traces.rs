//! Counts of traces and of their beginnings.

use crate::program::korrel_on;

/// Else an argument that nothing reads would make a formula true at the end of a beginning: the search would list what the
/// evaluator refuses.
#[test]
fn an_argument_that_is_not_read_reaches_nowhere() {
    let spec = "var sig B {} fun h[s: set B]: set B { B } run { lone h[B'] } for 2 but 1 steps";
    let counted = korrel_on(spec, &["count", "-", "--prefixes"]);
    assert_eq!((counted.code, counted.stdout.as_str()), (Some(0), "2\n"));
    let listed = korrel_on(spec, &["find", "-", "--prefixes", "--verify", "--bare", "-n", "0"]);
    assert_eq!((listed.code, listed.stdout.lines().count()), (Some(0), 2), "{}", listed.stderr);
}

/// Else a trace would be listed once for each way to unroll its loop.
#[test]
fn a_trace_is_its_least_lasso() {
    let spec = "var sig P {} run {} for 1 but 4 steps";
    let counted = korrel_on(spec, &["count", "-"]);
    // Of two values, words that are no powers, before each none of the words that end as the loop does.
    assert_eq!((counted.code, counted.stdout.as_str()), (Some(0), "48\n"));
    let longer = korrel_on(spec, &["count", "-", "--steps", "exactly 4"]);
    assert_eq!((longer.code, longer.stdout), (Some(0), counted.stdout));
}

/// Else a verdict would be told of a scope that it was not found in.
#[test]
fn other_steps_are_in_the_text_of_the_command() {
    let spec = "var sig P {} check { always no P } for 2 but 4 steps";
    let checked = korrel_on(spec, &["check", "-", "--steps", "3..6"]);
    assert!(
        checked.stdout.contains("check { always no P } for 2 but 3..6 steps"),
        "{}",
        checked.stdout
    );
    let found = korrel_on(spec, &["find", "-", "--steps", "2", "-n", "1"]);
    assert!(found.stdout.contains("for 2 but 1..2 steps\""), "{}", found.stdout);
}

/// Else an assertion would be said to hold that is broken early in beginnings of which no part is a beginning by itself.
#[test]
fn what_breaks_an_assertion_need_not_be_the_last_state() {
    let lamps = "sig Lamp {} var sig Burnt in Lamp {}
        fact { no Burnt and always (Burnt in Burnt' and lone Burnt' - Burnt) }";
    let found = |fact: &str, check: &str| {
        let spec = format!("{lamps} {fact} check {{ {check} }} for exactly 2 Lamp, 4 steps");
        let run = korrel_on(&spec, &["find", "-", "--prefixes", "--verify", "--bare", "-n", "1"]);
        let found = run.stdout.lines().count();
        assert_eq!(run.code, Some(1 - found as i32), "{spec}: {}", run.stderr);
        found
    };
    let all = "fact { eventually Burnt = Lamp }";
    let by_name = "pred end { eventually Burnt = Lamp } fact { not not end }";
    for (fact, check, expected) in [
        ("", "always some Burnt", 1),
        (all, "always some Burnt", 1),
        (by_name, "always all l: Lamp | l in Burnt", 1),
        (all, "always (no Burnt implies Burnt' = Burnt)", 1),
        (all, "always lone Lamp", 1),
        (all, "always lone Burnt or always some Burnt", 1),
        ("", "always lone Burnt or always (some Burnt or Burnt' = Burnt)", 1),
        (all, "always (no Burnt implies some Lamp - Burnt)", 0),
        ("", "always all l: Burnt | l in Burnt'", 0),
    ] {
        assert_eq!(found(fact, check), expected, "{fact} {check}");
    }
}

/// Lamps that burn out, and what is said of them.
const LAMPS: &str = "sig Lamp {} var sig Burnt in Lamp {}
    pred burns { some l: Lamp - Burnt | Burnt' = Burnt + l }";

fn warning(facts: &str, command: &str, arguments: &[&str]) -> Option<String> {
    let spec = format!("{LAMPS} fact {{ {facts} }} {command}");
    let run = korrel_on(&spec, &[&["count", "-"], arguments].concat());
    assert_eq!((run.code, run.stdout.as_str()), (Some(0), "0\n"), "{spec}: {}", run.stderr);
    run.stderr.lines().find(|line| line.contains("W0017")).map(str::to_owned)
}

/// Else a system that ends would be taken for one about which all that is asserted holds; or one that goes on longer than
/// the scope, or whose facts contradict each other, for one that ends.
#[test]
fn every_trace_ends_is_said_where_it_is_so() {
    let said = |facts: &str, command: &str| warning(facts, command, &[]).is_some();
    // Three lamps last for two more states.
    assert!(said("no Burnt and always burns", "run {} for 3 but 5 steps"));
    assert!(said("no Burnt and always burns", "check { always no Burnt } for 3 but 5 steps"));
    assert!(!said("no Burnt and always burns", "run {} for 3 but 3 steps"), "too early to say");
    // It is the command that asks for the steps.
    assert!(said("no Burnt", "run { always burns } for 2 but 5 steps"));
    assert!(!said("no Burnt", "check { not always burns } for 2 but 5 steps"), "others go on");
    // What must still come true comes too late for the scope.
    let wait = "no Burnt and always (burns or Burnt' = none and Burnt = Lamp)";
    assert!(!said(wait, "run { always some Burnt } for 2 but 5 steps"), "it contradicts itself");
    assert!(!said(wait, "run {} for exactly 5 Lamp, 3 steps"), "the loop is longer");
    let pending = format!("{wait} and eventually Burnt = Lamp");
    assert!(!said(&pending, "run {} for exactly 5 Lamp, 3 steps"), "the end is beyond the scope");
    assert!(!said("some Burnt and no Burnt", "run {} for 3"), "there is no trace at all");
    let prefixes = warning("some Burnt and no Burnt", "run {} for 3", &["--prefixes"]);
    assert_eq!(prefixes, None);
}

/// Else a step of the spec would not be left out when it is typed, or a field be meant that another sig has, too.
#[test]
fn the_step_that_mends_it_is_written_out() {
    let spec =
        "var sig A { var f: set A, g: set B } var sig B { var f: set A } sig C { var h: lone C }
        fact { no h and always some h' and always no h } run {}";
    let run = korrel_on(spec, &["count", "-"]);
    let step = "`or (A' = A and B' = B and (A <: f)' = A <: f and (B <: f)' = B <: f and h' = h)`";
    assert!(run.stderr.contains(step), "{}", run.stderr);
    let mended =
        "var sig A { var f: set A, g: set B } var sig B { var f: set A } sig C { var h: lone C }
        fact { no h and always (some h' and no h or (A' = A and B' = B and (A <: f)' = A <: f and
        (B <: f)' = B <: f and h' = h)) } run {} for 1 but 2 steps";
    let run = korrel_on(mended, &["count", "-"]);
    assert_ne!((run.code, run.stdout.as_str()), (Some(0), "0\n"), "{}", run.stderr);
}
