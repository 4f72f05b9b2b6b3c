//! `--emit-test`: the calls that build the states, or a few that cover the same as all of them.

use std::collections::HashSet;

use korrel_harness::TestQuestion;
use korrel_harness::coverage::Covered;
use korrel_harness::emit::{CallSequence, CheckedCall, Framework, StateRoots, emit_sequences};
use korrel_harness::report::ReportHeading;
use serde_json::Value as Json;

use super::exploration::{Call, Exploration};
use crate::messages::error::Error;

/// # Errors
/// Coverage that is not known.
pub fn emitted(
    framework: Framework,
    exploration: &Exploration<'_>,
    question: &TestQuestion,
    heading: &ReportHeading,
    covered: Option<&Covered>,
) -> Result<String, Error> {
    let program = exploration.program;
    let roots = StateRoots { name: program.root.clone(), sigs: program.fixed_roots.clone() };
    let sequences = match covered {
        Some(covered) => selected(exploration, covered)?,
        None => longest(exploration),
    };
    Ok(emit_sequences(framework, heading, question, &roots, &sequences))
}

/// The sequences that begin no other one: they lead through all states.
fn longest(exploration: &Exploration<'_>) -> Vec<CallSequence> {
    let left: HashSet<usize> =
        exploration.states.iter().filter_map(|state| state.call.from).collect();
    let ends = exploration.states.iter().enumerate().filter(|(at, _)| !left.contains(at));
    let sequence = |(at, state): (usize, &super::exploration::ReachedState)| CallSequence {
        name: format!("state_{}", state.key),
        remark: exploration.text(&state.call),
        calls: checked(exploration, at),
    };
    ends.map(sequence).collect()
}

fn selected(exploration: &Exploration<'_>, covered: &Covered) -> Result<Vec<CallSequence>, Error> {
    let selection = covered.select().map_err(|why| Error::usage(format!("--select: {why}")))?;
    let ops = &exploration.program.subjects;
    let sequence = |one: &korrel_harness::coverage::Selected| {
        let op = ops.iter().position(|op| op.operation.name == one.op)?;
        let (call, left) = exploration.told.get(&(op, one.id))?;
        let mut calls = call.from.map(|from| checked(exploration, from)).unwrap_or_default();
        calls.push(check(exploration, call, left.clone()));
        let is_plain = |c: char| c.is_ascii_alphanumeric();
        let name = format!("{}_{}", one.op, one.id);
        let name = name.chars().map(|c| if is_plain(c) { c } else { '_' }).collect();
        Some(CallSequence { name, remark: exploration.text(call), calls })
    };
    Ok(selection.inputs.iter().filter_map(sequence).collect())
}

fn checked(exploration: &Exploration<'_>, state: usize) -> Vec<CheckedCall> {
    let before = |at: &usize| exploration.states[*at].call.from;
    let mut states: Vec<usize> = std::iter::successors(Some(state), before).collect();
    states.reverse();
    let of = |at: usize| {
        let state = &exploration.states[at];
        check(exploration, &state.call, Some(state.heap.clone()))
    };
    states.into_iter().map(of).collect()
}

fn check(exploration: &Exploration<'_>, call: &Call, left: Option<Json>) -> CheckedCall {
    let program = exploration.program;
    let makes = program.is_constructor(call.op);
    CheckedCall {
        op: program.subjects[call.op].operation.name.clone(),
        makes,
        receiver: program.receivers[call.op].clone().filter(|_| !makes),
        roots: call.arguments.values.clone(),
        objects: call.arguments.objects.clone(),
        left,
    }
}
