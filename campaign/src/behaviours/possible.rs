//! The states in which the program may be.
//!
//! *Problem.* Less may be known about the program than its state: it shows a part of it, or has made its first state by
//! itself. *Choice.* All states that fit are carried on, each with the beginning that led there. A call is made if each
//! of them allows it, and is wrong if none of them can end so. If everything is seen there is one state, and the
//! evaluator judges, so that the program may go where the scope does not. *Rejected.* Calls that only some of the
//! states allow: in the others the spec says nothing of how the program takes them, so that a right one could fail.

use std::collections::HashSet;

use korrel_harness::protocol::Reply;
use korrel_harness::{BehaviourCall, BehaviourStep, FailureCause, NextCalls, UncalledSteps};
use korrel_heapgraph::Shape;
use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use serde_json::{Map, Value as Json, json};

use crate::error::CampaignError;
use crate::operations::{
    ActionCall, AllowedCall, Behaviour, ObjectRenaming, ViolatedConjunct, normal, rename,
};

use super::differs;
use super::seen::{ProgramNames, plain};
use super::traces::{PossibleState, ProgramState, RESULT, TraceBehaviours, nothing};
use korrel_heapgraph::json::sort;

/// More states than these are not carried on.
const MOST_STATES: usize = 10_000;

impl TraceBehaviours<'_> {
    /// The state that a constructor made.
    pub(super) fn made(
        &mut self,
        reply: &Reply,
    ) -> Result<BehaviourStep<ProgramState>, Vec<FailureCause>> {
        let mut heap = self.state_after(nothing().json(), reply);
        let firsts = self.first_states();
        let mut possible: Vec<PossibleState> = Vec::new();
        for behaviour in &firsts {
            let fits = self.view.fits(&ProgramNames::new(), behaviour.last(), &heap, None);
            possible.extend(fits.into_iter().map(|names| {
                let behaviour = behaviour.clone();
                PossibleState { behaviour, names }
            }));
        }
        // As many as there can be of the objects that the program does not show.
        let given = |one: &PossibleState| self.view.given(one.behaviour.last()).count();
        let most = possible.iter().map(given).max().unwrap_or(0);
        possible.retain(|one| given(one) == most);
        if !self.view.is_partial() {
            possible.truncate(1);
        }
        let open = (firsts.len() as u64).saturating_sub(1);
        for (at, one) in possible.iter_mut().enumerate() {
            let first = one.behaviour.clone();
            for (name, object) in self.view.given(first.last()) {
                if one.own(name).is_some() {
                    continue;
                }
                let mut own = name.clone();
                while one.names.contains_key(&own) {
                    own.push('\'');
                }
                one.names.insert(own.clone(), name.clone());
                if at == 0 {
                    heap["objects"][own] = object.clone();
                }
            }
        }
        self.complete_roots(&mut heap);
        if possible.is_empty() && !self.view.is_partial() {
            let names = self.named(&ProgramNames::new(), &heap);
            let mut state = heap.clone();
            rename(&mut state, &|id| names.get(id).cloned());
            let behaviour = self.behaviours.begun(state).map_err(causes)?;
            possible.push(PossibleState { behaviour, names });
        }
        if possible.is_empty() && !self.is_beyond(&heap) {
            let ends: Vec<_> =
                firsts.iter().map(|first| (ProgramNames::new(), first.last(), None)).collect();
            return Err(self.misfit(&ends, &heap, None));
        }
        Ok(BehaviourStep { state: self.reached(possible, heap, 0), open })
    }

    /// Adds the roots that objects are by their type.
    fn complete_roots(&self, heap: &mut Json) {
        for root in &self.header.roots {
            if heap["roots"].get(&root.name).is_some() {
                continue;
            }
            let objects = heap["objects"].as_object().into_iter().flatten();
            let is_own = |object: &Json| {
                let ty = object["$type"].as_str().unwrap_or_default();
                root.shape.columns()[0].sorts().any(|sort| self.header.is_a(ty, sort))
            };
            let own: Vec<Json> =
                objects.filter(|(_, one)| is_own(one)).map(|(id, _)| json!(id)).collect();
            heap["roots"][&root.name] = match &root.shape {
                Shape::One(_) | Shape::Lone(_) => own.first().cloned().unwrap_or(Json::Null),
                _ => own.into(),
            };
        }
    }

    pub(super) fn reached(
        &self,
        possible: Vec<PossibleState>,
        heap: Json,
        calls: usize,
    ) -> ProgramState {
        let is_beyond = match (&possible[..], self.view.is_partial()) {
            ([], _) => true,
            ([only], false) => !self.behaviours.is_within_scope(&only.behaviour),
            _ => false,
        };
        ProgramState { possible, heap: heap.into(), calls: Some(calls), is_beyond }
    }

    /// The state after an answer of a program that shows everything.
    pub(super) fn judged(
        &self,
        possible: &PossibleState,
        action: &ActionCall,
        told: Json,
        result: Option<&Json>,
    ) -> Result<(PossibleState, Json), Vec<FailureCause>> {
        let names = self.named(&possible.names, &told);
        let name = |id: &str| names.get(id).cloned();
        let (mut state, mut result) = (told.clone(), result.cloned());
        rename(&mut state, &name);
        result.iter_mut().for_each(|result| rename(result, &name));
        let behaviour = self.behaviours.after(&possible.behaviour, action, state, result.as_ref());
        Ok((PossibleState { behaviour: behaviour.map_err(causes)?, names }, told))
    }

    /// All states that fit an answer of a program that shows a part, and the number of those that do not.
    pub(super) fn fitting(
        &mut self,
        possible: &[(PossibleState, ActionCall)],
        told: &Json,
        result: Option<&Json>,
    ) -> Result<(Vec<PossibleState>, u64), Vec<FailureCause>> {
        let mut ends = Vec::new();
        for (one, action) in possible {
            // The walker sees a stop.
            let next = self.behaviours.next(&one.behaviour, action).unwrap_or_default();
            ends.extend(next.into_iter().map(|next| (one.names.clone(), next)));
        }
        let shape =
            possible.first().and_then(|(_, action)| self.result_shape(action.action)).cloned();
        let shape = shape.as_ref();
        let (mut found, mut known, mut open) = (Vec::new(), HashSet::new(), 0);
        for (names, next) in &ends {
            let expected = next.result.as_ref().unwrap_or(&Json::Null);
            let results = shape.map(|shape| (shape, expected, result.unwrap_or(&Json::Null)));
            let fits = self.view.fits(names, next.behaviour.last(), told, results);
            open += u64::from(fits.is_empty());
            for names in fits {
                if known.insert(self.identity(&next.behaviour, &names)) {
                    found.push(PossibleState { behaviour: next.behaviour.clone(), names });
                }
            }
        }
        if found.len() > MOST_STATES {
            let message =
                format!("more than {MOST_STATES} states of the spec fit what is observed");
            let mistake = Diagnostic::new(code::OPERATION, message);
            self.error = Some(CampaignError::Settings(mistake.help("observe more: `--observe`")));
            self.effort.stop();
        }
        if found.is_empty() && !self.is_beyond(told) {
            let ends: Vec<_> = ends
                .iter()
                .map(|(names, next)| (names.clone(), next.behaviour.last(), next.result.as_ref()))
                .collect();
            return Err(self.misfit(&ends, told, shape.map(|_| result.unwrap_or(&Json::Null))));
        }
        Ok((found, open))
    }

    /// Tells possible states apart that may go on in different ways.
    fn identity(&self, behaviour: &Behaviour, names: &ProgramNames) -> String {
        let states = match self.behaviours.forgets() {
            true => std::slice::from_ref(behaviour.last()),
            false => behaviour.states(),
        };
        let states: Vec<Json> =
            states.iter().map(|state| normal(&self.header, state.clone())).collect();
        format!("{names:?} {} {}", behaviour.states().len(), json!(states))
    }

    /// Why an answer fits none of the ways in which a call may end.
    fn misfit(
        &self,
        ends: &[(ProgramNames, &Json, Option<&Json>)],
        told: &Json,
        result: Option<&Json>,
    ) -> Vec<FailureCause> {
        let differences = |(names, state, _): &(ProgramNames, &Json, Option<&Json>)| {
            self.view.differences(names, state, told)
        };
        let all: Vec<_> = ends.iter().map(differences).collect();
        let cause = |place: &str, expected: Vec<&Json>, answered: &Json| {
            differs(place, expected.into_iter().map(plain), &plain(answered))
        };
        let Some(closest) = all.iter().min_by_key(|all| all.len()) else {
            return vec![FailureCause::message("the spec allows no such state")];
        };
        if closest.is_empty() {
            let expected = ends.iter().filter_map(|(_, _, result)| *result).collect();
            return vec![cause(RESULT, expected, result.unwrap_or(&Json::Null))];
        }
        let causes = closest.iter().map(|(place, _, answered)| {
            let expected = all.iter().flatten().filter(|(other, ..)| other == place);
            cause(place, expected.map(|(_, expected, _)| expected).collect(), answered)
        });
        causes.collect()
    }

    /// The calls of the possible states, as the program calls objects, and the number of those that only some allow.
    pub(super) fn allowed(&mut self, possible: &[PossibleState]) -> NextCalls {
        let mut left = UncalledSteps::default();
        let mut lists: Vec<Vec<BehaviourCall>> = Vec::new();
        for one in possible {
            let is_alone = possible.len() == 1;
            let renamings = if is_alone { one.behaviour.renamings() } else { &[] };
            // The walker sees a stop.
            let Ok(allowed) = self.behaviours.calls(&one.behaviour, renamings) else {
                return NextCalls::default();
            };
            left.silent = left.silent.max(allowed.has_silent.into());
            let call = |AllowedCall { call, choices, .. }: AllowedCall| {
                let mut args = Json::Object(call.arguments);
                rename(&mut args, &|name| one.own(name).cloned());
                let mut args = args.as_object().cloned().unwrap_or_default();
                args.values_mut().for_each(sort);
                BehaviourCall { op: call.action, args, choices: if is_alone { choices } else { 0 } }
            };
            lists.push(allowed.calls.into_iter().map(call).collect());
        }
        let mut calls: Vec<BehaviourCall> = Vec::new();
        let is_sure = |call: &BehaviourCall| lists.iter().all(|list| list.contains(call));
        let alike = common_renamings(possible);
        let mut some: Vec<&BehaviourCall> = Vec::new();
        for call in lists.iter().flatten() {
            let is_known = |renaming: &ObjectRenaming| {
                let to = |name: &str| {
                    renaming.iter().find(|(from, _)| from == name).map(|(_, to)| to.clone())
                };
                let mut args = Json::Object(call.args.clone());
                rename(&mut args, &to);
                args.as_object_mut().into_iter().flat_map(Map::values_mut).for_each(sort);
                calls.iter().any(|known| known.op == call.op && args == json!(known.args))
            };
            match is_sure(call) {
                true if calls.contains(call) || alike.iter().any(is_known) => {}
                true => calls.push(call.clone()),
                false if some.contains(&call) => {}
                false => some.push(call),
            }
        }
        left.unsure = some.len() as u64;
        NextCalls { calls, left }
    }
}

fn causes(violated: Vec<ViolatedConjunct>) -> Vec<FailureCause> {
    let cause =
        |one: ViolatedConjunct| FailureCause { text: one.cause, at: one.at, details: one.details };
    violated.into_iter().map(cause).collect()
}

/// The renamings of the program's objects that lead each of the possible states to itself.
fn common_renamings(possible: &[PossibleState]) -> Vec<ObjectRenaming> {
    let [first, others @ ..] = possible else { return Vec::new() };
    let own = |one: &PossibleState| -> Vec<ObjectRenaming> {
        let name = |name: &String| one.own(name).unwrap_or(name).clone();
        let renaming = |renaming: &ObjectRenaming| {
            let mut pairs: Vec<_> =
                renaming.iter().map(|(from, to)| (name(from), name(to))).collect();
            pairs.sort();
            pairs
        };
        one.behaviour.renamings().iter().map(renaming).collect()
    };
    let mut common = own(first);
    for other in others {
        let own = own(other);
        common.retain(|renaming| own.contains(renaming));
    }
    common
}
