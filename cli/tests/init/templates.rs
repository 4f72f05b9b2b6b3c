//! `korrel init --template`: folders that run, and find what is wrong in what they are given.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::{korrel, place, text};

const NAMES: [&str; 7] =
    ["graph", "diff", "round-trip", "sequence", "cache", "rbac", "json-schema"];

/// A folder of this name that is not there yet.
fn fresh(name: &str) -> PathBuf {
    let folder = place(&format!("template-{name}"));
    let _ = std::fs::remove_dir_all(&folder);
    folder
}

fn init(arguments: &[&str], folder: &Path) -> Output {
    korrel(&[&["init", "--template"], arguments, &[folder.to_str().expect("UTF-8")]].concat())
}

/// If it failed, a user would not learn which templates there are.
#[test]
fn the_list_has_a_sentence_for_each() {
    let run = korrel(&["init", "--template"]);
    assert_eq!(run.status.code(), Some(0), "{}", text(&run.stderr));
    let list = text(&run.stdout);
    let names: Vec<&str> = list.lines().filter_map(|line| line.split("  ").next()).collect();
    assert_eq!(names, NAMES, "{list}");
    assert!(list.lines().all(|line| line.split_whitespace().count() > 4), "{list}");
}

/// If it failed, a slip would cost a look at the list.
#[test]
fn a_name_that_is_none() {
    for (name, help) in
        [("grahp", "did you mean `graph`?"), ("tree", "there are: graph, diff, round-trip")]
    {
        let folder = fresh("none");
        let run = init(&[name], &folder);
        assert_eq!(run.status.code(), Some(2));
        assert!(text(&run.stderr).contains(help), "{}", text(&run.stderr));
        assert!(!folder.exists());
    }
}

/// If it failed, a user's file would be lost, or half a template lie in a folder.
#[test]
fn nothing_that_is_there_is_written_over() {
    let folder = fresh("taken");
    std::fs::create_dir(&folder).expect("there is room");
    std::fs::write(folder.join("run"), "mine").expect("there is room");
    let run = init(&["graph"], &folder);
    assert_eq!(run.status.code(), Some(2));
    assert!(text(&run.stderr).contains("run`"), "{}", text(&run.stderr));
    let left = std::fs::read_dir(&folder).expect("it is there").count();
    assert_eq!(left, 1);
    assert_eq!(std::fs::read_to_string(folder.join("run")).expect("it is there"), "mine");
    // The target of a link is the user's, too, even if it is not there yet.
    #[cfg(unix)]
    {
        std::fs::remove_file(folder.join("run")).expect("it is there");
        std::os::unix::fs::symlink(folder.join("nowhere"), folder.join("spec.als")).expect("room");
        assert_eq!(init(&["graph"], &folder).status.code(), Some(2));
        assert!(!folder.join("nowhere").exists() && !folder.join("driver.py").exists());
    }
}

/// If it failed, a spec of a template would have a mistake or a warning, or other counts than it says.
#[test]
fn specs_are_as_they_say() {
    for name in NAMES {
        let folder = fresh(&format!("spec-{name}"));
        assert_eq!(init(&[name], &folder).status.code(), Some(0));
        let spec = folder.join("spec.als");
        let checked = korrel(&["check", spec.to_str().expect("UTF-8")]);
        assert_eq!(checked.status.code(), Some(0), "{name}: {}", text(&checked.stdout));
        assert!(!text(&checked.stderr).contains("warning"), "{name}: {}", text(&checked.stderr));
    }
}

/// A template, what the example passes, and a fault: what of the example becomes what, in each language.
type Fault = (&'static str, &'static str, [(&'static str, &'static str); 2]);

const FAULTS: [Fault; 7] = [
    (
        "graph",
        "COMPLETE: 209 inputs,",
        [
            ("low[other] >= found[node]", "low[other] > found[node]"),
            ("low.get(other) >= found.get(node)", "low.get(other) > found.get(node)"),
        ],
    ),
    (
        "diff",
        "COMPLETE: 3267 inputs,",
        [
            ("in reversed(range(len(new), len(old)))", "in range(len(new), len(old))"),
            (
                "let at = old.length - 1; at >= young.length; at--",
                "let at = young.length; at < old.length; at++",
            ),
        ],
    ),
    (
        "round-trip",
        "COMPLETE: 13245 inputs,",
        [
            ("if id(value) in places:", "if places.get(id(value)):"),
            ("if (places.has(value)) return", "if (places.get(value)) return"),
        ],
    ),
    (
        "sequence",
        "COMPLETE: 713 calls,",
        [("self.future.clear()", "pass"), ("    this.future = []", "    void this.future")],
    ),
    (
        "cache",
        "COMPLETE: 1748 calls,",
        [
            (
                "        if key in self.entries:\n            self.entries.move_to_end(key)\n        return",
                "        return",
            ),
            ("if (this.held.delete(key)) this.held.set(key, value)", ""),
        ],
    ),
    (
        "rbac",
        "COMPLETE: 2807 inputs,",
        [
            ("for name in found:", "for name in found[:1]:"),
            ("for (const name of found) for", "for (const name of [subject]) for"),
        ],
    ),
    (
        "json-schema",
        "COMPLETE: 2043 inputs,",
        [
            (
                "in schema and not any(accepts(schema[\"contains\"]",
                "in schema and value and not any(accepts(schema[\"contains\"]",
            ),
            ("'contains' in schema && !value", "'contains' in schema && value.length && !value"),
        ],
    ),
];

fn hunt(folder: &Path) -> (Option<i32>, String) {
    let run = Command::new(folder.join("run"))
        .env("KORREL", env!("CARGO_BIN_EXE_korrel"))
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .output()
        .expect("run is a program");
    (run.status.code(), text(&run.stdout) + &text(&run.stderr))
}

fn each_runs_and_finds(language: &str, at: usize, ending: &str) {
    for (name, passes, faults) in FAULTS {
        let folder = fresh(&format!("{name}-{language}"));
        assert_eq!(init(&[name, "--language", language], &folder).status.code(), Some(0));
        let (exit, report) = hunt(&folder);
        assert_eq!(exit, Some(0), "{name}: {report}");
        assert!(
            report.contains(passes) && !report.contains("checked only for"),
            "{name}: {report}"
        );
        let example = folder.join(format!("example.{ending}"));
        let right = std::fs::read_to_string(&example).expect("it was written");
        let (old, new) = faults[at];
        assert_eq!(right.matches(old).count(), 1, "{name}: {old}");
        std::fs::write(&example, right.replace(old, new)).expect("there is room");
        let (exit, report) = hunt(&folder);
        assert_eq!(exit, Some(1), "{name}: {report}");
        assert!(report.contains("MINIMAL") && !report.contains("thrown"), "{name}: {report}");
    }
}

/// If it failed, the first minute with a template would end with a mistake of ours, or its spec would judge nothing.
#[test]
#[ignore = "needs python3: cargo test -p korrel --test init -- --ignored templates"]
fn each_finds_a_fault_in_python() {
    each_runs_and_finds("python", 0, "py");
}

/// If it failed, the same would happen to who tests JavaScript.
#[test]
#[ignore = "needs node: cargo test -p korrel --test init -- --ignored templates"]
fn each_finds_a_fault_in_javascript() {
    each_runs_and_finds("javascript", 1, "mjs");
}

/// If it failed, a field that no program can show would look like a fault of the program.
#[test]
#[ignore = "needs python3: cargo test -p korrel --test init -- --ignored templates"]
fn a_field_that_the_driver_never_tells_is_named() {
    let folder = fresh("untold");
    assert_eq!(init(&["cache"], &folder).status.code(), Some(0));
    let run = folder.join("run");
    let right = std::fs::read_to_string(&run).expect("it was written");
    let flag = " --observe Cache.held";
    assert_eq!(right.matches(flag).count(), 1);
    std::fs::write(&run, right.replace(flag, "")).expect("there is room");
    let (exit, report) = hunt(&folder);
    assert_eq!(exit, Some(1), "{report}");
    assert!(report.contains("the driver never tells `Cache.used`"), "{report}");
    assert!(report.contains(flag.trim()), "{report}");
}

/// If it failed, the value of a field `name` would be taken for the name of its object.
#[test]
#[ignore = "needs python3: cargo test -p korrel --test init -- --ignored templates"]
fn a_field_may_be_called_name() {
    let folder = fresh("named");
    assert_eq!(init(&["graph"], &folder).status.code(), Some(0));
    let spec = "sig Node { name: Int }
        pred same_pre[n: Node] { some n }
        pred same_post[n: Node, result: Node] { result = n }
        run same_pre for 2 but 0..1 Int";
    std::fs::write(folder.join("spec.als"), spec).expect("there is room");
    let driver = "from serve import serve\n\ndef same(n):\n    return n\n\nserve(same)\n";
    std::fs::write(folder.join("driver.py"), driver).expect("there is room");
    let (exit, report) = hunt(&folder);
    assert_eq!(exit, Some(0), "{report}");
}
