//! Files that are no specs, and specs in unusual files.

use std::process::Command;

use super::{assert_refused, finish, prompt, prompt_on, start};
use crate::program::{file, korrel, path, root};

/// If one failed, the user would look for his mistake in the wrong place; a panic would be ours.
#[test]
fn what_is_no_spec_is_refused() {
    for (what, bytes, code) in [
        ("empty", &b""[..], "E0020"),
        ("blank", b" \n\t", "E0020"),
        ("a comment", b"-- nothing else", "E0020"),
        ("not UTF-8", b"sig A {}\xff run {}", "E0020"),
        ("UTF-16", b"\xff\xfes\0i\0g\0 \0A\0", "E0020"),
        ("a NUL in it", b"sig A\0 {} run {}", "E0001"),
        ("NULs", &[0; 10_000], "E0001"),
        ("a mark that turns the text round", "sig A {} \u{202e} run {}".as_bytes(), "E0001"),
        ("an invisible mark in a name", "sig A\u{200f} {} run {}".as_bytes(), "E0001"),
        ("no letter", "sig 🙂 {} run {}".as_bytes(), "E0001"),
        ("cut off", b"sig A { r: set", "E0001"),
        ("an open comment", b"sig A {} /* run {}", "E0001"),
    ] {
        assert_refused(&prompt_on(bytes, &["find", "-"]), code, what);
    }
}

/// Marks that turn text round are how code is made to read as other code; they must not be shown raw.
#[test]
fn hidden_marks_are_shown() {
    let run = prompt_on("sig A {} \u{202e} run {}".as_bytes(), &["find", "-"]);
    assert!(!run.stderr.contains('\u{202e}'), "{}", run.stderr);
}

/// Editors write these, and the spec is the same.
#[test]
fn unusual_text_is_read() {
    for (what, text) in [
        ("a byte order mark", "\u{feff}sig A {} run {} for 2"),
        ("Windows' line breaks", "sig A {}\r\n-- a comment\r\nrun {} for 2\r\n"),
        ("marks in comments", "sig A {} -- \u{202e}\u{200f}\nrun {} for 2"),
        ("no line break at the end", "sig A {} run {} for 2 -- end"),
    ] {
        let run = prompt_on(text.as_bytes(), &["count", "-"]);
        assert_eq!((run.code, run.stdout.as_str()), (Some(0), "3\n"), "{what}: {}", run.stderr);
    }
}

#[test]
fn names_in_any_script() {
    for (sig, field) in
        [("Knoten", "nächster"), ("木", "葉"), ("שלום", "עוד"), ("Узел", "далее"), ("عقدة", "تالي")]
    {
        let spec = format!(
            "sig {sig} {{ {field}: lone {sig} }} run {{ some {field} }} for exactly 1 {sig} expect = 1"
        );
        let path = file("robust", "names.als", &spec);
        let run = korrel(&["check", self::path(&path)]);
        assert_eq!(run.code, Some(0), "{}{}", run.stdout, run.stderr);
        let found = korrel(&["find", self::path(&path)]);
        assert_eq!(found.header()["types"][sig][field], format!("{sig}?"), "{}", found.stdout);
    }
}

#[test]
fn what_cannot_be_read_is_refused() {
    let folder = root().join("specs");
    assert_refused(&prompt(&["find", path(&folder)]), "E0020", "a folder");
    assert_refused(&prompt(&["find", "specs/missing.als"]), "E0020", "a missing file");
    assert_refused(&prompt(&["find", "README.md/spec.als"]), "E0020", "a file below a file");
    if std::path::Path::new("/dev/zero").exists() {
        assert_refused(&prompt(&["find", "/dev/zero"]), "E0020", "a file without end");
        let spec = file("robust", "heap.als", "sig A {} run {}");
        let run = prompt(&["eval", path(&spec), "--heap", "/dev/zero"]);
        assert_refused(&run, "E0047", "a heap without end");
    }
}

/// A user who may read everything, as in many containers, has no file that is refused.
#[test]
#[cfg(unix)]
fn a_file_without_permission_is_refused() {
    use std::os::unix::fs::PermissionsExt;
    let spec = file("robust", "secret.als", "sig A {} run {}");
    let forbid = |mode| std::fs::set_permissions(&spec, std::fs::Permissions::from_mode(mode));
    forbid(0o000).expect("it is ours");
    if std::fs::read(&spec).is_err() {
        assert_refused(&prompt(&["find", path(&spec)]), "E0020", "a secret");
    }
    forbid(0o600).expect("it is ours");
}

/// A pipe with a name is read as any file; `<(…)` in a shell is one.
#[test]
fn a_named_pipe_is_read() {
    let fifo = file("robust", "fifo.als", "");
    std::fs::remove_file(&fifo).expect("it was just made");
    let Ok(made) = Command::new("mkfifo").arg(&fifo).status() else { return };
    assert!(made.success());
    let mut child = start(&["count", path(&fifo)]);
    drop(child.stdin.take());
    std::fs::write(&fifo, "sig A {} run {} for 2").expect("it is read");
    let run = finish(child);
    assert_eq!((run.code, run.stdout.as_str()), (Some(0), "3\n"), "{}", run.stderr);
    std::fs::remove_file(&fifo).expect("it is ours");
}

/// A file of 50 MB is refused at once, and one of some MB read.
#[test]
fn large_files() {
    let huge = format!("sig A {{}} run {{}}\n{}", "-- more\n".repeat(6_250_000));
    let run = prompt(&["find", path(&file("robust", "huge.als", &huge))]);
    assert_refused(&run, "E0020", "50 MB");
    let preds: String =
        (0..20_000).map(|n| format!("pred p{n} {{ some A or no A and lone A }}\n")).collect();
    let run =
        prompt(&["count", path(&file("robust", "large.als", &format!("sig A {{}} {preds}")))]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(0), "4\n"), "{}", run.stderr);
}
