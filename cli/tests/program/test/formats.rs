//! The same report for people, machines and browsers.

use super::{report, test};

#[test]
#[ignore = "python3: cargo test -p korrel --test program -- --ignored"]
fn each_format_is_what_it_is_called() {
    let junit = test(&["--format", "junit"], "reversed");
    assert!(junit.stdout.starts_with("<?xml"), "{}", junit.stdout);
    assert!(junit.stdout.contains("<failure"), "{}", junit.stdout);
    let tap = test(&["--format", "tap"], "reversed");
    assert!(tap.stdout.starts_with("TAP version 14\n"), "{}", tap.stdout);
    assert!(tap.stdout.contains("\nnot ok "), "{}", tap.stdout);
    let html = test(&["--format", "html"], "reversed");
    assert!(html.stdout.starts_with("<!DOCTYPE html>"), "{}", html.stdout);
    assert!(html.stdout.contains("<svg"), "states are drawn: {}", html.stdout);
    for run in [junit, tap, html] {
        assert_eq!(run.code, Some(1));
    }
}

/// A header, the failures as they come, the end.
#[test]
#[ignore = "python3: cargo test -p korrel --test program -- --ignored"]
fn json_is_a_stream() {
    let run = report(&[], "reversed");
    let header = run.header();
    assert_eq!(
        (&header["kind"], &header["spec"]),
        (&"header".into(), &"specs/merge_sort.als".into())
    );
    assert_eq!(header["scope"], "exactly 1 List, exactly 3 Node, 0..2 Int");
    let failure = &run.failures()[0];
    assert_eq!(failure["causes"][0]["cause"], "not sorted");
    assert_eq!(failure["pre"]["roots"]["this"], "List$0");
}

/// What a driver says must not turn a terminal around.
#[test]
#[ignore = "python3: cargo test -p korrel --test program -- --ignored"]
fn what_deceives_is_shown() {
    for format in ["text", "json", "junit", "tap", "html"] {
        let run = test(&["--format", format], "deceives");
        assert!(!run.stdout.contains(['\u{202e}', '\u{1b}']), "{format}");
        assert_eq!(run.code, Some(1));
    }
}
