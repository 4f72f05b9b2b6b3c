//! How many seeds of proptest find a fault of a hunt: what its `examples/at_random.rs` prints.
//!
//! `at_random [SEEDS] [BUDGET...]`: 10 seeds, 256 cases (the default of proptest), then ten times as many. A budget may be seconds, as `20s`.

use std::fmt::Debug;
use std::time::Duration;

use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestError, TestRng, TestRunner};

/// The cases of a round, if seconds are asked for.
const ROUND: u32 = 2560;

enum Budget {
    Cases(u32),
    Time(Duration),
}

/// Prints a line for each budget: how many seeds find an input that is not right, and its size after shrinking.
/// Nothing, if `ONLY` has parts, and the line's beginning has none of them.
pub fn tell<S: Strategy<Value: Clone + Debug>>(
    fault: &str,
    name: &str,
    strategy: &S,
    is_right: impl Fn(&S::Value) -> bool,
    size: impl Fn(&S::Value) -> usize,
) {
    let wanted = std::env::var("ONLY").unwrap_or_default();
    if !wanted.split(';').any(|part| format!("{fault} | {name}").contains(part)) {
        return;
    }
    let mut arguments = std::env::args().skip(1);
    let seeds = arguments.next().map_or(10, |word| word.parse().expect("a number of seeds"));
    let mut budgets: Vec<String> = arguments.collect();
    if budgets.is_empty() {
        budgets = vec!["256".to_string(), "2560".to_string()];
    }
    for budget in &budgets {
        let began = spent();
        let mut found: Vec<S::Value> = (0..seeds)
            .filter_map(|seed| searched(strategy, &is_right, seed, &read(budget)))
            .collect();
        found.sort_by_key(&size);
        let sizes = match (found.first().map(&size), found.last().map(&size)) {
            (Some(first), Some(last)) if first < last => format!("{first} to {last}"),
            (first, _) => first.map_or("–".to_string(), |size| size.to_string()),
        };
        let (count, seconds) = (found.len(), (spent() - began).as_secs());
        println!("{fault} | {name} | {budget} | {count} of {seeds} | {sizes} | {seconds} s");
        if let Some(input) = found.first() {
            eprintln!("  {input:?}");
        }
    }
}

fn read(budget: &str) -> Budget {
    match budget.strip_suffix('s') {
        Some(seconds) => Budget::Time(Duration::from_secs(seconds.parse().expect("seconds"))),
        None => Budget::Cases(budget.parse().expect("a number of cases")),
    }
}

/// If the budget is a time, rounds with other seeds follow.
fn searched<S: Strategy>(
    strategy: &S,
    is_right: &impl Fn(&S::Value) -> bool,
    seed: u64,
    budget: &Budget,
) -> Option<S::Value> {
    match budget {
        Budget::Cases(cases) => shown(strategy, is_right, seed, *cases),
        Budget::Time(time) => {
            let end = spent() + *time;
            (0..)
                .take_while(|_| spent() < end)
                .find_map(|round| shown(strategy, is_right, seed + 1000 * round, ROUND))
        }
    }
}

/// The input that proptest shows after shrinking.
fn shown<S: Strategy>(
    strategy: &S,
    is_right: &impl Fn(&S::Value) -> bool,
    seed: u64,
    cases: u32,
) -> Option<S::Value> {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    let config = Config { cases, failure_persistence: None, ..Config::default() };
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &bytes);
    let result = TestRunner::new_with_rng(config, rng).run(strategy, |input| {
        prop_assert!(is_right(&input));
        Ok(())
    });
    match result {
        Err(TestError::Fail(_, input)) => Some(input),
        Err(TestError::Abort(reason)) => panic!("{reason}"),
        Ok(()) => None,
    }
}

/// Processor time, as Linux tells it.
fn spent() -> Duration {
    let told = std::fs::read_to_string("/proc/self/schedstat")
        .expect("Linux counts the time of a process");
    let nanoseconds = told.split(' ').next().and_then(|word| word.parse().ok());
    Duration::from_nanos(nanoseconds.expect("the first word is a number"))
}
