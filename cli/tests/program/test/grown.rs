//! The extent that a growing scope has reached.

use serde_json::Value;

use super::{report, test};

/// There are 2^n lists of n nodes with the numbers 0 and 1.
const GROW: [&str; 2] = ["--grow", "exactly 1 List, exactly n Node, 0..1 Int"];

/// Lists of fewer nodes come again at each n.
const AGAIN: [&str; 2] = ["--grow", "exactly 1 List, n Node, 0..1 Int"];

/// The extent after this many inputs, if there are 2^n of each n.
fn extent(inputs: u64) -> String {
    let (mut n, mut rest) = (0, inputs);
    while rest >= 1 << n {
        rest -= 1 << n;
        n += 1;
    }
    let inputs = if rest == 1 { "input" } else { "inputs" };
    let complete = if n == 0 { String::new() } else { format!("COMPLETE to n = {}; ", n - 1) };
    format!("{complete}n = {n}: {rest} {inputs}")
}

fn tried(end: &Value) -> u64 {
    end["inputs"].as_u64().expect("a number")
}

/// Inputs are listed long before they are tried. If this failed, a run that ends early would claim sizes
/// that no driver has seen.
#[test]
#[ignore = "python3: cargo test -p korrel --test program -- --ignored"]
fn a_size_is_complete_once_all_its_inputs_were_tried() {
    for (grow, flags, how, status) in [
        (GROW, &["--stop-after", "1"][..], "reversed", "limit"),
        (AGAIN, &["--stop-after", "1"], "reversed", "limit"),
        (GROW, &["--stop-after", "3", "--relabel", "2", "-j", "2"], "reversed", "limit"),
        (GROW, &["--total-timeout", "3s"], "slow", "timeout"),
        (AGAIN, &["--budget", "3s"], "slow", "budget"),
    ] {
        let end = report(&[&grow[..], flags].concat(), how).end();
        assert_eq!(end["status"], status, "{flags:?}: {end}");
        assert_eq!(end["extent"], extent(tried(&end)), "{flags:?}: {end}");
    }
}

/// A run that goes on has all that the run before it has tried.
#[test]
#[ignore = "python3: cargo test -p korrel --test program -- --ignored"]
fn what_an_earlier_run_has_tried_is_complete() {
    let flags = ["--after", "4", "--stop-after", "1"];
    let end = report(&[&GROW[..], &flags].concat(), "crashes").end();
    // The run tries the inputs with the ids 5, 6 and 7; those of three nodes have the ids 7 to 14.
    assert_eq!((tried(&end), end["complete_to"].as_u64()), (3, Some(2)), "{end}");
    assert_eq!(end["extent"], "COMPLETE to n = 2; n = 3: 1 input");
}

/// The slow driver takes a fifth of a second for each. If this failed, a budget would end when all that
/// was listed is tried, minutes later.
#[test]
#[ignore = "python3: cargo test -p korrel --test program -- --ignored"]
fn no_input_begins_after_the_budget() {
    for scope in [&GROW, &["--scope", "exactly 1 List, 4 Node, 0..1 Int"]] {
        let end = report(&[&scope[..], &["--budget", "3s"]].concat(), "slow").end();
        assert_eq!(end["status"], "budget");
        assert!(tried(&end) <= 16, "{end}");
    }
}

/// If this failed, a reader would look for the reason that a run ended, and find the same number twice.
#[test]
#[ignore = "python3: cargo test -p korrel --test program -- --ignored"]
fn the_last_line_says_why_it_ended() {
    let last = |flags: &[&str], how| {
        let text = test(flags, how).stdout;
        text.lines().next_back().expect("there is a last line").to_owned()
    };
    let scope = "scope exactly 1 List, n Node, 0..1 Int for n = 0, 1, 2, …";
    let line = last(&[&AGAIN[..], &["--stop-after", "1"]].concat(), "reversed");
    let why = "there are as many failures as were asked for";
    assert_eq!(line, format!("INCOMPLETE: {why}; {}; 5 inputs, {scope}", extent(5)));
    let line = last(&[&AGAIN[..], &["--budget", "3s"]].concat(), "sort");
    let (far, total) = line.split_once("; the budget is spent (").expect("the reason");
    let total = total.strip_suffix(&format!(" inputs, {scope})")).expect("the total");
    assert_eq!(far, extent(total.parse().expect("a number")));
}

/// If this failed, the one input of a replay would be told as all of its size.
#[test]
#[ignore = "python3: cargo test -p korrel --test program -- --ignored"]
fn a_replay_does_not_grow() {
    let run = report(&[&GROW[..], &["--stop-after", "1"]].concat(), "reversed");
    let key = run.failures()[0]["key"].as_str().expect("a key").to_owned();
    let end = report(&[&GROW[..], &["--replay", &key]].concat(), "reversed").end();
    assert_eq!((end["status"].as_str(), tried(&end)), (Some("complete"), 1));
    assert_eq!((&end["extent"], &end["complete_to"]), (&Value::Null, &Value::Null));
}

/// With 2^16 integers there are more atoms than a spec can have. If this failed, whoever gave a long budget
/// would be told that it is spent.
#[test]
#[ignore = "python3: cargo test -p korrel --test program -- --ignored"]
fn what_grows_no_further_says_so() {
    let run = test(&["--grow", "exactly 1 List, exactly 0 Node, n Int", "--budget", "1h"], "sort");
    assert!(
        run.stdout.contains("\nCOMPLETE to n = 15; it does not grow further (1 input, "),
        "{}",
        run.stdout
    );
    assert!(run.stderr.contains("so the scope does not grow to n = 16"), "{}", run.stderr);
}
