//! `--messages json`: what a program reads that calls this one.

use serde_json::{Value, json};

use crate::program::korrel_on;

fn messages(spec: &str, arguments: &[&str]) -> Vec<Value> {
    let run = korrel_on(spec, &[arguments, &["--messages", "json"]].concat());
    let lines = run.stderr.lines().map(serde_json::from_str);
    lines.collect::<Result<_, _>>().expect("each line is an object")
}

/// If it failed, a caller would have to look for words in a text to know the mistake and its place.
#[test]
fn a_mistake_is_data() {
    let [mistake] = &messages("sig A { r: lone Bee }\nsig Be {}", &["find", "-"])[..] else {
        panic!("one mistake, one line")
    };
    let place = json!({ "file": "<stdin>", "line": 1, "column": 17, "end_line": 1, "end_column": 20,
        "label": mistake["places"][0]["label"], "primary": true });
    assert_eq!(
        json!([mistake["kind"], mistake["severity"], mistake["code"], mistake["places"]]),
        json!(["message", "error", "E0006", [place]])
    );
    let text = korrel_on("sig A { r: lone Bee }\nsig Be {}", &["find", "-"]).stderr;
    assert_eq!(format!("{}\n", mistake["text"].as_str().expect("a text")), text);
}

/// If it failed, some line would be no object, and a caller would stumble over it.
#[test]
fn all_that_is_said_is_an_object() {
    let spec = "sig A { f: set A } run { #f > 2 and no A } for 3";
    let kinds = |arguments: &[&str]| -> Vec<(Value, Value)> {
        let of = |message: &Value| (message["severity"].clone(), message["code"].clone());
        messages(spec, arguments).iter().map(of).collect()
    };
    let found = kinds(&["find", "-", "--stats"]);
    assert!(found.contains(&(json!("warning"), json!("W0001"))), "{found:?}");
    assert!(found.iter().any(|(severity, _)| severity == "note"), "{found:?}");
    let checked = kinds(&["check", "-"]);
    assert!(checked.iter().all(|(severity, _)| !severity.is_null()), "{checked:?}");
}

/// If it failed, a failure that no diagnostic tells of would look like a remark to a caller.
#[test]
fn a_failure_without_a_diagnostic_is_an_error() {
    let mut korrel = std::process::Command::new(env!("CARGO_BIN_EXE_korrel"));
    korrel.args(["find", "../specs/binary_tree.als", "--messages", "json"]);
    let Ok(full) = std::fs::File::options().write(true).open("/dev/full") else { return };
    let run = korrel.stdout(full).output().expect("it runs");
    let told = String::from_utf8(run.stderr).expect("JSON is UTF-8");
    let last: Value = serde_json::from_str(told.trim_end()).expect("one object, one line");
    assert_eq!(
        (last["kind"].as_str(), last["severity"].as_str()),
        (Some("message"), Some("error"))
    );
    let text = last["text"].as_str().expect("it has a text");
    assert!(text.starts_with("error: cannot write to standard output"), "{text}");
}
