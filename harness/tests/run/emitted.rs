//! Tests that are written for others: they must fail while the fault is there, and pass once it is not.

use std::path::Path;
use std::process::Command;
use std::sync::atomic::AtomicBool;

use korrel_harness::emit::{Framework, Judged, emit};
use korrel_harness::report::{Collector, Report, ReportHeading, RunStatus};
use korrel_harness::{Plan, Stops, TestRun, run};
use serde_json::json;

use crate::graphs::{driver, lists, plan, question};
use crate::support::Nobody;

const PICK: usize = 1;

/// The text that is written for a program that picks the first for the last; the tests start
/// another one.
fn written(framework: Framework, starts: &str, judged: Judged) -> String {
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
    let end = run(asked, &mut inputs, &mut collector);
    let report = collector.end(&end, RunStatus::Interrupted);
    emit(framework, &report, &question, &|_| judged.clone())
}

/// Writes the tests for a right program and for a wrong one, and runs both.
fn is_right(framework: Framework, name: &str, runs: impl Fn(&Path) -> bool) {
    let folder = tempfile::tempdir().unwrap();
    let evaluator = |code: i32| Judged::Eval {
        words: vec!["sh".into(), "-c".into(), format!("exit {code}")],
        is_several: true,
    };
    let same = json!({ "objects": { "L$0": { "$type": "L", "head": null } } });
    let cases = [
        ("none", Judged::Not, true),
        ("first", Judged::Not, false),
        ("none", evaluator(0), true),
        ("none", evaluator(1), false),
        ("none", Judged::Only { post: same, result: None }, false),
    ];
    for (starts, judged, expected) in cases {
        let file = folder.path().join(name);
        std::fs::write(&file, written(framework, starts, judged.clone())).unwrap();
        assert_eq!(runs(&file), expected, "{starts} {judged:?}");
    }
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
