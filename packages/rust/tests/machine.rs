//! Machines under `korrel test`: the example `bank` replays the traces of examples/quint, `chain` the behaviours of
//! heapgraph/vectors/traces.als, and `queue` is a test of its own.

mod built;

use std::panic::catch_unwind;
use std::process::Command;

use korrel_test::Behaviours;

use built::{built, korrel};

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

/// If it failed, objects that come and go would not keep their names, sets and relations not be told, or the report depend
/// on how the driver goes back.
#[test]
#[ignore = "the program: cargo build -p korrel && cargo test -p korrel-test -- --ignored"]
fn behaviours_of_a_spec_find_the_fault_and_nothing_else() {
    let behaviours =
        Behaviours::of("../../heapgraph/vectors/traces.als", "p").steps("1..6").program(korrel());
    let check = |how: &[&str]| {
        let failure = catch_unwind(|| behaviours.check(built("examples/chain"), how));
        failure.map_err(|panic| panic.downcast_ref::<String>().cloned().unwrap_or_default())
    };
    for how in [&[][..], &["snapshots"]] {
        let report = check(how).expect("it passes");
        assert!(report.contains("add: 10 calls, 10 pass"), "{report}");
        assert!(report.contains("COMPLETE: 22 calls"), "{report}");
        let report = check(&[how, &["keeps"]].concat()).expect_err("it fails");
        assert!(report.contains("MINIMAL: drop fails at 3 calls"), "{report}");
        assert!(report.contains(r#"3. drop(n node 0, keys ["Key$0"])"#), "{report}");
    }
    let report = check(&["misnamed"]).expect_err("it fails");
    assert!(report.contains("Nood: the spec has no such name, but first, Ring, Key"), "{report}");
}

/// If it failed, a test that is its own driver would pass whatever the program does, or not say what is wrong.
#[test]
#[ignore = "the program: cargo build -p korrel && cargo test -p korrel-test -- --ignored"]
fn a_test_is_its_own_driver() {
    let run = |environment: &[(&str, &str)]| {
        let mut command = Command::new(built("examples/queue"));
        command.env("KORREL", korrel()).envs(environment.iter().copied()).arg("--nocapture");
        let run = command.output().expect("it is built");
        let said = [run.stdout, run.stderr].concat();
        (run.status.success(), String::from_utf8_lossy(&said).into_owned())
    };
    let (passes, said) = run(&[]);
    assert!(passes && said.contains("COMPLETE: 27 calls"), "{said}");
    let (passes, said) = run(&[("QUEUE", "wrong")]);
    assert!(!passes && said.contains("2. put(j Job$1)  fails"), "{said}");
    let (passes, said) = run(&[("KORREL_REPLAY", "0000000000000000")]);
    assert!(!passes && said.contains("no behaviour has this key"), "{said}");
}
