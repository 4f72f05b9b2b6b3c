//! Tests that are written for others: they must fail while the fault is there, and pass once it is not.

use std::path::Path;
use std::process::Command;
use std::sync::atomic::AtomicBool;

use korrel_harness::emit::{Framework, JudgedInput, emit};
use korrel_harness::report::{Collector, Report, ReportHeading, RunStatus};
use korrel_harness::{ListedInputs, Plan, Stops, TestRun, run};
use serde_json::json;

use crate::graphs::{driver, lists, plan, question};
use crate::support::{Nobody, asked};

const PICK: usize = 1;

/// The text that is written for a program that picks the first for the last. The tests start
/// another one.
fn written(framework: Framework, starts: &str, judged: JudgedInput) -> String {
    let plan = Plan { against: Some(driver("none")), ..plan("first") };
    let heading = ReportHeading {
        spec: "lists.als".to_owned(),
        driver: driver(starts).words(),
        against: driver("none").words(),
        ..ReportHeading::default()
    };
    let question = question();
    let mut collector = Collector::new(Report::new(heading, &question.operations));
    let flag = AtomicBool::new(false);
    let (stops, mut inputs) = (Stops::new(&flag, None), lists(PICK, 3));
    let asked = TestRun { plan: &plan, question: &question, oracles: &Nobody, stops: &stops };
    let end = run(asked, &mut ListedInputs { inputs: &mut inputs, collector: &mut collector });
    let report = collector.end(&end, RunStatus::Interrupted);
    emit(framework, &report, &question, &|_| judged.clone())
}

/// Writes the tests for a right program and for wrong ones, and runs them.
fn is_right(framework: Framework, name: &str, runs: impl Fn(&Path) -> bool) {
    let folder = tempfile::tempdir().unwrap();
    let evaluator = |code: i32| JudgedInput::Eval {
        words: vec!["sh".into(), "-c".into(), format!("exit {code}")],
        is_several: true,
    };
    let same = json!({ "objects": { "L$0": { "$type": "L", "head": null } } });
    let cases = [
        ("none", JudgedInput::Not, true),
        ("first", JudgedInput::Not, false),
        ("garbage", JudgedInput::Not, false),
        ("none", evaluator(0), true),
        ("none", evaluator(1), false),
        ("none", JudgedInput::Only { post: same, result: None }, false),
    ];
    for (starts, judged, expected) in cases {
        let file = folder.path().join(name);
        std::fs::write(&file, written(framework, starts, judged.clone())).unwrap();
        assert_eq!(runs(&file), expected, "{starts} {judged:?}");
    }
}

/// If this fails, an emitted test need not fail for an object that nothing leads to: the run that it stands for
/// does not.
#[test]
#[ignore = "python3: cargo test -p korrel-harness -- --ignored"]
fn garbage_is_a_difference() {
    let plan = Plan { against: Some(driver("none")), ..plan("garbage") };
    let (_, kept) = asked(&plan, &question(), &Nobody, &mut lists(PICK, 3));
    assert_eq!((kept.done.len(), kept.failures().len()), (4, 4));
}

#[test]
#[ignore = "python3: cargo test -p korrel-harness -- --ignored"]
fn pytest() {
    // Without pytest: its tests are functions.
    is_right(Framework::Pytest, "test_found.py", |file| {
        let call = "import runpy, sys\nfor name, test in runpy.run_path(sys.argv[1]).items():\n    if name.startswith('test_'): test()";
        Command::new("python3").args(["-c", call]).arg(file).output().unwrap().status.success()
    });
}

#[test]
#[ignore = "node: cargo test -p korrel-harness -- --ignored"]
fn node() {
    is_right(Framework::Node, "found.test.mjs", |file| {
        Command::new("node").arg("--test").arg(file).output().unwrap().status.success()
    });
}

#[test]
#[ignore = "compiles with cargo: cargo test -p korrel-harness -- --ignored"]
fn rust() {
    let folder = tempfile::tempdir().unwrap();
    let manifest = "[package]\nname = \"found\"\nversion = \"0.1.0\"\nedition = \"2024\"\n[workspace]\n\
        [dependencies]\nserde_json = \"1\"\n";
    std::fs::write(folder.path().join("Cargo.toml"), manifest).unwrap();
    std::fs::create_dir(folder.path().join("src")).unwrap();
    is_right(Framework::Rust, "found.rs", |file| {
        let text = std::fs::read_to_string(file).unwrap();
        std::fs::write(folder.path().join("src/lib.rs"), text).unwrap();
        let mut cargo = Command::new(env!("CARGO"));
        cargo.args(["test", "--quiet"]).current_dir(folder.path());
        let output = cargo.env("CARGO_TARGET_DIR", folder.path().join("target")).output().unwrap();
        let told = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(told.contains("running 1 test"), "{output:?}");
        output.status.success()
    });
}

#[test]
#[ignore = "a JDK and JUnit: cargo test -p korrel-harness -- --ignored"]
fn junit() {
    is_right(Framework::Junit, "FoundByKorrelTest.java", |file| {
        let (folder, jars) = (file.parent().unwrap(), "/usr/share/java/*");
        let run = |words: &[&str]| {
            Command::new(words[0]).args(&words[1..]).current_dir(folder).output().unwrap()
        };
        let compiled = run(&["javac", "-cp", jars, "-d", ".", "FoundByKorrelTest.java"]);
        assert!(compiled.status.success(), "{compiled:?}");
        let path = format!(".:{jars}");
        let launcher = "org.junit.platform.console.ConsoleLauncher";
        let output = run(&["java", "-cp", &path, launcher, "--select-class", "FoundByKorrelTest"]);
        let told = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(told.contains("1 tests found"), "{output:?}");
        output.status.success()
    });
}
