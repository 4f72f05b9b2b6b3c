use std::convert::Infallible;
use std::fmt;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use super::TestCaseError;
use super::cause::Failing;
use super::failures::{
    Failures, Headline, NotPassed, ONE_AT_RANDOM, counted, judged, passed_before,
};
use super::search::Search;
use super::strategy::Strategy;
use super::tape::{Tape, WIDE};
use super::watch::{Watch, held};

/// Where a draw is wide, each fifth input is drawn at random, once the smallest ones are tried.
const RANDOM_EACH: u32 = 5;
const RANDOM_FROM: u32 = 50;

/// So many refusals for each input, and some more, are enough: a filter that refuses nearly all.
const REFUSED_EACH: u64 = 1000;
const REFUSED: u64 = 200_000;
/// One that takes thousands of draws counts as so many.
const REFUSED_LONG: u64 = 10_000;
/// So many inputs that wait, of some hundred bytes each, are enough, too.
const WAITING: usize = 4_000_000;

/// So many inputs, unless it is said otherwise.
pub(super) const CASES: u32 = 10_000;

/// Why it is cut then.
pub(super) const CASES_OVER: &str = "its cases are over (with_cases)";

/// How far a run goes.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Config {
    /// So many inputs at most. None: 10,000, but all sequences of calls, unless a draw is wide.
    pub cases: Option<u32>,
    /// A run that is cut fails.
    pub whole: bool,
    /// A run goes on after an input that fails, and tells all causes at its end.
    pub all_failures: bool,
    /// No input is begun after so much time.
    pub time: Option<Duration>,
    /// An input that takes longer ends the process.
    pub input_time: Option<Duration>,
}

impl Config {
    /// So many inputs at most.
    pub fn with_cases(cases: u32) -> Config {
        Config { cases: Some(cases), ..Config::default() }
    }

    /// A run that is cut fails.
    pub fn whole(self) -> Config {
        Config { whole: true, ..self }
    }

    /// The run goes on after an input that fails. At its end it fails with each cause, its smallest input and the number of its
    /// inputs. A cause is what [`TestCaseError::fail_by`] names, else the first line of the message without numbers,
    /// characters and quoted texts, and the place. Panics of the property print nothing.
    pub fn all_failures(self) -> Config {
        Config { all_failures: true, ..self }
    }

    /// No input is begun after so much time: the run is cut then. For an input that does not come to an end there is [`input_within`](Config::input_within).
    pub fn within(self, time: Duration) -> Config {
        Config { time: Some(time), ..self }
    }

    /// An input that takes longer is shown, with the failures before it, and the process ends with code 101. In a sequence each call on each side
    /// has so much time. Nothing ends a single thread, so other
    /// tests of the same process end with it: run the one that is shown alone. Make the limit a long one, for a busy machine is slow.
    pub fn input_within(self, time: Duration) -> Config {
        Config { input_time: Some(time), ..self }
    }
}

/// How a run ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Verdict {
    /// All inputs that the strategies can make were tried.
    Complete,
    /// There are others.
    #[default]
    Cut,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if *self == Verdict::Complete { "COMPLETE" } else { "CUT" })
    }
}

/// What a run tried. No input failed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Outcome {
    /// How it ended.
    pub verdict: Verdict,
    /// Inputs that were tried, those that the property rejected among them.
    pub inputs: u32,
    /// Inputs that the property rejected.
    pub rejected: u32,
    /// Inputs that were drawn at random.
    pub random: u32,
    /// Choices that make no input, by filters and sets.
    pub refused: u64,
    /// All inputs of a size below this one were tried.
    pub smaller: u128,
    /// All inputs whose lists have no more elements than this were tried; None if this cannot be said, or there are no others.
    pub lists: Option<usize>,
    /// The number of values of the widest draw.
    pub widest: u128,
    /// Some inputs were left out since they take thousands of draws.
    pub long: bool,
    /// A strategy draws otherwise from run to run.
    pub fickle: bool,
    /// Why the run ended though inputs may be left.
    pub gave_up: Option<&'static str>,
    /// Some values are interchangeable.
    pub(super) pooled: bool,
    /// The number of draws of the input that takes most.
    pub(super) draws: usize,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", counted(self.inputs, "input"))?;
        if self.rejected > 0 {
            write!(f, ", {} of them rejected by the property", self.rejected)?;
        }
        if self.verdict == Verdict::Complete {
            return write!(f, ", all that its strategies can make");
        }
        write!(f, ", all of a size below {}", self.smaller)?;
        if let Some(lists) = self.lists {
            write!(f, ", all with lists of up to {lists}")?;
        }
        f.write_str(&self.why_cut())
    }
}

impl Outcome {
    /// What keeps a run from being complete, beside its bound of cases.
    pub(super) fn why_cut(&self) -> String {
        let Outcome { widest, random, .. } = self;
        let drawn = match random {
            0 => String::new(),
            random => format!(", so {random} were drawn at random"),
        };
        let wide = format!("; a draw has {widest} values{drawn}; bound it, as in 0..4");
        let long = "; an input of thousands of draws was left out";
        let fickle = "; a strategy draws otherwise from run to run";
        let parts = [(*widest > WIDE, &*wide), (self.long, long), (self.fickle, fickle)];
        let said: String =
            parts.iter().filter(|(holds, _)| *holds).map(|(_, text)| *text).collect();
        said + &self.gave_up.map(|why| format!("; it ended: {why}")).unwrap_or_default()
    }
}

/// Calls a property with all inputs of a strategy, smallest first, and says on standard error what was tried.
///
/// # Panics
///
/// An input fails; it is the smallest one, and the message shows it. Or there is no input, or a run that is to be whole is cut.
#[track_caller]
pub fn exhaust<S: Strategy>(
    title: &str,
    config: &Config,
    strategy: S,
    property: impl FnMut(S::Value) -> Result<(), TestCaseError>,
) -> Outcome {
    match exhausted(title, config, strategy, property) {
        Ok(outcome) => {
            eprintln!("{}: {title}: {outcome}", outcome.verdict);
            outcome
        }
        // Here, so that the panic is told at the line of the test.
        Err(said) => panic!("{said}"),
    }
}

fn exhausted<S: Strategy>(
    title: &str,
    config: &Config,
    strategy: S,
    mut property: impl FnMut(S::Value) -> Result<(), TestCaseError>,
) -> Result<Outcome, String> {
    let failures = Arc::new(Mutex::new(Failures::of("input")));
    let watch = Watch::of(title, config.input_time, &failures);
    let outcome = PropertyRun::of(strategy).over(config, None, |run, value, is_random| {
        let shown = format!("{value:#?}");
        watch.begin("an input", &shown);
        let judgement = judged(config.all_failures, || property(value));
        watch.end();
        match judgement {
            Ok(()) => (),
            Err(NotPassed::Rejected) => run.outcome.rejected += 1,
            Err(NotPassed::Fails(failing)) if config.all_failures => {
                let which = if is_random { ONE_AT_RANDOM } else { "smallest" };
                held(&failures).add(failing, shown, which);
            }
            Err(NotPassed::Fails(failing)) => {
                return Err(run.failure(title, &failing, &shown, is_random));
            }
        }
        Ok(())
    })?;
    let failures = held(&failures);
    let Outcome { verdict, inputs, rejected, .. } = outcome;
    if failures.inputs > 0 {
        let headline = Headline(&failures, inputs - rejected);
        return Err(format!("{title}: {headline}\n{failures}{verdict}: {title}: {outcome}"));
    }
    if inputs == rejected {
        return Err(format!("{title}: no input was tried: {outcome}"));
    }
    if config.whole && verdict != Verdict::Complete {
        return Err(format!("{verdict}: {title}: {outcome}"));
    }
    Ok(outcome)
}

/// Counts the inputs that a strategy makes, as many as the configuration allows: all of them if the verdict is `Complete`.
pub fn count<S: Strategy>(config: &Config, strategy: S) -> Outcome {
    let Ok(counted) =
        PropertyRun::of(strategy).over(config, None, |_, _, _| Ok::<_, Infallible>(()));
    counted
}

pub(super) struct PropertyRun<S> {
    strategy: S,
    search: Search,
    pub(super) outcome: Outcome,
    /// Refusals, by their weight.
    in_vain: u64,
    /// No input is begun after it.
    end: Option<Instant>,
}

impl<S: Strategy> PropertyRun<S> {
    pub(super) fn of(strategy: S) -> PropertyRun<S> {
        let (search, outcome) = (Search::default(), Outcome::default());
        PropertyRun { strategy, search, outcome, in_vain: 0, end: None }
    }

    /// Hands each input over, and says whether it was drawn at random. `wide`: so many are enough where a draw is wide.
    pub(super) fn over<E>(
        mut self,
        config: &Config,
        wide: Option<u32>,
        mut judge: impl FnMut(&mut Self, S::Value, bool) -> Result<(), E>,
    ) -> Result<Outcome, E> {
        self.end = config.time.and_then(|time| Instant::now().checked_add(time));
        let cases = config.cases.unwrap_or(CASES);
        loop {
            let is_wide = self.search.widest > WIDE;
            if wide.is_some_and(|wide| is_wide && self.outcome.inputs >= wide) {
                break;
            }
            if self.outcome.inputs >= cases {
                let is_complete = self.search.is_complete();
                self.outcome.gave_up = (!is_complete).then_some(CASES_OVER);
                break;
            }
            let drawn = self.outcome.random;
            let Some(value) = self.value() else { break };
            self.outcome.inputs += 1;
            let is_random = self.outcome.random > drawn;
            judge(&mut self, value, is_random)?;
        }
        let lists = self.search.whole_lists();
        let Search { size, widest, long, fickle, pooled, draws, .. } = self.search;
        let whole = self.search.is_complete() && self.outcome.random == 0;
        let verdict = if whole { Verdict::Complete } else { Verdict::Cut };
        let found = Outcome { verdict, smaller: size, lists, widest, long, fickle, ..self.outcome };
        Ok(Outcome { pooled, draws, ..found })
    }

    /// The next input, unless none is left or nearly all are refused.
    fn value(&mut self) -> Option<S::Value> {
        let run = self.outcome.inputs;
        if self.is_late() {
            return None;
        }
        if self.search.widest > WIDE && run >= RANDOM_FROM && run.is_multiple_of(RANDOM_EACH) {
            self.outcome.random += 1;
            if let Ok(value) = self.strategy.draw(&mut Tape::random(run.into())) {
                return Some(value);
            }
            self.outcome.random -= 1;
        }
        while self.in_vain < REFUSED + REFUSED_EACH * u64::from(run) {
            if self.search.waiting() > WAITING {
                self.outcome.gave_up = Some("four million inputs wait; bound the strategies");
                return None;
            }
            if self.is_late() {
                return None;
            }
            let (mut tape, last) = self.search.next()?;
            let value = self.strategy.draw(&mut tape);
            let weight = if tape.long { REFUSED_LONG } else { 1 };
            self.search.done(tape, last);
            if let Ok(value) = value {
                return Some(value);
            }
            self.outcome.refused += 1;
            self.in_vain += weight;
        }
        self.outcome.gave_up = Some(
            "nearly all choices make no input; let the strategies make only what the filters keep",
        );
        None
    }

    /// The time is over, and inputs are left.
    fn is_late(&mut self) -> bool {
        let is_late = self.end.is_some_and(|end| Instant::now() >= end);
        if is_late && !self.search.is_complete() {
            self.outcome.gave_up = Some("its time is over (within)");
        }
        is_late
    }

    fn failure(&self, title: &str, failing: &Failing, shown: &str, is_random: bool) -> String {
        let Outcome { inputs, rejected, .. } = self.outcome;
        let before = inputs - 1 - rejected;
        let others = match self.search.size {
            0 => String::new(),
            size => format!(", all of a size below {size} among them"),
        };
        let before = passed_before(before) + if before > 1 { &others } else { "" };
        let (why, which) = (&failing.why, if is_random { AT_RANDOM } else { SMALLEST });
        format!("{title}: {why}\n{which}; {before}.\n{shown}")
    }
}

const SMALLEST: &str = "The smallest input that fails";
const AT_RANDOM: &str = "An input that fails, drawn at random, so that smaller ones may fail, too";
