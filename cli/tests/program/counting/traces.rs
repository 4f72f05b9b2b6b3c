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
