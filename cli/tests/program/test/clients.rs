//! Programs of two clients: what is found, and what a driver must say.

use std::collections::HashSet;

use crate::program::{Run, file, korrel, path};

/// `korrel test queue.als --traces queue --clients 2 FLAGS… -- python3 queue.py HOW`.
fn queue(flags: &[&str], how: &[&str]) -> Run {
    let test = ["test", "examples/clients/queue.als", "--traces", "queue", "--clients", "2"];
    let driver = ["--", "python3", "examples/clients/queue.py"];
    korrel(&[&test[..], flags, &driver, how].concat())
}

/// If it fails, a race is overlooked more than once in ten runs, or a right queue is blamed.
#[test]
#[ignore = "python3: cargo test -p korrel --test program -- --ignored"]
fn a_seeded_race_is_found() {
    let mut found = 0;
    for _ in 0..10 {
        found += u32::from(queue(&["--repeat", "20"], &[]).code == Some(1));
        let right = queue(&["--repeat", "20"], &["right"]);
        assert_eq!(right.code, Some(0), "{}", right.stdout);
    }
    assert!(found >= 9, "{found} of 10");
}

/// If it fails, a failure cannot be seen in the report, be run again, or be known.
#[test]
#[ignore = "python3: cargo test -p korrel --test program -- --ignored"]
fn a_race_is_told_and_run_again() {
    let run = queue(&["--repeat", "50", "--format", "json"], &[]);
    assert_eq!(run.code, Some(1), "{}{}", run.stdout, run.stderr);
    let end = run.end();
    assert_eq!((&end["status"], &end["inputs"]), (&"complete".into(), &43.into()));
    let records = run.records();
    let failures: Vec<_> = records.iter().filter(|record| record["kind"] == "failure").collect();
    let keys: HashSet<&str> =
        failures.iter().filter_map(|failure| failure["key"].as_str()).collect();
    assert_eq!(keys.len(), failures.len(), "each program once");
    let smallest = failures[0];
    assert_eq!(smallest["size"], 3, "an offer before two polls, one of which is alone");
    assert_eq!(smallest["rate"][1], 50);
    assert!(smallest["calls"].as_array().is_some_and(|calls| {
        calls
            .iter()
            .all(|call| call["client"].is_u64() && call["from"].as_u64() < call["to"].as_u64())
    }));
    let key = smallest["key"].as_str().expect("it has a key");
    let again = queue(&["--repeat", "50", "--replay", key], &[]);
    assert_eq!(again.code, Some(1), "{}", again.stdout);
    assert!(again.stdout.contains("├─ poll() = Item$"), "{}", again.stdout);
    let known = file("clients", "known.jsonl", &run.stdout);
    let run = queue(&["--repeat", "20", "--replay", key, "--known", path(&known)], &[]);
    assert_eq!(run.code, Some(0), "it is known: {}", run.stdout);
    assert_eq!(queue(&["--replay", "0123456789abcdef"], &[]).code, Some(2));
}

/// If it fails, a flag is passed over in silence.
#[test]
fn flags_that_say_nothing_of_clients_are_refused() {
    let run = queue(&["-j", "2"], &[]);
    assert_eq!((run.code, &run.stdout[..]), (Some(2), ""), "{}", run.stderr);
    for part in ["`-j` is not for programs of clients", "one driver runs all of them"] {
        assert!(run.stderr.contains(part), "{}", run.stderr);
    }
}

/// If it fails, a driver that makes one call after the other passes as one that was tried by two clients, or a history is judged that
/// tells of other calls.
#[test]
fn what_is_no_history_is_told() {
    let driver = |ready: &str, reply: &str| answering(ready, reply, &[]);
    let alone = driver("", "");
    assert_eq!(alone.code, Some(2), "{}", alone.stderr);
    assert!(alone.stderr.contains("\"concurrent\":true"), "{}", alone.stderr);
    let told = [
        ("", "the history is not that of the program"),
        (
            ",\\\"history\\\":[[],[]]",
            "$.history tells of [0, 0] calls, and the clients make [1, 1]",
        ),
        (
            ",\\\"history\\\":[[{\\\"from\\\":2,\\\"to\\\":1}],[]]",
            "$.history[0][0].to: must be 2 or more, but is 1",
        ),
    ];
    for (reply, expected) in told {
        let run = driver(",\"concurrent\":true", reply);
        assert_eq!(run.code, Some(1), "{}{}", run.stdout, run.stderr);
        assert!(run.stdout.contains(expected), "{}", run.stdout);
    }
    // Both are at the same time, so nothing that a poll may return is out of order.
    let both = "{\\\"from\\\":0,\\\"to\\\":1}";
    let right = driver(",\"concurrent\":true", &format!(",\\\"history\\\":[[{both}],[{both}]]"));
    assert_eq!(right.code, Some(0), "{}{}", right.stdout, right.stderr);
}

/// Each program of two clients with one call each, by a driver that gives this answer to all.
fn answering(ready: &str, reply: &str, flags: &[&str]) -> Run {
    let script = format!(
        "read header; echo '{{\"ready\":true{ready}}}'; id=0
         while read line; do
             case $line in *'\"kind\":\"clients\"'*) echo \"{{\\\"id\\\":$id{reply}}}\";; *) echo \"{{\\\"id\\\":$id}}\";; esac
             id=$((id + 1))
         done"
    );
    let test = ["test", "examples/clients/queue.als", "--traces", "queue", "--clients", "2"];
    korrel(&[&test[..], flags, &["--calls", "1", "--", "sh", "-c", &script]].concat())
}

/// If it fails, a page leaves out which program fails, what it did, or how to run it again.
#[test]
fn a_page_shows_the_lanes() {
    let one = "{\\\"from\\\":0,\\\"to\\\":1,\\\"result\\\":null}";
    let other = "{\\\"from\\\":2,\\\"to\\\":3,\\\"result\\\":\\\"Item\\$0\\\"}";
    let reply = format!(",\\\"history\\\":[[{one}],[{other}]]");
    let run = |flags: &[&str]| answering(",\"concurrent\":true", &reply, flags);
    let page = file("clients", "page.html", "");
    std::fs::remove_file(&page).expect("it was just written");
    let told = run(&["--html", path(&page)]);
    assert_eq!(told.code, Some(1), "{}{}", told.stdout, told.stderr);
    let page = std::fs::read_to_string(page).expect("it was written");
    assert!(page.starts_with("<!doctype html>") && page == run(&["--format", "html"]).stdout);
    for line in told.stdout.lines().map(str::trim).filter(|line| line.starts_with("client ")) {
        assert!(page.contains(line), "no `{line}` in:\n{page}");
    }
    for part in [
        "client 1",
        "├─ poll() = Item$0",
        "no order of the calls explains the results",
        "--replay",
        "their schedules are sampled",
    ] {
        assert!(page.contains(part), "no `{part}` in:\n{page}");
    }
}
