//! `examples/hunt/weekly`.

use std::process::Command;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::root;

/// It has one folder, so one test at a time runs it.
pub fn alone() -> MutexGuard<'static, ()> {
    static ONE: Mutex<()> = Mutex::new(());
    ONE.lock().unwrap_or_else(PoisonError::into_inner)
}

#[test]
#[ignore = "needs python3, node and npm: cargo test -p korrel --test hunts -- --ignored weekly"]
fn weekly_changes_are_told() {
    // If this failed, a fault that a new version brings, or mends, would pass unseen.
    let (_alone, root) = (alone(), root());
    let hunts = tempfile::tempdir().expect("there is room for a folder");
    let copied = Command::new("cp")
        .arg("-r")
        .args(["splice", "prepare.sh"].map(|name| root.join("examples/hunt").join(name)))
        .arg(hunts.path())
        .status();
    assert!(copied.expect("cp can be started").success());
    let readme = hunts.path().join("splice/README.md");
    let weekly = |names: &[&str]| {
        let run = Command::new(root.join("examples/hunt/weekly"))
            .args(names)
            .args(["--pinned", "--hunts"])
            .arg(hunts.path())
            .env("KORREL", env!("CARGO_BIN_EXE_korrel"))
            .output()
            .expect("python3 can be started");
        let said = String::from_utf8_lossy(&run.stderr).into_owned();
        (run.status.code(), String::from_utf8(run.stdout).expect("UTF-8"), said)
    };
    let (exit, table, said) = weekly(&["splice"]);
    assert_eq!(exit, Some(0), "{table}{said}");
    assert!(table.starts_with("0 of 3 commands have changed."), "{table}");
    // An older week: yallist passed, and arrays had a fault.
    let text = std::fs::read_to_string(&readme).expect("it was copied");
    let older = text
        .replace("408 pass, 82 fail\n", "490 pass\n")
        .replace("splice: 70 inputs, 70 pass\n", "splice: 70 inputs, 69 pass, 1 fail\n");
    std::fs::write(&readme, older).expect("there is room");
    let (exit, table, said) = weekly(&["splice"]);
    assert_eq!(exit, Some(1), "{table}{said}");
    assert!(table.starts_with("2 of 3 commands have changed."), "{table}");
    assert!(table.contains("grep pass,` | new fault | anywhere: some fail |"), "{table}");
    assert!(table.contains("| new certificate | mended: splice: some fail |"), "{table}");
    // One of two libraries does not start any more.
    let half = hunts.path().join("half");
    std::fs::create_dir(&half).expect("there is room");
    let run = "[ $1 = works ] && echo 'op: 3 inputs, 3 pass' || echo 'it does not start' >&2\n";
    std::fs::write(half.join("run"), run).expect("there is room");
    let text = "```console\n\
        $ for library in works breaks; do echo $library: $(bash examples/hunt/half/run $library); done\n\
        works: op: 3 inputs, 3 pass\n\
        breaks: op: 3 inputs, 2 pass, 1 fail\n\
        ```\n";
    std::fs::write(half.join("README.md"), text).expect("there is room");
    let (exit, table, said) = weekly(&["half"]);
    assert_eq!(exit, Some(3), "{table}{said}");
    let told = "less is counted: `breaks: op: 3 inputs, 2 pass, 1 fail` is now `breaks:` |";
    assert!(table.contains(&format!("| not run | {told}")), "{table}");
}
