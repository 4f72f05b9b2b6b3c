//! All sequences of calls of a bounded length, shortest first, each once, made on a library and on a model.
//!
//! A call is an operation with one choice of its arguments. With k of them there are k^n sequences of n calls. Those of one length come as all
//! inputs do, the smallest sum of choices first.
//!
//! Each sequence is made from the beginning, on a subject and on a model that are new. What each call returns is compared, and in
//! the end what `end` makes of both. As all beginnings of a sequence come before it, this looks at the state after each call, and yet
//! never between two calls: a look may mend what it looks at.
//!
//! Two results are the same if they are written the same by `{:?}`. So -0.0 is not 0.0, NaN is NaN, and the library and the model may
//! return different types, a `Vec` and a slice. (By `==` it would be the other way round, and a type of its own would need a conversion in each call.)
//!
//! Behind a call that differs nothing is tried, for all that begins so would fail, too, but for sequences that are drawn at random. Behind
//! an end that differs all is: the next call may bring both sides together, or show something else. Behind a call that panics on both
//! sides nothing is, for Rust does not say in what state a panic leaves a value.

use std::convert::Infallible;
use std::fmt::Debug;
use std::io::Write;
use std::sync::{Arc, Mutex};
use std::time::Instant;

use super::calls::{ByFunctions, Drawn, Ended, OfLength, Operation};
use super::failures::{Failures, Headline, ONE_AT_RANDOM, passed_before};
use super::runner::{CASES, CASES_OVER, PropertyRun};
use super::sides::{Finish, Sides, Tried};
use super::strategy::Strategy;
use super::tally::{SequenceCount, SequenceOutcome};
use super::tape::{LONG, WIDE};
use super::watch::{Watch, held};
use super::{Config, Outcome, Verdict};

const LONGEST: usize = 3;
/// A run of more sequences says so beforehand.
const MANY: u128 = 1_000_000;
/// So many choices of one call are counted.
const OF_ONE_CALL: u32 = 1_000_000;

/// All sequences of calls on a library and on a model. `subject` and `model` make what is called.
///
/// ```
/// use korrel_test::exhaustive::prelude::*;
/// use korrel_test::exhaustive::sequences;
///
/// #[derive(Default)]
/// struct Stack(Vec<f64>);
///
/// impl Stack {
///     fn push(&mut self, value: f64) {
///         self.0.push(value + 0.0); // a fault
///     }
/// }
///
/// let stack = sequences("stack", Stack::default, Vec::new)
///     .call("push", prop::sample::select([1.0, 0.0, -0.0, f64::NAN]), Stack::push, Vec::push)
///     .call("pop", (), |it, ()| it.0.pop(), |model, ()| model.pop())
///     .call("len", (), |it, ()| it.0.len(), |model, ()| model.len());
/// assert_eq!(stack.count().to_string(), "259 sequences of up to 3 calls");
///
/// let said = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| stack.check())).unwrap_err();
/// assert_eq!(said.downcast_ref::<String>().unwrap(), "\
/// stack: pop: it returned Some(0.0), expected Some(-0.0)
/// The shortest sequence that fails; all 23 before it pass.
///   it.push(-0.0);
///   it.pop(); // Some(0.0), expected Some(-0.0)");
/// ```
pub fn sequences<'a, S, M>(
    title: &str,
    subject: impl Fn() -> S + 'a,
    model: impl Fn() -> M + 'a,
) -> Sequences<'a, S, M> {
    Sequences {
        title: title.to_owned(),
        sides: Sides { subject: Box::new(subject), model: Box::new(model), end: None },
        operations: Vec::new(),
        up_to: LONGEST,
        config: Config::default(),
    }
}

/// See [`sequences`].
#[must_use]
pub struct Sequences<'a, S, M> {
    title: String,
    sides: Sides<'a, S, M>,
    operations: Vec<Box<dyn Operation<S, M> + 'a>>,
    up_to: usize,
    config: Config,
}

impl<'a, S, M> Sequences<'a, S, M> {
    /// An operation, with a strategy of its arguments: `()` for none, a tuple for several. They come as one value: `|it, ()|`,
    /// `|it, (key, value)|`. What both sides return is compared; of what they lend, return a copy (`.cloned()`). Where both panic, they agree.
    pub fn call<A: Clone + Debug, R: Debug, Q: Debug>(
        mut self,
        name: &str,
        arguments: impl Strategy<Value = A> + 'a,
        subject: impl Fn(&mut S, A) -> R + 'a,
        model: impl Fn(&mut M, A) -> Q + 'a,
    ) -> Self {
        self.operations.push(Box::new(ByFunctions {
            name: name.to_owned(),
            arguments,
            subject: move |it: &mut S, with: A| format!("{:?}", subject(it, with)),
            model: move |it: &mut M, with: A| format!("{:?}", model(it, with)),
        }));
        self
    }

    /// What is compared when the last call is over. It takes both sides by value. A `HashSet` or `HashMap` is written in an order of its own:
    /// make a `BTreeSet` or `BTreeMap` of it, as of what a call returns.
    ///
    /// # Panics
    ///
    /// There is one already: one that looks at several things returns a tuple.
    #[track_caller]
    pub fn end<R: Debug, Q: Debug>(
        mut self,
        subject: impl Fn(S) -> R + 'a,
        model: impl Fn(M) -> Q + 'a,
    ) -> Self {
        let is_first = self.sides.end.is_none();
        assert!(is_first, "{}: there is an end already; let one return a tuple", self.title);
        let subject = Box::new(move |it| format!("{:?}", subject(it)));
        let model = Box::new(move |it| format!("{:?}", model(it)));
        self.sides.end = Some((subject, model));
        self
    }

    /// So many calls at most: 3 unless it is said.
    pub fn up_to(self, calls: usize) -> Self {
        Sequences { up_to: calls, ..self }
    }

    /// How far a run goes, where an input is a sequence. Without a number of cases all are tried. Where a draw has more than 65,536 values,
    /// these are 10,000, and of each length as many.
    pub fn config(self, config: Config) -> Self {
        Sequences { config, ..self }
    }

    /// Counts the sequences, and makes none of their calls. Those with interchangeable names are counted one by one, as far as the configuration goes, all others by a formula.
    pub fn count(&self) -> SequenceCount {
        let (all, one) = self.by_formula();
        if all.is_exact || !one.pooled {
            return all;
        }
        let Ok(counted) = self.over(&Ended::default(), |_, _, _| Ok::<_, Infallible>(()));
        let sequences = all.sequences.max(counted.sequences.into());
        SequenceCount { sequences, is_exact: counted.verdict == Verdict::Complete, ..all }
    }

    /// With k choices of one call, k^n are those of n calls, or at least so many if names are interchangeable.
    fn by_formula(&self) -> (SequenceCount, Outcome) {
        let ended = Ended::default();
        let one = OfLength { operations: &self.operations, length: 1, ended: &ended };
        let config = Config { time: self.config.time, ..Config::with_cases(OF_ONE_CALL) };
        let Ok(one) =
            PropertyRun::of(one).over(&config, Some(CASES), |_, _, _| Ok::<_, Infallible>(()));
        let choices = u128::from(one.inputs - one.random);
        let sequences = match choices {
            0 => 1,
            1 => (self.up_to as u128) + 1,
            _ => (0..=self.up_to.min(128))
                .map(|length| choices.saturating_pow(length as u32))
                .fold(0, u128::saturating_add),
        };
        let is_short = one.draws.saturating_mul(self.up_to) <= LONG;
        let is_exact =
            one.verdict == Verdict::Complete && !one.pooled && is_short && sequences < u128::MAX;
        (SequenceCount { sequences, up_to: self.up_to, is_exact }, one)
    }

    /// Makes every sequence on the subject and on the model, and says on standard error what was tried. If there are more than a million,
    /// and neither a number of cases nor a time bounds them, it says so beforehand.
    ///
    /// # Panics
    ///
    /// They differ: the first sequence on which they do is a shortest one, and the message shows it. With
    /// [`all_failures`](Config::all_failures) it shows each cause with its shortest sequence. Or an operation was never called, or nothing
    /// was compared, or a run that is to be whole is cut.
    #[track_caller]
    pub fn check(&self) -> SequenceOutcome {
        match self.checked() {
            Ok(outcome) => {
                eprintln!("{}: {}: {outcome}", outcome.verdict, self.title);
                outcome
            }
            // Here, so that the panic is told at the line of the test.
            Err(said) => panic!("{said}"),
        }
    }

    fn checked(&self) -> Result<SequenceOutcome, String> {
        if self.operations.is_empty() {
            return Err(format!("{}: there are no calls", self.title));
        }
        self.announce();
        let failures = Arc::new(Mutex::new(Failures::of("sequence")));
        let watch = Watch::of(&self.title, self.config.input_time, &failures);
        let ended = Ended::default();
        let (mut panics, mut end_panicked) = (vec![(0, 0); self.operations.len()], 0);
        let (mut stopped, mut is_compared) = (0, false);
        let mut outcome = self.over(&ended, |drawn, before, which| {
            let Tried { finish, reached, returns } = self.sides.tried(&drawn, &watch);
            is_compared |= returns;
            if let Some(last) = drawn.calls[..reached].last() {
                let (all, panicked) = &mut panics[last.place];
                (*all, *panicked) =
                    (*all + 1, *panicked + u32::from(matches!(finish, Finish::Panics)));
            }
            match finish {
                Finish::Passes => return Ok(()),
                Finish::EndPanics => {
                    end_panicked += 1;
                    return Ok(());
                }
                Finish::Panics => (),
                Finish::Fails { failing, mut lines, is_in_the_end } => {
                    let is_early = which == Which::Shortest && reached < drawn.calls.len();
                    lines += &self.sides.again(&drawn, &watch, &failing, &lines, is_early);
                    if !self.config.all_failures {
                        let (title, why, which) = (&self.title, failing.why, which.said());
                        let before = passed_before(before);
                        return Err(format!("{title}: {why}\n{which}; {before}.\n{lines}"));
                    }
                    held(&failures).add(failing, format!("\n{lines}"), which.of_cause());
                    if is_in_the_end {
                        return Ok(());
                    }
                    stopped += 1;
                }
            }
            ended.borrow_mut().extend(drawn.places);
            Ok(())
        })?;
        outcome.panicked = panics.iter().map(|(_, panicked)| panicked).sum();
        (outcome.end_panicked, outcome.stopped) = (end_panicked, stopped);
        let names = |holds: fn(&(u32, u32)) -> bool| -> Vec<String> {
            let all = panics.iter().zip(&self.operations).filter(|(one, _)| holds(one));
            all.map(|(_, operation)| operation.name().to_owned()).collect()
        };
        outcome.always = names(|(all, panicked)| *all > 0 && all == panicked);
        let never = names(|(all, _)| *all == 0);
        self.judged(&held(&failures), &never, is_compared, outcome)
    }

    /// The outcome, unless it fails the test. `never`: the operations that were not called. `is_compared`: something was returned.
    fn judged(
        &self,
        failures: &Failures,
        never: &[String],
        is_compared: bool,
        mut outcome: SequenceOutcome,
    ) -> Result<SequenceOutcome, String> {
        let title = &self.title;
        outcome.failed = failures.inputs;
        let said = format!("{}: {title}: {outcome}", outcome.verdict);
        if failures.inputs > 0 {
            let headline = Headline(failures, outcome.sequences);
            return Err(format!("{title}: {headline}\n{failures}{said}"));
        }
        if outcome.sequences == 0 {
            return Err(format!("{title}: no sequence was tried: {outcome}"));
        }
        if self.up_to > 0 && !never.is_empty() {
            let names = never.join(", ");
            let why = match outcome.verdict {
                Verdict::Complete => "its arguments make no value",
                Verdict::Cut => "the run was cut before it; raise with_cases or within",
            };
            return Err(format!("{title}: nothing was tried of {names}, as {why}: {outcome}"));
        }
        if outcome.always.len() == self.operations.len() {
            return Err(format!("{title}: no call ever returned: {outcome}"));
        }
        if outcome.end_panicked > 0 && outcome.end_panicked == outcome.sequences - outcome.panicked
        {
            return Err(format!("{title}: `end` never returned: {outcome}"));
        }
        if !is_compared {
            return Err(format!(
                "{title}: no call returns anything, and there is no `end`, so nothing is compared but panics: {outcome}"
            ));
        }
        if self.config.whole && outcome.verdict != Verdict::Complete {
            return Err(said);
        }
        Ok(outcome)
    }

    /// Says if a run takes long. By a macro it would be held back until the test ends.
    fn announce(&self) {
        if self.config.cases.is_some() || self.config.time.is_some() {
            return;
        }
        let (all, one) = self.by_formula();
        if all.sequences > MANY && one.widest <= WIDE {
            let said = format!("{}: {all}; up_to, with_cases or within bound them\n", self.title);
            let _ = std::io::stderr().write_all(said.as_bytes());
        }
    }

    /// Hands each sequence over, with the number of those before it, and what is known of it. A length that is cut since a draw is wide
    /// leaves cases for those behind it.
    fn over<E>(
        &self,
        ended: &Ended,
        mut judge: impl FnMut(Drawn<S, M>, u32, Which) -> Result<(), E>,
    ) -> Result<SequenceOutcome, E> {
        let begun = Instant::now();
        let (cases, wide) =
            (self.config.cases.unwrap_or(u32::MAX), self.config.cases.unwrap_or(CASES));
        let (verdict, up_to) = (Verdict::Complete, self.up_to);
        let mut all = SequenceOutcome { verdict, up_to, ..SequenceOutcome::default() };
        for length in 0..=up_to {
            let time = self.config.time.map(|time| time.saturating_sub(begun.elapsed()));
            let shorter = all.sequences;
            let config = Config { time, cases: Some(cases - shorter), ..self.config.clone() };
            let lengths = u32::try_from(up_to - length).unwrap_or(u32::MAX).saturating_add(1);
            let share = (wide.saturating_sub(shorter) / lengths).max(1);
            let strategy = OfLength { operations: &self.operations, length, ended };
            let others =
                if all.verdict == Verdict::Complete { Which::Shortest } else { Which::BehindCut };
            let outcome =
                PropertyRun::of(strategy).over(&config, Some(share), |run, drawn, is_random| {
                    let which = if is_random { Which::Random } else { others };
                    judge(drawn, shorter + run.outcome.inputs - 1, which)
                })?;
            all.add(length, &outcome);
            if outcome.gave_up.is_some() {
                return Ok(all);
            }
        }
        let is_wide = all.verdict == Verdict::Cut && all.run.widest > WIDE;
        all.run.gave_up = is_wide.then_some(CASES_OVER);
        Ok(all)
    }
}

/// What is known of a sequence that fails.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Which {
    Shortest,
    Random,
    /// Not all shorter ones were tried.
    BehindCut,
}

impl Which {
    fn said(self) -> &'static str {
        match self {
            Which::Shortest => "The shortest sequence that fails",
            Which::Random => {
                "A sequence that fails, drawn at random, so that shorter ones may fail, too"
            }
            Which::BehindCut => "A sequence that fails, though not all shorter ones were tried",
        }
    }

    fn of_cause(self) -> &'static str {
        match self {
            Which::Shortest => "shortest",
            Which::Random => ONE_AT_RANDOM,
            Which::BehindCut => "one of them, though not all shorter ones were tried",
        }
    }
}
