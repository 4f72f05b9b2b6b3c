//! Output that nobody takes.

use std::process::Stdio;

use super::finish;
use crate::program::{ENDLESS, command, file, path};

/// A disk that is full: what was lost must not look like the end.
#[test]
fn a_full_disk_is_told() {
    let spec =
        path(&file("robust", "many.als", "sig A { r: set A } run {} for exactly 4 A")).to_string();
    let heaps = path(&file("robust", "heaps.json", "{\"roots\":{},\"objects\":{}}")).to_string();
    for arguments in [
        &["find", &spec][..],
        &["find", &spec, "-j", "2"],
        &["find", &spec, "--bare"],
        &["find", &spec, "--dry-run"],
        &["count", &spec],
        &["check", &spec],
        &["check", &spec, "--format", "junit"],
        &["translate", "--emit", "cnf", &spec],
        &["eval", &spec, "--heap", &heaps],
        &["explain"],
    ] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full");
        let Ok(full) = full else { return };
        let child = command(arguments)
            .stdout(Stdio::from(full))
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program was built for this test");
        let output = child.wait_with_output().expect("it is our child");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {stderr}");
        assert!(stderr.contains("cannot write"), "{arguments:?}: {stderr}");
    }
}

/// `head -0`: a pipe that is closed from the beginning, for each way to write.
#[test]
fn a_closed_pipe_is_quiet() {
    let spec = path(&file("robust", "endless.als", ENDLESS)).to_string();
    for arguments in [
        // Of a search without an end it is told that it has none.
        &["find", "-q", &spec][..],
        &["find", "-q", &spec, "-j", "2"],
        &["find", &spec, "--solver", "brute", "--scope", "exactly 2 A"],
        &["translate", "--emit", "bounds", &spec],
        &["check", "specs/binary_tree.als", "-q"],
        &["explain"],
    ] {
        let mut child = command(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program was built for this test");
        drop(child.stdout.take());
        // So that `finish` has something to read.
        let mut silent = command(&["explain", "E0001"]);
        let mut silent = silent.stdout(Stdio::piped()).spawn().expect("it was built");
        child.stdout = silent.stdout.take();
        silent.wait().expect("it is our child");
        let run = finish(child);
        assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{arguments:?}");
    }
}

/// `>&-`: what was asked for is written nowhere, and a script must not go on as if it had been read.
#[test]
fn a_closed_standard_output_is_an_error() {
    if !cfg!(unix) {
        return;
    }
    let spec = path(&file("robust", "closed.als", "sig A {} run {} for 2")).to_string();
    let heaps = path(&file("robust", "closed.json", "{\"objects\":{}}")).to_string();
    for arguments in [
        &["find", &spec][..],
        &["count", &spec],
        &["check", &spec],
        &["list", &spec],
        &["translate", "--emit", "cnf", &spec],
        &["eval", &spec, "--heap", &heaps],
        &["explain"],
        &["--help"],
    ] {
        let program = command(arguments);
        let run = |redirection: &str| {
            std::process::Command::new("sh")
                .arg("-c")
                .arg(format!("exec \"$0\" \"$@\" {redirection}"))
                .arg(program.get_program())
                .args(program.get_args())
                .output()
                .expect("there is a shell")
        };
        let output = run(">&-");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {stderr}");
        assert!(stderr.contains("cannot write to standard output"), "{arguments:?}: {stderr}");
        // A user who wants no output may have none.
        assert_eq!(run("1<>/dev/null").status.code(), Some(0), "{arguments:?}");
    }
}

/// Words that nobody can read change no code: a misspelled name is not a bug of the program.
#[test]
fn a_full_standard_error_changes_no_code() {
    let wrong = path(&file("robust", "wrong.als", "sig A {} run {} for 3 B")).to_string();
    let none = path(&file("robust", "none.als", "sig A {} run { some A and no A }")).to_string();
    let endless = path(&file("robust", "endless_too.als", ENDLESS)).to_string();
    for (arguments, code) in [
        (&["find", &wrong][..], 2),
        (&["find", &none], 1),
        (&["count", &none, "--stats"], 0),
        (&["count", &endless, "--method", "list", "--timeout", "200ms"], 3),
        (&["check", &none], 0),
    ] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full");
        let Ok(full) = full else { return };
        let status = command(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::from(full))
            .status()
            .expect("the program was built for this test");
        assert_eq!(status.code(), Some(code), "{arguments:?}");
    }
}
