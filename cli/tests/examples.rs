//! The programs of examples/ under `korrel test`, with the published figures.
//!
//! They are in three languages, so `cargo test` alone leaves them out.

use std::path::Path;
use std::process::{Command, Output};

const PYTHON_TREE: [&str; 2] = ["python3", "examples/red_black_tree/red_black_tree.py"];
const PYTHON_LIST: [&str; 2] = ["python3", "examples/merge_sort/list.py"];
const NODE_LIST: [&str; 2] = ["node", "examples/doubly_linked_list/list.mjs"];

#[test]
#[ignore = "python3: cargo test -p korrel --test examples -- --ignored"]
fn merge_sort() {
    // If this failed, a list would be lost on its way to Python or back, or the row of TestEra's table.
    let spec = "examples/merge_sort/list.als";
    tells(spec, &[], &PYTHON_LIST, &["mergeSort: 27 inputs, 27 pass"]);
    differs(spec, "mergeSort", &PYTHON_LIST, "reversed", "27 inputs, 3 pass, 24 fail");
    differs(spec, "mergeSort", &PYTHON_LIST, "loses", "27 inputs, 6 pass, 21 fail");
}

#[test]
#[ignore = "python3 and a JDK: cargo test -p korrel --test examples -- --ignored"]
fn red_black_tree() {
    // If this failed, inputs would be missing, or a tree would come back as another one.
    let spec = "examples/red_black_tree/red_black_tree.als";
    let all = [
        "remove: 70 inputs, 70 pass",
        "delete: 67 inputs, 67 pass",
        "insert: 17 inputs, 17 pass",
        "everywhere: 17 inputs, 17 pass",
    ];
    tells(spec, &[], &PYTHON_TREE, &all);
    differs(spec, "remove", &PYTHON_TREE, "swap-inner", "70 inputs, 50 pass, 20 fail");
    differs(spec, "remove", &PYTHON_TREE, "swap-leaf", "70 inputs, 54 pass, 16 fail");
    let classes = java_classes();
    let java = ["java", "-cp", &classes, "RedBlackTree"];
    tells(spec, &[], &java, &all);
    differs(spec, "remove", &java, "swap-inner", "70 inputs, 50 pass, 20 fail");
}

#[test]
#[ignore = "python3: cargo test -p korrel --test examples -- --ignored"]
fn coverage_of_the_tree() {
    // If this failed, --select would choose more trees than are needed, or the drivers count otherwise.
    let spec = "examples/red_black_tree/red_black_tree.als";
    let select = ["--op", "everywhere", "--select"];
    tells(spec, &select, &PYTHON_TREE, &["9 inputs cover all 53 things; no fewer do"]);
}

#[test]
#[ignore = "node: cargo test -p korrel --test examples -- --ignored"]
fn doubly_linked_list() {
    // If this failed, objects that are made or that go would be taken for others.
    let spec = "examples/doubly_linked_list/list.als";
    let all = ["addFirst: 51 inputs, 51 pass", "remove: 51 inputs, 51 pass"];
    tells(spec, &[], &NODE_LIST, &all);
    differs(spec, "addFirst", &NODE_LIST, "add", "51 inputs, 0 pass, 51 fail");
    differs(spec, "remove", &NODE_LIST, "every", "51 inputs, 43 pass, 8 fail");
}

#[test]
fn binary_heap() {
    // If this failed, sequences would come to Rust or back as others, or the library's driver not serve.
    let spec = "examples/binary_heap/heap.als";
    let heap = rust_program("korrel-example-binary-heap");
    // Heaps of up to four of four values: 1 + 4 + 10 + 30 + 65.
    let scope = ["--scope", "exactly 1 Heap, 0..3 Int, 4 seq"];
    let lines = ["push: 440 inputs, 440 pass", "pop: 110 inputs, 110 pass"];
    tells(spec, &scope, &[&heap], &lines);
    // Each of them is reached by calls.
    let mut explore = Command::new(env!("CARGO_BIN_EXE_korrel"));
    explore.current_dir(root()).args(["explore", spec]).args(scope);
    let states = explore.args(["--against", "ordered", "--", &heap]).output().expect("it runs");
    let states = String::from_utf8_lossy(&states.stdout).into_owned();
    assert!(states.contains("REACHED: each of the 110 instances of `ordered`"), "{states}");
    let wrong = [&[spec], &scope[..], &["--", &heap, "--fault", "parent"]].concat();
    let (output, text) = test(&wrong);
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(text.contains("  1. ordered  examples/binary_heap/heap.als:"), "{text}");
}

#[test]
#[ignore = "python3 and PyPI: cargo test -p korrel --test examples -- --ignored"]
fn kubernetes() {
    // If this failed, an edited spec would be answered by an old job, or an object be refused by a cluster.
    let mut job = Command::new(root().join("examples/cluster/kubernetes/test"));
    let output = job.env("KORREL", env!("CARGO_BIN_EXE_korrel")).output().expect("the script runs");
    let told = [&output.stdout[..], &output.stderr[..]].concat();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&told));
}

#[test]
#[cfg(target_os = "linux")]
fn an_engine_that_does_not_begin() {
    // If this failed, a suite would wait for ever for a part that nobody does.
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("no_engine");
    std::fs::create_dir_all(&folder).expect("a folder for the test");
    // `python3 -m venv FOLDER`, and nothing in it runs.
    let python = "#!/bin/sh\nmkdir -p \"$3/bin\"\ncp /bin/true \"$3/bin/pip\"\ncp /bin/false \"$3/bin/python3\"\n";
    std::fs::write(folder.join("python3"), python).expect("it is written");
    let all = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    std::fs::set_permissions(folder.join("python3"), all).expect("it is ours");
    let path = format!("{}:{}", folder.display(), std::env::var("PATH").expect("a path"));
    let mut test = Command::new("timeout");
    test.arg("300").arg(root().join("examples/cluster/test")).args(["six", "2"]);
    test.env("PATH", path).env("KORREL", env!("CARGO_BIN_EXE_korrel"));
    let output = test.output().expect("the script runs");
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{told}");
    assert!(told.contains("ray: it ended before a part could be lost"), "{told}");
}

/// A program passes, and its report has these lines.
fn tells(spec: &str, flags: &[&str], driver: &[&str], lines: &[&str]) {
    let (output, text) = test(&[&[spec], flags, &["--"], driver].concat());
    assert!(output.status.success(), "{text}");
    for line in lines {
        assert!(text.contains(line), "{line}:\n{text}");
    }
}

/// The program and the same one with a seeded fault are told apart by so many inputs.
fn differs(spec: &str, op: &str, driver: &[&str], fault: &str, line: &str) {
    let other = [&["--against", "--"], driver, &["--fault", fault]].concat();
    let words = [&[spec, "--op", op, "--"], driver, &other].concat();
    let (output, text) = test(&words);
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(text.contains(line), "{fault}: {line}:\n{text}");
}

fn test(words: &[&str]) -> (Output, String) {
    let mut korrel = Command::new(env!("CARGO_BIN_EXE_korrel"));
    korrel.current_dir(root()).env("PYTHONPATH", "packages/python/src").arg("test").args(words);
    let output = korrel.output().expect("korrel runs");
    let told = [&output.stdout[..], &output.stderr[..]].concat();
    (output, String::from_utf8_lossy(&told).into_owned())
}

/// Another program of the workspace, built.
fn rust_program(name: &str) -> String {
    let target =
        Path::new(env!("CARGO_TARGET_TMPDIR")).parent().expect("it lies in the target folder");
    let mut cargo = Command::new(env!("CARGO"));
    // With this test and the whole workspace it needs what is built already; by itself it would need all
    // dependencies once more, with fewer features.
    cargo.current_dir(root()).args(["build", "--quiet", "--workspace", "--test", "examples"]);
    let built =
        cargo.args(["--bin", name, "--target-dir"]).arg(target).output().expect("cargo runs");
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    target.join("debug").join(name).to_str().expect("the target folder is UTF-8").to_owned()
}

/// The folder of the compiled tree.
fn java_classes() -> String {
    let classes = Path::new(env!("CARGO_TARGET_TMPDIR")).join("red_black_tree");
    let mut javac = Command::new("javac");
    javac.current_dir(root()).arg("-d").arg(&classes);
    javac.args(["-sourcepath", "packages/java/core/src/main/java"]);
    javac.arg("examples/red_black_tree/RedBlackTree.java");
    let compiled = javac.output().expect("javac runs");
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    classes.to_str().expect("the target folder is UTF-8").to_owned()
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the package lies in the workspace")
}
