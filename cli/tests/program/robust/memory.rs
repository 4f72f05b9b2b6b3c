//! Less memory than the program would like to have.

use std::process::{Command, Stdio};

use super::finish;
use crate::program::{Run, file, path, root};

/// Runs the program within an address space of so many megabytes.
fn within(megabytes: u64, arguments: &[&str]) -> Run {
    let script = format!("ulimit -v {} && exec \"$0\" \"$@\"", megabytes << 10);
    let child = Command::new("sh")
        .args(["-c", &script, env!("CARGO_BIN_EXE_korrel")])
        .args(arguments)
        .current_dir(root())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("there is a shell");
    finish(child)
}

/// If it failed, an allocation would abort the program, and the stream have no end.
#[test]
#[cfg(target_os = "linux")]
#[ignore = "memory is filled: cargo test -p korrel --test program -- --ignored robust"]
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
#[ignore = "memory is filled: cargo test -p korrel --test program -- --ignored robust"]
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

/// An address space in which only what is needed has room: a stack that is reserved generously would
/// abort the program before it has read the spec.
#[test]
#[cfg(target_os = "linux")]
fn little_address_space_suffices() {
    // Without optimisation the program itself takes 66.
    // From 150 on the allocator can reserve 64 for a thread, which leaves little.
    for megabytes in [85, 95, 110, 150, 155, 160] {
        let run = within(megabytes, &["count", "specs/binary_tree.als", "five_nodes"]);
        let said = (run.code, run.stdout.as_str());
        assert_eq!(said, (Some(0), "42\n"), "of {megabytes} MB: {}", run.stderr);
    }
}
