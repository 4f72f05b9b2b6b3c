//! Questions in other words than the command's: in parts, about given heaps, at random.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;

use korrel_enumerate::{Extras, Instances, Problem, Records, Unwritten};
use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::model::{Command, CommandKind};
use korrel_lang::spec::Mistakes;
use korrel_sat::{Effort, Step};
use korrel_translate::Question;
use serde_json::Value as Json;

use crate::error::Error;
use crate::question::by_value::ByValue;
use crate::question::evaluation::GivenHeap;
use crate::question::sample::{Drawing, SampleOutcome, Urns, WeighedInstances, sample, weighed};
use crate::question::{
    Conclusion, Part, PartLabel, PartOutcome, PartedQuestion, SpecCommand, ask_parts, list_side,
};
use crate::spec::Types;

use super::{Query, SearchFinding, Sink, bodies, types, types_of};

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
    let SpecCommand { spec, command } = question.asked().clone();
    // The question asks for instances, and not for counterexamples, whatever the command is.
    let command = Command { kind: CommandKind::Run, ..command };
    let types = types_of(&spec, &command, asked)?;
    if sink(PartFinding::Types(types.clone())).is_break() {
        return Ok(());
    }
    let most = asked.settings.limit;
    let meaning = asked.meaning();
    let parts = question.parts(meaning, most, effort)?;
    let asked = Query { spec: Arc::new(spec), command, ..asked.clone() };
    // All of a difference is counted, whatever limit is set on what is handed on.
    let left = Cell::new(most.filter(|_| !parts.iter().any(is_counted)));
    let mut search = PartSearch { asked: &asked, types: &types, effort, left: &left, sink };
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
    asked: &'a Query,
    types: &'a Types,
    effort: &'a Effort,
    /// The number of instances that may still be handed on.
    left: &'a Cell<Option<u64>>,
    sink: &'a mut Sink<'s, PartFinding>,
}

impl PartSearch<'_, '_> {
    fn part(&mut self, part: &Part) -> Result<PartOutcome, PartFailure> {
        let PartSearch { asked, types, effort, left, .. } = *self;
        let problem = Problem::new(&asked.spec.model, &part.command, asked.meaning(), effort);
        let problem = problem.map_err(|why| asked.unanswered(why))?;
        let label = Arc::new(part.label.clone());
        let mut hand_on =
            |body: &[u8]| (self.sink)(PartFinding::Body(Arc::clone(&label), body.to_vec()));
        if is_counted(part) {
            let mistake = |mistake| Error::from(asked.spec.mistake(mistake));
            let mut found =
                Instances::new(&problem, asked.strategy(), effort.clone()).map_err(mistake)?;
            let extras = Extras { keys: asked.settings.keys, ..Extras::default() };
            let records = Records::new(&problem, types.schema(), extras, &mut found, effort)
                .map_err(mistake)?;
            let most = asked.settings.limit;
            return list_side(&mut found, records, types.schema(), most, |body| {
                match hand_on(body) {
                    ControlFlow::Continue(()) => Ok(()),
                    ControlFlow::Break(()) => Err(PartFailure::Over),
                }
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
        let threads = if most.is_some() { 1 } else { asked.threads() };
        let step =
            bodies(asked, &problem, types.schema(), (None, &0.into()), threads, effort, &mut take)?;
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
    let types = types(asked)?;
    if sink(SearchFinding::Types(types.clone())).is_break() {
        return Ok(());
    }
    let (model, meaning) = (&asked.spec.model, asked.meaning());
    let question = Question::new(model, &asked.command, meaning.overflow, effort);
    let question = question.map_err(|why| asked.unanswered(why))?;
    let completion = GivenHeap::new(heap.clone(), &heap.to_string(), 0)
        .completion(types.schema(), &question)
        .map_err(|mistake| asked.spec.mistake(mistake))?;
    let Some(question) = completion.question else { return Ok(()) };
    let problem = Problem::of(question, meaning, effort).map_err(|why| asked.unanswered(why))?;
    let mut take = |body: &[u8]| sink(SearchFinding::Body(body.to_vec()));
    let (names, threads) = (Some(completion.names), asked.threads());
    let from = &0.into();
    match bodies(asked, &problem, types.schema(), (names, from), threads, effort, &mut take)? {
        Step::Model | Step::Exhausted => Ok(()),
        Step::Stopped => Err(Error::Stopped),
    }
}

/// Instances drawn at random, one after the other, until nobody takes any more.
pub(crate) fn samples(
    seed: u64,
    weight: Option<&str>,
    asked: &Query,
    effort: &Effort,
    sink: &mut Sink<'_, SearchFinding>,
) -> Result<(), Error> {
    let types = types(asked)?;
    if sink(SearchFinding::Types(types.clone())).is_break() {
        return Ok(());
    }
    let (command, meaning, classes) = (asked.command(), asked.meaning(), asked.classes());
    let parts = match weight {
        None => Some(vec![WeighedInstances { weight: 1, asked: command }]),
        Some(weight) => {
            let problem = command.problem(meaning, effort)?;
            let parts = ByValue::new(&command, weight)?.parts(&command, &problem)?;
            weighed(&command, parts, weight, meaning, classes, effort)?
        }
    };
    let too_many = || {
        let message = "there are too many kinds of instances to draw exactly";
        let mistake = Diagnostic::new(code::TOO_LARGE, message).help("a smaller scope may do");
        Error::from(asked.spec.mistake(mistake))
    };
    let Some(parts) = parts else { return Err(too_many()) };
    let extras = Extras { keys: asked.settings.keys, ..Extras::default() };
    let drawing = Drawing { meaning, classes, schema: types.schema(), extras, seed };
    let draw = |mut urns: Urns<'_>| -> Result<(), Error> {
        loop {
            if effort.is_stopped() {
                return Err(Error::Stopped);
            }
            if sink(SearchFinding::Body(urns.draw().map_err(unwritten)?.to_vec())).is_break() {
                return Ok(());
            }
        }
    };
    match sample(&parts, drawing, effort, draw)? {
        SampleOutcome::Done(()) | SampleOutcome::Nothing => Ok(()),
        SampleOutcome::GivenUp if effort.is_stopped() => Err(Error::Stopped),
        SampleOutcome::GivenUp => Err(too_many()),
    }
}

fn unwritten(unwritten: Unwritten) -> Error {
    match unwritten {
        Unwritten::Stopped => Error::Stopped,
        Unwritten::Wrong(fault) => korrel_enumerate::Fault(fault).into(),
    }
}
