//! The calls that build states, as tests.

use std::collections::HashSet;

use korrel_harness::coverage::{SelectedInput, Selection};
use korrel_harness::emit::{CallSequence, CheckedCall, StateRoots};
use serde_json::Value as Json;

use super::search::{Call, Exploration, ReachedState};

impl Exploration<'_> {
    /// The roots of a state.
    pub fn roots(&self) -> StateRoots {
        StateRoots { name: self.program.root.clone(), sigs: self.program.fixed_roots.clone() }
    }

    /// The sequences that begin no other one: they lead through all states.
    pub fn longest(&self) -> Vec<CallSequence> {
        let left: HashSet<usize> = self.states.iter().filter_map(|state| state.call.from).collect();
        let ends = self.states.iter().enumerate().filter(|(at, _)| !left.contains(at));
        let sequence = |(at, state): (usize, &ReachedState)| CallSequence {
            name: format!("state_{}", state.key),
            remark: self.text(&state.call),
            calls: self.checked(at),
        };
        ends.map(sequence).collect()
    }

    /// The sequences that end with the selected calls, if calls were kept.
    pub fn selected(&self, selection: &Selection) -> Vec<CallSequence> {
        let ops = &self.program.subjects;
        let sequence = |one: &SelectedInput| {
            let op = ops.iter().position(|op| op.operation.name == one.op)?;
            let (call, left) = self.kept_calls.get(&(op, one.id))?;
            let mut calls = call.from.map(|from| self.checked(from)).unwrap_or_default();
            calls.push(self.check(call, left.clone()));
            let is_plain = |c: char| c.is_ascii_alphanumeric();
            let name = format!("{}_{}", one.op, one.id);
            let name = name.chars().map(|c| if is_plain(c) { c } else { '_' }).collect();
            Some(CallSequence { name, remark: self.text(call), calls })
        };
        selection.inputs.iter().filter_map(sequence).collect()
    }

    fn checked(&self, state: usize) -> Vec<CheckedCall> {
        let before = |at: &usize| self.states[*at].call.from;
        let mut states: Vec<usize> = std::iter::successors(Some(state), before).collect();
        states.reverse();
        let of = |at: usize| {
            let state = &self.states[at];
            self.check(&state.call, Some(state.heap.clone()))
        };
        states.into_iter().map(of).collect()
    }

    fn check(&self, call: &Call, left: Option<Json>) -> CheckedCall {
        let makes = self.program.is_constructor(call.op);
        CheckedCall {
            op: self.program.subjects[call.op].operation.name.clone(),
            makes,
            receiver: self.program.receivers[call.op].clone().filter(|_| !makes),
            roots: call.arguments.values.clone(),
            objects: call.arguments.objects.clone(),
            left,
        }
    }
}
