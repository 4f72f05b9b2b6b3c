//! The behaviours of a spec of traces, call by call: which calls there are, and whether the answers are right.

use std::collections::HashMap;

use korrel_enumerate::heap::{Keys, read};
use korrel_harness::protocol::Reply;
use korrel_harness::{
    Beginning, BehaviourCall, BehaviourStep, Behaviours, FailureCause, NextCalls, RightEnds,
    UncalledSteps,
};
use korrel_heapgraph::json::numbers_fit;
use korrel_heapgraph::{Header, Record, Shape, shape_of};
use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use korrel_sat::Effort;
use korrel_translate::{Overflow, Scopes};
use serde_json::{Map, Value as Json, json};

use crate::error::CampaignError;
use crate::operations::{
    ActionCall, Behaviour, Behaviours as SpecBehaviours, IdleThrows, idle_throws,
};

use super::seen::{ProgramNames, StateView};
use super::untold::ToldFields;
use super::{TestedBehaviours, TestedTraces, thrown};

/// The parameter of an action that stands for the returned value.
pub(super) const RESULT: &str = "result";

/// The behaviours of a command, as a run makes them.
pub struct TraceBehaviours<'s> {
    pub(super) behaviours: SpecBehaviours<'s>,
    pub(super) header: Header,
    pub(super) view: StateView,
    pub(super) observed: Vec<String>,
    /// Operations without arguments that make a first state, after the actions.
    pub(super) constructors: Vec<String>,
    /// The least and the greatest integer of the scope.
    pub(super) integers: (i64, i64),
    /// For each top-level type the greatest number of its objects.
    pub(super) room: Vec<(String, u32)>,
    pub(super) overflow: Overflow,
    pub(super) effort: Effort,
    pub(super) error: Option<CampaignError>,
    pub(super) tested: &'s TestedTraces,
    /// The classes of states that the walk has continued from, and the greatest number of calls that were left then,
    /// where each call is to be made once in each.
    pub(super) covered: Option<HashMap<String, usize>>,
    /// The number of first states.
    pub beginnings: u64,
    /// The contents of the answers.
    pub(super) told: ToldFields,
}

/// What is known about the program.
#[derive(Clone)]
pub struct ProgramState {
    /// The states that fit all answers, each with its beginning. There are none before a constructor was called, and
    /// beyond the scope.
    pub(super) possible: Vec<PossibleState>,
    /// The state as the answer gives it, in which objects are called as the program calls them.
    pub(super) heap: Record,
    /// The number of calls after the first state, or `None` before there is one.
    pub(super) calls: Option<usize>,
    /// It is larger than the scope.
    pub(super) is_beyond: bool,
}

/// A state in which the program may be, with the beginning that led there, and the program's names of its objects.
#[derive(Clone)]
pub struct PossibleState {
    pub(super) behaviour: Behaviour,
    pub(super) names: ProgramNames,
}

impl PossibleState {
    /// The program's name of an object. An object that it has not named is called as the spec calls it.
    pub(super) fn own<'n>(&'n self, name: &str) -> Option<&'n String> {
        self.names.iter().find(|(_, known)| *known == name).map(|(own, _)| own)
    }
}

impl<'s> TraceBehaviours<'s> {
    /// `observed`: what the driver shows, as `Type.field`. It is everything if there is none.
    ///
    /// # Errors
    /// A scope that cannot be, or is too large, names that clash, a construct that cannot be translated, no action,
    /// or something observed that there is not.
    pub fn new(
        tested: &'s TestedTraces,
        observed: &[String],
        overflow: Overflow,
        effort: &Effort,
    ) -> Result<TraceBehaviours<'s>, CampaignError> {
        let TestedTraces { spec, command, .. } = tested;
        let behaviours = tested.behaviours(overflow, effort)?;
        if behaviours.actions().is_empty() {
            let message = "no step has a name: there is nothing to call";
            let diagnostic = Diagnostic::new(code::TEMPORAL, message)
                .at(command.span, "the behaviours of this command")
                .help(
                    "an action is a predicate that primes something and is called under `always`, as in \
                       `fact { always (send or receive) }`; or name it: `--actions send,receive`",
                );
            return Err(CampaignError::about(spec, diagnostic));
        }
        let header = behaviours.schema.header();
        let view = StateView::new(&header, observed).map_err(CampaignError::Settings)?;
        let scopes = Scopes::new(&spec.model, command, overflow);
        let scopes = scopes.map_err(|mistake| CampaignError::about(spec, mistake))?;
        let tops = behaviours.schema.types.iter().filter(|ty| ty.parent.is_none());
        let room = tops.map(|ty| (ty.name.clone(), scopes.top_level(ty.sig).max)).collect();
        Ok(TraceBehaviours {
            behaviours,
            header,
            view,
            observed: observed.to_vec(),
            constructors: Vec::new(),
            integers: scopes.integers,
            room,
            overflow,
            effort: effort.clone(),
            error: None,
            tested,
            covered: None,
            beginnings: 0,
            told: ToldFields::default(),
        })
    }

    /// Has first states made by these operations of the driver.
    ///
    /// # Errors
    /// One that is called as an action.
    pub fn made_by(&mut self, constructors: &[String]) -> Result<(), CampaignError> {
        let is_action =
            |name: &&String| self.behaviours.actions().iter().any(|one| one.name == **name);
        if let Some(name) = constructors.iter().find(is_action) {
            let message = format!("the driver says that `{name}` is a constructor");
            let mistake =
                Diagnostic::new(code::DRIVER, message).help("the spec has an action of this name");
            return Err(CampaignError::Settings(mistake));
        }
        self.constructors = constructors.to_vec();
        Ok(())
    }

    /// The predicates `NAME_throws` that are about no action.
    pub fn idle_throws(&self) -> Vec<IdleThrows> {
        idle_throws(&self.tested.spec, self.behaviours.actions())
    }

    /// Has each call made once in each state, up to the names of objects. The walk continues from a state again if more
    /// calls are left than before.
    ///
    /// # Errors
    /// What may follow depends on more than the last state.
    pub fn cover_transitions(&mut self) -> Result<(), CampaignError> {
        if !self.behaviours.forgets() {
            let message =
                "what may follow depends on more than the last state: its calls are no transitions";
            let mistake = Diagnostic::new(code::TEMPORAL, message)
                .at(self.tested.command.span, "the behaviours of this command")
                .help("without `--cover-traces` all behaviours are made");
            return Err(CampaignError::about(&self.tested.spec, mistake));
        }
        self.covered = Some(HashMap::new());
        Ok(())
    }

    /// True if as many calls were made from a state like this one.
    fn is_covered(&mut self, possible: &[PossibleState], left: usize) -> bool {
        // Where the state is not known, nothing that was made from it is known either.
        let (Some(covered), [only]) = (&mut self.covered, possible) else { return false };
        let (schema, model) = (&self.behaviours.schema, &self.tested.spec.model);
        let heap = read(schema, model, only.behaviour.last()).expect("it is one of the spec");
        let key = Keys::new(schema).key(&heap, &self.effort);
        // The walker sees a stop.
        let Some(key) = key else { return true };
        let most = covered.entry(key).or_insert(0);
        if *most >= left {
            return true;
        }
        *most = left;
        false
    }

    /// The greatest number of calls of a behaviour, after its first state.
    pub fn most_calls(&self) -> usize {
        self.behaviours.most_calls()
    }

    /// The first states, one of each class.
    pub(super) fn first_states(&mut self) -> Vec<Behaviour> {
        let found = self.behaviours.beginnings(self.overflow, &self.effort);
        found.unwrap_or_else(|untranslated| {
            self.error = Some(CampaignError::untranslated(&self.tested.spec, untranslated));
            Vec::new()
        })
    }

    /// The shape of what an action returns.
    pub(super) fn result_shape(&self, action: usize) -> Option<&Shape> {
        shape_of(&self.header.actions[action].parameters, RESULT)
    }

    /// True if a state cannot be one of the scope, whatever is not seen of it.
    pub(super) fn is_beyond(&self, told: &Json) -> bool {
        let seen = self.view.seen(told);
        let count = |top: &str| {
            let objects = seen["objects"].as_object().into_iter().flatten();
            let ty = |object: &Json| object["$type"].as_str().unwrap_or_default().to_owned();
            objects.filter(|(_, object)| self.header.top(&ty(object)) == top).count()
        };
        self.room.iter().any(|(top, most)| count(top) > *most as usize)
            || !numbers_fit(&seen, self.integers)
    }
}

impl TestedBehaviours for TraceBehaviours<'_> {
    fn error(&mut self) -> Option<CampaignError> {
        self.error.take()
    }
}

impl Behaviours for TraceBehaviours<'_> {
    type State = ProgramState;

    fn beginnings(&mut self) -> Vec<Beginning<ProgramState>> {
        if !self.constructors.is_empty() {
            let state = ProgramState {
                possible: Vec::new(),
                heap: nothing(),
                calls: None,
                is_beyond: false,
            };
            return vec![Beginning { members: Map::new(), state }];
        }
        let found = self.first_states();
        self.beginnings = found.len() as u64;
        let beginning = |behaviour: Behaviour| {
            let heap = behaviour.last().clone();
            let ids = heap["objects"].as_object().into_iter().flat_map(Map::keys);
            let names = ids.map(|id| (id.clone(), id.clone())).collect();
            let members = heap.as_object().cloned().unwrap_or_default();
            let possible = vec![PossibleState { behaviour, names }];
            Beginning { members, state: self.reached(possible, heap, 0) }
        };
        found.into_iter().map(beginning).collect()
    }

    fn calls(&mut self, state: &ProgramState) -> NextCalls {
        match state.calls {
            None => {
                let first = self.behaviours.actions().len();
                let made = (0..self.constructors.len()).map(|at| first + at);
                let calls = made.map(|op| BehaviourCall::new(op, Map::new())).collect();
                NextCalls { calls, ..NextCalls::default() }
            }
            Some(_) if state.is_beyond => {
                let left = UncalledSteps { beyond: 1, ..UncalledSteps::default() };
                NextCalls { left, ..NextCalls::default() }
            }
            Some(calls) if calls >= self.most_calls() => NextCalls::default(),
            Some(calls) if self.is_covered(&state.possible, self.most_calls() - calls) => {
                NextCalls::default()
            }
            Some(_) => self.allowed(&state.possible),
        }
    }

    fn after(
        &mut self,
        state: &ProgramState,
        call: &BehaviourCall,
        reply: &Reply,
    ) -> Result<BehaviourStep<ProgramState>, Vec<FailureCause>> {
        self.told.add(reply);
        let Some(calls) = state.calls else {
            return match thrown(reply) {
                Some(cause) => Err(vec![cause]),
                None => self.made(reply),
            };
        };
        let mut possible: Vec<(PossibleState, ActionCall)> = Vec::new();
        for mut one in state.possible.iter().cloned() {
            let action = self.in_spec(&mut one, call);
            let throws = self.behaviours.throws(&one.behaviour, &action) == Some(true);
            if throws == reply.throw.is_some() {
                possible.push((one, action));
            }
        }
        if possible.is_empty() {
            let name = &self.behaviours.actions()[call.op].name;
            let missing =
                || FailureCause::message(&format!("does not throw, where {name}_throws holds"));
            return Err(vec![thrown(reply).unwrap_or_else(missing)]);
        }
        let told = self.state_after(state.heap.json(), reply);
        if reply.throw.is_some() {
            let is_unchanged = |(one, _): &(PossibleState, ActionCall)| {
                !self.view.fits(&one.names, one.behaviour.last(), &told, None).is_empty()
            };
            possible.retain(is_unchanged);
            if possible.is_empty() {
                let text = "throws, and changes its state";
                return Err(vec![FailureCause::message(text)]);
            }
            let possible = possible.into_iter().map(|(one, _)| one).collect();
            let state = self.reached(possible, state.heap.json().clone(), calls + 1);
            return Ok(BehaviourStep { state, open: 0 });
        }
        let result = reply.result.as_ref();
        if self.view.is_partial() {
            let (possible, open) = self.fitting(&possible, &told, result)?;
            return Ok(BehaviourStep { state: self.reached(possible, told, calls + 1), open });
        }
        let (one, action) = &possible[0];
        let (one, told) = self.judged(one, action, told, result)?;
        let state = self.reached(vec![one], told, calls + 1);
        let chosen = u64::from(!state.is_beyond);
        Ok(BehaviourStep { state, open: call.choices.saturating_sub(chosen) })
    }

    fn right(&mut self, state: &ProgramState, call: &BehaviourCall) -> Option<RightEnds> {
        self.right_ends(state, call)
    }

    fn is_same(&self, one: &ProgramState, other: &ProgramState) -> bool {
        let lasts = |state: &ProgramState| -> Vec<Json> {
            state.possible.iter().map(|one| one.behaviour.last().clone()).collect()
        };
        lasts(one) == lasts(other)
    }

    fn heap<'h>(&self, state: &'h ProgramState) -> Option<&'h Record> {
        Some(&state.heap)
    }

    fn shown(&self, before: &Json, heap: &Json) -> Json {
        if self.view.is_partial() {
            return self.view.seen(heap);
        }
        let mut whole = heap.clone();
        self.view.complete(before, &mut whole);
        whole
    }

    fn text(&self, state: &ProgramState) -> String {
        match self.view.is_partial() && state.calls.is_some() {
            true => self.view.text(state.heap.json()),
            false => String::new(),
        }
    }

    fn value(&self, value: &Json) -> String {
        value.as_str().map_or_else(|| value.to_string(), str::to_owned)
    }
}

/// The state before a constructor is called.
pub(super) fn nothing() -> Record {
    json!({ "roots": {}, "objects": {} }).into()
}
