//! A trace that goes another way than a given one.

use std::collections::BTreeSet;

use korrel_enumerate::Records;
use korrel_enumerate::heap::Schema;
use korrel_enumerate::states::{Fork, ForkKeys, Forks, QuestionStop};
use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::model::Command;
use korrel_lang::spec::{Mistakes, Spec};
use korrel_lang::trace::Trace;
use korrel_lang::unroll::Steps;
use korrel_sat::Effort;
use serde_json::Value as Json;

use crate::settings::Settings;

use super::evaluation::RecordInstances;
use super::posed::PosedQuestion;
use super::{NoAnswer, SpecCommand};

/// Another trace, if there is one.
#[derive(Clone, Debug)]
pub struct OtherTrace {
    /// The body of its record, with the line break.
    pub body: Option<Vec<u8>>,
    /// The classes that are known now: the given ones, that of the given trace, and that of the one that was found.
    pub seen: BTreeSet<String>,
    /// Without a trace the number of all classes, that of the given trace included.
    pub number: usize,
}

/// A trace that goes another way than a given one, and is of none of the classes that were seen. `schema` is that of the
/// records.
///
/// # Errors
/// A command that is about single states; a record that is no trace of the spec, or has no such state; a construct that
/// cannot be translated; a stop.
pub fn other_trace(
    SpecCommand { mut spec, command }: SpecCommand,
    schema: &Schema,
    record: &Json,
    fork: Fork,
    mut seen: BTreeSet<String>,
    settings: &Settings,
    effort: &Effort,
) -> Result<OtherTrace, NoAnswer> {
    let trace = given(&spec, &command, schema, record, fork)?;
    let mut keys = ForkKeys::new(schema, &spec.model, fork, effort);
    let own = keys.key(&spec.model, &trace).map_err(|QuestionStop| NoAnswer::Stopped)?;
    seen.extend(own);
    let command = kept(&mut spec, command, &trace, fork, record);
    let posed = PosedQuestion::new(&spec, &command, settings, effort)?;
    posed.check_judged()?;
    let untranslated = |why| NoAnswer::untranslated(&spec, why);
    let mut forks = Forks::new(&posed.problem, schema, fork, effort).map_err(untranslated)?;
    while let Some(found) = forks.advance().map_err(|QuestionStop| NoAnswer::Stopped)? {
        if !seen.insert(found.key) {
            continue;
        }
        let translation = forks.translation();
        let extras = settings.extras();
        let records = Records::of_models(&posed.problem, schema, extras, Some(translation), effort);
        let mut records = records.map_err(|mistake| spec.mistake(mistake))?;
        let body = Some(records.values_body(translation, &found.values)?.to_vec());
        return Ok(OtherTrace { body, seen, number: forks.found() });
    }
    Ok(OtherTrace { body: None, seen, number: forks.found() })
}

/// The trace of a record.
fn given(
    spec: &Spec,
    command: &Command,
    schema: &Schema,
    record: &Json,
    fork: Fork,
) -> Result<Trace, Mistakes> {
    let misfit = |why: &str| spec.mistake(Diagnostic::new(code::HEAP, why.to_owned()));
    if !spec.model.is_temporal(command) {
        return Err(misfit("this command is about single states, which go nowhere"));
    }
    let records = RecordInstances::new(spec, command, schema.clone())?;
    let trace = match records.trace(record) {
        Some(trace) => trace.map_err(|why| misfit(&why))?.trace,
        None => return Err(misfit("this is one heap, and no trace")),
    };
    if trace.back.is_none() {
        return Err(misfit(
            "this is the beginning of a trace, and no trace: it does not say what follows",
        ));
    }
    // The loop of a short trace leads to states of a longer one.
    let most = Steps::tried(&spec.model, command).map_or(1, |(_, greatest)| greatest as usize);
    match fork {
        Fork::Step(state) if state >= most.max(trace.states.len()) => {
            Err(misfit(&format!("no trace has so many states that there is a state {state}")))
        }
        _ => Ok(trace),
    }
}

/// The command whose traces have the part that is kept.
fn kept(spec: &mut Spec, command: Command, trace: &Trace, fork: Fork, record: &Json) -> Command {
    match fork.kept() {
        None => command,
        Some(0) => spec.with_configuration(command, trace, record.to_string()),
        Some(states) => {
            let states = trace.first_states(states).expect("it is infinite");
            spec.with_beginning(command, &states, record.to_string())
        }
    }
}
