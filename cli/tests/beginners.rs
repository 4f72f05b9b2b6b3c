//! The mistakes of beginners, and the messages that they read.
//!
//! Each kind of mistake has a file in `beginners/`. Its first line describes the mistake;
//! then come cases, each below a line `=== …`: a spec, which `korrel find -n 1` is given, or commands
//! after `$ `, run in `beginners/files`. The snapshot beside it holds each case with the program's
//! output.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

const KORREL: &str = env!("CARGO_BIN_EXE_korrel");

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/beginners")
}

/// If this failed, someone who is new would read another message than the one that was looked at.
#[test]
fn each_mistake_is_answered_as_recorded() {
    let entries = std::fs::read_dir(folder()).expect("the folder is in the repository");
    let files = entries.map(|entry| entry.expect("a folder lists its entries").path());
    let mut files: Vec<_> = files.filter(|file| file.extension() == Some("txt".as_ref())).collect();
    files.sort();
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("beginners");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| {
        for file in files {
            let name = file.file_stem().expect("it has a name").to_string_lossy().into_owned();
            insta::assert_snapshot!(name, answered(&file));
        }
    });
}

/// The file with an answer after each case.
fn answered(file: &Path) -> String {
    let text = std::fs::read_to_string(file).expect("the file was listed");
    let mut cases = text.split("\n=== ");
    let mut told = format!("{}\n", cases.next().expect("splitting gives one part").trim());
    for case in cases {
        let (title, input) = case.split_once('\n').expect("a case has a title");
        told += &format!("\n=== {title}\n");
        told += &match input.starts_with("$ ") {
            true => commands(input),
            false => spec(input),
        };
    }
    told
}

fn spec(text: &str) -> String {
    let text = format!("{}\n", text.trim_end());
    let mut korrel = Command::new(KORREL);
    korrel
        .args(["find", "-", "-n", "1"])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped());
    let mut korrel = korrel.spawn().expect("the program was built for this test");
    let mut input = korrel.stdin.take().expect("it is a pipe");
    input.write_all(text.as_bytes()).expect("the program reads its input");
    drop(input);
    format!("{text}\n{}", told(&korrel.wait_with_output().expect("it ends")))
}

fn commands(text: &str) -> String {
    let mut all = String::new();
    for command in text.lines().filter_map(|line| line.strip_prefix("$ ")) {
        let mut shell = Command::new("sh");
        shell.args(["-c", &command.replace("korrel ", "\"$KORREL\" ")]).env("KORREL", KORREL);
        shell.current_dir(folder().join("files")).stdin(Stdio::null());
        let output = shell.output().expect("there is a shell");
        all += &format!("$ {command}\n{}\n", told(&output));
    }
    all
}

/// The output, and the exit code unless all is well.
fn told(output: &Output) -> String {
    let streams = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes));
    let mut told = String::new();
    for line in streams.iter().flat_map(|stream| stream.lines()) {
        told += line.trim_end();
        told += "\n";
    }
    match output.status.code() {
        Some(0) => told,
        code => format!("{told}exit {}\n", code.map_or("by a signal".into(), |c| c.to_string())),
    }
}
