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
//! Behind a sequence that fails none that begins with it is tried, for it would fail, too. Nor is one behind a call that panics on both
//! sides, for Rust does not say in what state a panic leaves a value.

use std::fmt::{self, Debug};
use std::sync::{Arc, Mutex};
use std::time::Instant;

use super::calls::{ByFunctions, Drawn, Ended, OfLength, Operation};
use super::failures::{Failing, Failures, Headline, NotPassed, Panicked, caught, counted, judged};
use super::runner::PropertyRun;
use super::strategy::Strategy;
use super::watch::{Watch, held};
use super::{Config, TestCaseError, Verdict};

const LONGEST: usize = 3;

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
/// assert_eq!(stack.count().to_string(), "259 sequences of up to 3 calls, all there are");
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
        subject: Box::new(subject),
        model: Box::new(model),
        operations: Vec::new(),
        end: None,
        up_to: LONGEST,
        config: Config::with_cases(u32::MAX),
    }
}

/// See [`sequences`].
#[must_use]
pub struct Sequences<'a, S, M> {
    title: String,
    subject: Box<dyn Fn() -> S + 'a>,
    model: Box<dyn Fn() -> M + 'a>,
    operations: Vec<Box<dyn Operation<S, M> + 'a>>,
    end: Option<End<'a, S, M>>,
    up_to: usize,
    config: Config,
}

/// What is seen of both sides in the end, written.
type End<'a, S, M> = (Box<dyn Fn(S) -> String + 'a>, Box<dyn Fn(M) -> String + 'a>);

impl<'a, S, M> Sequences<'a, S, M> {
    /// An operation, with a strategy of its arguments: `()` for none, a tuple for several. What both sides return is compared; of what
    /// they lend, return a copy (`.cloned()`). Where both panic, they agree.
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

    /// What is compared when the last call is over.
    pub fn end<R: Debug, Q: Debug>(
        self,
        subject: impl Fn(S) -> R + 'a,
        model: impl Fn(M) -> Q + 'a,
    ) -> Self {
        let subject = Box::new(move |it| format!("{:?}", subject(it)));
        let model = Box::new(move |it| format!("{:?}", model(it)));
        Sequences { end: Some((subject, model)), ..self }
    }

    /// So many calls at most: 3 unless it is said.
    pub fn up_to(self, calls: usize) -> Self {
        Sequences { up_to: calls, ..self }
    }

    /// How far a run goes, where an input is a sequence. Unless it is said, all are tried.
    pub fn config(self, config: Config) -> Self {
        Sequences { config, ..self }
    }

    /// Counts the sequences, and makes none of their calls.
    pub fn count(&self) -> SequenceOutcome {
        self.over(&Ended::default(), |_, _, _| ())
    }

    /// Makes every sequence on the subject and on the model, and says on standard error what was tried.
    ///
    /// # Panics
    ///
    /// They differ: the first sequence on which they do is a shortest one, and the message shows it. With
    /// [`all_failures`](Config::all_failures) it shows each cause with its shortest sequence. Or a run that is to be whole is cut.
    pub fn check(&self) -> SequenceOutcome {
        let failures = Arc::new(Mutex::new(Failures::of("sequence", "shortest")));
        let watch = Watch::of(&self.title, self.config.input_time, &failures);
        let ended = Ended::default();
        let mut panics = vec![(0, 0); self.operations.len()];
        let mut outcome = self.over(&ended, |drawn, before, is_random| {
            watch.begin("what makes both sides", "");
            let finish = self.tried(&drawn, &watch);
            watch.end();
            if let Some(last) = drawn.calls.last() {
                let (all, panicked) = &mut panics[last.place];
                (*all, *panicked) =
                    (*all + 1, *panicked + u32::from(matches!(finish, Finish::Panics)));
            }
            if !matches!(finish, Finish::Passes) {
                ended.borrow_mut().extend(drawn.places);
            }
            match finish {
                Finish::Fails(failing, lines) if self.config.all_failures => {
                    held(&failures).add(failing, format!("\n{lines}"), is_random);
                }
                Finish::Fails(failing, lines) => self.fail(&failing, &lines, before, is_random),
                _ => (),
            }
        });
        let failures = held(&failures);
        outcome.failed = failures.inputs;
        outcome.panicked = panics.iter().map(|(_, panicked)| panicked).sum();
        let all_panic = |((all, panicked), _): &(&(u32, u32), _)| *all > 0 && all == panicked;
        let always = panics.iter().zip(&self.operations).filter(all_panic);
        outcome.always = always.map(|(_, operation)| operation.name().to_owned()).collect();
        self.tell(&failures, &outcome);
        outcome
    }

    /// Hands each sequence over, with the number of those before it, and whether it was drawn at random.
    fn over(
        &self,
        ended: &Ended,
        mut judge: impl FnMut(Drawn<S, M>, u32, bool),
    ) -> SequenceOutcome {
        assert!(!self.operations.is_empty(), "{}: there are no calls", self.title);
        let begun = Instant::now();
        let mut all = SequenceOutcome { up_to: self.up_to, ..SequenceOutcome::default() };
        for length in 0..=self.up_to {
            let time = self.config.time.map(|time| time.saturating_sub(begun.elapsed()));
            let cases = self.config.cases - all.sequences;
            let config = Config { time, cases, ..self.config.clone() };
            let strategy = OfLength { operations: &self.operations, length, ended };
            let shorter = all.sequences;
            let outcome = PropertyRun::of(strategy).over(&config, |run, drawn, is_random| {
                judge(drawn, shorter + run.outcome.inputs - 1, is_random);
            });
            all.sequences += outcome.inputs;
            if outcome.verdict == Verdict::Cut {
                all.why = outcome.why_cut();
                return all;
            }
            all.calls = Some(length);
        }
        SequenceOutcome { verdict: Verdict::Complete, ..all }
    }

    fn tried(&self, drawn: &Drawn<S, M>, watch: &Watch) -> Finish {
        let (mut told, mut panics) = (Vec::new(), false);
        let judgement = judged(true, || {
            let (mut it, mut model) = ((self.subject)(), (self.model)());
            for call in &drawn.calls {
                watch.go_on("the last of these calls", || Some(call.line()));
                let mine = caught(true, || call.with.on_subject(&mut it));
                watch.go_on("the last of these calls, made on the model,", || None);
                let theirs = caught(true, || call.with.on_model(&mut model));
                told.push(told_of(&mine, &theirs));
                panics = mine.is_err() && theirs.is_err();
                if panics {
                    return Ok(());
                }
                same(call.with.name(), mine, theirs)?;
            }
            watch.go_on("what follows these calls", || None);
            let Some((of_subject, of_model)) = &self.end else { return Ok(()) };
            let (mine, theirs) =
                (caught(true, || of_subject(it)), caught(true, || of_model(model)));
            same("in the end", mine, theirs)
        });
        match judgement {
            Err(NotPassed::Fails(failing)) => Finish::Fails(failing, drawn.lines(&told)),
            _ if panics => Finish::Panics,
            _ => Finish::Passes,
        }
    }

    fn fail(&self, failing: &Failing, lines: &str, before: u32, is_random: bool) -> ! {
        let which = if is_random { AT_RANDOM } else { SHORTEST };
        let before = match before {
            0 => "it is the first".to_owned(),
            before => format!("all {before} before it pass"),
        };
        panic!("{}: {}\n{which}; {before}.\n{lines}", self.title, failing.why);
    }

    fn tell(&self, failures: &Failures, outcome: &SequenceOutcome) {
        let is_complete = outcome.verdict == Verdict::Complete;
        let verdict = if is_complete { "COMPLETE" } else { "CUT" };
        let said = format!("{verdict}: {}: {outcome}", self.title);
        if failures.inputs > 0 {
            let headline = Headline(failures, outcome.sequences);
            panic!("{}: {headline}\n{failures}{said}", self.title);
        }
        assert!(!self.config.whole || is_complete, "{said}");
        eprintln!("{said}");
    }
}

const SHORTEST: &str = "The shortest sequence that fails";
const AT_RANDOM: &str =
    "A sequence that fails, drawn at random, so that shorter ones may fail, too";

/// How a sequence ends.
enum Finish {
    Passes,
    /// Its last call panics on both sides.
    Panics,
    /// Why, and its lines.
    Fails(Failing, String),
}

/// What a call returned, written.
type Returned = Result<String, Panicked>;

/// Two outcomes are the same. Of panics only that there is one counts.
fn same(place: &str, mine: Returned, theirs: Returned) -> Result<(), TestCaseError> {
    let why = match (mine, theirs) {
        (Err(_), Err(_)) => return Ok(()),
        (Ok(mine), Ok(theirs)) if mine == theirs => return Ok(()),
        (Ok(mine), Ok(theirs)) => format!("it returned {mine}, expected {theirs}"),
        (Ok(mine), Err(theirs)) => format!("it returned {mine}, expected a panic: {}", theirs.why),
        (Err(Panicked { why, place }), Ok(theirs)) => {
            let at = place.map(|place| format!(" at {place}")).unwrap_or_default();
            format!("it panicked, expected {theirs}: {why}{at}")
        }
    };
    Err(TestCaseError::fail(format!("{place}: {why}")))
}

/// What is shown behind a call.
fn told_of(mine: &Returned, theirs: &Returned) -> String {
    let told = |one: &Returned| one.as_deref().map_or("it panicked", |text| text).to_owned();
    let (mine, theirs) = (told(mine), told(theirs));
    if mine == theirs { mine } else { format!("{mine}, expected {theirs}") }
}

/// How many sequences there are, and how far a check came.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct SequenceOutcome {
    /// How it ended.
    pub verdict: Verdict,
    /// Sequences that were tried.
    pub sequences: u32,
    /// So many calls they have at most.
    pub up_to: usize,
    /// All sequences of up to so many calls were tried; None if not even the one without calls.
    pub calls: Option<usize>,
    /// Sequences that fail, behind which none was tried.
    pub failed: u32,
    /// Sequences whose last call panics on both sides, behind which none was tried.
    pub panicked: u32,
    /// The operations that panic on both sides whenever they are the last one.
    pub always: Vec<String>,
    /// Why a run ended though sequences may be left; empty if it is the bound of cases.
    why: String,
}

impl fmt::Display for SequenceOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let calls = |number: usize| counted(number as u64, "call");
        let sequences = counted(self.sequences.into(), "sequence");
        write!(f, "{sequences} of up to {}", calls(self.up_to))?;
        match self.calls {
            _ if self.verdict == Verdict::Complete => write!(f, ", all there are")?,
            Some(whole) => write!(f, ", all of up to {}", calls(whole))?,
            None => (),
        }
        let (fail, panic) = (self.failed, self.panicked);
        match (fail, panic) {
            (0, 0) => (),
            (_, 0) => write!(f, " but those behind {fail} that fail")?,
            (0, _) => write!(f, " but those behind {panic} that panic on both sides")?,
            _ => write!(
                f,
                " but those behind {fail} that fail and {panic} that panic on both sides"
            )?,
        }
        if !self.always.is_empty() {
            write!(f, "; on both sides {} always panics", self.always.join(", "))?;
        }
        write!(f, "{}", self.why)
    }
}
