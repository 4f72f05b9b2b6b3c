//! Each flag acts; each mistake is told.

use std::fs;

use crate::program::{Run, command, file, korrel, path, root};
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
    told(&["--scope", "1 Counter, 0..2 Int"], "right", 0, "STATES: 3 within 1 call");
    let json = counter(&["--scope", "1 Counter, 0..2 Int", "--format", "json"], "right");
    assert_eq!(json.of("header")[0]["command"], "run add_pre for 1 Counter, 0..2 Int");
    told(&["--op", "add"], "right", 0, "add: 14 inputs, 14 pass");
    told(&["--stop-after", "1"], "throws", 1, "INCOMPLETE");
    // This driver never says that it is ready, so there is no report yet that could tell the reason.
    let late = counter(&["--total-timeout", "300ms"], "late");
    assert_eq!((late.code, late.stderr.as_str()), (Some(3), "time ran out\n"));
    let stuck = counter(&["--total-timeout", "1s"], "hangs");
    assert_eq!(stuck.code, Some(3), "{}", stuck.stderr);
    assert!((stuck.stdout + &stuck.stderr).contains("time ran out"));
    told(&["--timeout", "300ms"], "hangs", 1, "no answer within 300 ms");
    let memory = ["--driver-memory", "50M", "--timeout", "50s", "--stop-after", "1"];
    told(&memory, "eats", 1, "takes more memory than 50M");
}

/// Explores the counter by a driver that notes its starts, and behaves in some way.
fn starts(flags: &[&str], how: &str) -> (Run, usize) {
    let name = format!("starts{}", flags.concat().replace(|c: char| !c.is_alphanumeric(), "_"));
    let starts = file("explore", &name, "");
    let script = format!("echo >>{}; . cli/tests/explore/drivers/counter.sh", path(&starts));
    let driver = ["--", "sh", "-c", &script, how, how];
    let run = korrel(&[&["explore", COUNTER], flags, &driver].concat());
    let lines = fs::read_to_string(&starts).expect("it was written").lines().count();
    (run, lines)
}

/// If this failed, a flag about processes of the driver would do nothing: they are counted.
#[test]
fn flags_of_drivers_act() {
    let (run, once) = starts(&[], "right");
    assert_eq!((run.code, once), (Some(0), 2), "{}", run.stderr);
    let (run, late) = starts(&["--start-timeout", "50ms"], "late");
    assert_eq!((run.code, late), (Some(2), 3), "{}", run.stderr);
    assert!(run.stderr.contains("it was not ready within 50 ms"), "{}", run.stderr);
    let (run, never) = starts(&["-j", "1"], "ends");
    assert_eq!((run.code, never), (Some(2), 3), "what it lacks it will lack again: {}", run.stderr);
}

/// If this failed, a list of states that breaks off would be called complete.
#[test]
fn more_calls_than_can_be_listed() {
    let text = fs::read_to_string(root().join(COUNTER)).expect("it is there");
    let spec = file("explore", "wide.als", &text.replace("by: Int]", "by, d, e, f, g, h: Int]"));
    let flags = ["explore", path(&spec), "--scope", "1 Counter, 0..9 Int"];
    let driver = ["--", "sh", "cli/tests/explore/drivers/counter.sh", "right"];
    let run = korrel(&[&flags[..], &driver].concat());
    assert_eq!(run.code, Some(2), "{}", run.stderr);
    for line in ["error: `add` can be called in more than", "INCOMPLETE: an error ended the run; "]
    {
        assert!(run.stdout.contains(line), "{line}:\n{}", run.stdout);
    }
    let run = korrel(&[&flags[..], &["--format", "json"], &driver].concat());
    assert_eq!((run.code, &run.end()["status"]), (Some(2), &"error".into()), "{}", run.stdout);
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

/// If one of these failed, a user who makes the mistake would not learn how to correct it.
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
    let listed = "the specs there are: book.als, counter.als, trees.als";
    let no_spec = korrel(&["explore", "cli/tests/explore/drivers/zzz", "--", "true"]);
    assert!(no_spec.stderr.contains(listed), "{}", no_spec.stderr);
    let no_report = korrel(&["merge", "cli/tests/explore/drivers/zzz"]);
    assert!(!no_report.stderr.contains(listed), "a report is no spec: {}", no_report.stderr);
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

/// If it failed, a stream whose driver was given up would pass for all states that there are.
#[test]
fn what_is_cut_is_told_in_every_format() {
    let driver = file(
        "explore",
        "once.sh",
        "[ -e \"$1\" ] && exit 1
         : > \"$1\"
         read -r header; echo '{\"ready\":true,\"ops\":[\"add\"],\"constructors\":[\"zero\"]}'; read -r line",
    );
    for (name, flags) in [("json", ["--format", "json"]), ("tests", ["--emit-test", "pytest"])] {
        let begun = file("explore", &format!("{name}.begun"), "");
        std::fs::remove_file(&begun).expect("it was made");
        let words = ["--", "sh", path(&driver), path(&begun)];
        let run = korrel(&[&["explore", COUNTER], &flags[..], &words].concat());
        assert_eq!(run.code, Some(2), "{name}: {}", run.stderr);
        assert!(run.stderr.contains("error[E0055]: "), "{name}: {}", run.stderr);
        if name == "json" {
            let end = run.of("end").remove(0);
            assert_eq!(end["status"], "error", "{end}");
            assert!(end["problems"][0].is_string(), "{end}");
        }
    }
    let driver = ["--", "sh", "cli/tests/explore/drivers/counter.sh", "throws"];
    let stopped = ["explore", COUNTER, "--stop-after", "1", "--format", "json"];
    let run = korrel(&[&stopped[..], &driver].concat());
    assert_eq!((run.code, &run.of("end")[0]["status"]), (Some(1), &"limit".into()));
    assert!(run.stderr.contains("INCOMPLETE: there are as many failures as were asked for"));
}

/// If it failed, a scope in which there is nothing to test would look like a test that was passed.
#[test]
fn nothing_to_test_is_told() {
    let driver = ["--", "sh", "cli/tests/explore/drivers/counter.sh", "right"];
    let scope = "0 Counter, 0..6 Int";
    let run = korrel(&[&["test", COUNTER, "--scope", scope], &driver[..]].concat());
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert!(run.stdout.contains("COMPLETE: 0 inputs"), "{}", run.stdout);
    let told = "nothing to test: no input of `add` exists within the scope; `korrel find";
    assert!(run.stderr.contains(told), "{}", run.stderr);
    let (_, typed) = run.stderr.split_once("`korrel find").expect("it is told");
    let (typed, _) = typed.split_once('`').expect("it ends");
    assert_eq!(typed.trim(), format!("{COUNTER} add_pre --scope '{scope}'"));
    let why = korrel(&["find", COUNTER, "add_pre", "--scope", scope]);
    assert_eq!(why.code, Some(1));
    let some = korrel(&[&["test", COUNTER], &driver[..]].concat());
    assert!(!some.stderr.contains("nothing to test"), "{}", some.stderr);
}
