//! `.github/hunts`, by the real `gh`.

use std::fs::write;
use std::process::Command;

use crate::root;
use crate::tracker::{Issues, served};
use crate::weekly::alone;

const TITLE: &str = "Hunts: the newest versions";

/// The output of a hunt: with two faults, with one, with none.
const TWO: &str = "op: 3 inputs, 1 pass, 2 fail\n\n  1. loses one  (1 input)\n     smallest: 01 (2 Node)\n\n  2. ends never  (1 input)\n     smallest: 02 (3 Node)\n";
const ONE: &str =
    "op: 3 inputs, 2 pass, 1 fail\n\n  1. loses one  (1 input)\n     smallest: 01 (2 Node)\n";
const NONE: &str = "op: 3 inputs, 3 pass\n";

#[test]
#[ignore = "needs gh and python3: cargo test -p korrel --test hunts -- --ignored workflow"]
fn workflow_keeps_an_issue() {
    // If this failed, what a new version brings would be seen by nobody, or told in an issue each week.
    let _alone = alone();
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let at = |name: &str| folder.path().join(name);
    std::fs::create_dir_all(at("hunts/list")).expect("there is room");
    write(at("hunts/list/run"), "cat examples/hunt/list/said\n").expect("there is room");
    let socket = format!("http_unix_socket: {}\n", at("socket").display());
    write(at("config.yml"), socket).expect("there is room");
    // An issue of nearly the same title is another one.
    let issues = Issues::default();
    let other = (format!("{TITLE} of ajv"), "another issue".to_owned());
    issues.lock().expect("it is new").push(other.clone());
    served(&at("socket"), issues.clone());

    // The exit code and the open issue, after a hunt whose page shows this has said that.
    let week = |shown: &str, said: &str, names: &str| {
        let page = format!("```console\n$ bash examples/hunt/list/run\n{shown}```\n");
        write(at("hunts/list/README.md"), page).expect("there is room");
        write(at("hunts/list/said"), said).expect("there is room");
        write(at("summary"), "").expect("there is room");
        let ran = Command::new(root().join(".github/hunts"))
            .args(["--pinned", "--hunts"])
            .arg(at("hunts"))
            .env("HUNTS", names)
            .env("KORREL", env!("CARGO_BIN_EXE_korrel"))
            .env("GITHUB_STEP_SUMMARY", at("summary"))
            .env("GH_CONFIG_DIR", folder.path())
            .envs([
                ("GH_HOST", "github.localhost"),
                ("GH_REPO", "github.localhost/a/b"),
                ("GH_TOKEN", "x"),
            ])
            .output()
            .expect("bash can be started");
        let summary = std::fs::read_to_string(at("summary")).expect("it was written");
        let told = format!("{summary}{}", String::from_utf8_lossy(&ran.stderr));
        let open = issues.lock().expect("no other one fails").clone();
        assert_eq!(open[0], other, "{told}");
        assert!(open.len() < 3, "{told}");
        if let Some((title, _)) = open.get(1) {
            assert_eq!(title, TITLE);
        }
        (ran.status.code(), summary, open.get(1).map(|(_, body)| body.clone()), told)
    };

    let (exit, summary, issue, told) = week(ONE, ONE, "");
    assert_eq!((exit, issue), (Some(0), None), "{told}");
    assert!(summary.starts_with("0 of 1 commands have changed."), "{told}");
    // Some hunts alone say nothing of the others.
    let (exit, _, issue, told) = week(ONE, TWO, "list");
    assert_eq!((exit, issue), (Some(0), None), "{told}");
    for (shown, said, change) in [
        (ONE, TWO, "| new fault | ends never (3 Node) |"),
        (TWO, ONE, "| mended | ends never (3 Node) |"),
        (ONE, NONE, "| new certificate | mended: loses one (2 Node) |"),
    ] {
        let (exit, summary, issue, told) = week(shown, said, "");
        assert_eq!((exit, issue.as_deref()), (Some(0), Some(&*summary)), "{told}");
        assert!(summary.contains(change), "{change}: {told}");
    }
    // It stays as it is while nothing changes, and a hunt that says nothing is a failure.
    let before = issues.lock().expect("no other one fails").clone();
    let (exit, _, _, told) = week(NONE, NONE, "");
    assert_eq!((exit, &before), (Some(0), &*issues.lock().expect("no other one fails")), "{told}");
    let (exit, summary, issue, told) = week(ONE, "", "");
    assert_eq!((exit, issue.as_deref()), (Some(1), Some(&*summary)), "{told}");
    assert!(summary.contains("| not run |"), "{told}");
}
