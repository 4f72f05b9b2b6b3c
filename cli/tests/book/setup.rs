//! README.md's set-up: one command that does the main job, and one that passes the tests.

use crate::markdown::Document;
use crate::shell::{root, run_here};

#[test]
fn the_set_up_is_two_commands() {
    // If this failed, the first thing that a reader tries would not do what README.md says.
    let blocks = Document::read("README.md").blocks();
    let setup = blocks.iter().find(|block| block.language == "sh").expect("README.md has a set-up");
    let commands: Vec<&str> = setup.text.lines().collect();
    let [main_job, tests] = commands[..] else { panic!("the set-up is two commands") };
    let arguments = main_job
        .strip_prefix("cargo run -p korrel -- ")
        .expect("the first command runs the program");
    let (exit, printed) = run_here(&format!("korrel {arguments}"));
    assert_eq!(exit, Some(0), "{main_job}");
    let drawn = printed.lines().filter(|line| line.starts_with("instance ")).count();
    assert_eq!(drawn, 4, "{main_job}: {printed}");
    assert!(printed.contains("└─ root: Node$0  key 1  color RED"), "{main_job}: {printed}");
    assert_eq!(run_here("korrel count specs/red_black_tree.als").1, "16\n");
    let ci = std::fs::read_to_string(root().join(".ci/run")).expect("there is .ci/run");
    assert!(ci.lines().any(|line| line.trim() == tests), ".ci/run does not call `{tests}`");
}

#[test]
fn the_readme_is_short() {
    // If this failed, README.md would have grown over what a reader looks through; the book has room.
    let text = std::fs::read_to_string(root().join("README.md")).expect("there is README.md");
    let lines = text.lines().count();
    assert!(lines <= 110, "README.md has {lines} lines");
}
