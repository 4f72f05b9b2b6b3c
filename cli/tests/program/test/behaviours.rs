//! Behaviours: the traces of a model in Quint, call by call.

use super::{again, fails_again};
use std::path::PathBuf;

use crate::program::{Run, file, korrel, root};

/// `korrel test --itf … FLAGS… -- python3 bank.py HOW`.
fn replay(flags: &[&str], how: &[&str]) -> Run {
    let traces = [0, 1, 2].map(|at| format!("examples/quint/bank_{at}.itf.json"));
    let traces: Vec<&str> = traces.iter().map(String::as_str).collect();
    let driver = ["--", "python3", "cli/tests/program/test/bank.py"];
    korrel(&[&["test", "--itf"][..], &traces, flags, &driver, how].concat())
}

/// A file that nothing was written to.
fn log(folder: &str) -> PathBuf {
    let log = file(folder, "log", "");
    let _ = std::fs::remove_file(log.with_file_name("log.once"));
    log
}

/// The calls of the traces, each beginning once: a tree made by hand of the files.
fn beginnings() -> (usize, usize) {
    let mut keys = std::collections::HashSet::new();
    let mut ends = std::collections::HashSet::new();
    for at in 0..3 {
        let text =
            std::fs::read_to_string(root().join(format!("examples/quint/bank_{at}.itf.json")));
        let trace: serde_json::Value =
            serde_json::from_str(&text.expect("it is there")).expect("it is JSON");
        let mut key = String::new();
        for state in trace["states"].as_array().expect("there are states") {
            let picks = &state["mbt::nondetPicks"];
            key += &format!("{} {picks};", state["mbt::actionTaken"]);
            keys.insert(key.clone());
        }
        ends.insert(key);
    }
    (keys.len(), ends.len())
}

/// If it fails, a beginning is called twice, or a call of a trace is left out.
#[test]
#[ignore = "python3: cargo test -p korrel --test program -- --ignored"]
fn every_call_of_the_traces_is_made_once() {
    let (calls, behaviours) = beginnings();
    for how in ["right", "right+snapshots"] {
        let log = log(&format!("behaviours {how}"));
        let run = replay(&["--format", "json"], &[how, log.to_str().expect("it is text")]);
        assert_eq!(run.code, Some(0), "{}{}", run.stdout, run.stderr);
        assert_eq!(run.end()["inputs"], calls);
        assert_eq!(run.end()["status"], "complete");
        let log = std::fs::read_to_string(log).expect("it was written");
        let count = |kind: &str| log.lines().filter(|line| *line == kind).count();
        match how {
            "right" => assert_eq!((count("reset"), count("snapshot")), (behaviours, 0)),
            _ => assert_eq!((count("reset"), count("call")), (1, calls), "{log}"),
        }
    }
}

/// If it fails, the report depends on how the driver goes back.
#[test]
#[ignore = "python3: cargo test -p korrel --test program -- --ignored"]
fn snapshots_change_no_report() {
    for how in ["costs", "throws", "skips", "crashes"] {
        let [plain, kept] =
            [how.to_owned(), format!("{how}+snapshots")].map(|how| replay(&[], &[&how]).stdout);
        assert_eq!(plain, kept.replace("+snapshots", ""), "{how}");
    }
}

/// If it fails, a user does not see what went wrong, or cannot see it again.
#[test]
#[ignore = "python3: cargo test -p korrel --test program -- --ignored"]
fn each_fault_is_told_and_shown_again() {
    for (how, flags, cause) in [
        ("costs", &[][..], "balances differs"),
        ("throws", &[], "Closed: by #"),
        ("crashes", &[], "crash: exit code 3"),
        ("hangs", &["--timeout", "150ms"], "no answer within 150 ms"),
        ("other", &[], "the trace has no variable `other`"),
        ("objects", &[], "bad reply"),
    ] {
        fails_again(&replay(flags, &[how]), cause);
    }
}

/// If it fails, a program that does something else each time passes for one with a fault, or for a right one.
#[test]
#[ignore = "python3: cargo test -p korrel --test program -- --ignored"]
fn what_does_not_come_again_is_told() {
    let log = log("behaviours once");
    let run = replay(&["--format", "json"], &["once", log.to_str().expect("it is text")]);
    assert_eq!(run.causes(), ["not repeatable"], "{}", run.stdout);
    assert_eq!(run.end()["failed"], 1);
}

/// If it fails, a failure is called one that does not come again, and the process that was to show it hung before.
#[test]
#[ignore = "python3: cargo test -p korrel --test program -- --ignored"]
fn a_process_that_hangs_denies_no_failure() {
    let log = log("behaviours stuck");
    let flags = ["--timeout", "300ms", "--format", "json"];
    let run = replay(&flags, &["once+stuck", log.to_str().expect("it is text")]);
    assert_eq!(run.causes(), ["balances differs"], "{}", run.stdout);
    let failure = &run.failures()[0];
    let details = failure["causes"][0]["details"].to_string();
    assert!(details.contains("in a fresh process: no answer within 300 ms"), "{details}");
    assert_eq!(failure.get("confirmed"), None, "{failure}");
}

/// If it fails, a driver that tells nothing proves everything.
#[test]
#[ignore = "python3: cargo test -p korrel --test program -- --ignored"]
fn what_is_not_told_is_said() {
    let run = replay(&[], &["silent"]);
    assert_eq!(run.code, Some(0), "{}", run.stdout);
    assert!(run.stdout.contains("checked only for exceptions, crashes and timeouts"));
    let note = "the driver's answers tell nothing of `balances`, so nothing of that was compared";
    assert!(run.stderr.contains(note), "{}", run.stderr);
    let skipped = replay(&[], &["skips"]);
    assert!(
        skipped.stdout.contains("skipped 2: closed") || skipped.code == Some(3),
        "{}",
        skipped.stdout
    );
}

/// If it fails, flags of a spec are passed over in silence, and files that are no traces, too.
#[test]
fn traces_that_cannot_be_replayed_are_refused() {
    let driver = ["--", "true"];
    let trace = "examples/quint/bank_0.itf.json";
    for (words, part) in [
        (&["--itf", trace, "--scope", "3"][..], "cannot be used with '--scope"),
        (&["--itf", trace, "--relabel", "2"], "`--relabel` is not for behaviours"),
        (&["specs/merge_sort.als", "--itf", trace], "cannot be used with"),
        (&["--itf", "specs/merge_sort.als"], "is no trace"),
        (&["--itf", "nothing.json"], "cannot read `nothing.json`"),
        (&["--itf", trace, "--itf-action", "balances"], "names no action"),
        (
            &["--itf", trace, "--itf-action", "nothing"],
            "state 1: nothing says which action was taken",
        ),
        (&["--itf", trace, "--replay", "0123456789abcdef"], "has this key"),
    ] {
        let run = korrel(&[&["test"][..], words, &driver].concat());
        assert_eq!(run.code, Some(2), "{words:?}: {}", run.stderr);
        assert!(run.stderr.contains(part), "{words:?}: {}", run.stderr);
        assert_eq!(run.stdout, "", "{words:?}");
    }
}

/// `korrel test queue.als --traces behaviours FLAGS… -- python3 queue.py HOW`.
fn queue(flags: &[&str], how: &[&str]) -> Run {
    let test = ["test", "examples/queue/queue.als", "--traces", "behaviours"];
    korrel(&[&test[..], flags, &["--", "python3", "examples/queue/queue.py"], how].concat())
}

/// The number of calls of each action in all behaviours of a queue with room for two of so many jobs, which are named in
/// the order of their first use: written from the description alone.
fn calls_of_a_queue(queue: &[usize], used: usize, jobs: usize, left: usize) -> [u64; 2] {
    let mut found = [0, 0];
    if left == 0 {
        return found;
    }
    let mut go_on = |action: usize, queue: &[usize], used: usize| {
        let below = calls_of_a_queue(queue, used, jobs, left - 1);
        found = [found[0] + below[0], found[1] + below[1]];
        found[action] += 1;
    };
    for job in (0..jobs.min(used + 1)).filter(|job| !queue.contains(job) && queue.len() < 2) {
        go_on(0, &[queue, &[job]].concat(), used.max(job + 1));
    }
    if let [_, rest @ ..] = queue {
        go_on(1, rest, used);
    }
    found
}

/// If it fails, a behaviour is left out, or made twice under other names.
#[test]
#[ignore = "python3: cargo test -p korrel --test program -- --ignored"]
fn all_behaviours_of_a_spec_are_made_once() {
    for (jobs, states) in [(3, 4), (3, 6), (2, 7), (1, 4)] {
        let scope = format!("exactly {jobs} Job");
        let flags = ["--scope", &scope, "--steps", &states.to_string(), "--format", "json"];
        let run = queue(&flags, &["right"]);
        assert_eq!(run.code, Some(0), "{}{}", run.stdout, run.stderr);
        let of = |op: &str| {
            let records = run.records();
            let told = records.iter().find(|record| record["op"] == op).expect("it is called");
            told["inputs"].as_u64().expect("it is a number")
        };
        assert_eq!([of("put"), of("take")], calls_of_a_queue(&[], 0, jobs, states - 1), "{scope}");
    }
}

/// If it fails, steps that no call can show are passed over in silence. Each state with calls left may stay as it is.
#[test]
#[ignore = "python3: cargo test -p korrel --test program -- --ignored"]
fn steps_that_no_action_takes_are_counted() {
    let spec = std::fs::read_to_string(root().join("examples/queue/queue.als"));
    let spec = spec.expect("it is there");
    let stays = spec.replace(
        "or take[j])",
        "or take[j]) or Queue.first' = Queue.first and Queue.second' = Queue.second }",
    );
    let stays = stays.replace("always (some j", "always { (some j");
    let stays = file("behaviours", "stays.als", &stays);
    for (states, jobs) in [(2, 3), (4, 3), (5, 2)] {
        let scope = format!("exactly {jobs} Job");
        let steps = states.to_string();
        let test = ["test", stays.to_str().expect("it is text"), "--traces", "behaviours"];
        let driver = ["--", "python3", "examples/queue/queue.py", "right"];
        let flags = ["--scope", &scope, "--steps", &steps];
        let run = korrel(&[&test[..], &flags, &["--format", "json"], &driver].concat());
        assert_eq!(run.code, Some(0), "{}{}", run.stdout, run.stderr);
        let before: u64 = calls_of_a_queue(&[], 0, jobs, states - 2).iter().sum();
        assert_eq!(run.end()["silent"], 1 + before, "{flags:?}");
        let text = korrel(&[&test[..], &flags, &driver].concat());
        let line = text.stdout.lines().find(|line| line.starts_with("SILENT: "));
        let number = format!("SILENT: {} ", 1 + before);
        assert!(line.is_some_and(|line| line.starts_with(&number)), "{}", text.stdout);
    }
}

/// If it fails, a fault of several calls is not seen, or not where it is.
#[test]
#[ignore = "python3: cargo test -p korrel --test program -- --ignored"]
fn a_fault_of_two_calls_is_found_and_shown_again() {
    let run = queue(&[], &[]);
    assert_eq!(run.code, Some(1));
    for part in ["1. put  examples/queue/queue.als:10", "1. put(j Job$0)", "2. put(j Job$1)  fails"]
    {
        assert!(run.stdout.contains(part), "no `{part}` in:\n{}", run.stdout);
    }
    let (code, shown) = again(&run.stdout);
    assert_eq!(code, Some(1), "{shown}");
    assert!(shown.contains("2. put(j Job$1)  fails"), "{shown}");
}

/// If it fails, a failure is called the shortest though shorter behaviours were not made.
#[test]
#[ignore = "python3: cargo test -p korrel --test program -- --ignored"]
fn a_part_of_the_behaviours_claims_no_shortest_failure() {
    let whole = queue(&[], &[]);
    assert!(whole.stdout.contains("MINIMAL: put fails at 2 calls"), "{}", whole.stdout);
    for flags in [
        ["--stop-after", "1"],
        ["--shard", "1/2"],
        ["--shard", "2/2"],
        ["--cover-traces", "transitions"],
    ] {
        let run = queue(&flags, &[]);
        assert!(!run.stdout.contains("MINIMAL"), "{flags:?}: {}", run.stdout);
    }
    let (_, shown) = again(&whole.stdout);
    assert!(!shown.contains("MINIMAL"), "{shown}");
}

/// If it fails, what was not tried is passed over in silence.
#[test]
fn behaviours_that_cannot_be_made_are_refused() {
    let text = "var sig A {} fact { always eventually no A } run {} for 2 but 3 steps";
    let unnamed = file("behaviours refused", "unnamed.als", text);
    let unnamed = unnamed.to_str().expect("it is text");
    for (words, part) in [
        (&[unnamed, "--traces", "0"][..], "no step has a name: there is nothing to call"),
        (&["specs/merge_sort.als", "--traces", "0"], "beginnings are those of traces"),
        (
            &["examples/queue/queue.als", "--traces", "nothing"],
            "no command, predicate or assertion",
        ),
        (&["examples/queue/queue.als", "--steps", "3"], "--traces <COMMAND>"),
        (
            &["examples/queue/queue.als", "--traces", "0", "--op", "put"],
            "`--actions NAME,…` names the predicates that are calls",
        ),
        (
            &["examples/queue/queue.als", "--traces", "0", "--record", "failures"],
            "`--replay KEY` makes the calls",
        ),
        (&["examples/queue/queue.als", "--traces", "0", "--after", "3"], "`--shard I/N`"),
        (&["examples/queue/queue.als", "--traces", "0", "--lazy"], "snapshots save calls"),
        (&["examples/queue/queue.als", "--traces", "0", "--grow", "n"], "grow by `--steps`"),
    ] {
        let run = korrel(&[&["test"][..], words, &["--", "true"]].concat());
        assert_eq!(run.code, Some(2), "{words:?}: {}", run.stderr);
        assert!(run.stderr.contains(part), "{words:?}: {}", run.stderr);
    }
}
