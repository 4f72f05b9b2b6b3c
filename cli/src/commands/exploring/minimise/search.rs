//! Smaller and smaller inputs that fail for one cause: first steps down from the one that is given, then, of
//! all inputs with fewer objects, whichever fails.

use std::collections::VecDeque;
use std::sync::mpsc::Receiver;

use korrel_harness::{Done, FailedInput, Input, InputOutcome, InputSource, Supply, Watcher};
use serde_json::Value as Json;

use super::kept::KeptSizes;
use super::shrink::{measure, smaller};
use crate::commands::test::listing::Message;
use crate::commands::test::naming::Naming;

/// The purpose for which an input was tried.
#[derive(Clone, Copy, PartialEq)]
enum TrialPurpose {
    Given,
    /// A step down from the best so far.
    Step,
    /// It is one of all.
    Listed,
}

pub struct Minimisation<'s> {
    naming: Naming<'s>,
    kept: KeptSizes<'s>,
    given: Option<Input>,
    /// The source of all inputs with fewer objects, used once there are no steps down.
    pub listed: Option<Receiver<Message>>,
    steps: VecDeque<Json>,
    made: VecDeque<(TrialPurpose, Json)>,
    /// The best so far.
    pub best: Option<(Done, Json)>,
    /// The number of times that a better input was found.
    pub improved: u64,
    /// The number of inputs tried that have fewer objects than the best.
    pub tried: u64,
    /// All of them were tried.
    pub is_minimal: bool,
    /// The outcome of the given input, if it did not fail.
    pub passed: Option<String>,
    is_over: bool,
}

impl<'s> Minimisation<'s> {
    pub fn new(naming: Naming<'s>, kept: KeptSizes<'s>, given: Input) -> Minimisation<'s> {
        Minimisation {
            naming,
            kept,
            given: Some(given),
            listed: None,
            steps: VecDeque::new(),
            made: VecDeque::new(),
            best: None,
            improved: 0,
            tried: 0,
            is_minimal: false,
            passed: None,
            is_over: false,
        }
    }

    /// The number of objects that the best input has.
    pub fn objects(&self) -> u64 {
        self.best.as_ref().map_or(0, |(_, heap)| measure(heap).0 as u64)
    }

    fn next(&mut self) -> Supply {
        if let Some(given) = self.given.take() {
            return self.send(TrialPurpose::Given, given);
        }
        loop {
            if self.is_over {
                return Supply::Nothing;
            }
            // One at a time: each that fails so is tried again in a fresh process, and makes others needless.
            if self.made.iter().any(|(purpose, _)| *purpose != TrialPurpose::Listed) {
                return Supply::Later;
            }
            if let Some(step) = self.steps.pop_front() {
                if self.kept.allow(&step) && self.naming.applies(0, &step) == Ok(true) {
                    return self.send(TrialPurpose::Step, input(&step));
                }
                continue;
            }
            match self.next_listed() {
                Some(listed) => return self.send(TrialPurpose::Listed, listed),
                None if self.made.is_empty() => return Supply::Nothing,
                None => return Supply::Later,
            }
        }
    }

    /// The next of all inputs that has fewer objects than the best; they come the smallest first.
    fn next_listed(&mut self) -> Option<Input> {
        let most = self.objects();
        let receiver = self.listed.as_ref()?;
        loop {
            match receiver.recv() {
                Ok(Message::Input(listed)) if listed.size < most => {
                    if self.kept.allow(listed.heap.json()) {
                        self.tried += 1;
                        return Some(listed);
                    }
                }
                Ok(Message::Begun | Message::Listed) => {}
                Ok(Message::Input(_) | Message::Over) => {
                    self.is_minimal = true;
                    self.listed = None;
                    return None;
                }
                Err(_) => return None,
            }
        }
    }

    fn send(&mut self, purpose: TrialPurpose, input: Input) -> Supply {
        self.made.push_back((purpose, input.heap.json().clone()));
        Supply::Input(input)
    }

    fn done(&mut self, done: Done) {
        let (purpose, heap) =
            self.made.pop_front().expect("answers come in the order of the inputs");
        let failure = match &done.outcome {
            InputOutcome::Failed(failure) => failure,
            InputOutcome::Passed if purpose == TrialPurpose::Given => {
                return self.give_up("it passes");
            }
            InputOutcome::Skipped(why) if purpose == TrialPurpose::Given => {
                return self.give_up(&format!("the driver skips it: {why}"));
            }
            _ => return,
        };
        let is_better = match &self.best {
            None => true,
            Some((best, smallest)) => {
                cause(best) == Some(of(failure)) && measure(&heap) < measure(smallest)
            }
        };
        if is_better {
            self.improved += u64::from(purpose != TrialPurpose::Given);
            self.steps = smaller(&heap).into();
            self.best = Some((done, heap));
        }
    }

    fn give_up(&mut self, why: &str) {
        self.passed = Some(why.to_owned());
        self.is_over = true;
    }
}

fn input(heap: &Json) -> Input {
    let size = measure(heap).0 as u64;
    Input { op: 0, id: 0, size, heap: heap.clone().into(), name: None }
}

/// The key by which failures are grouped.
fn of(failure: &FailedInput) -> (&str, Option<&str>) {
    (&failure.causes[0].text, failure.causes[0].at.as_deref())
}

fn cause(done: &Done) -> Option<(&str, Option<&str>)> {
    match &done.outcome {
        InputOutcome::Failed(failure) => Some(of(failure)),
        _ => None,
    }
}

/// The least and the greatest number in a heap, and 0; and the length of its longest array.
pub fn extent(heap: &Json) -> (i64, i64, usize) {
    let joined = |all: &mut dyn Iterator<Item = &Json>, length: usize| {
        all.map(extent).fold((0, 0, length), |a, b| (a.0.min(b.0), a.1.max(b.1), a.2.max(b.2)))
    };
    match heap {
        Json::Number(number) => {
            let number = number.as_i64().unwrap_or(0);
            (number.min(0), number.max(0), 0)
        }
        Json::Array(items) => joined(&mut items.iter(), items.len()),
        Json::Object(entries) => joined(&mut entries.values(), 0),
        _ => (0, 0, 0),
    }
}

/// The search as a source of inputs, and as the observer of their outcomes.
pub struct ShrinkingSteps<'x, 's>(pub &'x std::cell::RefCell<Minimisation<'s>>);

impl InputSource for ShrinkingSteps<'_, '_> {
    fn next(&mut self) -> Supply {
        self.0.borrow_mut().next()
    }
}

pub struct Outcomes<'x, 's>(pub &'x std::cell::RefCell<Minimisation<'s>>);

impl Watcher for Outcomes<'_, '_> {
    fn done(&mut self, done: Done) -> bool {
        self.0.borrow_mut().done(done);
        false
    }
}
