//! Trees of behaviours that several drivers share, and short suites.

use super::Run;
use crate::program::{file, korrel, path};

/// `korrel test queues.als --traces queues FLAGS… -- python3 queues.py HOW…`.
fn queues(flags: &[&str], how: &[&str]) -> Run {
    let test = ["test", "cli/tests/program/test/queues.als", "--traces", "queues"];
    let driver = ["--", "python3", "cli/tests/program/test/queues.py"];
    korrel(&[&test[..], flags, &driver, how].concat())
}

/// If it fails, several drivers find something else than one, or shards leave out a call, or make one twice.
#[test]
#[ignore = "python3: cargo test -p korrel --test program -- --ignored"]
fn parts_of_a_tree_are_the_whole() {
    let steps = ["--steps", "5"];
    for how in [&["right", "snapshots"][..], &["corrupts", "makes"], &["swallows"], &["thirsty"]] {
        let whole = queues(&steps, how);
        for drivers in ["2", "3"] {
            let run = queues(&[&steps[..], &["-j", drivers]].concat(), how);
            assert_eq!((run.code, &run.stdout), (whole.code, &whole.stdout), "{how:?} {drivers}");
        }
        let files: Vec<String> = (1..=3)
            .map(|part| {
                let shard = format!("{part}/3");
                let flags = ["--shard", &shard, "--format", "json", "-j", "2"];
                let run = queues(&[&steps[..], &flags].concat(), how);
                let file = file("behaviours shards", &format!("{part}.jsonl"), &run.stdout);
                path(&file).to_owned()
            })
            .collect();
        let merged = korrel(&["merge", &files[2], &files[0], &files[1]]);
        assert_eq!((merged.code, &merged.stdout), (whole.code, &whole.stdout), "{how:?}");
        let partial = korrel(&["merge", &files[2], &files[0]]);
        assert!(partial.stdout.contains("missing is the shard 2"), "{}", partial.stdout);
    }
    let first = queues(&[&steps[..], &["--stop-after", "2"]].concat(), &["corrupts"]);
    let again = queues(&[&steps[..], &["--stop-after", "2", "-j", "3"]].concat(), &["corrupts"]);
    assert_eq!(first.stdout, again.stdout);
    assert!(first.stdout.contains("INCOMPLETE"), "{}", first.stdout);
}

/// The states that were gone on from, as how many jobs wait, and the most calls that were left then.
type Covered = [usize; 3];

/// The number of calls of a short suite for a queue with room for two of three jobs, which refuses what it cannot do: calls
/// in the order of actions and jobs, and a state is gone on from again if more calls are left. Written from the description.
fn calls_of_a_short_suite(queue: &[usize], used: usize, left: usize, covered: &mut Covered) -> u64 {
    if left == 0 || covered[queue.len()] >= left {
        return 0;
    }
    covered[queue.len()] = left;
    let mut found = 0;
    for job in 0..3.min(used + 1) {
        let is_refused = queue.len() == 2 || queue.contains(&job);
        let longer = [queue, &[job]].concat();
        let next = if is_refused { queue } else { &longer };
        found += 1 + calls_of_a_short_suite(next, used.max(job + 1), left - 1, covered);
    }
    found + 1 + calls_of_a_short_suite(queue.get(1..).unwrap_or_default(), used, left - 1, covered)
}

/// If it fails, a short suite leaves out a call of a state, or is none.
#[test]
#[ignore = "python3: cargo test -p korrel --test program -- --ignored"]
fn a_short_suite_makes_each_call_in_each_state() {
    let flags = ["--steps", "6", "--cover-traces", "transitions", "--format", "json"];
    let run = queues(&flags, &["right"]);
    assert_eq!(run.code, Some(0), "{}{}", run.stdout, run.stderr);
    let expected = calls_of_a_short_suite(&[], 0, 5, &mut [0; 3]);
    assert_eq!(run.end()["inputs"], expected);
    // Two calls of the empty queue, three where one job waits, four where two wait; the whole has 260 calls.
    assert!((9..100).contains(&expected), "{expected}");
    for how in ["swallows", "corrupts", "thirsty", "overtakes"] {
        assert_eq!(queues(&flags, &[how]).code, Some(1), "{how}");
    }
    let past = file(
        "behaviours past",
        "past.als",
        "one sig L { var on: lone L } fact { no on } pred flip { L.on' = L - L.on } \
         fact { always (flip and (once some on implies some L)) } run p {} for 1 but 3 steps",
    );
    let refused = korrel(&[
        "test",
        path(&past),
        "--traces",
        "p",
        "--cover-traces",
        "transitions",
        "--",
        "true",
    ]);
    assert_eq!(refused.code, Some(2), "{}", refused.stderr);
    assert!(refused.stderr.contains("more than the last state"), "{}", refused.stderr);
}

/// If it fails, what calls cover is lost, or another selection covers it.
#[test]
#[ignore = "python3: cargo test -p korrel --test program -- --ignored"]
fn calls_are_selected_by_what_they_cover() {
    let run = queues(&["--select"], &["covers"]);
    assert_eq!(run.code, Some(0), "{}{}", run.stdout, run.stderr);
    // Each call covers its name, and one of the numbers of jobs that wait after it: 0, 1, 2.
    assert!(run.stdout.contains("SELECTED: 3 calls cover all 5 things"), "{}", run.stdout);
    let several = queues(&["--select", "-j", "3"], &["covers"]);
    assert_eq!(several.stdout, run.stdout);
}
