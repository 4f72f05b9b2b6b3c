//! The scripts of skills/korrel: each says in its last line what its exit code means.

use crate::shell::{run, run_here};

const SCRIPTS: &str = "skills/korrel/scripts";

/// The exit code, and the last line of what a command says.
fn last(command: &str) -> (Option<i32>, String) {
    let (exit, printed) = run_here(command);
    (exit, printed.lines().last().unwrap_or_default().to_owned())
}

#[test]
fn scripts_say_what_came_out() {
    // If this failed, a program that follows the skill would take a mistake for a result.
    let check = format!("{SCRIPTS}/check");
    let (exit, said) = last(&format!("{check} specs/binary_tree.als"));
    assert_eq!((exit, said.split(':').next()), (Some(0), Some("OK")), "{said}");
    let (exit, said) = last(&format!(
        "echo 'sig A {{}} run {{}} expect 9' > target/skill.als; {check} target/skill.als"
    ));
    assert_eq!((exit, said.split(':').next()), (Some(1), Some("FAILED")), "{said}");
    let (exit, said) =
        last(&format!("echo 'sig A {{ f: B }}' > target/skill.als; {check} target/skill.als"));
    assert_eq!((exit, said.split(':').next()), (Some(2), Some("MISTAKE")), "{said}");
    assert_eq!(run_here(&format!("{SCRIPTS}/count specs/red_black_tree.als")).1, "16\n");
    let look = run_here(&format!("{SCRIPTS}/look specs/red_black_tree.als")).1;
    assert_eq!(look.matches("instance ").count(), 5, "{look}");
    let find = run_here(&format!("{SCRIPTS}/find specs/red_black_tree.als")).1;
    assert_eq!(find.lines().filter(|line| line.starts_with("{\"kind\":\"instance\"")).count(), 16);
}

#[test]
#[ignore = "needs python3: cargo test -p korrel --test book -- --ignored a_script_tests"]
fn a_script_tests() {
    // If this failed, a program that follows the skill would miss a failure.
    let test = format!("{SCRIPTS}/test specs/merge_sort.als -- python3 examples");
    let (exit, said) = last(&format!("{test}/test/sort.py"));
    assert_eq!((exit, said.split(':').next()), (Some(1), Some("FAIL")), "{said}");
    let (exit, said) = last(&format!("{test}/first/driver.py"));
    assert_eq!((exit, said.split(':').next()), (Some(0), Some("PASS")), "{said}");
    // Their own limit of time takes the place of the script's.
    let limited = test.replace(" -- ", " --total-timeout 900s -- ");
    let (exit, said) = last(&format!("{limited}/first/driver.py"));
    assert_eq!((exit, said.split(':').next()), (Some(0), Some("PASS")), "{said}");
    let (exit, said) = last(&format!("{test}/first/nothing.py"));
    assert_eq!((exit, said.split(':').next()), (Some(2), Some("MISTAKE")), "{said}");
    // In a folder of its own, as the skill is installed.
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let copied = "cp -r \"$CLONE/skills/korrel\" . && korrel/scripts/count \"$CLONE/specs/red_black_tree.als\"";
    assert_eq!(run(copied, folder.path()).1, "16\n");
}
