//! Each flag acts; each mistake is told.

use crate::program::{command, file, korrel, path};
use crate::{COUNTER, counter};

/// If one of these failed, a flag would do nothing, and nobody would notice.
#[test]
fn each_flag_acts() {
    let told = |flags: &[&str], how: &str, code: i32, line: &str| {
        let run = counter(flags, how);
        assert_eq!(run.code, Some(code), "{flags:?}: {}", run.stderr);
        assert!(run.stdout.contains(line), "{flags:?} {line}:\n{}", run.stdout);
    };
    told(&["--depth", "0"], "right", 0, "STATES: 1 within 0 calls; by calls: 1\n");
    told(&["--depth", "2"], "right", 0, "STATES: 5 within 2 calls; by calls: 1 2 2\n");
    told(&["--scope", "1 Counter, 0..2 Int"], "right", 0, "STATES: 3 within 1 calls");
    told(&["--op", "add"], "right", 0, "add: 14 inputs, 14 pass");
    told(&["--stop-after", "1"], "throws", 1, "INCOMPLETE");
    told(&["--fresh-every", "1"], "right", 0, "STATES: 7");
    told(&["--total-timeout", "1ms"], "right", 3, "");
    told(
        &["--timeout", "5s", "--start-timeout", "5s", "--driver-memory", "1G"],
        "right",
        0,
        "STATES: 7",
    );
}

/// A call that fails is told with the calls before it, and leads to no state.
#[test]
fn calls_that_fail() {
    let run = counter(&[], "wraps");
    assert_eq!(run.code, Some(1), "{}", run.stderr);
    let lines = [
        "add: 8 inputs, 5 pass, 3 fail",
        "c.n' is 0",
        "calls: zero() add(2) add(2)",
        "STATES: 4 within 2 calls",
    ];
    lines.iter().for_each(|line| assert!(run.stdout.contains(line), "{line}:\n{}", run.stdout));
    let run = counter(&[], "throws");
    assert!(run.stdout.contains("1. Overflow: #"), "{}", run.stdout);
    let run = counter(&[], "nothing");
    assert!(
        run.stdout.contains("the answer names no state: its result must be a Counter"),
        "{}",
        run.stdout
    );
}

/// If one of these failed, whoever makes the mistake would not learn what to do.
#[test]
fn mistakes() {
    let told = |flags: &[&str], how: &str, message: &str| {
        let run = counter(flags, how);
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{flags:?}: {}", run.stderr);
        assert!(run.stderr.contains(message), "{message}:\n{}", run.stderr);
    };
    told(&[], "none", "the driver names no constructors");
    told(&[], "other", "the driver does not know add");
    told(&["--invariant", "odd"], "right", "there is no predicate `odd`");
    told(&["--against", "add_pre"], "right", "`add_pre` is not an invariant");
    told(&["--op", "sub"], "right", "there is no operation `sub`");
    told(&["--against", "even", "--invariant", "even"], "right", "cannot be used with");
    told(&["--select"], "right", "--emit-test");
    let missing = korrel(&["explore", COUNTER, "--", "/no/such/driver"]);
    assert!(
        missing.code == Some(2) && missing.stderr.contains("cannot be started"),
        "{}",
        missing.stderr
    );
    let none = command(&["explore", COUNTER]).output().expect("it runs");
    assert_eq!(none.status.code(), Some(2));
    let strings = "sig S {} pred add_pre[s: S, t: String] {}";
    let strings = file("explore", "strings.als", strings);
    let driver = "read h; echo '{\"ready\":true,\"constructors\":[\"zero\"]}'; read l; \
        echo '{\"id\":0,\"post\":{\"objects\":{\"S$0\":{\"$type\":\"S\"}}},\"result\":\"S$0\"}'; read l";
    let run = korrel(&["explore", path(&strings), "--", "sh", "-c", driver]);
    assert_eq!(run.code, Some(2), "{}", run.stderr);
    assert!(
        run.stdout.contains("`add` takes a `string`, whose values cannot be listed"),
        "{}",
        run.stdout
    );
}
