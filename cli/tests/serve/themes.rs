//! A theme that is saved while the page is open.

use std::fs::File;
use std::time::{Duration, Instant};

use serde_json::json;

use super::server::{Server, root};

/// If this failed, the report would be drawn as the theme was at first, or nobody would learn what is wrong with the theme.
#[test]
fn a_saved_theme_is_heeded_and_told_of() {
    let folder = tempfile::tempdir().expect("there is room");
    let (theme, said) = (folder.path().join("mine.thm"), folder.path().join("said"));
    let save = |view: &str| {
        let text = format!("<alloy> <view> {view} </view> </alloy>");
        std::fs::write(&theme, text).expect("it can be written");
    };
    save("");
    let report = root().join("cli/tests/program/formats/v0_1_0/report.jsonl");
    let report = report.canonicalize().expect("it is there");
    let flags =
        ["--theme", theme.to_str().expect("UTF-8"), "--report", report.to_str().expect("UTF-8")];
    let messages = File::create(&said).expect("it can be written");
    let spec = "sig Counter { n: Int } run {} for 1";
    let server = Server::telling(spec, &flags, messages.into());
    let drawn = || server.ask(&json!({"ask": "report"})).to_string();
    let told = || std::fs::read_to_string(&said).expect("it is there");
    let until = |what: &str, is_so: &dyn Fn() -> bool| {
        let begun = Instant::now();
        while !is_so() {
            assert!(begun.elapsed() < Duration::from_secs(30), "{what}: {}", told());
            std::thread::sleep(Duration::from_millis(20));
        }
    };
    let shape = "class=\\\"shape\\\"";
    assert!(!drawn().contains(shape));
    save(
        "<node shape=\"House\" fontsize=\"9\"> <type name=\"Counter\"/> <type name=\"Gone\"/> </node>",
    );
    until("the report is drawn anew", &|| drawn().contains(shape));
    until("what is passed over is told", &|| {
        told().contains("fontsize") && told().contains("`Gone`")
    });
    save("<node>");
    until("a lasting mistake is told", &|| told().contains("error"));
    assert!(drawn().contains(shape), "the last theme stays");
    save("");
    until("it is a theme again", &|| !drawn().contains(shape));
    assert_eq!(
        [told().matches("error").count(), told().matches("`Gone`").count()],
        [1, 1],
        "{}",
        told()
    );
}
