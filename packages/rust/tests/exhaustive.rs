//! Strategies, exhausted. The numbers are closed formulas and rows of the OEIS.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fmt::Debug;

use korrel_test::exhaustive::prelude::*;
use korrel_test::exhaustive::{Verdict, exhaust};

/// All values, in their order, each once.
fn all<S: Strategy>(strategy: S) -> Vec<String> {
    let mut seen = Vec::new();
    let outcome = exhaust("all", &ProptestConfig::with_cases(70_000), strategy, |value| {
        seen.push(format!("{value:?}"));
        Ok(())
    });
    assert_eq!(outcome.verdict, Verdict::Complete);
    assert_eq!(seen.iter().collect::<HashSet<_>>().len(), seen.len());
    seen
}

fn count<S: Strategy>(strategy: S) -> usize {
    all(strategy).len()
}

/// If it failed, an input would be missing, or come twice.
#[test]
fn collections_are_as_many_as_they_must_be() {
    assert_eq!(count(prop::collection::vec(0..3u8, 0..=4)), 1 + 3 + 9 + 27 + 81);
    assert_eq!(count((prop::bool::ANY, -2..4i32, 5..=8u64)), 2 * 6 * 4);
    assert_eq!(count(prop::collection::btree_set(0..5u8, 0..=5)), 32);
    assert_eq!(count(prop::collection::hash_set(0..5u8, 2)), 10);
    assert_eq!(count(prop::collection::hash_map(0..3u8, any::<bool>(), 0..=2)), 1 + 3 * 2 + 3 * 4);
    assert_eq!(
        count(prop::collection::btree_map(prop::sample::select(["a", "b"]), 0..3u8, ..=2)),
        1 + 2 * 3 + 9
    );
    assert_eq!(count(prop::sample::subsequence(vec!['a', 'b', 'c', 'd'], 0..=4)), 16);
    assert_eq!(count(prop::sample::subsequence(vec!['a', 'b', 'c', 'd'], 2)), 6);
    assert_eq!(count(prop::option::of(0..3u8)), 4);
    assert_eq!(count((0..5usize).prop_flat_map(|n| prop::collection::vec(0..2u8, n))), 31);
    assert_eq!(count((0..100u32).prop_filter("odd", |n| n % 2 == 1)), 50);
    assert_eq!(count(any::<(bool, Option<bool>, i8)>()), 2 * 3 * 256);
    assert_eq!(count([0..2u8, 0..3u8, 0..4u8]), 24);
    assert_eq!(count(prop_oneof![2 => Just(7), 1 => 0..3, 1 => -2..0]), 6);
    assert_eq!(all(prop_oneof![0 => Just(7), 1 => 0..2]), ["0", "1"]);
}

/// If it failed, a set would be missing or come twice, or nearly all choices would lead to none.
#[test]
fn sets_are_as_many_as_they_must_be() {
    let set = |size| prop::collection::btree_set(0..3u8, size);
    let binomial = [1, 3, 3, 1];
    for (size, sets) in binomial.into_iter().enumerate() {
        assert_eq!(count(set(size)), sets);
    }
    // Sets of the 8 subsets, of lists of three lengths, of optional pairs: 2^8, 2^7, C(5, 3).
    assert_eq!(
        count(prop::collection::btree_set(prop::collection::btree_set(0..3u8, 0..=3), 0..=8)),
        256
    );
    assert_eq!(
        count(prop::collection::btree_set(prop::collection::vec(0..2u8, 0..=2), 0..=7)),
        128
    );
    assert_eq!(count(prop::collection::btree_set(prop::option::of((0..2u8, 0..2u8)), 3)), 10);
    // Two draws of a pool make one set of two names; a value without a choice makes one element.
    assert_eq!(count(prop::collection::btree_set(interchangeable(["a", "b", "c"]), 0..=3)), 4);
    assert_eq!(count(prop::collection::btree_set(Just(7), 0..=3)), 2);
    // None of these choices is in vain.
    let many = prop::collection::hash_set(0..100u8, 20);
    let outcome = exhaust("many", &ProptestConfig::with_cases(500), many, |_| Ok(()));
    assert_eq!((outcome.inputs, outcome.refused), (500, 0));
    let none = failure(ProptestConfig::default(), prop::collection::hash_set(0..3u8, 5), |_| true);
    assert!(none.contains("no input was tried"), "{none}");
}

/// If it failed, a filter that keeps next to nothing would be taken for the bound of cases, or an input at random for the smallest.
#[test]
fn a_run_says_why_it_ends() {
    let odd = (0..1u64 << 40).prop_filter("large", |n| *n > 1 << 39);
    let said = failure(ProptestConfig::default(), odd, |_| true);
    assert!(said.contains("it ended: nearly all choices make no input"), "{said}");
    let said = failure(ProptestConfig::default(), any::<i64>(), |n| *n < 1 << 40);
    assert!(said.contains("An input that fails, drawn at random"), "{said}");
    let said = failure(ProptestConfig::default(), 0..9u8, |n| *n < 3);
    assert!(said.contains("The smallest input that fails; all 3 before it pass"), "{said}");
}

/// If it failed, a range would miss a value, or not begin at the one closest to 0.
#[test]
fn ranges_begin_at_the_value_closest_to_0() {
    assert_eq!(all(-2..=4i64), ["0", "1", "-1", "2", "-2", "3", "4"]);
    assert_eq!(all(-4..=1i64), ["0", "1", "-1", "-2", "-3", "-4"]);
    assert_eq!(all(i64::MAX - 1..=i64::MAX), [(i64::MAX - 1).to_string(), i64::MAX.to_string()]);
    assert_eq!(all(i8::MIN..=-126), ["-126", "-127", "-128"]);
    assert_eq!(all(u64::MAX..=u64::MAX), [u64::MAX.to_string()]);
    assert_eq!(count(any::<u16>()), 1 << 16);
}

#[derive(Clone, Debug)]
enum Tree {
    Leaf,
    Node(
        #[allow(dead_code, reason = "it is printed")] Box<Tree>,
        #[allow(dead_code, reason = "it is printed")] Box<Tree>,
    ),
}

/// If it failed, a tree would be missing: there are as many of a height at most as in OEIS A003095.
#[test]
fn trees_of_a_height() {
    for (depth, trees) in [(0, 1), (1, 2), (2, 5), (3, 26), (4, 677)] {
        let tree = Just(Tree::Leaf).prop_recursive(depth, 100, 2, |inner| {
            (inner.clone(), inner)
                .prop_map(|(left, right)| Tree::Node(Box::new(left), Box::new(right)))
        });
        assert_eq!(count(tree), trees);
    }
}

/// If it failed, names would matter: the partitions of n places are OEIS A000110.
#[test]
fn interchangeable_values() {
    for (length, partitions) in [1, 1, 2, 5, 15, 52, 203, 877].into_iter().enumerate() {
        assert_eq!(
            count(prop::collection::vec(interchangeable(('a'..'i').collect::<Vec<_>>()), length)),
            partitions
        );
    }
    let user = interchangeable(["u", "v"]);
    assert_eq!(
        all((user.clone(), interchangeable(["f"]), user)),
        [r#"("u", "f", "u")"#, r#"("u", "f", "v")"#]
    );
}

fn failure<V: Debug>(
    config: ProptestConfig,
    strategy: impl Strategy<Value = V>,
    holds: impl Fn(&V) -> bool,
) -> String {
    let run = || {
        exhaust("it", &config, strategy, |value| {
            prop_assert!(holds(&value), "no");
            Ok(())
        });
    };
    let panic = std::panic::catch_unwind(std::panic::AssertUnwindSafe(run)).expect_err("it fails");
    panic.downcast_ref::<String>().expect("a message").clone()
}

/// If it failed, a smaller input would be hidden, or the message say something else.
#[test]
fn the_smallest_failure_is_shown() {
    let lists = prop::collection::vec(0..10u8, 0..10);
    let said = failure(ProptestConfig::default(), lists, |list| {
        list.iter().collect::<BTreeSet<_>>().len() < 3
    });
    assert!(said.contains("all of a size below 6 among them"), "{said}");
    assert!(said.contains("The smallest input that fails"), "{said}");
}

/// If it failed, a test would pass though nothing was tried, or though it is cut and must not be.
#[test]
fn nothing_tried_and_a_cut_run_fail() {
    let none = failure(ProptestConfig::default(), 3..3u8, |_| true);
    assert!(none.contains("no input was tried"), "{none}");
    let cut = failure(ProptestConfig::with_cases(10).whole(), 0..20u8, |_| true);
    assert_eq!(
        cut,
        "CUT: it: 10 inputs, all of a size below 9; it ended: its cases are over (with_cases)"
    );
}

/// If it failed, wide values would be taken for all of them.
#[test]
fn wide_draws_are_small_values_first_and_random_ones() {
    let mut seen = Vec::new();
    let outcome = exhaust("wide", &ProptestConfig::with_cases(200), any::<i64>(), |value| {
        seen.push(value);
        Ok(())
    });
    assert_eq!(seen[..5], [0, 1, -1, 2, -2]);
    assert_eq!((outcome.verdict, outcome.random, outcome.widest), (Verdict::Cut, 30, 1 << 64));
    assert!(seen.iter().any(|value| value.unsigned_abs() > 1 << 40));
}

/// If it failed, a recursion without an end would hang or overflow the stack.
#[test]
fn an_endless_recursion_ends() {
    fn list() -> BoxedStrategy<u8> {
        struct Endless;
        impl Strategy for Endless {
            type Value = u8;
            fn draw(
                &self,
                tape: &mut korrel_test::exhaustive::Tape,
            ) -> Result<u8, korrel_test::exhaustive::DrawRefusal> {
                if tape.place(2)? == 0 { self.draw(tape) } else { Ok(1) }
            }
        }
        Endless.boxed()
    }
    let outcome = exhaust("endless", &ProptestConfig::with_cases(5), list(), |_| Ok(()));
    assert!(outcome.long && outcome.verdict == Verdict::Cut);
}

/// If it failed, inputs would be taken for all though a strategy has others each time.
#[test]
fn a_strategy_that_draws_otherwise_is_not_complete() {
    for (first, others) in [(4, 5), (5, 4), (4, 1)] {
        let runs = std::cell::Cell::new(0);
        let strategy =
            Just(()).prop_flat_map(|()| 0..if runs.replace(1) == 0 { first } else { others });
        let outcome = exhaust("fickle", &ProptestConfig::default(), strategy, |_| Ok(()));
        assert!(outcome.fickle && outcome.verdict == Verdict::Cut, "{outcome}");
    }
}

/// If it failed, lists that are all too long would fill the memory.
#[test]
fn lists_that_are_too_long_end_soon() {
    let lists = prop::collection::vec(any::<bool>(), 5000);
    let said = failure(ProptestConfig::default(), lists, |_| true);
    assert!(said.contains("an input of thousands of draws was left out"), "{said}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000).whole())]

    /// If it failed, a test written for proptest would not compile, or see other values.
    #[test]
    fn the_macro_takes_what_proptest_takes(mut list in prop::collection::vec(0..3u8, 0..=3), flag: bool, (a, b) in (0..2u8, 0..2u8)) {
        prop_assume!(a <= b);
        list.sort_unstable();
        prop_assert!(list.is_sorted());
        prop_assert!(matches!(Some(flag), Some { .. }));
        prop_assert_ne!(a + 1, b + 2 + u8::from(flag), "of {}", a);
        if list.is_empty() {
            return Ok(());
        }
        prop_assert_eq!(list.iter().max(), list.last());
    }

    #[test]
    fn one_argument(map in prop::collection::btree_map(0..2u8, any::<bool>(), 0..3)) {
        let copy: BTreeMap<u8, bool> = map.clone();
        assert_eq!(copy, map);
    }
}

#[test]
fn a_closure_is_run_as_well() {
    proptest!(|(x in 0..4u8, y: bool)| {
        prop_assert!(x < 4 || y);
    });
    proptest!(ProptestConfig::with_cases(4).whole(), |(x in 0..4u8)| prop_assert!(x < 4));
}

/// If it failed, random values would be taken for all of them.
#[cfg(feature = "proptest")]
#[test]
fn a_strategy_of_proptest_is_random() {
    let floats = korrel_test::exhaustive::random(proptest::num::f64::NORMAL);
    let outcome = exhaust("floats", &ProptestConfig::with_cases(100), floats, |value| {
        prop_assert!(value.is_normal());
        Ok(())
    });
    assert_eq!(outcome.verdict, Verdict::Cut);
}

/// If it failed, a run would end at the first cause, or hide how many inputs and which one a cause has.
#[test]
fn all_failures_are_told_by_cause() {
    let run = || {
        let config = ProptestConfig::with_cases(40).all_failures();
        exhaust("it", &config, 0..100u32, |n| {
            assert!(n % 10 != 7, "the number {n} ends in seven");
            prop_assert_ne!(n, 5);
            prop_assume!(n != 0);
            if n % 10 == 3 {
                return Err(TestCaseError::fail_by("three", format!("it is {n}")));
            }
            Ok(())
        });
    };
    let panic = std::panic::catch_unwind(run).expect_err("it fails");
    let said = panic.downcast_ref::<String>().expect("a message");
    assert!(said.starts_with("it: 9 of 39 inputs fail, by 3 causes\n"), "{said}");
    let parts = [
        "1. three  (4 inputs)\n     smallest: 3\n     it is 3\n",
        "2. assertion failed: `(left != right)` at ",
        "3. the number # ends in seven at ",
        "  (4 inputs)\n     smallest: 7\n     the number 7 ends in seven\n",
    ];
    for part in parts {
        assert!(said.contains(part), "{part}: {said}");
    }
    assert!(said.contains("CUT: it: 40 inputs, 1 of them rejected"), "{said}");
}

/// If it failed, a run without an end would say nothing of what it has found.
#[test]
fn a_run_ends_when_its_time_is_over() {
    let config = ProptestConfig::with_cases(u32::MAX).within(std::time::Duration::ZERO);
    let outcome = korrel_test::exhaustive::count(&config, 0..9u8);
    assert_eq!((outcome.verdict, outcome.inputs), (Verdict::Cut, 0));
    assert!(outcome.to_string().ends_with("it ended: its time is over (within)"), "{outcome}");
    let config = ProptestConfig::with_cases(u32::MAX).all_failures();
    let config = config.within(std::time::Duration::from_secs(1));
    let run = || {
        exhaust("long", &config, any::<i64>(), |n| {
            prop_assert!(n != 0);
            std::thread::sleep(std::time::Duration::from_millis(5));
            Ok(())
        })
    };
    let panic = std::panic::catch_unwind(run).expect_err("it fails");
    let said = panic.downcast_ref::<String>().expect("a message");
    assert!(
        said.contains("smallest: 0\n") && said.ends_with("it ended: its time is over (within)"),
        "{said}"
    );
}

/// If it failed, a bound would be chosen by a wrong number.
#[test]
fn inputs_are_counted_beforehand() {
    let lists = || prop::collection::vec(0..3u8, 0..=4);
    let count = |cases| korrel_test::exhaustive::count(&ProptestConfig::with_cases(cases), lists());
    assert_eq!((count(1000).verdict, count(1000).inputs), (Verdict::Complete, 121));
    assert_eq!((count(100).verdict, count(100).inputs), (Verdict::Cut, 100));
}

/// If it failed, a run would be said to have tried all short lists though one is missing, or hide that it has.
#[test]
fn a_cut_run_says_up_to_which_length_lists_are_all_tried() {
    let inputs = || (prop::collection::vec(0..3u8, 0..=4), prop::option::of(0..2u8));
    agree(inputs, |(list, _)| list.len(), 363, true);
    let nested = || prop::collection::vec(prop::collection::vec(0..2u8, 0..=2), 0..=3);
    let longest = |lists: &Vec<Vec<u8>>| {
        lists.iter().map(Vec::len).chain([lists.len()]).max().expect("there is the list itself")
    };
    agree(nested, longest, 1 + 7 + 49 + 343, false);
    let sets = || prop::collection::btree_set(prop::collection::vec(0..2u8, 1..=2), 0..=3);
    let longest = |set: &BTreeSet<Vec<u8>>| {
        set.iter().map(Vec::len).chain([set.len()]).max().expect("there is the set itself")
    };
    agree(sets, longest, 1 + 6 + 15 + 20, false);
    // A list of one has a size of 5 at most beside an option, one of two up to 8.
    let said = exhaust("it", &ProptestConfig::with_cases(100), inputs(), |_| Ok(())).to_string();
    assert_eq!(
        said,
        "100 inputs, all of a size below 7, all with lists of up to 1; it ended: its cases are over (with_cases)"
    );
}

/// Compares what a run of each number of cases says with the lists that it left out. `tight`: it says no less than there is to say.
fn agree<S: Strategy>(
    strategy: impl Fn() -> S,
    longest: impl Fn(&S::Value) -> usize,
    number: u32,
    tight: bool,
) {
    let mut lengths = Vec::new();
    exhaust("all", &ProptestConfig::default(), strategy(), |value| {
        lengths.push(longest(&value));
        Ok(())
    });
    assert_eq!(lengths.len(), number as usize);
    let mut is_said = false;
    for cases in 1..number {
        let outcome =
            korrel_test::exhaustive::count(&ProptestConfig::with_cases(cases), strategy());
        let shortest = lengths[cases as usize..].iter().min().expect("some are left");
        let said = outcome.lists.map_or(0, |lists| lists + 1);
        assert!(
            said <= *shortest && (!tight || said == *shortest),
            "{cases}: {outcome}, {shortest}"
        );
        is_said |= said > 1;
    }
    assert!(is_said);
}

/// If it failed, a test of one's own strategies would build other crates, and with `preserve_order` of serde_json a program under
/// test would keep another order of keys than its users see.
#[test]
fn alone_it_needs_no_other_crate() {
    let mut cargo = std::process::Command::new(env!("CARGO"));
    cargo.args(["tree", "--offline", "--locked", "--edges", "normal", "--no-default-features"]);
    let tree = cargo.args(["--package", "korrel-test"]).output().expect("cargo");
    let text = String::from_utf8_lossy(&tree.stdout);
    assert_eq!(text.lines().count(), 1, "{text}{}", String::from_utf8_lossy(&tree.stderr));
    assert!(text.starts_with("korrel-test "), "{text}");
}
