//! Progress is for people: on a terminal, and nowhere else.

use std::process::Command;

use crate::program::{ENDLESS, command, file, path, root};

/// The text on a terminal to which both streams of a command go.
fn on_a_terminal(words: &str) -> String {
    let line = format!("{} {words}", env!("CARGO_BIN_EXE_korrel"));
    let mut script = Command::new("script");
    let script = script.args(["-qec", &line, "/dev/null"]).env("TERM", "xterm").current_dir(root());
    let output = script.output().expect("there is `script`");
    String::from_utf8(output.stdout).expect("the program writes UTF-8")
}

/// If this failed, who counts or lists into a file for hours would not see how far it is; or instances that go to the
/// terminal would be mixed with it.
#[test]
#[ignore = "script, of util-linux: cargo test -p korrel --test program -- --ignored"]
fn on_a_terminal_that_shows_nothing_else() {
    let spec = file("progress", "endless.als", ENDLESS);
    let spec = path(&spec);
    let out = spec.replace("endless.als", "out.jsonl");
    let _ = std::fs::remove_file(&out);
    let _ = std::fs::remove_file(format!("{out}.part"));
    let counted = on_a_terminal(&format!("count --method list {spec} --timeout 2s"));
    assert!(counted.contains(" instances/s"), "{counted}");
    let found = on_a_terminal(&format!("find {spec} -n 200000 -o {out}"));
    assert!(found.contains(" of 200,000 instances in "), "{found}");
    let shown = on_a_terminal(&format!("find {spec} -n 3"));
    assert!(shown.contains("\"kind\":\"end\"") && !shown.contains(" instances in "), "{shown}");
    let driver = "read -r h; echo {\\\"ready\\\":true}; while read -r l; do sleep 0.1; echo {\\\"id\\\":0}; done";
    let tried = on_a_terminal(&format!("test specs/merge_sort.als -- sh -c '{driver}'"));
    assert!(tried.contains(" of 27 inputs in "), "{tried}");
}

/// If this failed, a log would be full of it.
#[test]
fn nowhere_else() {
    let spec = file("progress", "piped.als", ENDLESS);
    let output =
        command(&["count", "-q", "--method", "list", path(&spec), "--timeout", "1s"]).output();
    let told = String::from_utf8(output.expect("it runs").stderr).expect("it is UTF-8");
    assert!(told.starts_with("at least ") && told.lines().count() == 1, "{told}");
}
