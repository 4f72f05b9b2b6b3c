//! One minimal spec for each mistake, and what the program says of it.
//!
//! A message is documentation: a change of its words, its place or its help shows as a difference from
//! the snapshot beside the spec, and is looked at before it is accepted (`cargo insta review`). The
//! file's name starts with the code that it provokes.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/diagnostics")
}

/// The program's output on standard error, in the folder of the specs so that paths are short.
fn message(arguments: &[&str]) -> String {
    let output = run(arguments);
    let message = String::from_utf8(output.stderr).expect("messages are UTF-8");
    if !message.starts_with("warning") {
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {message}");
        assert!(output.stdout.is_empty(), "{arguments:?} is wrong, and yet gives output");
    }
    trimmed(&message)
}

fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_korrel"))
        .args(arguments)
        .current_dir(folder())
        .stdin(Stdio::null())
        .output()
        .expect("the program was built for this test")
}

/// The message without the lines that only appear on a machine so busy that a mistake takes twenty
/// seconds to find.
fn trimmed(message: &str) -> String {
    let lines =
        message.lines().filter(|line| !line.starts_with("note: no instance was found within"));
    lines.map(|line| format!("{}\n", line.trim_end())).collect()
}

fn check(name: &str, message: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("diagnostics");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, message));
}

/// The command that finds a spec's mistake.
fn command(name: &str) -> &str {
    match &name[..5] {
        // Mistakes in operations and drivers.
        "E0051" | "E0053" | "E0055" | "E0056" | "E0057" => "test",
        "W0010" | "W0027" | "W0028" | "W0029" => "check",
        "W0018" => "explore",
        "W0026" => "show",
        "E0054" => "sample",
        // What is told of traces needs no search.
        "W0013" | "W0014" | "W0015" => "translate",
        _ => "find",
    }
}

/// The arguments after the spec, if a mistake needs them.
fn arguments(name: &str) -> &[&str] {
    match name {
        "E0019-two_fit" => &["p"],
        "E0019-unknown" => &["repOK"],
        "E0019-no_such_index" => &["3"],
        "E0004-chain" => &["second"],
        "E0026-extension" | "E0026-module" => &["--strict-alloy"],
        "E0051-input_alone" | "E0053-no_parameter" => &["--", "./driver"],
        "E0053-misspelt" => &["--op", "remov", "--", "./driver"],
        "E0055-missing" => &["--", "./driver"],
        "E0055-undashed" => &["python3", "driver.py"],
        "E0056-cat" => &["--", "cat"],
        "E0057-id" => &["--replay", "123", "--", "./driver"],
        "W0026-theme" => &["--format", "svg", "--theme", "theme.thm"],
        "W0025-endless" => &["--timeout", "2s"],
        "E0048-after" => &["--after", "3"],
        "W0010-idle" => &["--vacuity"],
        "W0013-redundant" | "W0014-static" | "W0015-invariant" | "W0015-step" => {
            &["--emit", "model"]
        }
        "E0054-negative" => &["--weight", "minus[#Leaf, #Branch]"],
        "W0001-wrap" => &["--overflow", "wrap"],
        "scope-unknown_sig" => &["--scope", "3 Nodes"],
        _ => &[],
    }
}

#[test]
fn messages_are_as_recorded() {
    let entries = std::fs::read_dir(folder()).expect("the folder of specs is in the repository");
    let mut names: Vec<String> = entries
        .filter_map(|entry| {
            let file = entry.expect("a folder lists its entries").file_name();
            Some(file.to_str()?.strip_suffix(".als")?.to_string())
        })
        .collect();
    names.sort();
    for name in &names {
        let file = format!("{name}.als");
        let message = message(&[&[command(name), file.as_str()], arguments(name)].concat());
        if name.starts_with(['E', 'W']) {
            // Else the snapshot would be of another mistake than the one in its name.
            assert!(message.contains(&format!("[{}]", &name[..5])), "{name}:\n{message}");
        }
        check(name, &message);
    }
}

/// A code without a spec is one whose message nobody has looked at.
#[test]
fn every_code_has_a_spec() {
    for code in korrel_lang::code::ALL {
        let entries =
            std::fs::read_dir(folder()).expect("the folder of specs is in the repository");
        let has_spec = entries
            .map(|entry| entry.expect("a folder lists its entries").file_name())
            .any(|file| file.to_str().is_some_and(|name| name.starts_with(code.name())));
        assert!(has_spec, "{code}");
    }
}

#[test]
fn files_that_are_no_specs() {
    check("file-missing", &message(&["find", "no_such_file.als"]));
    check("file-directory", &message(&["find", "."]));
    check("file-empty_input", &message(&["find", "-"]));
}

/// A scope on the command line has no file; its text is shown all the same.
#[test]
fn scopes_on_the_command_line() {
    for (name, scope) in [
        ("scope-syntax", "3 but"),
        ("scope-empty", ""),
        ("scope-negative", "-1 Node"),
        ("scope-words", "three Node"),
        ("scope-for_twice", "for for 3"),
        ("scope-range", "4..2 Node"),
    ] {
        let scope = format!("--scope={scope}");
        check(name, &message(&["find", "scope-unknown_sig.als", &scope]));
    }
}

/// The messages of `korrel eval` about wrong heaps.
#[test]
fn heaps() {
    for (name, heap) in [
        ("E0028-misfit", "misfit.json"),
        ("E0028-root", "root.json"),
        ("E0028-one_sig", "one_sig.json"),
        ("E0029-violated", "cycle.json"),
        ("E0046-count", "count.jsonl"),
        ("E0047-sets", "many.json"),
    ] {
        let heap = format!("heaps/{heap}");
        let asked =
            if name.starts_with("E0047") { "all s: set Node | lone s.next" } else { "acyclic" };
        let (spec, asked) = match name {
            "E0028-one_sig" => ("heaps/one_sig.als", "some Node"),
            _ => ("heaps/list.als", asked),
        };
        let output = run(&["eval", spec, "--heap", &heap, asked]);
        let code = match &name[..5] {
            "E0046" => 2,
            "E0047" => 3,
            _ => 1,
        };
        assert_eq!(output.status.code(), Some(code), "{name}");
        let message = String::from_utf8(output.stderr).expect("messages are UTF-8");
        assert!(message.contains(&format!("[{}]", &name[..5])), "{name}:\n{message}");
        check(name, &trimmed(&message));
    }
}
