//! A report of `korrel test` beside the spec.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value as Json, json};

use super::browser::Browser;
use super::clicks::idle;
use super::server::{Server, root};

const SPEC: &str = "examples/merge_sort/list.als";

/// A program in the repository's folder, with Korrel's package for Python.
fn there(program: &str) -> Command {
    let mut command = Command::new(program);
    command.current_dir(root()).env("PYTHONPATH", "packages/python/src");
    command
}

/// The report on Python's merge sort with this fault.
fn report(fault: &[&str]) -> String {
    let run = there(env!("CARGO_BIN_EXE_korrel"))
        .args(["test", SPEC, "--format", "json", "--", "python3", "examples/merge_sort/list.py"])
        .args(fault)
        .stderr(Stdio::inherit())
        .output();
    String::from_utf8(run.expect("the program is there").stdout).expect("it is UTF-8")
}

/// If this failed, nobody would see in the page what fails, or could not send it again.
#[test]
#[ignore = "needs chromedriver, a browser and python3"]
fn failures_are_drawn_before_and_after() {
    let folder = tempfile::tempdir().expect("there is room");
    let file = folder.path().join("report.jsonl");
    let write = |text: &str| std::fs::write(&file, text).expect("it can be written");
    write(&report(&["--fault", "loses"]));
    let spec = std::fs::read_to_string(root().join(SPEC)).expect("it is there");
    let server = Server::of(&spec, &["--report", &file.display().to_string()]);
    let browser = Browser::start().expect("there is chromedriver, and a browser");
    browser.open(&server.address);
    idle(&browser);
    let told = browser.text("#report");
    // TestEra's table I: 27 lists; the fault spares 6.
    assert!(told.contains(&format!("Report of korrel test on {SPEC}")), "{told}");
    assert!(told.contains("COMPLETE: 27 inputs"), "{told}");
    assert!(told.contains("permutation 21 inputs"), "{told}");
    browser.click("#report summary");
    let titles =
        "return [...document.querySelectorAll('#report figcaption')].map((one) => one.textContent)";
    assert_eq!(browser.eval(titles), json!(["before", "after"]));
    let differs = "return document.querySelectorAll('#report .differs').length";
    assert!(browser.eval(differs).as_u64() > Some(0), "what the sort lost is marked");
    let again = browser.text("#report .again");
    let shell =
        format!("exec {} {}", env!("CARGO_BIN_EXE_korrel"), again.trim_start_matches("korrel "));
    let run = there("sh").args(["-c", &shell]).output();
    let run = run.expect("there is a shell");
    assert!(again.contains("--replay"), "{again}");
    assert_eq!(
        run.status.code(),
        Some(1),
        "it fails again: {}",
        String::from_utf8_lossy(&run.stdout)
    );

    // A save of the spec leaves it as it is; another report takes its place, but not the half of one.
    server.save(&format!("{spec}\n"));
    std::thread::sleep(Duration::from_millis(500));
    idle(&browser);
    assert_eq!(browser.eval("return document.querySelector('#report .failure').open"), true);
    let right = report(&[]);
    write(&right[..right.len() / 2]);
    std::thread::sleep(Duration::from_millis(500));
    assert_eq!(browser.eval("return document.querySelectorAll('#report .failure').length"), 1);
    write(&right);
    let begun = Instant::now();
    while browser.eval("return document.querySelectorAll('#report .failure').length") != 0 {
        assert!(begun.elapsed() < Duration::from_secs(20), "{}", browser.text("#report"));
        std::thread::sleep(Duration::from_millis(50));
    }
    assert!(browser.text("#report").contains("COMPLETE: 27 inputs"));
    assert_eq!(browser.complaints(), Vec::<Json>::new());
}

/// If this failed, whoever names a wrong file would wait for a report.
#[test]
fn what_is_no_report_is_refused() {
    let folder = tempfile::tempdir().expect("there is room");
    let spec = folder.path().join("spec.als");
    std::fs::write(&spec, "sig A {} run {}").expect("it can be written");
    for (name, why) in [("gone.jsonl", "gone.jsonl"), ("spec.als", "is not a complete report")] {
        let run = Command::new(env!("CARGO_BIN_EXE_korrel"))
            .args(["serve", "spec.als", "--no-open", "--report", name])
            .current_dir(folder.path())
            .output()
            .expect("the program is there");
        let told = String::from_utf8_lossy(&run.stderr).into_owned();
        assert_eq!(run.status.code(), Some(2), "{told}");
        assert!(told.contains(why), "{told}");
    }
}
