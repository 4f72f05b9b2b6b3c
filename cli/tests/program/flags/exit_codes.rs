//! The table of exit codes: scripts branch on them.

use crate::program::{ENDLESS, file, korrel, korrel_on, path};

const ONE: &str = "sig A {} run {} for exactly 1 A";
const NONE: &str = "sig A {} fact { some A no A } run {} for 2";

/// Else a script would take a found input for a missing one.
#[test]
fn find_gives_0_if_there_is_an_instance() {
    assert_eq!(korrel_on(ONE, &["find", "-"]).code, Some(0));
}

/// Else `find`, which only lists, would be confused with `check`, which judges.
#[test]
fn find_ignores_expect() {
    let run = korrel_on(&format!("{ONE} expect 0"), &["find", "-"]);
    assert_eq!((run.code, run.instances().len()), (Some(0), 1));
}

/// A counterexample is an instance of the negation.
#[test]
fn find_gives_0_for_a_counterexample() {
    let run = korrel_on("sig A {} check { no A } for exactly 1 A", &["find", "-"]);
    assert_eq!((run.code, run.instances().len()), (Some(0), 1));
}

/// Else a generator that generates nothing would pass unnoticed.
#[test]
fn find_gives_1_and_a_reason_if_there_is_none() {
    let run = korrel_on(NONE, &["find", "-"]);
    assert_eq!(run.code, Some(1));
    assert!(!run.stderr.is_empty(), "nothing says why the list is empty");
    assert_eq!(run.end()["status"], "complete");
    assert_eq!(run.end()["count"], 0);
}

/// A valid assertion is the good news, but `find` was asked for a counterexample.
#[test]
fn find_gives_1_for_a_valid_assertion() {
    let run = korrel_on("sig A {} check { A = A } for 2", &["find", "-"]);
    assert_eq!((run.code, run.instances().len()), (Some(1), 0));
}

/// 2 tells a caller to look at the command line or the spec, not at the result.
#[test]
fn mistakes_give_2() {
    let wrong = "sig A {} run {} for 3 B";
    for (input, arguments) in [
        (wrong, vec!["find", "-"]),
        (wrong, vec!["count", "-"]),
        ("sig A {", vec!["find", "-"]),
        (ONE, vec!["find", "-", "no_such_command"]),
        (ONE, vec!["find", "-", "--scope", "3 C"]),
        (ONE, vec!["find", "-", "--no-such-flag"]),
        (ONE, vec!["find", "-", "--timeout", "soon"]),
        (ONE, vec!["find", "-", "--proof", "no.drat", "--shard", "1/2"]),
        (ONE, vec!["find", "specs/no_such_file.als"]),
        (ONE, vec!["count", "specs/no_such_file.als"]),
        (ONE, vec!["check", "specs/no_such_file.als"]),
        (ONE, vec!["no_such_subcommand"]),
        (ONE, vec![]),
    ] {
        let run = korrel_on(input, &arguments);
        assert_eq!(run.code, Some(2), "{arguments:?} on {input}\n{}", run.stderr);
        assert_eq!(run.stdout, "", "{arguments:?}: standard output carries data only");
        assert!(!run.stderr.is_empty(), "{arguments:?}: nothing says what is wrong");
    }
}

/// Help that was asked for is data.
#[test]
fn help_and_version_give_0() {
    for flag in ["--help", "--version"] {
        let run = korrel(&[flag]);
        assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{flag}");
        assert!(run.stdout.contains("orrel"), "{flag}");
    }
}

/// An incomplete list must not be taken for the whole one.
#[test]
fn find_gives_3_when_time_runs_out() {
    let run = korrel_on(ENDLESS, &["find", "-", "--timeout", "100ms"]);
    assert_eq!(run.code, Some(3));
    assert_eq!(run.end()["status"], "timeout");
    assert_eq!(run.end()["count"], run.instances().len());
}

/// A count so far on standard output would be read as the count.
#[test]
fn count_gives_3_and_no_number_when_time_runs_out() {
    let run = korrel_on(ENDLESS, &["count", "-", "--method", "list", "--timeout", "100ms"]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(3), ""));
    assert!(run.stderr.contains("\nat least "), "{}", run.stderr);
}

/// `count` has answered, whatever the number is.
#[test]
fn count_gives_0_whatever_the_number() {
    for (spec, number) in [(ONE, "1\n"), (NONE, "0\n")] {
        let run = korrel_on(spec, &["count", "-"]);
        assert_eq!((run.code, run.stdout.as_str()), (Some(0), number));
    }
}

/// `check` is the spec's own test: continuous integration looks at its code.
#[test]
fn check_judges_by_expectations() {
    for (name, text, code) in [
        ("met", "sig A {} run {} for 2 expect 3 run {} for 2 expect 1", 0),
        ("satisfiable", "sig A {} run {} for 2 expect 0", 1),
        ("unsatisfiable", "sig A {} run { some A no A } expect 1", 1),
        ("too_few", "sig A {} run {} for 2 expect 4", 1),
        ("too_many", "sig A {} run {} for 2 expect 2", 1),
        ("exactly_one_of_three", "sig A {} run {} for 2 expect = 1", 1),
        ("no_expectation", "sig A {} run { some A no A }", 0),
        ("valid", "sig A {} check { A = A }", 0),
        ("counterexample", "sig A {} check { no A }", 1),
        ("expected_counterexample", "sig A {} check { no A } expect 1", 0),
        ("mistake", "sig A {} run {} for 3 B", 2),
    ] {
        let path = file("expectations", &format!("{name}.als"), text);
        let run = korrel(&["check", path.to_str().expect("the path is UTF-8")]);
        assert_eq!(run.code, Some(code), "{name}: {text}\n{}{}", run.stdout, run.stderr);
    }
}

/// An undecided expectation is neither met nor missed; but a missed one stays missed.
#[test]
fn check_gives_3_when_time_runs_out_unless_something_failed() {
    let endless = format!("{ENDLESS} expect 1000000000");
    let incomplete = file("expectations", "incomplete.als", &endless);
    let failed = file("expectations", "failed.als", "sig A {} check { no A }");
    let [incomplete, failed] = [&incomplete, &failed].map(|path| path.to_str().expect("UTF-8"));
    let timeout = ["--timeout", "100ms"];
    assert_eq!(korrel(&[&["check", incomplete][..], &timeout].concat()).code, Some(3));
    assert_eq!(korrel(&[&["check", incomplete, failed][..], &timeout].concat()).code, Some(1));
    assert_eq!(korrel(&[&["check", failed, incomplete][..], &timeout].concat()).code, Some(1));
}

/// Else a generator that broke before its first heap would pass for one whose heaps are right.
#[test]
fn eval_gives_3_if_it_was_given_nothing() {
    let spec = file("exit_codes", "nothing.als", ONE);
    let run = korrel_on("", &["eval", path(&spec), "--heap", "-"]);
    assert_eq!(run.code, Some(3), "{}", run.stderr);
    assert!(run.stderr.contains("nothing has been judged"), "{}", run.stderr);
}
