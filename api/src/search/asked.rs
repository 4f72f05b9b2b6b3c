//! Questions in other words than the command's: in parts, about given heaps, at random.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;

use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::model::{Command, CommandKind};
use korrel_lang::spec::{Mistakes, Spec};
use korrel_sat::{Effort, Step};
use serde_json::Value as Json;

use crate::error::Error;
use crate::question::completing::Completing;
use crate::question::evaluation::GivenHeap;
use crate::question::sample::{Drawing, SampleOutcome, Urns, sample};
use crate::question::{
    Conclusion, Part, PartLabel, PartOutcome, PartedQuestion, PosedQuestion, SpecCommand,
    ask_parts, list_side,
};
use crate::settings::Settings;
use crate::spec::Types;

use super::{Query, SearchFinding, Sink, begun, hand_on, types_of};

/// A finding of a question in parts.
pub(crate) enum PartFinding {
    Types(Types),
    Body(Arc<PartLabel>, Vec<u8>),
    Conclusion(Conclusion),
}

/// Makes a question in parts of a command.
pub(crate) type Ask =
    Box<dyn FnOnce(&SpecCommand) -> Result<Box<dyn PartedQuestion>, Mistakes> + Send>;

/// The instances of each part, and the conclusion.
pub(crate) fn parts(
    ask: Ask,
    asked: &Query,
    effort: &Effort,
    sink: &mut Sink<'_, PartFinding>,
) -> Result<(), Error> {
    let mut question = ask(&asked.command())?;
    // The question asks for instances, and not for counterexamples, whatever the command is.
    let SpecCommand { spec, command } = question.asked();
    let command = Command { kind: CommandKind::Run, ..command.clone() };
    let types = types_of(spec, &command, asked)?;
    if sink(PartFinding::Types(types.clone())).is_break() {
        return Ok(());
    }
    let most = asked.settings.limit;
    let meaning = asked.meaning();
    let parts = question.parts(meaning, most, effort)?;
    // All of a difference is counted, whatever limit is set on what is handed on.
    let left = Cell::new(most.filter(|_| !parts.iter().any(is_counted)));
    let (spec, settings) = (&question.asked().spec, &asked.settings);
    let mut search = PartSearch { spec, settings, types: &types, effort, left: &left, sink };
    let is_enough = || left.get() == Some(0);
    let (step, outcomes) = match ask_parts(&parts, is_enough, |part| search.part(part)) {
        Ok(ended) => ended,
        Err(PartFailure::Over) => return Ok(()),
        Err(PartFailure::Error(error)) => return Err(error),
    };
    if step == Step::Stopped {
        return Err(Error::Stopped);
    }
    let conclusion = question.conclusion(&outcomes, meaning, effort)?;
    let _ = sink(PartFinding::Conclusion(conclusion));
    Ok(())
}

/// True of a part that is listed to its end, to be counted by size.
fn is_counted(part: &Part) -> bool {
    matches!(part.label, PartLabel::Only(_))
}

/// The reason why no other part is begun.
enum PartFailure {
    /// Nobody takes any more.
    Over,
    Error(Error),
}

impl<E: Into<Error>> From<E> for PartFailure {
    fn from(error: E) -> PartFailure {
        PartFailure::Error(error.into())
    }
}

struct PartSearch<'a, 's> {
    spec: &'a Spec,
    settings: &'a Settings,
    types: &'a Types,
    effort: &'a Effort,
    /// The number of instances that may still be handed on.
    left: &'a Cell<Option<u64>>,
    sink: &'a mut Sink<'s, PartFinding>,
}

impl PartSearch<'_, '_> {
    fn part(&mut self, part: &Part) -> Result<PartOutcome, PartFailure> {
        let PartSearch { spec, settings, types, effort, left, .. } = *self;
        let posed = PosedQuestion::new(spec, &part.command, settings, effort)?;
        let mut listing = posed.open()?;
        let label = Arc::new(part.label.clone());
        let mut hand_on =
            |body: &[u8]| (self.sink)(PartFinding::Body(Arc::clone(&label), body.to_vec()));
        if is_counted(part) {
            let most = settings.limit;
            return list_side(&mut listing, types.schema(), most, |body| match hand_on(body) {
                ControlFlow::Continue(()) => Ok(()),
                ControlFlow::Break(()) => Err(PartFailure::Over),
            });
        }
        let most = part.limit.into_iter().chain(left.get()).min();
        let mut outcome = PartOutcome { count: 0, step: Step::Model, sizes: BTreeMap::new() };
        if most == Some(0) {
            return Ok(outcome);
        }
        let mut is_over = false;
        let mut take = |body: &[u8]| {
            outcome.count += 1;
            is_over = hand_on(body).is_break();
            match is_over || most == Some(outcome.count) {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        };
        // Several threads that have found enough are ended by the flag, which the next part shares.
        let threads = if most.is_some() { 1 } else { settings.thread_count() };
        let records = listing.records(types.schema())?;
        let step = listing.bodies(records, threads, 0, &mut take)?;
        if is_over {
            return Err(PartFailure::Over);
        }
        left.set(left.get().map(|left| left - outcome.count));
        Ok(PartOutcome { step, ..outcome })
    }
}

/// The instances that complete a heap.
pub(crate) fn complete(
    heap: &Json,
    asked: &Query,
    effort: &Effort,
    sink: &mut Sink<'_, SearchFinding>,
) -> Result<(), Error> {
    let Some(types) = begun(asked, sink)? else { return Ok(()) };
    let (spec, settings) = (&asked.spec, &asked.settings);
    let completing = Completing::new(spec, &asked.command, settings, effort)?;
    let heap = GivenHeap::new(heap.clone(), &heap.to_string(), 0);
    let completion =
        completing.of(heap, types.schema()).map_err(|mistake| spec.mistake(mistake))?;
    let Some(posed) = completing.posed(completion)? else { return Ok(()) };
    let mut listing = posed.open()?;
    hand_on(&mut listing, &types, 0, asked, sink)
}

/// Instances drawn at random, one after the other, until nobody takes any more.
pub(crate) fn samples(
    seed: u64,
    weight: Option<&str>,
    asked: &Query,
    effort: &Effort,
    sink: &mut Sink<'_, SearchFinding>,
) -> Result<(), Error> {
    let Some(types) = begun(asked, sink)? else { return Ok(()) };
    let too_many = || {
        let message = "there are too many kinds of instances to draw exactly";
        let mistake = Diagnostic::new(code::TOO_LARGE, message).help("a smaller scope may do");
        Error::from(asked.spec.mistake(mistake))
    };
    let drawing = Drawing { settings: &asked.settings, schema: types.schema(), weight, seed };
    let draw = |mut urns: Urns<'_>| -> Result<(), Error> {
        loop {
            if effort.is_stopped() {
                return Err(Error::Stopped);
            }
            if sink(SearchFinding::Body(urns.draw()?.to_vec())).is_break() {
                return Ok(());
            }
        }
    };
    match sample(&asked.command(), drawing, effort, draw)? {
        SampleOutcome::Done(()) | SampleOutcome::Nothing => Ok(()),
        SampleOutcome::GivenUp if effort.is_stopped() => Err(Error::Stopped),
        SampleOutcome::GivenUp => Err(too_many()),
    }
}
