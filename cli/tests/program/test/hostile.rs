//! Drivers that do anything, and users who have enough: nothing is lost.

use std::io::Read;
use std::process::Stdio;
use std::time::{Duration, Instant};

use super::{LISTS, driver, report, test};
use crate::program::command;

/// Two of 27 inputs, those whose ids end with 7, are trouble; each is blamed, and no other.
#[test]
#[ignore = "python3: cargo test -p korrel --test program -- --ignored"]
fn each_failure_has_the_right_input() {
    let troubles =
        [("crashes", "exit"), ("hangs", "no answer"), ("babbles", "not a reply"), ("closes", "")];
    for (how, cause) in troubles {
        let run = report(&["--timeout", "400ms"], how);
        let ids: Vec<u64> =
            run.failures().iter().map(|failure| failure["id"].as_u64().unwrap()).collect();
        assert_eq!((run.code, &ids[..]), (Some(1), &[7, 17][..]), "{how}");
        assert_eq!(run.end()["passed"], 25, "{how}");
        assert!(run.causes()[0].contains(cause), "{how}: {:?}", run.causes());
        let details = run.failures()[0]["causes"][0]["details"].to_string();
        assert_eq!(
            how == "babbles",
            details.contains("only replies go to standard output"),
            "{how}"
        );
    }
}

/// If it failed, a driver with a typo would be started for every input of the scope, twice.
#[test]
#[ignore = "python3: cargo test -p korrel --test program -- --ignored"]
fn a_driver_that_answers_nothing_is_given_up() {
    for drivers in ["1", "3"] {
        let run = report(&["-j", drivers], "dies");
        assert_eq!((run.code, run.end()["inputs"].as_u64()), (Some(1), Some(10)));
        assert_eq!(run.end()["status"], "alike");
        assert!(run.stderr.contains("`--keep-going` tries all"), "{}", run.stderr);
    }
    let stuck = report(&["--timeout", "200ms"], "stuck");
    assert_eq!((stuck.code, stuck.end()["inputs"].as_u64()), (Some(1), Some(3)));
    assert_eq!(stuck.end()["status"], "alike");
    let all = report(&["--keep-going"], "dies");
    assert_eq!((all.end()["status"].as_str(), all.failures().len()), (Some("complete"), 27));
}

/// If it failed, a line that is no reply could not be looked at again: a replay would refuse the driver, for it begins with
/// that input.
#[test]
#[ignore = "python3: cargo test -p korrel --test program -- --ignored"]
fn a_line_that_is_no_reply_is_replayed() {
    let failure = &report(&["--keys"], "babbles").failures()[0];
    let again = report(&["--replay", failure["key"].as_str().unwrap()], "babbles");
    assert_eq!((again.code, again.failures().len()), (Some(1), 1));
    assert_eq!(again.failures()[0]["causes"], failure["causes"]);
}

#[test]
#[ignore = "python3: cargo test -p korrel --test program -- --ignored"]
fn last_words_are_shown() {
    let run = test(&[], "crashes");
    assert!(run.stdout.contains("last words"), "{}", run.stdout);
}

#[test]
#[ignore = "python3: cargo test -p korrel --test program -- --ignored"]
fn a_driver_may_take_so_much_memory() {
    let run = report(&["--driver-memory", "100M", "--timeout", "20s"], "eats");
    assert_eq!(run.end()["failed"], 1);
    assert!(run.causes()[0].contains("memory"), "{:?}", run.causes());
}

/// A JVM needs long to start; a driver that never is ready must not hold anybody up for ever.
#[test]
#[ignore = "python3: cargo test -p korrel --test program -- --ignored"]
fn a_driver_must_be_ready_in_time() {
    let begun = Instant::now();
    let run = test(&["--start-timeout", "300ms"], "late");
    assert_eq!(run.code, Some(2));
    assert!(run.stderr.contains("cannot be started"), "{}", run.stderr);
    assert!(begun.elapsed() < Duration::from_secs(20));
}

#[test]
#[ignore = "python3: cargo test -p korrel --test program -- --ignored"]
fn time_for_all_of_it() {
    let run = report(&["--total-timeout", "1500ms"], "slow");
    assert_eq!((run.code, run.end()["status"].as_str()), (Some(3), Some("timeout")));
    let tried = run.end()["inputs"].as_u64().unwrap();
    assert!((1..27).contains(&tried), "{tried}");
}

/// The user's Ctrl-C ends it at once, with a report of what was done.
#[test]
#[ignore = "python3: cargo test -p korrel --test program -- --ignored"]
fn an_interrupt_leaves_a_report() {
    let driver = driver("slow");
    let mut child = command(&[&["test", LISTS, "--format", "json"][..], &driver[..]].concat())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program was built for this test");
    std::thread::sleep(Duration::from_millis(1500));
    let killed =
        std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(killed.expect("there is `kill`").success());
    let mut text = String::new();
    child.stdout.take().unwrap().read_to_string(&mut text).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let last = text.lines().last().expect("there is a line");
    assert!(last.contains("\"status\":\"interrupted\""), "{text}");
}
