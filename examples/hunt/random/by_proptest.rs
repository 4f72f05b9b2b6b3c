// What the hunts' comparisons with proptest share: seeds, budgets, a line for each fault and strategy.

use std::fmt::Debug;
use std::time::Instant;

use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestError, TestRng, TestRunner};

/// `[SEEDS] [CASES...]` of the command line: 10 seeds, 256 cases (the default of proptest), then ten times as many.
pub fn budgets() -> (u64, Vec<u64>) {
    let mut arguments = std::env::args().skip(1).map(|word| word.parse().expect("a number"));
    let seeds = arguments.next().unwrap_or(10);
    let cases: Vec<u64> = arguments.collect();
    (seeds, if cases.is_empty() { vec![256, 2560] } else { cases })
}

/// Prints how many seeds find an input for which the property does not hold, and how large it is after shrinking.
pub fn tell<S: Strategy>(
    (fault, name): (&str, &str),
    strategy: &S,
    (seeds, cases): (u64, u64),
    size: impl Fn(&S::Value) -> usize,
    holds: impl Fn(&S::Value) -> bool,
) where
    S::Value: Debug,
{
    let began = Instant::now();
    let shown = (0..seeds).filter_map(|seed| shown(strategy, seed, cases, &holds));
    let mut found: Vec<(usize, S::Value)> = shown.map(|input| (size(&input), input)).collect();
    found.sort_by_key(|(size, _)| *size);
    let sizes = match &found[..] {
        [] => "–".to_string(),
        [(only, _)] => only.to_string(),
        [(first, _), .., (last, _)] if first == last => first.to_string(),
        [(first, _), .., (last, _)] => format!("{first} to {last}"),
    };
    let (count, seconds) = (found.len(), began.elapsed().as_secs());
    println!("{fault} | {name} | {cases} | {count} of {seeds} | {sizes} | {seconds} s");
    if let Some((_, input)) = found.first() {
        eprintln!("  {input:?}");
    }
}

/// The input that proptest shows after shrinking.
fn shown<S: Strategy>(
    strategy: &S,
    seed: u64,
    cases: u64,
    holds: &impl Fn(&S::Value) -> bool,
) -> Option<S::Value>
where
    S::Value: Debug,
{
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    let config = Config {
        cases: u32::try_from(cases).expect("so many cases"),
        failure_persistence: None,
        ..Config::default()
    };
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &bytes);
    let result = TestRunner::new_with_rng(config, rng).run(strategy, |input| {
        prop_assert!(holds(&input));
        Ok(())
    });
    match result {
        Err(TestError::Fail(_, input)) => Some(input),
        Err(TestError::Abort(reason)) => panic!("{reason}"),
        Ok(()) => None,
    }
}
