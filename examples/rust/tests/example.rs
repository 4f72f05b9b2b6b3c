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
