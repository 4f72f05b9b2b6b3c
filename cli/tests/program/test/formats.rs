//! One report for people, machines and browsers.

use super::{report, test};
use crate::program::korrel;

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
    assert!(html.stdout.starts_with("<!doctype html>"), "{}", html.stdout);
    let has_tables = html.stdout.contains("\"record\":") && html.stdout.contains("class=\\\"node");
    assert!(has_tables, "states are drawn, and their fields told: {}", html.stdout);
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

/// The output of a driver must not turn a terminal around.
#[test]
#[ignore = "python3: cargo test -p korrel --test program -- --ignored"]
fn what_deceives_is_shown() {
    for format in ["text", "json", "junit", "tap", "html"] {
        let run = test(&["--format", format], "deceives");
        assert!(!run.stdout.contains(['\u{202e}', '\u{1b}']), "{format}");
        assert_eq!(run.code, Some(1));
    }
}

/// If this failed, who reads the text could not have the page of the same run, or a page would be lost.
#[test]
#[ignore = "python3: cargo test -p korrel --test program -- --ignored"]
fn a_page_beside_the_report() {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let (file, stored) = (folder.path().join("page.html"), folder.path().join("report.jsonl"));
    let page = file.to_str().expect("the folder's name is a text");
    let run = test(&["--html", page], "reversed");
    let written = std::fs::read_to_string(&file).expect("the page is there");
    assert_eq!(run.stdout, test(&[], "reversed").stdout);
    assert_eq!(written, test(&["--format", "html"], "reversed").stdout);
    let again = test(&["--html", page], "reversed");
    assert_eq!(again.code, Some(2), "{}", again.stderr);
    assert_eq!(std::fs::read_to_string(&file).expect("it is there"), written);
    let missing = folder.path().join("no/page.html");
    let unwritable = test(&["--html", missing.to_str().expect("a text")], "reversed");
    assert_eq!((unwritable.code, unwritable.stdout.as_str()), (Some(2), ""));
    std::fs::write(&stored, report(&[], "reversed").stdout).expect("there is room");
    std::fs::remove_file(&file).expect("it is ours");
    korrel(&["merge", stored.to_str().expect("a text"), "--html", page]);
    assert_eq!(std::fs::read_to_string(&file).expect("the page is there"), written);
    let left = std::fs::read_dir(folder.path()).expect("it is there").count();
    assert_eq!(left, 2, "a part is left");
}

/// If this failed, one would have to read JSON to know which inputs fail beside the smallest.
#[test]
#[ignore = "python3: cargo test -p korrel --test program -- --ignored"]
fn all_failures_of_a_group_are_named() {
    let stream = report(&[], "reversed");
    let listed = test(&["--list"], "reversed").stdout;
    let (_, list) = listed.split_once("\n     all ").expect("they are listed");
    for failure in stream.failures() {
        let line = format!("\n       {} (", failure["key"].as_str().expect("it has a key"));
        assert_eq!(list.matches(&line).count(), 1, "{line}{list}");
    }
    assert!(!test(&[], "reversed").stdout.contains("     all "));
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let stored = folder.path().join("report.jsonl");
    std::fs::write(&stored, &stream.stdout).expect("there is room");
    let stored = stored.to_str().expect("the folder's name is a text");
    assert_eq!(korrel(&["merge", stored, "--list"]).stdout, listed);
    assert!(
        korrel(&["merge", stored, "--list", "--format", "html"]).stdout.contains("\"all\":[\"")
    );
}
