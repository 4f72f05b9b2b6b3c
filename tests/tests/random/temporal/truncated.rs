//! Prefixes against lassos: what refutes an assertion does so however the trace goes on.

use super::evaluate::{Environment, Evaluator, past_of};
use super::prefixes::{Truncated, is_said};
use super::states::World;
use super::tree::{Command, Formula, Spec};
use super::{Reading, generate, seeds};

/// Of a spec that says nothing but what is declared: (state, state, …) and where it goes on.
fn lassos(states: usize) -> Vec<(Vec<usize>, usize)> {
    let mut words: Vec<Vec<usize>> = vec![Vec::new()];
    let mut all = Vec::new();
    for _ in 0..3 {
        let longer = words.iter().flat_map(|word| {
            (0..states).map(move |state| word.iter().copied().chain([state]).collect())
        });
        words = longer.collect();
        all.extend(words.iter().flat_map(|word| (0..word.len()).map(|back| (word.clone(), back))));
    }
    all
}

/// If it failed, a beginning would be called a counterexample that another end redeems.
#[test]
fn refuting_prefixes_refute_however_they_go_on() {
    let (mut refuted, mut extended, mut specs) = (0, 0, 0);
    for seed in seeds() {
        let spec = generate::spec(seed);
        if !is_said(&spec) || !spec.command.parameters.is_empty() {
            continue;
        }
        let world = World::new(&spec, Reading::default());
        let Some(configurations) = world.configurations(8) else { continue };
        let Some(configuration) = configurations.last().filter(|one| one.states.len() <= 6) else {
            continue;
        };
        specs += 1;
        if specs > 400 {
            break;
        }
        let goal = &spec.command.goal;
        let past = past_of(&spec, [goal]);
        for (word, back) in lassos(configuration.states.len()) {
            let states: Vec<_> = word.iter().map(|&at| &configuration.states[at]).collect();
            let lasso = (&states[..], back);
            let evaluator = Evaluator::new(&spec, world.space, Reading::default(), lasso, past);
            let holds = evaluator.holds(goal, &Environment::new());
            let begins = |length: usize| {
                let truncated = Truncated::new(&spec, world.space, &states[..length]);
                truncated.refutes(goal, &Environment::new())
            };
            let refuting = (1..=states.len()).filter(|&length| begins(length)).count();
            extended += 1;
            refuted += u64::from(refuting > 0);
            assert!(!holds || refuting == 0, "seed {seed}: {word:?}, loop {back}\n{spec}");
        }
    }
    println!("{refuted} of {extended} lassos of {specs} specs begin with what refutes");
    assert!(refuted * 10 > extended, "{refuted} of {extended} are few");
}

/// The verdict of a prefix of so many states on `var sig A {}`, by the bits of the states.
fn judged(text: &str, states: &[u128]) -> [bool; 2] {
    let text = format!("var sig A {{ }}\n{text} for 1 but 1..3 steps");
    let (_, spec) = super::read::read(&text).expect("it is read").remove(0);
    let Spec { command: Command { goal, .. }, .. } = &spec;
    let states: Vec<Vec<super::value::Value>> =
        states.iter().map(|&bits| vec![super::value::Value::set(bits)]).collect();
    let states: Vec<_> = states.iter().collect();
    let space = super::value::Space(1);
    let truncated = Truncated::new(&spec, space, &states);
    let env = Environment::new();
    let denied = Formula::Not(Box::new(goal.clone()));
    // As a fact, and as an assertion.
    [truncated.allows(goal, &env), truncated.refutes(&denied, &env)]
}

/// If it failed, a prefix would mean something else than the text says.
#[test]
fn prefixes_mean_what_is_said_of_them() {
    for (formula, states, expected) in [
        ("always some A", &[1, 1][..], [true, false]),
        ("always some A", &[1, 0], [false, false]),
        ("eventually no A", &[1, 1], [false, false]),
        ("eventually no A", &[1, 0], [true, true]),
        ("after some A", &[0], [true, false]),
        ("after not some A", &[0], [true, false]),
        ("not after some A", &[0], [true, false]),
        ("A' = A", &[1], [true, false]),
        ("A' != A", &[1], [true, false]),
        ("always A' != A", &[1, 0, 1], [true, false]),
        ("always A' != A", &[1, 1, 0], [false, false]),
        ("some A until no A", &[1, 1], [false, false]),
        ("some A until no A", &[1, 0], [true, true]),
        ("no A releases some A", &[1, 1], [true, false]),
        ("(after no A) releases some A", &[1, 0], [true, true]),
        ("some A ; no A", &[1], [true, false]),
        ("some A ; no A", &[1, 0], [true, true]),
        ("after before some A", &[1], [true, false]),
        ("after before some A", &[1, 0], [true, true]),
        ("historically some A", &[1], [true, true]),
        ("some A'", &[1, 0], [false, false]),
        ("no A''", &[1, 1], [true, false]),
    ] {
        let found = judged(&format!("run {{ {formula} }}"), states);
        assert_eq!(found, expected, "{formula} on {states:?}");
    }
}
