//! Machines under `korrel test --itf`: the example `bank` replays the traces of examples/quint.

use std::path::PathBuf;
use std::process::Command;

/// A program beside this test, where cargo builds those of the workspace.
fn built(name: &str) -> PathBuf {
    let test = std::env::current_exe().expect("it runs");
    let built = test.parent().and_then(|deps| deps.parent()).expect("it lies in target/debug/deps");
    built.join(format!("{name}{}", std::env::consts::EXE_SUFFIX))
}

fn korrel() -> PathBuf {
    std::env::var_os("KORREL").map_or_else(|| built("korrel"), PathBuf::from)
}

fn replay(how: &[&str]) -> (Option<i32>, String) {
    let traces = [0, 1, 2].map(|at| format!("../../examples/quint/bank_{at}.itf.json"));
    let mut command = Command::new(korrel());
    command.args(["test", "--itf"]).args(traces).arg("--").arg(built("examples/bank")).args(how);
    let run = command.output().expect("the program is there");
    (run.status.code(), String::from_utf8_lossy(&[run.stdout, run.stderr].concat()).into_owned())
}

/// If it failed, a right program would not pass, or the report depend on how the driver goes back.
#[test]
#[ignore = "the program: cargo build -p korrel && cargo test -p korrel-test -- --ignored"]
fn the_traces_find_the_fault_and_nothing_else() {
    for how in [&[][..], &["snapshots"]] {
        let (code, said) = replay(how);
        assert_eq!(code, Some(0), "{said}");
        assert!(said.contains("COMPLETE: 18 calls") && !said.contains("tell nothing"), "{said}");
        let (code, said) = replay(&[how, &["costs"]].concat());
        assert_eq!(code, Some(1), "{said}");
        assert!(said.contains("smallest: c1f845e7ddf67b91 (6 calls)"), "{said}");
        assert!(said.contains(r#"6. withdraw(account "bob", amount 3)   fails"#), "{said}");
    }
}

/// If it failed, a mistake in the driver, or a panic, would not be told as such.
#[test]
#[ignore = "the program: cargo build -p korrel && cargo test -p korrel-test -- --ignored"]
fn panics_and_wrong_names_are_told() {
    let (code, said) = replay(&["panics"]);
    assert!(code == Some(1) && said.contains("1. panic: too much"), "{said}");
    let (code, said) = replay(&["misnamed"]);
    let told = "deposit has no argument `sum`: there are account, amount";
    assert!(code == Some(1) && said.contains(told), "{said}");
}
