//! Induction against the bounded search: the answer for all infinite traces, and the list of those of so many states.

use std::sync::mpsc;
use std::time::Duration;

use korrel_enumerate::{
    InductionAnswer, Instances, Meaning, Next, Problem, Strategy, decide_by_induction,
};
use korrel_lang::model::Command;
use korrel_sat::Effort;
use korrel_tests::Spec as Korrel;

use super::{generate, seeds, setting};

/// Where there is no trace, none of so many states is listed.
const LONGEST: u32 = 5;

/// If it failed, an assertion would be called proven that a trace breaks, or broken by a trace that is none.
#[test]
fn temporal_specs_have_a_trace_if_induction_says_so() {
    let count = setting("KORREL_RANDOM_SPECS", 300);
    let (mut compared, mut without, mut long, mut refused) = (0, 0, 0u64, 0);
    for seed in seeds() {
        if compared >= count {
            break;
        }
        let text = generate::spec(seed).to_string();
        let spec = Korrel::read(&text).unwrap_or_else(|why| panic!("seed {seed}: {why}"));
        let command = spec.first();
        let answer = in_time(|effort| {
            decide_by_induction(&spec.model, &command, Meaning::default(), effort)
        });
        let answer = match answer {
            Ok(answer) => answer,
            Err(_) => {
                refused += 1;
                continue;
            }
        };
        match answer {
            InductionAnswer::Nothing(proof) => {
                without += 1;
                let found = has_trace(&spec, &command, LONGEST);
                assert!(!found, "seed {seed}: a trace, but {proof:?}\n{text}");
            }
            InductionAnswer::Something { states } => {
                long += u64::from(states > 1);
                let found = has_trace(&spec, &command, states as u32);
                assert!(found, "seed {seed}: no trace of {states} states\n{text}");
            }
            InductionAnswer::Stopped { states } => {
                panic!("seed {seed}: stopped after {states} states\n{text}")
            }
        }
        compared += 1;
    }
    println!("{compared} compared, {without} without a trace, {long} longer, {refused} refused");
    assert!(without * 6 > compared && long * 8 > compared && refused * 10 < compared);
}

fn has_trace(spec: &Korrel, command: &Command, most: u32) -> bool {
    let mut command = command.clone();
    command.scope = command.scope.with_steps(1, most, command.span);
    let problem = Problem::new(&spec.model, &command, Meaning::default(), &Effort::default());
    let problem = problem.expect("it is small");
    let found = Instances::new(&problem, Strategy::default(), Effort::default());
    matches!(found.expect("it is small").next(), Next::Instance(_))
}

/// The answer, or what it is when it is stopped after a while.
fn in_time<T>(ask: impl FnOnce(&Effort) -> T) -> T {
    let effort = Effort::default();
    let theirs = effort.clone();
    let (done, waits) = mpsc::channel::<()>();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            if waits.recv_timeout(Duration::from_secs(60)) == Err(mpsc::RecvTimeoutError::Timeout) {
                theirs.stop();
            }
        });
        let answer = ask(&effort);
        drop(done);
        answer
    })
}
