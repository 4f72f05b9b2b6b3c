//! Runs: the inputs that are sent, the judges, and the ends.

use super::{LISTS, again, driver, report, spec, test, test_on};
use crate::program::{Run, korrel};

/// TestEra's table I: of 27 lists merge sort sorts all; with the comparison turned around, 3 only.
#[test]
#[ignore = "python3: cargo test -p korrel --test program -- --ignored"]
fn merge_sort_as_published() {
    let right = report(&[], "sort");
    let end = right.end();
    assert_eq!((right.code, &end["inputs"], &end["passed"]), (Some(0), &27.into(), &27.into()));
    assert_eq!(end["status"], "complete");
    let wrong = report(&[], "reversed");
    let end = wrong.end();
    assert_eq!((wrong.code, &end["passed"], &end["failed"]), (Some(1), &3.into(), &24.into()));
    assert_eq!(wrong.failures().len(), 24);
    assert_eq!(end["groups"][0]["count"], 24);
}

/// If it failed, a first user would not see what fails, how small it is, and how to see it again.
#[test]
#[ignore = "python3: cargo test -p korrel --test program -- --ignored"]
fn the_text_says_what_matters() {
    let run = test(&["--scope", "exactly 1 List, 3 Node, 0..1 Int"], "reversed");
    let text = &run.stdout;
    assert!(text.starts_with("mergeSort: 15 inputs, 7 pass, 8 fail\n"), "{text}");
    for part in [
        "1. not sorted  (8 inputs)",
        "(2 Node)",
        "[1, 0]",
        "List$0 ─header→ Node$0",
        "MINIMAL: fails at 2 Node; all 3 inputs of 0..1 Node pass\n",
        "COMPLETE: 15 inputs, scope exactly 1 List, 3 Node, 0..1 Int\n",
    ] {
        assert!(text.contains(part), "no `{part}` in:\n{text}");
    }
    // The command that is shown sends the same input again.
    let (code, shown) = again(text);
    assert_eq!(code, Some(1));
    assert!(shown.starts_with("mergeSort: 1 input, 0 pass, 1 fail\n"), "{shown}");
}

/// The command that is shown must work as it is printed, whatever made the input fail.
#[test]
#[ignore = "python3: cargo test -p korrel --test program -- --ignored"]
fn the_command_that_is_shown_shows_the_failure_again() {
    for (flags, how, cause) in [
        (&["--relabel", "all"][..], "names", "labellings differ: the result"),
        (&["--relabel", "2", "--keys"], "names", "labellings differ: the result"),
        (&["--relabel", "all"], "label", "by name"),
        (&["--repeat", "4"], "second", "every second time"),
        (&["--timeout", "150ms", "--start-timeout", "20s"], "slow", "no answer within 150 ms"),
        (&[], "tired", "fails only after other inputs"),
    ] {
        let run = test(&[flags, &["--stop-after", "1"]].concat(), how);
        assert!(run.stdout.contains(&format!("1. {cause}")), "{how}: {}", run.stdout);
        let (code, shown) = again(&run.stdout);
        assert_eq!(code, Some(1), "{how}: {shown}");
        assert!(shown.contains(&format!("1. {cause}")), "{how}: {shown}");
    }
}

/// A key that nothing has ends the report that was begun; machines read no half of one.
#[test]
#[ignore = "python3: cargo test -p korrel --test program -- --ignored"]
fn a_key_of_no_input_is_told() {
    let replay = ["--replay", "0123456789abcdef"];
    let run = report(&replay, "sort");
    let end = run.end();
    assert_eq!((run.code, end["status"].as_str()), (Some(2), Some("error")));
    assert_eq!(end["problems"][0], "no input has the key 0123456789abcdef");
    assert!(run.stderr.contains("`--scope`"), "{}", run.stderr);
    let grow = ["--grow", "exactly 1 List, exactly n Node, 0..1 Int", "--budget", "1s"];
    let grown = test(&[&grow[..], &replay].concat(), "sort");
    assert_eq!((grown.code, grown.stdout.as_str()), (Some(2), ""));
    assert!(grown.stderr.contains("the budget ended the search: "), "{}", grown.stderr);
}

/// An operation that nobody judges passes easily; whoever reads that should know.
#[test]
#[ignore = "python3: cargo test -p korrel --test program -- --ignored"]
fn what_nobody_judges_is_said() {
    let run = test(&[], "silent");
    assert_eq!(run.code, Some(0));
    assert!(
        run.stdout.contains("checked only for exceptions, crashes and timeouts"),
        "{}",
        run.stdout
    );
}

#[test]
#[ignore = "python3: cargo test -p korrel --test program -- --ignored"]
fn what_is_thrown_is_a_failure_and_what_is_skipped_is_none() {
    let thrown = report(&[], "throws");
    assert_eq!((thrown.code, thrown.failures().len()), (Some(1), 17));
    // All lists share one cause: numbers are blanked.
    assert_eq!(thrown.end()["groups"].as_array().map(Vec::len), Some(1), "{:?}", thrown.causes());
    let skipped = report(&[], "skips");
    let end = skipped.end();
    assert_eq!((skipped.code, &end["passed"], &end["skipped"]), (Some(0), &10.into(), &17.into()));
    assert_eq!(end["skips"]["not sorted"], 17);
    // A run that tries nothing has shown nothing.
    let untried = report(&[], "skips all");
    assert_eq!((untried.code, &untried.end()["skipped"]), (Some(3), &27.into()));
    let shown = test(&[], "skips all").stdout;
    assert!(shown.contains("INCOMPLETE: every input of"), "{shown}");
}

fn against(one: &'static str, other: &'static str) -> Run {
    let (one, other) = (driver(one), driver(other));
    korrel(&[&["test", LISTS, "--format", "json"][..], &one, &["--against"], &other].concat())
}

/// Two programs that add and that choose the greatest differ where there is more than one number.
#[test]
#[ignore = "python3: cargo test -p korrel --test program -- --ignored"]
fn a_second_program_judges() {
    let first = driver("result");
    assert_eq!(against("result", "result").code, Some(0));
    let differs = against("result", "greatest");
    assert_eq!(differs.code, Some(1));
    assert_eq!(differs.causes(), ["differs from the other program: the result"]);
    assert!(differs.failures()[0]["other"]["result"].is_i64());
    let missing = korrel(&[&["test", LISTS][..], &first[..], &["--against", "--"]].concat());
    assert_eq!(missing.code, Some(2));
}

/// If this fails, 1e16 is another number than 10000000000000000, or integers that differ are taken for the same.
#[test]
#[ignore = "python3: cargo test -p korrel --test program -- --ignored"]
fn a_second_program_may_write_numbers_otherwise() {
    assert_eq!(against("float", "integer").code, Some(0));
    for other in ["65 bits", "65 bits too"] {
        let refused = against("65 bits", other);
        let cause = "cannot be compared with the other program: an integer has more than 64 bits";
        assert!(refused.causes()[0].starts_with(cause), "{:?}", refused.causes());
    }
    // The program is the same, and gives the same answer to each labelling.
    assert_eq!(report(&["--relabel", "all"], "65 bits").code, Some(0));
}

const TWO: &str = "sig List { header: lone Node } sig Node { elem: Int, next: lone Node }
    pred insert_pre[l: List, n: Node] { n not in l.header.*next }
    pred remove_pre[l: List] { some l.header }
    pred helper[l: List] { no l.header }
    run remove_pre for exactly 1 List, exactly 1 Node, 0..0 Int";

/// Operations are found by their names, each with the scope of its own command, or the one given.
#[test]
#[ignore = "python3: cargo test -p korrel --test program -- --ignored"]
fn operations_are_found_by_name() {
    let two = spec("two.als", TWO);
    let flags = ["--scope", "exactly 1 List, exactly 1 Node, 0..0 Int", "--format", "json"];
    let both = test_on(&two, &flags, "silent");
    let records = both.records();
    let ops: Vec<(&str, u64)> = records
        .iter()
        .filter(|record| record["kind"] == "op")
        .map(|op| (op["op"].as_str().unwrap(), op["inputs"].as_u64().unwrap()))
        .collect();
    assert_eq!(ops, [("insert", 2), ("remove", 2)]);
    assert_eq!(both.end()["inputs"], 4);
    let one = test_on(&two, &["--op", "remove", "--format", "json"], "silent");
    assert_eq!((one.end()["op"].as_str(), &one.end()["inputs"]), (Some("remove"), &2.into()));
    let none = test_on(&two, &["--op", "rename"], "silent");
    assert_eq!(none.code, Some(2));
    assert!(none.stderr.contains("there are: insert, remove"), "{}", none.stderr);
}

/// If it failed, a second command of an operation would be thought to be tried.
#[test]
#[ignore = "python3: cargo test -p korrel --test program -- --ignored"]
fn a_second_run_is_said_to_be_left_out() {
    let text = format!("{TWO}\nrun remove_pre for exactly 1 List, 2 Node, 0..0 Int");
    let three = spec("three.als", &text);
    let run = test_on(&three, &["--op", "remove"], "silent");
    let said = "--op remove --scope 'exactly 1 List, 2 Node, 0..0 Int'";
    assert!(run.stderr.contains(said) && run.stderr.contains("left out"), "{}", run.stderr);
    let chosen = ["--op", "remove", "--scope", "exactly 1 List, 2 Node, 0..0 Int"];
    assert_eq!(test_on(&three, &chosen, "silent").stderr, "");
    // One with a label is a command of its own, and so is tried only if it is asked for; one with a number is there for that.
    let text = TWO.replace("run remove_pre", "few: run remove_pre");
    let labelled = spec("labelled.als", &text);
    let run = test_on(&labelled, &["--op", "remove", "--total-timeout", "1s"], "silent");
    let said = "--op remove --scope 'exactly 1 List, exactly 1 Node, 0..0 Int'";
    assert!(run.stderr.contains(said) && run.stderr.contains("left out"), "{}", run.stderr);
}

/// A spec without preconditions has the operation that its first `run` names.
#[test]
#[ignore = "python3: cargo test -p korrel --test program -- --ignored"]
fn a_plain_run_is_an_operation() {
    let plain = spec("plain.als", "sig A {} pred p[a: A] {} run p for exactly 2 A");
    let run = test_on(&plain, &["--format", "json"], "silent");
    assert_eq!((run.end()["op"].as_str(), &run.end()["inputs"]), (Some("p"), &1.into()));
    let none = spec("none.als", "sig A {} assert a { no A } check a");
    assert_eq!(test_on(&none, &[], "silent").code, Some(2));
}

/// A driver that does not know an operation must not be asked it; both lists help to see why.
#[test]
#[ignore = "python3: cargo test -p korrel --test program -- --ignored"]
fn an_operation_that_the_driver_does_not_know() {
    let run = test(&[], "other");
    assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""));
    assert!(run.stderr.contains("mergeSort") && run.stderr.contains("other"), "{}", run.stderr);
}

#[test]
fn a_driver_that_cannot_be_started() {
    let run = korrel(&["test", LISTS, "--", "./no-such-driver"]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""));
    assert!(run.stderr.contains("`./no-such-driver` cannot be started"), "{}", run.stderr);
    // A report is one all the same.
    let run = korrel(&["test", LISTS, "--format", "json", "--", "./no-such-driver"]);
    assert_eq!((run.code, run.end()["status"].as_str()), (Some(2), Some("error")));
    assert_eq!(korrel(&["test", LISTS]).code, Some(2), "without a driver");
}

/// A missing module is missing each time. If this failed, whoever mends a first driver would wait for twenty starts.
#[test]
fn a_driver_that_never_is_ready_is_soon_given_up() {
    let starts = crate::program::file("test-starts", "starts", "");
    let script = format!("echo one >> '{}'; exit 1", crate::program::path(&starts));
    let run = korrel(&["test", LISTS, "--", "sh", "-c", &script]);
    assert_eq!(run.code, Some(2));
    assert!(run.stderr.contains("cannot be started: it was not ready"), "{}", run.stderr);
    assert_eq!(std::fs::read_to_string(&starts).expect("it is there").lines().count(), 3);
}
