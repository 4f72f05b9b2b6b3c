//! Smaller and smaller inputs that fail for one cause: first steps down from the one that is given, then, of
//! all inputs with fewer objects, whichever fails.

use std::collections::VecDeque;
use std::ops::RangeInclusive;

use korrel_harness::{Campaign, Done, FailedInput, Input, InputOutcome, Supply};
use korrel_heapgraph::Header;
use korrel_lang::spec::Spec;
use korrel_translate::{Overflow, Scopes};
use serde_json::Value as Json;

use crate::error::CampaignError;
use crate::explore::objects_of;
use crate::listing::{ListingMessage, Messages};
use crate::oracle::SpecOracle;
use crate::scope::InputSize;
use crate::subject::Subject;

use super::shrink::{measure, smaller};

/// The number of objects that a smaller input may have of each sig.
///
/// If a scope is given, an input has as many objects of each sig as it asks for. The input that is to be made
/// smaller may lie outside already. Then it may come nearer, and not go further away. The scope of the spec's own
/// command tells what to list, and not what an input is: it is left aside.
pub(super) struct KeptSizes<'k> {
    types: &'k Header,
    /// The sizes by top-level sig. Empty if no scope is given, or a growing one.
    sizes: Vec<(&'k str, RangeInclusive<u64>)>,
}

impl<'k> KeptSizes<'k> {
    /// # Errors
    /// A scope that cannot be.
    pub fn new(
        spec: &Spec,
        subject: &'k Subject,
        has_scope: bool,
        given: &Json,
    ) -> Result<KeptSizes<'k>, CampaignError> {
        let types = &subject.types;
        let mut kept = KeptSizes { types, sizes: Vec::new() };
        if !has_scope || matches!(subject.size, InputSize::Growing(_)) {
            return Ok(kept);
        }
        let scopes = Scopes::new(&spec.model, &subject.command, Overflow::Forbid)
            .map_err(|mistake| CampaignError::about(spec, mistake))?;
        for ty in subject.schema.types.iter().filter(|ty| ty.parent.is_none()) {
            let sizes = scopes.top_level(ty.sig);
            let now = objects_of(&ty.name, given, types);
            let (least, most) = (u64::from(sizes.min).min(now), u64::from(sizes.max).max(now));
            kept.sizes.push((&ty.name, least..=most));
        }
        Ok(kept)
    }

    pub fn allow(&self, heap: &Json) -> bool {
        self.sizes.iter().all(|(ty, sizes)| sizes.contains(&objects_of(ty, heap, self.types)))
    }
}

/// The purpose for which an input was tried.
#[derive(Clone, Copy, PartialEq)]
enum TrialPurpose {
    Given,
    /// A step down from the best so far.
    Step,
    /// It is one of all.
    Listed,
}

pub(super) struct Minimisation<'s> {
    oracle: SpecOracle<'s>,
    kept: KeptSizes<'s>,
    given: Option<Input>,
    /// The source of all inputs with fewer objects, used once there are no steps down.
    pub listed: Option<Messages>,
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
    pub fn new(oracle: SpecOracle<'s>, kept: KeptSizes<'s>, given: Input) -> Minimisation<'s> {
        Minimisation {
            oracle,
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

    /// The next of all inputs that has fewer objects than the best. They come the smallest first.
    fn next_listed(&mut self) -> Option<Input> {
        let most = self.objects();
        let listed = self.listed.as_mut()?;
        loop {
            match listed.next() {
                Some(ListingMessage::Input(input)) if input.size < most => {
                    if self.kept.allow(input.heap.json()) {
                        self.tried += 1;
                        return Some(input);
                    }
                }
                Some(ListingMessage::Begun | ListingMessage::Listed) => {}
                Some(ListingMessage::Input(_) | ListingMessage::Over) => {
                    self.is_minimal = true;
                    self.listed = None;
                    return None;
                }
                None => return None,
            }
        }
    }

    fn send(&mut self, purpose: TrialPurpose, input: Input) -> Supply {
        self.made.push_back((purpose, input.heap.json().clone()));
        Supply::Input(input)
    }

    fn give_up(&mut self, why: &str) {
        self.passed = Some(why.to_owned());
        self.is_over = true;
    }
}

impl Campaign for Minimisation<'_> {
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
                if self.kept.allow(&step) && self.oracle.applies(0, &step) == Ok(true) {
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

    fn done(&mut self, done: Done) -> bool {
        let (purpose, heap) =
            self.made.pop_front().expect("answers come in the order of the inputs");
        let failure = match &done.outcome {
            InputOutcome::Failed(failure) => failure,
            InputOutcome::Passed if purpose == TrialPurpose::Given => {
                self.give_up("it passes");
                return false;
            }
            InputOutcome::Skipped(why) if purpose == TrialPurpose::Given => {
                self.give_up(&format!("the driver skips it: {why}"));
                return false;
            }
            _ => return false,
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
        false
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

/// The least and the greatest number in a heap, and 0, and the length of its longest array.
pub(super) fn extent(heap: &Json) -> (i64, i64, usize) {
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
