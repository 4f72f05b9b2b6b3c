//! README.md's set-up: one command that does the main job, and one that passes the tests.

use std::collections::BTreeSet;
use std::process::Command;

use crate::markdown::Document;
use crate::shell::{root, run_here};

#[test]
fn the_set_up_is_two_commands() {
    // If this failed, the first thing that a reader tries would not do what README.md says.
    let [main_job, tests] = commands();
    let arguments = main_job.strip_prefix(FIRST).expect("the first command runs the program");
    let (exit, printed) = run_here(&format!("korrel{arguments}"));
    assert_eq!(exit, Some(0), "{main_job}");
    let drawn: Vec<&str> = printed.split("instance ").skip(1).collect();
    assert_eq!(drawn.len(), 2, "{main_job}: {printed}");
    for tree in drawn {
        // One that is empty, or a node alone, shows nothing of what the program does.
        for node in 0..4 {
            assert!(tree.contains(&format!("Node${node}")), "{main_job}: {tree}");
        }
    }
    assert_eq!(run_here("korrel count specs/red_black_tree.als four_nodes").1, "8\n");
    let ci = std::fs::read_to_string(root().join(".ci/run")).expect("there is .ci/run");
    assert!(ci.lines().any(|line| line.trim() == tests), ".ci/run does not call `{tests}`");
}

/// How the first command begins: without the feature `full`, whose crates no tree needs.
const FIRST: &str = "cargo run -p korrel --no-default-features --";

fn commands() -> [String; 2] {
    let blocks = Document::read("README.md").blocks();
    let setup = blocks.iter().find(|block| block.language == "sh").expect("README.md has a set-up");
    let commands: Vec<String> = setup.text.lines().map(str::to_owned).collect();
    commands.try_into().expect("the set-up is two commands")
}

/// If this failed, the tests would build again what the first command has built, or that would build what no tree needs.
#[test]
fn the_two_commands_share_all_but_the_program() {
    let first = crates(&["-p", "korrel", "--no-default-features", "--edges", "normal,build"]);
    let all = crates(&["--workspace", "--edges", "normal,build,dev"]);
    // What writes answers has its schemas in the tests alone: agents read them, and they need six crates that no tree needs.
    let with_schemas = ["korrel v", "korrel-api v", "korrel-campaign v", "korrel-harness v"];
    let is_ours = |one: &&String| with_schemas.iter().any(|name| one.starts_with(name));
    let alone: Vec<&String> = first.difference(&all).filter(|one| !is_ours(one)).collect();
    assert!(alone.is_empty(), "only the first command builds {alone:?}");
    let names: Vec<&str> = first.iter().filter_map(|one| one.split(' ').next()).collect();
    for left_out in [
        "clap_mangen",
        "crossterm",
        "lsp-server",
        "nix",
        "quick-junit",
        "rustyline",
        "sqlparser",
        "yaml-rust2",
    ] {
        assert!(!names.contains(&left_out), "{left_out} is built before the first tree");
    }
    assert!(names.len() <= 116, "{} crates are built before the first tree", names.len());
}

/// The crates that are built, each with its features.
fn crates(arguments: &[&str]) -> BTreeSet<String> {
    let mut tree = Command::new(std::env::var_os("CARGO").unwrap_or("cargo".into()));
    tree.current_dir(root()).args(["tree", "--locked", "--offline", "--prefix", "none"]);
    let tree = tree.args(["--format", "{p} [{f}]"]).args(arguments).output();
    let tree = tree.expect("cargo runs the tests");
    assert!(tree.status.success(), "{}", String::from_utf8_lossy(&tree.stderr));
    let lines = String::from_utf8(tree.stdout).expect("names are text");
    let line = |line: &str| line.replace(" (*)", "").replace(" (proc-macro)", "");
    lines.lines().filter(|one| !one.is_empty()).map(line).collect()
}

#[test]
fn the_readme_is_short() {
    // If this failed, README.md would have grown over what a reader looks through; the book has room.
    let text = std::fs::read_to_string(root().join("README.md")).expect("there is README.md");
    let lines = text.lines().count();
    assert!(lines <= 140, "README.md has {lines} lines");
}
