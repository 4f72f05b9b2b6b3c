//! `korrel test`: a program on every input.

mod behaviours;
mod clients;
mod emitted;
mod flags;
mod formats;
mod grown;
mod hostile;
mod inferred;
mod judged;
#[cfg(target_os = "linux")]
mod left;
mod queued;
mod runs;
mod shards;
mod shared_trees;

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::program::{Run, korrel, path, root};

const LISTS: &str = "specs/merge_sort.als";

/// Python's driver, behaving in some way.
fn driver(how: &'static str) -> [&'static str; 4] {
    ["--", "python3", "cli/tests/program/test/driver.py", how]
}

/// `korrel test SPEC FLAGS… -- python3 driver.py HOW`.
fn test_on(spec: &str, flags: &[&str], how: &'static str) -> Run {
    korrel(&[&["test", spec][..], flags, &driver(how)].concat())
}

/// On the lists of merge sort.
fn test(flags: &[&str], how: &'static str) -> Run {
    test_on(LISTS, flags, how)
}

/// Runs a test with a report in JSON.
fn report(flags: &[&str], how: &'static str) -> Run {
    test(&[flags, &["--format", "json"]].concat(), how)
}

impl Run {
    fn failures(&self) -> Vec<serde_json::Value> {
        self.records().into_iter().filter(|record| record["kind"] == "failure").collect()
    }

    /// The causes of all failing inputs, each once, in the order in which they come.
    fn causes(&self) -> Vec<String> {
        let mut causes = Vec::new();
        for failure in self.failures() {
            let cause = failure["causes"][0]["cause"].as_str().expect("it has a cause").to_owned();
            if !causes.contains(&cause) {
                causes.push(cause);
            }
        }
        causes
    }
}

/// Runs the command that a text report shows for its first failure, as a shell reads it.
fn again(report: &str) -> (Option<i32>, String) {
    let again = report.lines().find_map(|line| line.trim().strip_prefix("again: korrel "));
    let again = again.unwrap_or_else(|| panic!("there is no such command in\n{report}"));
    let shell = format!("exec {} {again}", env!("CARGO_BIN_EXE_korrel"));
    let output = Command::new("sh").args(["-c", &shell]).current_dir(root()).output();
    let output = output.expect("there is a shell");
    (output.status.code(), String::from_utf8(output.stdout).expect("it is UTF-8"))
}

/// The run fails by this cause, and so does the command that it shows for its first failure.
fn fails_again(run: &Run, cause: &str) {
    let is_told = |shown: &str| shown.contains(&format!("1. {cause}"));
    assert_eq!(run.code, Some(1), "{cause}: {}{}", run.stdout, run.stderr);
    assert!(is_told(&run.stdout), "{cause}: {}", run.stdout);
    let (code, shown) = again(&run.stdout);
    assert!(code == Some(1) && is_told(&shown), "{cause}: {code:?} {shown}");
}

/// A folder of a test's own that is empty, or is not there.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("test").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(folder.parent().expect("it has one")).expect("it can be made");
    folder
}

/// A spec of a test's own.
fn spec(name: &str, text: &str) -> String {
    path(&crate::program::file("test-specs", name, text)).to_owned()
}
