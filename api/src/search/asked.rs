//! Questions in other words than the command's: in parts, about given heaps, at random.

use std::ops::ControlFlow;
use std::sync::Arc;

use korrel_enumerate::ask::by_value::ByValue;
use korrel_enumerate::ask::sample::{Drawing, Drawn, Urns, Weighed, sample, weighed};
use korrel_enumerate::ask::{
    Conclusion, Part, PartLabel, PartOutcome, Parted, SpecCommand, ask_parts, list_side,
};
use korrel_enumerate::heap::completion;
use korrel_enumerate::{Extras, Instances, Problem, Records, Unwritten};
use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::model::{Command, CommandKind};
use korrel_lang::spec::Mistakes;
use korrel_sat::{Effort, Step};
use korrel_translate::Question;
use serde_json::Value as Json;

use crate::error::Error;
use crate::spec::Types;

use super::{Finding, Query, Sink, bodies, types, types_of};

/// A finding of a question in parts.
pub(crate) enum PartFinding {
    Types(Types),
    Body(Arc<PartLabel>, Vec<u8>),
    Conclusion(Conclusion),
}

/// Makes a question in parts of a command.
pub(crate) type Ask = Box<dyn FnOnce(&SpecCommand) -> Result<Box<dyn Parted>, Mistakes> + Send>;

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
    let mut search = PartSearch { asked: &asked, types: &types, effort, left: most, sink };
    // The search of a part changes what is left for the next one.
    let left = std::cell::Cell::new(most);
    let is_enough = || left.get() == Some(0);
    let (step, outcomes) = ask_parts(&parts, is_enough, |part| {
        let outcome = search.part(part)?;
        left.set(search.left);
        Ok::<_, Error>(outcome)
    })?;
    if step == Step::Stopped {
        return Err(Error::Stopped);
    }
    let conclusion = question.conclusion(&outcomes, meaning, effort)?;
    let _ = sink(PartFinding::Conclusion(conclusion));
    Ok(())
}

struct PartSearch<'a, 's> {
    asked: &'a Query,
    types: &'a Types,
    effort: &'a Effort,
    /// The number of instances that may still be handed on.
    left: Option<u64>,
    sink: &'a mut Sink<'s, PartFinding>,
}

impl PartSearch<'_, '_> {
    fn part(&mut self, part: &Part) -> Result<PartOutcome, Error> {
        let PartSearch { asked, types, effort, .. } = *self;
        let problem = Problem::new(&asked.spec.model, &part.command, asked.meaning(), effort);
        let problem = problem.map_err(|why| asked.unanswered(why))?;
        let label = Arc::new(part.label.clone());
        let (left, sink) = (&mut self.left, &mut *self.sink);
        if let PartLabel::Only(_) = *label {
            // All are counted by size; as many as the limit says are handed on.
            let mistake = |mistake| Error::from(asked.spec.mistake(mistake));
            let mut found =
                Instances::new(&problem, asked.strategy(), effort.clone()).map_err(mistake)?;
            let extras = Extras { keys: asked.settings.keys, ..Extras::default() };
            let records = Records::new(&problem, types.schema(), extras, &mut found, effort)
                .map_err(mistake)?;
            return list_side(&mut found, records, types.schema(), asked.settings.limit, |body| {
                match sink(PartFinding::Body(Arc::clone(&label), body.to_vec())) {
                    ControlFlow::Continue(()) => Ok(()),
                    ControlFlow::Break(()) => Err(Error::Stopped),
                }
            });
        }
        let most = part.limit.into_iter().chain(*left).min();
        let mut count = 0;
        let mut take = |body: &[u8]| {
            count += 1;
            sink(PartFinding::Body(Arc::clone(&label), body.to_vec()))?;
            if most.is_some_and(|most| count >= most) {
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        };
        let step = bodies(asked, &problem, types.schema(), None, effort, &mut take)?;
        if let Some(left) = left {
            *left -= count;
        }
        Ok(PartOutcome { count, step, sizes: Default::default() })
    }
}

/// The instances that complete a heap.
pub(crate) fn complete(
    heap: &Json,
    asked: &Query,
    effort: &Effort,
    sink: &mut Sink<'_, Finding>,
) -> Result<(), Error> {
    let types = types(asked)?;
    if sink(Finding::Types(types.clone())).is_break() {
        return Ok(());
    }
    let (model, meaning) = (&asked.spec.model, asked.meaning());
    let question = Question::new(model, &asked.command, meaning.overflow, effort);
    let question = question.map_err(|why| asked.unanswered(why))?;
    let completion = completion(types.schema(), &question, heap).map_err(|errors| {
        let message = format!("the heap does not fit the spec: {}", errors[0]);
        let rest = errors[1..].iter().map(ToString::to_string);
        let mistake = rest.fold(Diagnostic::new(code::HEAP, message), Diagnostic::help);
        asked.spec.mistake(mistake)
    })?;
    let Some(question) = completion.question else { return Ok(()) };
    let problem = Problem::of(question, meaning, effort).map_err(|why| asked.unanswered(why))?;
    let mut take = |body: &[u8]| sink(Finding::Body(body.to_vec()));
    match bodies(asked, &problem, types.schema(), Some(completion.names), effort, &mut take)? {
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
    sink: &mut Sink<'_, Finding>,
) -> Result<(), Error> {
    let types = types(asked)?;
    if sink(Finding::Types(types.clone())).is_break() {
        return Ok(());
    }
    let (command, meaning, classes) = (asked.command(), asked.meaning(), asked.classes());
    let parts = match weight {
        None => Some(vec![Weighed { weight: 1, asked: command }]),
        Some(weight) => {
            let by = ByValue::new(&command, &command.problem(meaning, effort)?, weight)?;
            weighed(&command, by, weight, meaning, classes, effort)?
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
            if sink(Finding::Body(urns.draw().map_err(unwritten)?.to_vec())).is_break() {
                return Ok(());
            }
        }
    };
    match sample(&parts, drawing, effort, draw)? {
        Drawn::Done(()) | Drawn::Nothing => Ok(()),
        Drawn::GivenUp if effort.is_stopped() => Err(Error::Stopped),
        Drawn::GivenUp => Err(too_many()),
    }
}

fn unwritten(unwritten: Unwritten) -> Error {
    match unwritten {
        Unwritten::Stopped => Error::Stopped,
        Unwritten::Wrong(fault) => korrel_enumerate::Fault(fault).into(),
    }
}
