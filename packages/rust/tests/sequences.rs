//! Sequences of calls on a library and on a model. The numbers are closed formulas, or those of a plain search that shares nothing with the engine.

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use korrel_test::exhaustive::prelude::*;
use korrel_test::exhaustive::{Sequences, Verdict, awkward, exhaust, sequences};

fn said<S, M>(sequences: &Sequences<'_, S, M>) -> String {
    let panic = catch_unwind(AssertUnwindSafe(|| sequences.check())).expect_err("it fails");
    panic.downcast_ref::<String>().expect("a message").clone()
}

/// If it failed, a sequence would be missing or come twice, or a longer one before a shorter one.
#[test]
fn there_are_as_many_as_there_must_be_shortest_first() {
    let seen = RefCell::new(Vec::new());
    let log = |it: &mut String, n: &str| it.push_str(n);
    let all = sequences("log", String::new, String::new)
        .call("put", prop::sample::select(["a", "b", "c"]), log, log)
        .call("end", (), |it, ()| log(it, "."), |it, ()| log(it, "."))
        .end(|it| seen.borrow_mut().push(it), |_| ())
        .up_to(4);
    assert_eq!(all.count().to_string(), "341 sequences of up to 4 calls");
    assert_eq!(all.check().verdict, Verdict::Complete);
    let mut brute = vec![String::new()];
    for length in 0..4 {
        let longest: Vec<_> = brute.iter().filter(|it| it.len() == length).cloned().collect();
        brute
            .extend(longest.iter().flat_map(|it| ["a", "b", "c", "."].map(|n| format!("{it}{n}"))));
    }
    let mut seen = seen.borrow_mut();
    assert!(seen.is_sorted_by_key(String::len));
    assert_eq!(seen.len(), 1 + 4 + 16 + 64 + 256);
    seen.sort();
    brute.sort();
    assert_eq!(*seen, brute);
}

/// If it failed, names would matter: two operations and names up to renaming are 2^n sequences times the partitions of n places (OEIS A000110).
#[test]
fn names_are_interchangeable_across_calls() {
    let names = interchangeable(["a", "b", "c", "d"]);
    let all = sequences("names", || (), || ())
        .call("put", names.clone(), |(), _| 1, |(), _| 1)
        .call("get", names, |(), _| 1, |(), _| 1)
        .up_to(4);
    assert_eq!(all.count().sequences, 1 + 2 + 4 * 2 + 8 * 5 + 16 * 15);
    assert_eq!(all.check().sequences, 291);
}

/// A queue that gives the last element after two that were put in a row.
#[derive(Clone, Debug, Default)]
struct Queue {
    held: Vec<u8>,
    puts: usize,
}

impl Queue {
    fn put(&mut self, value: u8) {
        self.puts += 1;
        self.held.push(value);
    }

    fn take(&mut self) -> Option<u8> {
        match std::mem::take(&mut self.puts) {
            2.. => self.held.pop(),
            _ => take(&mut self.held),
        }
    }
}

fn take(model: &mut Vec<u8>) -> Option<u8> {
    (!model.is_empty()).then(|| model.remove(0))
}

/// One that is a queue indeed.
fn right_queue<'a>() -> Sequences<'a, Vec<u8>, Vec<u8>> {
    let put = |it: &mut Vec<u8>, value| it.push(value);
    sequences("queue", Vec::new, Vec::new).call("put", 1..3u8, put, put).call(
        "take",
        (),
        |it, ()| take(it),
        |model, ()| take(model),
    )
}

fn queue<'a>() -> Sequences<'a, Queue, Vec<u8>> {
    sequences("queue", Queue::default, Vec::new).call("put", 1..3u8, Queue::put, Vec::push).call(
        "take",
        (),
        |it, ()| it.take(),
        |model, ()| take(model),
    )
}

/// The shortest sequences on which the queue differs from its model, by a plain search: 0 stands for a `take`.
fn failing(up_to: usize) -> (usize, Vec<Vec<u8>>) {
    let (mut tried, mut failing, mut now) = (0, Vec::new(), vec![Vec::new()]);
    for _ in 0..=up_to {
        tried += now.len();
        let (fail, pass): (Vec<Vec<u8>>, _) = now.into_iter().partition(|calls| {
            let (mut it, mut model) = (Queue::default(), Vec::new());
            calls.iter().any(|call| match call {
                0 => it.take() != take(&mut model),
                value => {
                    it.put(*value);
                    model.push(*value);
                    false
                }
            })
        });
        failing.extend(fail);
        let longer = |calls: Vec<u8>| [0, 1, 2].map(|call| [&calls[..], &[call]].concat());
        now = pass.into_iter().flat_map(longer).collect();
    }
    (tried, failing)
}

/// If it failed, a fault of some calls would be missed, or be shown by a longer sequence, or what begins like it be tried as well.
#[test]
fn the_shortest_sequence_that_fails_is_shown() {
    let (tried, brute) = failing(5);
    assert_eq!(brute[..2], [[1, 2, 0], [2, 1, 0]]);
    let told = said(&queue());
    assert_eq!(
        told,
        "queue: take: it returned Some(2), expected Some(1)
The shortest sequence that fails; all 23 before it pass.
  it.put(1);
  it.put(2);
  it.take(); // Some(2), expected Some(1)"
    );
    let told = said(&queue().up_to(5).config(ProptestConfig::with_cases(1000).all_failures()));
    let (number, fail) = (tried, brute.len());
    assert!(
        told.starts_with(&format!("queue: {fail} of {number} sequences fail, by 1 cause\n")),
        "{told}"
    );
    let cause = format!(
        "  1. take: it returned Some(#), expected Some(#)  ({fail} sequences)\n     shortest:\n       it.put(1);\n"
    );
    assert!(told.contains(&cause), "{told}");
    let end = format!(
        "COMPLETE: queue: {number} sequences of up to 5 calls, all there are but those behind {fail} that fail"
    );
    assert!(told.ends_with(&end), "{told}");
    assert_eq!(queue().up_to(2).check().sequences, 1 + 3 + 9);
}

/// If it failed, what `==` does not tell apart would pass, or what it tells apart from itself would fail.
#[test]
fn zeros_differ_and_nan_is_itself() {
    type Side = fn(&mut f64, f64) -> f64;
    let check = |subject: Side, model: Side| {
        sequences("sum", || 0.0, || 0.0)
            .call("add", prop::sample::select(awkward::numbers::<f64>()), subject, model)
            .up_to(1)
    };
    let negated: Side = |_, n| -n;
    assert_eq!(check(negated, negated).check().verdict, Verdict::Complete);
    let told = said(&check(negated, |_, n| 0.0 - n));
    assert!(
        told.contains("add: it returned -0.0, expected 0.0")
            && told.ends_with("  it.add(0.0); // -0.0, expected 0.0"),
        "{told}"
    );
}

/// If it failed, a state that no call returns would never be looked at, or be looked at between two calls.
#[test]
fn the_end_is_compared_once_the_last_call_is_over() {
    let looks = RefCell::new(0);
    let set = |it: &mut Vec<u8>, n| it.push(n);
    let kept = |model: &mut Vec<u8>, n| {
        if !model.contains(&n) {
            model.push(n)
        }
    };
    let all = sequences("set", Vec::new, Vec::new).call("insert", 0..2u8, set, kept).end(
        |it| {
            *looks.borrow_mut() += 1;
            it.len()
        },
        |model| model.len(),
    );
    let told = said(&all);
    assert!(told.starts_with("set: in the end: it is 2, expected 1\n"), "{told}");
    assert!(told.ends_with("  it.insert(0);\n  it.insert(0);"), "{told}");
    // What fails is made once more.
    assert_eq!(*looks.borrow(), 1 + 2 + 1 + 1);
    let none = said(
        &sequences("none", || 0, || 1).call("a", (), |_, ()| (), |_, ()| ()).end(|it| it, |it| it),
    );
    assert!(none.ends_with("it is the first.\n  (no call)"), "{none}");
}

/// If it failed, calls on a value in no known state would be compared, or a panic of one side pass, or print.
#[test]
fn panics_of_both_sides_agree_and_end_a_sequence() {
    let bad = |_: &mut u8, (): ()| -> u8 { panic!("on purpose") };
    let half = |it: &mut u8, (): ()| -> u8 {
        *it = 1;
        panic!("half done")
    };
    let all = sequences("it", || 0u8, || 0u8)
        .call("a", prop::bool::ANY, |_, _| (), |_, _| ())
        .call("bad", (), half, bad)
        .end(|it| it, |it| it);
    let outcome = all.check();
    // No call, then a last call of three behind others of two.
    assert_eq!((outcome.sequences, outcome.panicked), (1 + 3 + 3 * 2 + 3 * 4, 1 + 2 + 4));
    assert!(outcome.to_string().ends_with("all there are but those behind 7 that panic on both sides; on both sides bad always panics"), "{outcome}");
    let told = said(&sequences("it", || 0u8, || 0u8).call(
        "bad",
        7..8u8,
        move |it, _: u8| bad(it, ()),
        |it, _| *it,
    ));
    assert!(
        told.starts_with("it: bad: it panicked, expected 0: on purpose at ")
            && told.ends_with("  it.bad(7); // it panicked, expected 0"),
        "{told}"
    );
    let told = said(&sequences("it", || 0u8, || 0u8).call("bad", (), |it, ()| *it, bad));
    assert!(told.starts_with("it: bad: it returned 0, expected a panic: on purpose at "), "{told}");
}

/// If it failed, a run that is cut would be taken for all sequences of a length, or not say what cut it.
#[test]
fn a_cut_run_says_up_to_which_length_all_are_tried() {
    for cases in 1..=40 {
        let outcome = right_queue().config(ProptestConfig::with_cases(cases));
        let (all, outcome) = (outcome.count(), outcome.up_to(3));
        assert_eq!((all.sequences, all.is_exact), (40, true));
        if cases < 4 {
            continue; // not each operation is called
        }
        let outcome = outcome.check();
        let whole = [1, 4, 13, 40].iter().filter(|all| **all <= cases).count().checked_sub(1);
        assert_eq!((outcome.calls, outcome.sequences), (whole, cases), "{outcome}");
        assert_eq!(outcome.verdict == Verdict::Complete, cases == 40);
    }
    let cut = |cases| {
        let said = right_queue().config(ProptestConfig::with_cases(cases)).check().to_string();
        said.strip_suffix("; it ended: its cases are over (with_cases)").expect(&said).to_owned()
    };
    assert_eq!(cut(20), "20 sequences of up to 3 calls, all of up to 2 calls");
    assert_eq!(cut(13), "13 sequences of up to 2 calls, all of up to 2 calls, none of 3 calls");
    assert_eq!(cut(4), "4 sequences of up to 1 call, all of up to 1 call, none of 2 to 3 calls");
    let cut = said(&right_queue().config(ProptestConfig::with_cases(4).whole()));
    assert!(cut.starts_with("CUT: queue: 4 sequences of up to 1 call, all of"), "{cut}");
}

/// Starts a test of this file as a process of its own, and gives what it wrote on standard error. One that does not end is ended here.
fn alone(test: &str, how: &str) -> String {
    let mut child = Command::new(std::env::current_exe().expect("it runs"));
    let child = child.args(["--exact", test]).env("KORREL_HANGS", how);
    let child = child.stdout(Stdio::null()).stderr(Stdio::piped());
    let mut child = child.spawn().expect("it starts");
    let begun = Instant::now();
    while child.try_wait().expect("it is a child").is_none() && begun.elapsed().as_secs() < 60 {
        std::thread::sleep(Duration::from_millis(10));
    }
    let _ = child.kill(); // it may have ended
    let output = child.wait_with_output().expect("it has ended");
    assert_eq!(output.status.code(), Some(101), "{output:?}");
    String::from_utf8(output.stderr).expect("it is text")
}

fn hang() -> ! {
    loop {
        std::hint::spin_loop();
    }
}

/// If it failed, a test that does not come to an end would not say on what, or forget what it has found before.
#[test]
fn what_does_not_come_to_an_end_is_named() {
    let limit = Duration::from_secs(1);
    let config = ProptestConfig::default().input_within(limit);
    match std::env::var("KORREL_HANGS").as_deref() {
        Ok("input") => {
            exhaust("it", &config.all_failures(), 0..9u8, |n| {
                prop_assert!(n != 2, "two");
                if n == 3 { hang() } else { Ok(()) }
            });
        }
        Ok(how) => {
            let calls = sequences("queue", Queue::default, Vec::new)
                .call("put", 1..3u8, Queue::put, Vec::push)
                .call(
                    "spin",
                    (),
                    |it, ()| {
                        if how == "call" && it.held == [2] {
                            hang()
                        }
                    },
                    |model, ()| {
                        if model == &[2] {
                            hang()
                        }
                    },
                );
            calls.config(config).check();
        }
        Err(_) => {
            let name = "what_does_not_come_to_an_end_is_named";
            let end =
                "does not come to an end within 1s (Config::input_within), so the process ends.\n";
            let told = alone(name, "input");
            assert!(
                told.contains(&format!(
                    "\nit: an input {end}3\nBefore it, 1 input failed:\n  1. two at "
                )),
                "{told}"
            );
            let lines = "  it.put(2);\n  it.spin();\n";
            let told = alone(name, "call");
            assert!(
                told.ends_with(&format!("queue: the last of these calls {end}{lines}")),
                "{told}"
            );
            let told = alone(name, "model");
            assert!(
                told.ends_with(&format!(
                    "queue: the last of these calls, made on the model, {end}{lines}"
                )),
                "{told}"
            );
            // One that does is not disturbed.
            let long = ProptestConfig::default().input_within(Duration::from_secs(600));
            assert_eq!(exhaust("it", &long, 0..9u8, |_| Ok(())).inputs, 9);
        }
    }
}

/// Hangs as it is dropped, if it is to.
struct Hangs(bool);

impl Drop for Hangs {
    fn drop(&mut self) {
        if self.0 {
            hang()
        }
    }
}

/// If it failed, a call would be blamed for what follows it, or for those before it.
#[test]
fn what_follows_the_calls_has_its_own_name_and_time() {
    let panics = |_: &mut Hangs, ()| -> u8 { panic!("on purpose") };
    let config = ProptestConfig::default().input_within(Duration::from_secs(1));
    let all = |subject: bool, model: bool| {
        sequences("it", move || Hangs(subject), move || Hangs(model))
            .call("bad", (), panics, panics)
            .config(config.clone())
    };
    match std::env::var("KORREL_HANGS").as_deref() {
        Ok("drop") => drop(all(true, false).check()),
        Ok("drop of the model") => drop(all(false, true).check()),
        Ok("model") => {
            let unmade = sequences("it", || (), || -> () { hang() });
            unmade.call("a", (), |_, ()| (), |_, ()| ()).config(config).check();
        }
        Ok("end") => drop(all(false, false).end(|_| hang(), |_| 0).check()),
        Ok(_) => drop(all(false, false).end(|_| 0, |_| hang()).check()),
        Err(_) => {
            let name = "what_follows_the_calls_has_its_own_name_and_time";
            for (how, what) in [
                ("drop", "the drop of the subject after these calls"),
                ("drop of the model", "the drop of the model after these calls"),
                ("model", "what makes the model"),
                ("end", "what `end` makes of the subject after these calls"),
                ("end of the model", "what `end` makes of the model after these calls"),
            ] {
                let told = alone(name, how);
                let said = format!("\nit: {what} does not come to an end within 1s");
                assert!(told.contains(&said), "{told}");
            }
            // Each call has the time that all together do not have.
            let wait = |_: &mut (), ()| {
                std::thread::sleep(Duration::from_millis(700));
                1
            };
            let slow = sequences("slow", || (), || ()).call("wait", (), wait, |_, ()| 1);
            let limit = Duration::from_secs(2);
            let config = ProptestConfig::default().input_within(limit);
            assert_eq!(slow.config(config).check().sequences, 4);
        }
    }
}

/// If it failed, nobody would know why a test takes so long.
#[test]
fn a_long_run_is_announced() {
    let many = |config| {
        sequences("many", || (), || ())
            .call("a", 0..60u8, |_, _| 1, |_, _| 2)
            .up_to(4)
            .config(config)
            .check()
    };
    if let Ok(how) = std::env::var("KORREL_HANGS") {
        let all = ProptestConfig::default();
        many(if how == "all" { all } else { ProptestConfig::with_cases(9) });
        return;
    }
    let said =
        "many: 13179661 sequences of up to 4 calls; up_to, with_cases or within bound them\n";
    assert!(alone("a_long_run_is_announced", "all").starts_with(said));
    assert!(!alone("a_long_run_is_announced", "few").contains(said));
}

/// If it failed, the page about Rust would show a program that does something else.
#[test]
fn the_example_says_how_far_it_came_and_what_differs() {
    let test = std::env::current_exe().expect("it runs");
    let built = test.parent().and_then(|deps| deps.parent()).expect("it lies in target/debug/deps");
    let example = built.join(format!("examples/sequences{}", std::env::consts::EXE_SUFFIX));
    let run = |how: &str| {
        let output = Command::new(&example).arg(how).output();
        let output = output.expect("`cargo test -p korrel-test` builds the examples, too");
        (output.status.code(), String::from_utf8(output.stderr).expect("it is text"))
    };
    // So many of n calls have a key, of 27 kinds, and names of the partitions of so many places; the others are `len`.
    let with = |keys| 27usize.pow(keys) * [1, 1, 2, 5][keys as usize];
    let number = 1 + (1 + with(1)) + (1 + 2 * with(1) + with(2));
    let number = number + 1 + 3 * with(1) + 3 * with(2) + with(3);
    let complete = format!("COMPLETE: cache: {number} sequences of up to 3 calls, all there are\n");
    assert_eq!(run("right"), (Some(0), complete));
    let (code, told) = run("wrong");
    let lines = "
  it.put(\"a\", -0.0); // None
  it.put(\"a\", 0.0); // Some(0.0), expected Some(-0.0)
";
    assert!(code == Some(101) && told.contains(lines), "{told}");
}

/// If it failed, the README would show another failure than its test has.
#[test]
fn the_readme_shows_what_its_test_says() {
    let insert = |it: &mut Vec<f64>, value: f64| {
        let at = it.partition_point(|other| *other < value);
        it.insert(at, value);
        at
    };
    let expected = |model: &mut Vec<f64>, value: f64| {
        model.push(value);
        model.sort_by(f64::total_cmp);
        model.iter().position(|other| other.total_cmp(&value).is_eq()).expect("it is there")
    };
    let values = prop::sample::select(awkward::numbers::<f64>());
    let told = said(
        &sequences("sorted", Vec::new, Vec::new).call("insert", values, insert, expected).up_to(2),
    );
    assert!(include_str!("../README.md").contains(&format!("```text\n{told}\n```\n")), "{told}");
}
