//! If it failed, README.md would show a program that does not do what it says.

use std::process::Command;

#[test]
fn every_tree_passes() {
    let mut example = Command::new(env!("CARGO_BIN_EXE_korrel-example"));
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let output = example.current_dir(root).output().expect("the example can be run");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "731 trees pass\n");
    assert!(output.status.success());
}

/// If it failed, the book would show other forms of values than the library has.
#[test]
fn values_have_the_forms_of_the_book() {
    let values = Command::new(env!("CARGO_BIN_EXE_values")).output().expect("it can be run");
    let text = String::from_utf8(values.stdout).expect("UTF-8");
    for line in [
        "Folder$0.files = {File$1}",
        "Folder$0.log = [File$1]",
        "Folder$0.size = {File$1: 0}",
        "Folder$0.links = File$1->File$1",
        "Folder$0.mode = Read",
        "Folder$0.up = null",
    ] {
        assert!(text.lines().any(|one| one == line), "{line} is not in\n{text}");
    }
}

/// If it failed, the library alone would not count, sample, compare, cover and explain.
#[test]
fn every_question_is_answered() {
    let questions = Command::new(env!("CARGO_BIN_EXE_questions")).output().expect("it can be run");
    let text = String::from_utf8(questions.stdout).expect("UTF-8");
    // Weakly increasing sequences of 1 to 3 of 4 numbers: 4 + 10 + 20; of these strictly increasing: 4 + 6 + 4.
    for line in [
        "34 sorted lists",
        "  4 of length 1",
        "  10 of length 2",
        "  20 of length 3",
        "923 in a larger scope",
        "breaks `n.next.key >= n.key or no n.next`:",
        "20 lists are sorted and not strictly",
        "no list has [[(\"strict\", false), (\"one Node\", true)]]",
        "note: no instance exists within the scope: these contradict each other",
    ] {
        assert!(text.lines().any(|one| one == line), "{line} is not in\n{text}");
    }
    assert_eq!(text.matches("at random: ").count(), 2);
}
