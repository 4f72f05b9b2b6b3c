//! Less memory than the program would like to have.

use std::process::{Child, Command, Stdio};

use super::finish;
use super::stops::signal;
use crate::program::{ENDLESS, Run, file, path, root};

/// Runs the program within an address space of so many megabytes.
fn within(megabytes: u64, arguments: &[&str]) -> Run {
    finish(start_within(megabytes << 10, arguments))
}

/// The same, of so many kilobytes.
fn start_within(kilobytes: u64, arguments: &[&str]) -> Child {
    let script = format!("ulimit -v {kilobytes} && exec \"$0\" \"$@\"");
    Command::new("sh")
        .args(["-c", &script, env!("CARGO_BIN_EXE_korrel")])
        .args(arguments)
        .current_dir(root())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("there is a shell")
}

/// What there is at the least.
const LITTLE: [u64; 4] = [40_000, 60_000, 100_000, 160_000];

/// If it failed, what needs little would be aborted for want of stacks that nobody uses.
#[test]
#[cfg(target_os = "linux")]
fn a_search_needs_little() {
    let nothing = file("memory", "nothing.als", "sig A {} fact { no A } run { some A } for 3");
    for kilobytes in LITTLE {
        for (arguments, code, stdout) in [
            (&["count", "specs/binary_tree.als", "five_nodes"][..], 0, "42\n"),
            (&["count", "specs/binary_tree.als", "five_nodes", "-j", "8", "-q"], 0, "42\n"),
            (&["find", "--bare", path(&nothing)], 1, ""),
            (&["explain", "E0001", "--color", "never"], 0, ""),
        ] {
            let run = finish(start_within(kilobytes, arguments));
            assert_eq!(run.code, Some(code), "{kilobytes} {arguments:?}: {}", run.stderr);
            if arguments[0] != "explain" {
                assert_eq!(run.stdout, stdout, "{kilobytes} {arguments:?}");
            }
        }
    }
}

/// If it failed, an allocation that fails would abort the program, and its stream would have no end.
#[test]
#[cfg(target_os = "linux")]
fn what_does_not_fit_ends_cleanly() {
    let long = format!("sig A {{ r: set A }} run {{ some A{} }} for 3", " + A.r".repeat(200_000));
    let long = file("memory", "long.als", &long);
    let many = file("memory", "listed.als", "sig A { r, s: set A } run {} for exactly 4 A");
    for kilobytes in LITTLE {
        let run = finish(start_within(kilobytes, &["count", path(&long)]));
        assert!(matches!(run.code, Some(2 | 3)), "{kilobytes}: {:?} {}", run.code, run.stderr);
        assert_eq!(run.stdout, "");
        let listed = ["find", path(&many), "--solver", "brute", "--symmetry", "none"];
        let run = finish(start_within(kilobytes, &listed));
        assert_eq!(run.code, Some(3), "{kilobytes}: {}", run.stderr);
        assert_eq!(run.end()["status"], "memory", "{kilobytes}");
    }
}

/// If it failed, Ctrl-C would end the program that is watched over, or the one that watches, alone.
#[test]
#[cfg(target_os = "linux")]
fn signals_and_ends_pass() {
    let spec = file("memory", "endless.als", ENDLESS);
    let child = start_within(100_000, &["find", path(&spec)]);
    std::thread::sleep(std::time::Duration::from_millis(1500));
    signal(&child, "-INT");
    let run = finish(child);
    assert_eq!(run.code, Some(130), "{}", run.stderr);
    assert_eq!(run.end()["status"], "interrupted");
    assert_eq!(run.end()["count"], run.instances().len());
}

/// If it failed, an allocation would abort the program, and the stream have no end.
#[test]
#[cfg(target_os = "linux")]
fn a_search_ends_before_memory_does() {
    let spec = file("memory", "many.als", "sig A { r, s: set A } run {} for exactly 4 A");
    // Brute force keeps what it finds: 2^32 instances.
    let arguments = ["find", path(&spec), "--solver", "brute", "--symmetry", "none"];
    let run = within(1000, &arguments);
    assert_eq!(run.code, Some(3), "{}", run.stderr);
    assert_eq!(run.end()["status"], "memory");
}

/// If it failed, the translation would be aborted instead of saying what is too large.
#[test]
#[cfg(target_os = "linux")]
fn a_translation_is_refused_before_memory_runs_out() {
    let wide = "sig A { r: set A } run { some ^r & iden } for exactly 300 A";
    let run = within(1500, &["find", path(&file("memory", "wide.als", wide))]);
    match run.code {
        Some(2) => assert!(run.stderr.contains("E0022"), "{}", run.stderr),
        code => assert_eq!((code, run.end()["status"].as_str()), (Some(3), Some("memory"))),
    }
}

/// Stacks are reserved generously; where there is no room, less must do, and fewer threads.
#[test]
#[cfg(target_os = "linux")]
fn small_specs_need_little() {
    // The allocator reserves 64 MB of address space for each thread that it meets busy.
    for (threads, megabytes) in [("1", 600), ("4", 1_500)] {
        let arguments = ["count", "specs/binary_tree.als", "five_nodes", "-j", threads];
        let run = within(megabytes, &arguments);
        assert_eq!((run.code, run.stdout.as_str()), (Some(0), "42\n"), "{}", run.stderr);
    }
}
