//! `--emit-test` of behaviours: the calls as a test, which needs nothing of ours.

use std::path::Path;
use std::process::Command;

use super::folder;
use crate::program::{korrel, root};

/// A program whose words are those of its driver, and a right one.
struct Case {
    /// The spec and the driver, without their ends.
    name: &'static str,
    flags: &'static [&'static str],
    /// Said to the wrong program and to the right one.
    always: &'static [&'static str],
    fault: &'static str,
    /// The words of right ones in its place.
    right: &'static [&'static str],
    /// A part of the test.
    part: &'static str,
}

const ALL: Case = Case {
    name: "stacks",
    flags: &[],
    always: &[],
    fault: "",
    right: &["right", "lowest"],
    part: "",
};
const QUEUES: Case = Case { name: "queues", right: &["right"], ..ALL };

/// Objects come and go; one of two results is right; what is thrown; a set; what is not seen, and first states of the driver.
const CASES: [Case; 11] = [
    Case { fault: "loses", part: "The spec allows this end only.", ..ALL },
    Case { fault: "invents", part: "The spec allows these 2 ends.", ..ALL },
    Case {
        fault: "returns",
        part: "The last call must throw, and leave the state as it is.",
        ..ALL
    },
    Case { fault: "forgets", ..ALL },
    Case { fault: "queues", ..ALL },
    Case { fault: "thirsty", ..QUEUES },
    Case { fault: "sorts", flags: &["--relabel", "all"], ..QUEUES },
    Case { fault: "corrupts", always: &["makes"], ..QUEUES },
    Case { fault: "swallows", ..QUEUES },
    Case {
        fault: "overtakes",
        always: &["hides"],
        flags: &["--observe", "Queue.first", "--steps", "5"],
        ..QUEUES
    },
    Case {
        fault: "corrupts",
        always: &["blind", "makes"],
        flags: &["--observe", "Queue", "--steps", "5"],
        ..QUEUES
    },
];

/// Emits the test of each case, and runs it with the wrong program and with right ones.
fn fails_while_the_fault_is_there(
    framework: &str,
    cases: &[Case],
    runs: impl Fn(&str) -> (bool, String),
) {
    for Case { name, flags, always, fault, right, part } in cases {
        let [spec, driver] =
            ["als", "py"].map(|kind| format!("cli/tests/program/test/{name}.{kind}"));
        let test = ["test", &spec, "--traces", name, "--emit-test", framework];
        let driver = ["--", "python3", &driver];
        let run = korrel(&[&test[..], flags, &driver, always, &[*fault]].concat());
        assert_eq!(run.code, Some(1), "{fault}: {}", run.stderr);
        assert!(run.stdout.contains(part), "{fault}: {}", run.stdout);
        let (passes, told) = runs(&run.stdout);
        assert!(!passes, "{framework} {fault}: {told}");
        for word in *right {
            let (passes, told) =
                runs(&run.stdout.replace(&format!("{fault:?}"), &format!("{word:?}")));
            assert!(passes, "{framework} {fault}, {word}: {told}");
        }
    }
}

fn ran(words: &[&str]) -> (bool, String) {
    let output = Command::new(words[0]).args(&words[1..]).current_dir(root()).output();
    let output = output.expect("it is installed");
    (
        output.status.success(),
        String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned(),
    )
}

/// A file in a folder of its own.
fn written(folder: &Path, name: &str, text: &str) -> String {
    std::fs::create_dir_all(folder).expect("it can be made");
    let file = folder.join(name);
    std::fs::write(&file, text).expect("it can be written");
    file.to_str().expect("the path is UTF-8").to_owned()
}

/// If it fails, a test says nothing, or fails for a name or for another right answer.
#[test]
#[ignore = "python3: cargo test -p korrel --test program -- --ignored"]
fn pytest() {
    let folder = folder("emitted-pytest");
    // Without pytest: its tests are functions.
    let call = "import runpy, sys\nfor name, test in runpy.run_path(sys.argv[1]).items():\n    if name.startswith('test_'): test()";
    fails_while_the_fault_is_there("pytest", &CASES, |text| {
        ran(&["python3", "-c", call, &written(&folder, "test_found.py", text)])
    });
}

#[test]
#[ignore = "python3, node: cargo test -p korrel --test program -- --ignored"]
fn node() {
    let folder = folder("emitted-node");
    fails_while_the_fault_is_there("node", &CASES, |text| {
        ran(&["node", "--test", &written(&folder, "found.test.mjs", text)])
    });
}

#[test]
#[ignore = "python3, compiles with cargo: cargo test -p korrel --test program -- --ignored"]
fn rust() {
    let folder = folder("emitted-rust");
    let manifest = "[package]\nname = \"found\"\nversion = \"0.1.0\"\nedition = \"2024\"\n[workspace]\n[dependencies]\nserde_json = \"1\"\n";
    let manifest = written(&folder, "Cargo.toml", manifest);
    let target = folder.join("target");
    let target = target.to_str().expect("the path is UTF-8");
    fails_while_the_fault_is_there("rust", &CASES[..3], |text| {
        // A test is run in its package's folder.
        let here = format!("Command::new(DRIVER[0]);\n    command.current_dir({:?});", root());
        let text = text.replacen("Command::new(DRIVER[0]);", &here, 1);
        written(&folder.join("src"), "lib.rs", &text);
        let ran = ran(&[
            env!("CARGO"),
            "test",
            "--quiet",
            "--manifest-path",
            &manifest,
            "--target-dir",
            target,
        ]);
        assert!(ran.1.contains("running 1 test"), "{}", ran.1);
        ran
    });
}

#[test]
#[ignore = "python3, a JDK and JUnit: cargo test -p korrel --test program -- --ignored"]
fn junit() {
    let folder = folder("emitted-junit");
    fails_while_the_fault_is_there("junit", &CASES[..6], |text| {
        let source = written(&folder, "FoundByKorrelTest.java", text);
        let classes = folder.to_str().expect("the path is UTF-8");
        let path = format!("{classes}:/usr/share/java/*");
        let (is_compiled, told) = ran(&["javac", "-cp", &path, "-d", classes, &source]);
        assert!(is_compiled, "{told}");
        let launcher = "org.junit.platform.console.ConsoleLauncher";
        let ran = ran(&["java", "-cp", &path, launcher, "--select-class", "FoundByKorrelTest"]);
        assert!(ran.1.contains("tests found") && !ran.1.contains(" 0 tests found"), "{}", ran.1);
        ran
    });
}

/// If it fails, who asks for a test gets a report.
#[test]
fn what_becomes_no_test_is_refused() {
    let trace = "examples/quint/bank_0.itf.json";
    for (words, part) in [
        (&["--itf", trace][..], "values of ITF are compared by Korrel"),
        (
            &["examples/clients/queue.als", "--traces", "queue", "--clients", "2"],
            "fails in some schedules only",
        ),
    ] {
        let run = korrel(&[&["test"][..], words, &["--emit-test", "rust", "--", "true"]].concat());
        assert_eq!((run.code, &run.stdout[..]), (Some(2), ""), "{words:?}");
        assert!(run.stderr.contains(part), "{words:?}: {}", run.stderr);
    }
}
