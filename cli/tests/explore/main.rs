//! Questions about programs: `korrel explore`, `korrel minimise`, `korrel why`, and `test --lazy`.

mod against;
mod emitted;
mod flags;
mod kept;
mod lazy;
mod minimise;
mod states;
mod threads;
mod why;

#[allow(dead_code, reason = "this program uses its part")]
#[path = "../program/program.rs"]
mod program;

use program::{Run, korrel, library_text, path};

const COUNTER: &str = "cli/tests/explore/drivers/counter.als";

/// Shell's counter, behaving in some way.
fn counter(flags: &[&str], how: &str) -> Run {
    let driver = ["--", "sh", "cli/tests/explore/drivers/counter.sh", how];
    korrel(&[&["explore", COUNTER], flags, &driver].concat())
}

/// One of the structures in Python, under its spec of the library.
fn structure(name: &str, spec: &str, operations: &str, flags: &[&str]) -> Run {
    let text = format!("{operations}\n{}", library_text(spec));
    let spec = program::file("explore", &format!("{name}.als"), &text);
    let driver = ["--", "python3", "cli/tests/explore/drivers/structures.py", name];
    let format = ["--format", "json"];
    korrel(&[&["explore", path(&spec)], flags, &format, &driver].concat())
}

/// Python's red-black tree under a spec.
fn tree(spec: &str, flags: &[&str]) -> Run {
    let driver = ["--", "python3", "cli/tests/explore/drivers/red_black.py"];
    korrel(&[&["explore", spec], flags, &driver].concat())
}

/// The driver of java.util.TreeMap, compiled into a folder of this name, which is given.
fn tree_map_driver(folder: &str) -> String {
    let classes = format!("{}/{folder}", env!("CARGO_TARGET_TMPDIR"));
    let mut javac = std::process::Command::new("javac");
    let sources = ["-sourcepath", "packages/java/core/src/main/java"];
    javac.current_dir(program::root()).args(["-d", &classes]).args(sources);
    let compiled = javac.arg("examples/tree_map/TreeMapDriver.java").output();
    let compiled = compiled.expect("there is javac");
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    classes
}

impl Run {
    /// The records of a kind.
    fn of(&self, kind: &str) -> Vec<serde_json::Value> {
        self.records().into_iter().filter(|record| record["kind"] == kind).collect()
    }
}
