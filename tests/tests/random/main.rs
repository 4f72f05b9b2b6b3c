//! Random specs, on which the engines must agree with brute force.
//!
//! The specs combine constructs in ways that nobody thought of. Each spec is generated as text, so that the
//! parser and the resolver take part. The same seed gives the same specs; a failure prints the spec,
//! which can be pasted into a file and run with `--solver brute`.
//!
//! `KORREL_RANDOM_SPECS=10000 KORREL_RANDOM_SEED=7 cargo test -p korrel-tests --test random`

mod completion;
mod cores;
mod generator;
mod heaps;
mod numbers;
mod temporal;
mod witness;

use generator::Generator;
use korrel_enumerate::Meaning;
use korrel_lang::model::CommandKind;
use korrel_tests::{Spec, differences, open_cells};
use korrel_translate::Overflow;

/// Brute force can try at most two to this power assignments in some ten milliseconds.
const MOST_CELLS: usize = 12;

fn setting(name: &str, default: u64) -> u64 {
    match std::env::var(name) {
        Ok(value) => value.parse().unwrap_or_else(|_| panic!("{name} is a number, not {value}")),
        Err(_) => default,
    }
}

#[test]
fn engines_agree_on_random_specs() {
    let (count, seed) = (setting("KORREL_RANDOM_SPECS", 300), setting("KORREL_RANDOM_SEED", 1));
    let mut generator = Generator::new(seed);
    let (mut done, mut with_instances) = (0, 0);
    while done < count {
        let text = generator.spec();
        let overflow = generator.one_of(&[Overflow::Forbid, Overflow::Wrap]);
        let ignore_parameters = generator.chance(1, 4);
        let meaning = Meaning { overflow, ignore_parameters };
        let spec = Spec::new(&text);
        let mut command = spec.first();
        if generator.chance(1, 2) {
            // A check is first asked if it has any instance.
            command.kind = CommandKind::Check;
        }
        let problem = spec.problem(&command, meaning);
        if open_cells(&problem) > MOST_CELLS || problem.check_judged().is_err() {
            continue;
        }
        if let Some(difference) = differences(&spec, &command, meaning) {
            panic!("seed {seed}, spec {done}: {difference}\n{meaning:?}\n{text}");
        }
        done += 1;
        with_instances +=
            u64::from(!spec.instances(&problem, korrel_enumerate::Strategy::default()).is_empty());
    }
    // Specs without instances, or a generator of contradictions, would test little.
    assert!(with_instances * 2 > count, "only {with_instances} of {count} have instances");
}
