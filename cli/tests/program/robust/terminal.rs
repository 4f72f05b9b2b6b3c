//! Text that others wrote must not control a terminal.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;

use crate::program::{command, file, path};

/// Clears the screen, turns the text around, ends the line, shows as nothing.
const HOSTILE: &str = "\u{1b}[2J\u{9b}2K\u{202e}\u{2066}\u{2028}\u{7f}\u{200b}\u{e0041}\u{7}";

/// Standard output and standard error of a run, whatever came of it.
fn written(arguments: &[&OsStr]) -> String {
    let output = command(&[]).args(arguments).output().expect("the program can be started");
    assert_ne!(output.status.code(), Some(4), "{arguments:?}");
    let text = [output.stdout, output.stderr].concat();
    String::from_utf8(text).expect("the program writes UTF-8")
}

fn assert_harmless(arguments: &[&str]) -> String {
    let arguments: Vec<&OsStr> = arguments.iter().map(OsStr::new).collect();
    let text = written(&arguments);
    let harmful = |c: char| korrel_lang::visible::is_deceptive(c) && !"\n\t".contains(c);
    assert_eq!(text.find(harmful), None, "{arguments:?} wrote\n{}", text.escape_debug());
    text
}

/// If this failed, a spec from elsewhere could clear the screen, hide a line or forge one.
#[test]
fn nothing_hostile_reaches_a_terminal() {
    let text =
        format!("sig A {{}} fact {{ some \"x{HOSTILE}y\" }} run {{}} for 1 expect 3 // {HOSTILE}");
    let good = file("terminal", "good.als", &text);
    let named = file("terminal", &format!("named{HOSTILE}\n.als"), &text);
    let syntax = file("terminal", "syntax.als", &format!("sig A{HOSTILE} {{}}"));
    let name = file("terminal", "name.als", "sig A {} fact { A.\u{2f00}\u{fe0f} in A } run {}");
    let comment = format!("sig A {{ f: /* {HOSTILE} */ Zzz }} fact {{ some A.g }} run {{}}");
    let unknown = file("terminal", &format!("unknown{HOSTILE}.als"), &comment);
    let heap = "{\"roots\":{},\"objects\":{\"a\u{9b}\u{202e}\":{\"$type\":\"A\u{9b}\"}}}";
    let heap = file("terminal", "heap.json", heap);
    let (good, named, heap) = (path(&good), path(&named), path(&heap));
    for spec in [good, named, path(&syntax), path(&name), path(&unknown), HOSTILE] {
        assert_harmless(&["find", spec, "--stats"]);
        assert_harmless(&["check", spec]);
    }
    for format in ["json", "junit"] {
        assert_harmless(&["check", named, "--format", format]);
    }
    for emit in ["ast", "model", "bounds", "circuit", "cnf"] {
        assert_harmless(&["translate", named, "--emit", emit]);
    }
    assert_harmless(&["find", named, "--dry-run"]);
    assert_harmless(&["find", named, HOSTILE]);
    assert_harmless(&["find", named, "--scope", HOSTILE]);
    assert_harmless(&["find", named, "--after", HOSTILE]);
    assert_harmless(&["find", named, "--threads", HOSTILE]);
    assert_harmless(&["find", named, &format!("--{HOSTILE}")]);
    assert_harmless(&["eval", named, "--heap", heap, HOSTILE]);
    assert_harmless(&["eval", named, "--heap", heap, "some A"]);
    assert_harmless(&["explain", HOSTILE]);
    assert_harmless(&[HOSTILE]);
}

/// If this failed, a message would show something else than what is there.
#[test]
fn what_is_hostile_is_shown() {
    let spec = file("terminal", "shown\u{1b}.als", "sig A { f: /* \u{9b} */ Zzz }");
    let text = assert_harmless(&["find", path(&spec)]);
    assert!(text.contains("shown\\u{1b}.als:1:20"), "{text}");
    assert!(text.contains("sig A { f: /* \u{fffd} */ Zzz }"), "{text}");
    let usage = assert_harmless(&["find", "--\u{9b}"]);
    assert!(usage.contains("'--\\u{9b}'"), "{usage}");
}

/// If this failed, escaping would change the data.
#[test]
fn json_keeps_the_data() {
    let text = format!("sig A {{}} run {{ some \"x{HOSTILE}y\" }} for 1 expect 3");
    let spec = file("terminal", "data.als", &text);
    for (arguments, key) in
        [(&["find"][..], "command"), (&["check", "--format", "json"], "command")]
    {
        let written = assert_harmless(&[arguments, &[path(&spec)]].concat());
        let first = written.lines().next().expect("a record comes");
        let record: serde_json::Value = serde_json::from_str(first).expect("JSON");
        let expected = format!("x{HOSTILE}y");
        assert!(record[key].as_str().is_some_and(|text| text.contains(&expected)), "{first}");
    }
}

/// Names of files need not be text.
#[test]
fn file_names_of_any_bytes() {
    let text = written(&[OsStr::new("find"), OsStr::from_bytes(b"no\x9b\xff\x1b.als")]);
    assert!(!text.contains(|c: char| c.is_control() && c != '\n'), "{}", text.escape_debug());
}
