//! What a check of sequences says of itself: what it tried, what it did not, and on which side something went wrong.

use std::cell::Cell;
use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use korrel_test::exhaustive::prelude::*;
use korrel_test::exhaustive::{SequenceOutcome, Sequences, Verdict, sequences};

fn said<S, M>(sequences: &Sequences<'_, S, M>) -> String {
    message(|| sequences.check())
}

fn message<T>(run: impl FnOnce() -> T) -> String {
    let panic = catch_unwind(AssertUnwindSafe(run)).err().expect("it fails");
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).expect("a message")
}

/// Two sides without a state.
fn none<'a>() -> Sequences<'a, (), ()> {
    sequences("it", || (), || ())
}

/// If it failed, one wide argument would leave no sequence of two calls, or a test without a number of cases not come to an end.
#[test]
fn a_wide_argument_leaves_cases_for_each_length() {
    let deep = |config| {
        sequences("sum", || 0u64, || 0u64)
            .call("add", any::<u64>(), |it, n| *it ^= n, |it, n| *it ^= n)
            .call("get", (), |it, ()| *it, |it, ()| *it)
            .config(config)
    };
    for (config, sequences) in
        [(ProptestConfig::with_cases(3000), 3000), (ProptestConfig::default(), 10_000)]
    {
        let outcome = deep(config).check();
        assert_eq!((outcome.verdict, outcome.calls), (Verdict::Cut, Some(0)));
        assert!(outcome.sequences.abs_diff(sequences) < 3, "{outcome}");
        let text = outcome.to_string();
        assert!(text.contains(" sequences of up to 3 calls; ") && text.contains("0..4"), "{text}");
        assert!(text.ends_with("; it ended: its cases are over (with_cases)"), "{text}");
    }
    // A fault that takes three calls is found, and nobody is told that no shorter sequence has it.
    let calls = |it: &mut u8, _: u64| {
        *it += 1;
        *it
    };
    let third = |it: &mut u8, n: u64| if calls(it, n) < 3 { *it } else { 0 };
    let told = said(&sequences("it", || 0, || 0).call("a", any::<u64>(), third, calls));
    assert!(told.contains("\nA sequence that fails, though not all shorter ones were"), "{told}");
}

/// If it failed, a limit of time would cut a run to 10,000 sequences, and nobody be told.
#[test]
fn a_limit_of_time_leaves_the_number_alone() {
    let hour = Duration::from_secs(3600);
    for config in
        [ProptestConfig::default().within(hour), ProptestConfig::default().input_within(hour)]
    {
        let many = none().call("a", 0..30u8, |_, _| 1, |_, _| 1).config(config);
        assert_eq!(many.check().to_string(), "27931 sequences of up to 3 calls, all there are");
    }
    let late = none().call("a", 0..30u8, |_, _| 1, |_, _| 1);
    let late = late.config(ProptestConfig::default().within(Duration::ZERO));
    assert_eq!(
        said(&late),
        "it: no sequence was tried: 0 sequences of up to 3 calls; it ended: its time is over (within)"
    );
}

/// If it failed, to count would take as long as to make the sequences, or be wrong where it is by a formula.
#[test]
fn sequences_are_counted_by_a_formula() {
    let pick = || prop::collection::vec(0..3u8, 0..=2); // 13
    let all = |up_to| none().call("a", pick(), |_, _| 1, |_, _| 1).up_to(up_to);
    assert_eq!(all(3).count().sequences, all(3).check().sequences.into());
    let many = none().call("a", 0..60u8, |_, _| 1, |_, _| 1).up_to(9).count();
    assert_eq!(
        many.to_string(),
        format!("{} sequences of up to 9 calls", (60u128.pow(10) - 1) / 59)
    );
    assert!(none().call("a", (), |_, ()| (), |_, ()| ()).up_to(1000).count().sequences == 1001);
    let huge = none().call("a", 0..2u8, |_, _| 1, |_, _| 1).up_to(200).count().to_string();
    assert!(huge.starts_with("at least 340282366920938463463374607431768211455"), "{huge}");
    // Each name after the first has several choices, a range of all numbers is not counted, and an input of thousands of draws is left out.
    let names = interchangeable(["a", "b", "c"]);
    let names = none().call("a", names, |_, _| 1, |_, _| 1).up_to(4);
    assert_eq!(names.count().to_string(), "23 sequences of up to 4 calls");
    let some = names.config(ProptestConfig::with_cases(10)).count();
    assert_eq!(some.to_string(), "at least 10 sequences of up to 4 calls");
    let wide = none().call("a", any::<u64>(), |_, _| 1, |_, _| 1).up_to(1).count();
    assert!(!wide.is_exact && wide.sequences > 1000, "{wide}");
    let long = none().call("a", [prop::bool::ANY; 10], |_, _| 1, |_, _| 1).up_to(400);
    assert!(!long.count().is_exact);
}

/// If it failed, a test would pass that has tried nothing, or nothing of an operation.
#[test]
fn nothing_tried_fails() {
    let with = |arguments: BoxedStrategy<u8>| {
        let all = none().call("a", arguments, |_, _| 1, |_, _| 1);
        said(&all.call("b", (), |_, ()| (), |_, ()| ()))
    };
    let empty = Vec::<u8>::new();
    for arguments in [
        (0..0u8).boxed(),
        prop::sample::select(empty).boxed(),
        (0..9u8).prop_filter("none", |_| false).boxed(),
    ] {
        let told = with(arguments);
        assert!(told.starts_with("it: nothing was tried of a, as its arguments make no"), "{told}");
    }
    let one = || none().call("b", (), |_, ()| (), |_, ()| ());
    let told = said(&one().config(ProptestConfig::with_cases(0)));
    assert!(told.starts_with("it: no sequence was tried: "), "{told}");
    let told = said(&one().config(ProptestConfig::with_cases(1)));
    assert!(told.starts_with("it: nothing was tried of b, "), "{told}");
    assert_eq!(one().end(|()| 1, |()| 1).up_to(0).check().sequences, 1);
    let told = said(&one());
    assert!(told.starts_with("it: no call returns anything, and there is no `end`, so"), "{told}");
    let falls = |()| -> u8 { panic!("on purpose") };
    let told = said(&one().end(falls, falls));
    assert!(told.starts_with("it: `end` never returned: 4 sequences of up to 3 calls"), "{told}");
    let bad = |_: &mut (), ()| -> u8 { panic!("on purpose") };
    let told = said(&none().call("bad", (), bad, bad));
    assert!(told.starts_with("it: no call ever returned: 2 sequences"), "{told}");
    assert_eq!(message(|| none().check()), "it: there are no calls");
}

/// If it failed, of two ends only one would be compared.
#[test]
fn there_is_one_end() {
    let one = || none().call("a", (), |_, ()| (), |_, ()| ()).end(|()| 1, |()| 1);
    assert_eq!(one().check().verdict, Verdict::Complete);
    let told = message(|| one().end(|()| 2, |()| 2));
    assert_eq!(told, "it: there is an end already; let one return a tuple");
}

/// If it failed, nobody would learn that nothing was compared in the end.
#[test]
fn an_end_that_panics_on_both_sides_is_told() {
    let end = |it: u8| assert!(it < 2, "on purpose");
    let add = |it: &mut u8, ()| *it += 1;
    let outcome = sequences("it", || 0, || 0).call("add", (), add, add).end(end, end).check();
    assert_eq!((outcome.sequences, outcome.end_panicked), (4, 2));
    let text = outcome.to_string();
    assert!(text.ends_with("all there are; after 2 of them both sides panic in the end"), "{text}");
}

/// If it failed, a side that is not the same from run to run would be shown as a plain fault.
#[test]
fn a_side_that_differs_from_run_to_run_is_named() {
    let end = "\nSo the subject or the model is not the same from run to run.";
    let once = Cell::new(0);
    let count = |_: &mut (), ()| once.replace(once.get() + 1) == 3;
    let all = || none().call("a", (), count, |_, ()| false);
    let told = said(&all());
    assert!(told.ends_with(&format!("\nMade once more, it passes.{end}")), "{told}");
    let grows = |_: &mut (), ()| once.replace(once.get() + 1);
    let told = said(&none().call("a", (), grows, |_, ()| 0));
    assert!(told.contains("\nMade once more, it fails otherwise: a: it returned "), "{told}");
    // From the third call on it fails always.
    once.set(0);
    let late = |_: &mut (), ()| once.replace(once.get() + 1) > 2;
    let told = said(&none().call("a", (), late, |_, ()| false));
    let lines =
        "it.a(); // true, expected false\n  it.a(); // not reached\n  it.a(); // not reached\n";
    assert!(
        told.ends_with(&format!(
            "{lines}Without the calls that are not reached it passed before.{end}"
        )),
        "{told}"
    );
    let plain = said(&none().call("a", (), |_, ()| 1, |_, ()| 2));
    assert!(plain.ends_with("it.a(); // 1, expected 2"), "{plain}");
}

/// Panics when it is dropped, if it is to.
struct Falls(bool);

impl Drop for Falls {
    fn drop(&mut self) {
        assert!(!self.0, "it falls");
    }
}

/// If it failed, the reader would look for a fault in a call or on the other side, or have no line to look at.
#[test]
fn a_panic_has_a_side_and_a_place() {
    let no_call =
        |all: Sequences<'_, Falls, Falls>| said(&all.call("a", (), |_, ()| (), |_, ()| ()));
    let (right, wrong, unmade) =
        (|| Falls(false), || Falls(true), || -> Falls { panic!("not made") });
    let here = concat!(" at ", file!(), ":");
    let told = no_call(sequences("it", unmade, right));
    assert!(told.starts_with(&format!("it: the subject panicked as it was made: not made{here}")));
    let told = no_call(sequences("it", right, unmade));
    assert!(told.starts_with(&format!("it: the model panicked as it was made: not made{here}")));
    let told = no_call(sequences("it", wrong, right));
    assert!(
        told.starts_with(&format!("it: dropped: it panicked, expected no panic: it falls{here}")),
        "{told}"
    );
    let told = no_call(sequences("it", right, wrong));
    assert!(
        told.starts_with(&format!("it: dropped: it returned, expected a panic: it falls{here}")),
        "{told}"
    );
    let told = said(&none().call("a", (), |_, ()| (), |_, ()| -> () { panic!("on purpose") }));
    assert!(
        told.starts_with(&format!("it: a: it returned, expected a panic: on purpose{here}"))
            && told
                .ends_with("the one before it passes.\n  it.a(); // it returned, expected a panic"),
        "{told}"
    );
}

/// If it failed, a test would be said to fail somewhere in this crate.
#[test]
fn a_failure_is_told_at_the_line_of_the_test() {
    let lines = std::sync::Mutex::new(Vec::new());
    let lines: &'static std::sync::Mutex<Vec<_>> = Box::leak(Box::new(lines));
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |said| {
        let place = said.location().expect("it has a place");
        if said.payload().downcast_ref::<String>().is_some_and(|text| text.starts_with("here: ")) {
            lines.lock().expect("no panic").push((place.file().to_owned(), place.line()));
        } else {
            before(said);
        }
    }));
    let wrong = || sequences("here", || (), || ()).call("a", (), |_, ()| 1, |_, ()| 2);
    let first = line!() + 1;
    message(|| wrong().check());
    message(|| wrong().config(ProptestConfig::default().all_failures()).check());
    message(|| {
        korrel_test::exhaustive::exhaust("here", &ProptestConfig::default(), 0..9u8, |n| {
            prop_assert_eq!(n, 0);
            Ok(())
        })
    });
    let lines = lines.lock().expect("no panic");
    let here = |line| (file!().to_owned(), line);
    assert_eq!(*lines, [here(first), here(first + 1), here(first + 3)]);
}

/// If it failed, one fault would be as many causes as it has values.
#[test]
fn one_fault_of_many_values_is_one_cause() {
    let chars = || prop::sample::select(korrel_test::exhaustive::awkward::chars());
    let floats = || prop::sample::select(korrel_test::exhaustive::awkward::numbers::<f64>());
    let all = none()
        .call("char", chars(), |_, char| Some(char), |_, _| None::<char>)
        .call("float", floats(), |_, float| Some(float), |_, _| None::<f64>)
        .config(ProptestConfig::default().all_failures());
    let told = said(&all.up_to(1));
    assert!(told.contains("fail, by 2 causes\n"), "{told}");
    assert!(told.contains("char: it returned Some('…'), expected None  ("), "{told}");
    let one = ProptestConfig::default().all_failures();
    let told = said(&none().call("a", (), |_, ()| 1, |_, ()| 2).config(one).up_to(1));
    assert!(told.starts_with("it: 1 of 2 sequences fails, by 1 cause\n"), "{told}");
}

/// If it failed, a call would be written as code that it is not.
#[test]
fn arguments_are_in_brackets_once() {
    #[derive(Clone)]
    struct Start;
    impl std::fmt::Debug for Start {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str("(start) 3")
        }
    }
    let line = |told: String| told.rsplit_once("  it.").expect("a call").1.to_owned();
    let told = said(&none().call("a", Just(Start), |_, _| 1, |_, _| 2));
    assert_eq!(line(told), "a((start) 3); // 1, expected 2");
    let told = said(&none().call("a", (0..1u8, Just("b")), |_, _| 1, |_, _| 2));
    assert_eq!(line(told), "a(0, \"b\"); // 1, expected 2");
}

/// If it failed, what the page says about hash sets would not help.
#[test]
fn a_hash_set_is_compared_by_a_tree() {
    use std::collections::BTreeSet;
    let add = |it: &mut HashSet<u8>, n| it.insert(n);
    let outcome: SequenceOutcome = sequences("set", HashSet::new, BTreeSet::new)
        .call("insert", 0..4u8, add, BTreeSet::insert)
        .end(|it| it.into_iter().collect::<BTreeSet<_>>(), |model| model)
        .check();
    assert_eq!(outcome.verdict, Verdict::Complete);
}

/// If it failed, a fault that shows only behind one of the end would be lost.
#[test]
fn behind_an_end_that_differs_is_more() {
    let all = sequences("it", Vec::new, Vec::new)
        .call(
            "push",
            (),
            |it: &mut Vec<u8>, ()| it.push(1),
            |model: &mut Vec<u8>, ()| model.push(2),
        )
        .call("clear", (), |it, ()| it.clear(), |model, ()| model.clear())
        .call("len", (), |it, ()| it.len(), |model, ()| model.len() * 2)
        .end(|it| it, |model| model)
        .config(ProptestConfig::default().all_failures());
    let told = said(&all);
    assert!(told.starts_with("it: 16 of 37 sequences fail, by 2 causes"), "{told}");
    let some = sequences("it", || (), || ()).call("a", 0..3u8, |_, _| 1, |_, _| 1);
    let bad = |_: &mut (), ()| -> u8 { panic!("on purpose") };
    let some = some.call("bad", (), bad, bad).config(ProptestConfig::with_cases(17));
    assert_eq!(
        some.check().to_string(),
        "17 sequences of up to 2 calls, all of up to 2 calls but those behind 4 that panic on both sides, none of 3 calls; on both sides bad always panics; it ended: its cases are over (with_cases)"
    );
}
