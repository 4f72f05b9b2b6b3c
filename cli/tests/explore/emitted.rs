//! `--emit-test`: suites of calls, which need nothing of ours.

use std::process::{Command, Output};

use crate::program::{Run, file, korrel, path, root};
use crate::{counter, tree_map_driver};

/// Runs a suite in the repository's root.
fn run(words: &[&str]) -> (bool, String) {
    let mut command = Command::new(words[0]);
    command.current_dir(root()).args(&words[1..]).env("PYTHONPATH", "packages/python/src");
    let Output { status, stdout, stderr } = command.output().expect("it is installed");
    (status.success(), String::from_utf8_lossy(&[stdout, stderr].concat()).into_owned())
}

/// Rewrites the suite for a driver that has changed.
fn with_another_driver(suite: &Run, how: &str) -> String {
    suite.stdout.replace("\"right\"", &format!("{how:?}"))
}

/// If this failed, a suite would say nothing, or not what was found: it passes, and not with another program.
#[test]
#[ignore = "python3: cargo test -p korrel --test explore -- --ignored"]
fn pytest() {
    let suite = counter(&["--emit-test", "pytest"], "right");
    assert_eq!(suite.code, Some(0), "{}", suite.stderr);
    assert_eq!(
        suite.stdout.matches("def test_").count(),
        2,
        "to 5 and to 6: the others lie on the way"
    );
    let tried = |name: &str, text: &str| {
        let all = "\n\nfor name, test in list(globals().items()):\n    name.startswith(\"test_\") and test()\n";
        run(&["python3", path(&file("explore", name, &format!("{text}{all}")))])
    };
    let (passes, told) = tried("right.py", &suite.stdout);
    assert!(passes, "{told}");
    let (passes, told) = tried("wrong.py", &with_another_driver(&suite, "wraps"));
    assert!(!passes && told.contains("AssertionError"), "{told}");
    let (passes, told) = tried("throws.py", &with_another_driver(&suite, "throws"));
    assert!(!passes && told.contains("Overflow"), "{told}");
}

/// A map keyed by objects: what a key leads to stays, and is compared whatever the keys are called. If it failed, the
/// second call would get keys that are no objects, or a suite fail for a name.
#[test]
#[ignore = "python3, node: cargo test -p korrel --test explore -- --ignored"]
fn maps_keyed_by_objects() {
    let suite = |framework: &str| {
        let driver = ["--", "python3", "cli/tests/explore/drivers/book.py", "right"];
        let flags = ["explore", "cli/tests/explore/drivers/book.als", "--emit-test", framework];
        let run = korrel(&[&flags[..], &driver].concat());
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        assert!(run.stdout.contains("#1"), "{}", run.stdout);
        run
    };
    let all = "\n\nfor name, test in list(globals().items()):\n    name.startswith(\"test_\") and test()\n";
    let (pytest, node) = (suite("pytest"), suite("node"));
    for (how, expected) in [("right", true), ("7", true), ("forgets", false)] {
        let text = format!("{}{all}", with_another_driver(&pytest, how));
        let (passes, told) = run(&["python3", path(&file("explore", "book.py", &text))]);
        assert_eq!(passes, expected, "{how}: {told}");
        let text = with_another_driver(&node, how);
        let (passes, told) = run(&["node", "--test", path(&file("explore", "book.mjs", &text))]);
        assert_eq!(passes, expected, "{how}: {told}");
    }
}

#[test]
#[ignore = "node: cargo test -p korrel --test explore -- --ignored"]
fn node() {
    let suite = counter(&["--emit-test", "node"], "right");
    let tried =
        |name: &str, text: &str| run(&["node", "--test", path(&file("explore", name, text))]);
    let (passes, told) = tried("right.mjs", &suite.stdout);
    assert!(passes && told.contains("pass 2"), "{told}");
    let (passes, told) = tried("wrong.mjs", &with_another_driver(&suite, "wraps"));
    assert!(!passes && told.contains("fail 2"), "{told}");
}

/// A few of all calls of java.util.TreeMap that cover what all of them cover, as a suite for JUnit, which no
/// `korrel` takes part in. Without `--select` all states are on the way of some test.
#[test]
#[ignore = "a JDK and JUnit: cargo test -p korrel --test explore -- --ignored"]
fn junit() {
    let classes = &tree_map_driver("suite");
    let emitted = |flags: &[&str]| {
        let scope =
            ["--scope", "exactly 1 TreeMap, 3 Entry, 0..3 Int", "--emit-test", "junit", "--"];
        let java = [
            "java",
            "--add-opens",
            "java.base/java.util=ALL-UNNAMED",
            "-cp",
            classes,
            "TreeMapDriver",
        ];
        let words = [&["explore", "examples/tree_map/tree_map.als"], flags, &scope, &java].concat();
        let run = korrel(&words);
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        run.stdout
    };
    let all = emitted(&[]);
    assert_eq!(
        all.matches("@Test").count(),
        6,
        "11 states: 1 3 6 1, of which one of the six goes on"
    );
    let few = emitted(&["--select"]);
    let count = few.matches("@Test").count();
    assert_eq!(count, 6, "put to 1, 2, 3; remove to 0, 1, 2");
    for suite in [&all, &few] {
        let (passes, told) = on_junit(suite, classes);
        let tests = format!("{} tests successful", suite.matches("@Test").count());
        assert!(passes && told.contains(&tests), "{tests}: {told}");
    }
    let wrong = all.replace("\\\"key\\\":2", "\\\"key\\\":3");
    let (passes, told) = on_junit(&wrong, classes);
    assert!(!passes && told.contains("AssertionFailedError"), "{told}");
}

fn on_junit(suite: &str, classes: &str) -> (bool, String) {
    let parts = [
        "junit-jupiter-api",
        "junit-jupiter-engine",
        "junit-platform-commons",
        "junit-platform-console",
        "junit-platform-engine",
        "junit-platform-launcher",
        "junit-platform-reporting",
        "opentest4j",
        "opentest4j-reporting-events",
        "opentest4j-reporting-schema",
        "apiguardian-api",
        "picocli",
    ];
    let jars = parts.map(|part| format!("/usr/share/java/{part}.jar"));
    let path_of = format!("{classes}:{}", jars.join(":"));
    let source = file("explore/junit", "StatesByKorrelTest.java", suite);
    let (is_compiled, told) = run(&["javac", "-cp", &path_of, "-d", classes, path(&source)]);
    assert!(is_compiled, "{told}");
    run(&[
        "java",
        "-cp",
        &path_of,
        "org.junit.platform.console.ConsoleLauncher",
        "--select-class",
        "StatesByKorrelTest",
    ])
}
