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

#[test]
fn faults_and_certificates_are_counted() {
    // If this failed, a sum would say more, or less, than the tables of the hunts have.
    let read = |path: &str| {
        let text = std::fs::read_to_string(root().join(path)).expect("the project has it");
        (text.split_whitespace().collect::<Vec<_>>().join(" "), text)
    };
    let (flowing, text) = read("examples/hunt/FAULTS.md");
    let faults = rows(&text, "The faults");
    let certificates = rows(&text, "The certificates");
    let known = |word: &str| faults.iter().filter(|row| row[4] == word).count();
    let (not_found, untracked) = (known("not found"), known("no tracker to search"));
    let mut libraries: Vec<&str> =
        faults.iter().map(|row| row[1]).filter(|name| !name.is_empty()).collect();
    let named = libraries.len();
    libraries.sort_unstable();
    libraries.dedup();
    assert_eq!(libraries.len(), named, "a library has its rows side by side");
    assert!(faults.iter().flatten().all(|cell| !cell.contains("**")), "{faults:?}");
    assert!(faults.iter().all(|row| row[2..].iter().all(|cell| !cell.is_empty())), "{faults:?}");

    let (faults, certificates_) = (faults.len(), certificates.len());
    let said = format!(
        "the hunts show **{faults} faults in the newest versions of {named} libraries**; for **{not_found}** of them no entry \
         was found in the trackers, and for **{untracked}** there was no tracker to search. **{certificates_}** libraries, \
         or parts of libraries, have a certificate."
    );
    assert!(flowing.contains(&said), "FAULTS.md must say: {said}");
    for path in ["README.md", "CHANGELOG.md", "examples/hunt/README.md"] {
        let (flowing, _) = read(path);
        for (word, count) in [(" faults", faults), (" certificates", certificates_)] {
            let told = numbers_before(&flowing, word);
            assert_eq!(told, [count], "{path}: the numbers before `{word}`");
        }
    }

    // Each fault has its reason, and each small fault of mutants.txt is counted at a certificate.
    let why = section(&text, "Why each is a fault, and its cause");
    let reasons = why.lines().filter_map(|line| line.split_once(". **")?.0.parse().ok());
    assert_eq!(reasons.collect::<Vec<usize>>(), (1..=faults).collect::<Vec<_>>());
    let killed = certificates.iter().map(|row| leading_number(row[4]));
    let hunts = std::fs::read_dir(root().join("examples/hunt")).expect("the project has it");
    let mutants = hunts.filter_map(|hunt| {
        std::fs::read_to_string(hunt.expect("it can be read").path().join("mutants.txt")).ok()
    });
    let mutants: usize = mutants.map(|lines| lines.lines().count()).sum();
    assert_eq!(
        killed.sum::<usize>(),
        mutants,
        "mutants of the certificates, and lines of all mutants.txt"
    );
}

/// The cells of a section's table; its rows are numbered.
fn rows<'t>(text: &'t str, title: &str) -> Vec<Vec<&'t str>> {
    let lines = section(text, title)
        .lines()
        .filter(|line| line.starts_with("| ") && !line.starts_with("| |"));
    let rows =
        lines.map(|line| line.trim_matches('|').split('|').map(str::trim).collect::<Vec<_>>());
    let rows: Vec<Vec<&str>> = rows.collect();
    let numbers: Vec<usize> = rows.iter().map(|row| leading_number(row[0])).collect();
    assert_eq!(numbers, (1..=rows.len()).collect::<Vec<_>>(), "{title}");
    assert!(rows.iter().all(|row| row.len() == 5), "{title}: {rows:?}");
    rows
}

fn section<'t>(text: &'t str, title: &str) -> &'t str {
    let (_, rest) = text.split_once(&format!("\n## {title}\n")).expect("there is such a section");
    rest.split_once("\n## ").map_or(rest, |(own, _)| own)
}

fn leading_number(cell: &str) -> usize {
    let digits = cell.split(|char: char| !char.is_ascii_digit()).next();
    digits
        .and_then(|digits| digits.parse().ok())
        .unwrap_or_else(|| panic!("a number at the beginning of `{cell}`"))
}

/// The numbers in digits that stand right before a word.
fn numbers_before(text: &str, word: &str) -> Vec<usize> {
    let before = text.match_indices(word).map(|(at, _)| &text[..at]);
    let number =
        |before: &str| before.rsplit(|char: char| !char.is_ascii_digit()).next()?.parse().ok();
    before.filter_map(number).collect()
}

#[test]
#[ignore = "needs python3, node and npm: cargo test -p korrel --test examples -- --ignored weekly"]
fn weekly_changes_are_told() {
    // If this failed, a fault that a new version brings, or mends, would pass unseen.
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
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
    // Of two libraries, one does not start any more.
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
