//! The behaviours of a spec of traces, call by call: which calls there are, and whether the answers are right.
//!
//! *Problem.* What is known of the program may be less than its state: it shows a part of it, or has made its first state by
//! itself. *Choice.* All states that fit are carried on, each with the beginning that led there. A call is made if each of them
//! allows it, and is wrong if none of them can end so. If everything is seen there is one state, and the evaluator judges,
//! so that the program may go where the scope does not. *Rejected.* Calls that only some of the states allow: in the others
//! the spec says nothing of how the program takes them, so that a right one could fail.

use std::collections::HashSet;

use korrel_enumerate::operations::{
    ActionCall, AllowedCall, Behaviour, Behaviours as SpecBehaviours, Violated, normal, rename,
    without_liveness,
};
use korrel_harness::protocol::{PostState, Reply};
use korrel_harness::{
    Beginning, BehaviourCall, Behaviours, FailureCause, NextCalls, Reached, TestQuestion,
    TestedOperation, Uncalled, Unit,
};
use korrel_heapgraph::{Header, Record, Shape, shape_of};
use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::model::Command;
use korrel_lang::source::Span;
use korrel_lang::spec::Spec;
use korrel_sat::Effort;
use korrel_translate::{Overflow, Scopes};
use serde_json::{Map, Value as Json, json};

use super::seen::{Names, View, plain};
use super::{TestedBehaviours, thrown};
use crate::TOOL;
use crate::error::CampaignError;

/// More states than these are not carried on.
const MOST_STATES: usize = 10_000;

/// The parameter of an action that stands for what was returned.
const RESULT: &str = "result";

/// A spec's behaviours without what no beginning can show.
pub struct TestedTraces {
    pub spec: Spec,
    pub command: Command,
    /// The conjuncts that were left out.
    pub left_out: Vec<Span>,
}

impl TestedTraces {
    /// `command`: one about beginnings of traces.
    pub fn new(spec: &Spec, command: &Command) -> TestedTraces {
        let (spec, command, left_out) = without_liveness(spec, command);
        TestedTraces { spec, command, left_out }
    }
}

/// The behaviours of a command, as a run makes them.
pub struct TraceBehaviours<'s> {
    behaviours: SpecBehaviours<'s>,
    header: Header,
    view: View,
    observed: Vec<String>,
    /// Operations without arguments that make a first state, after the actions.
    constructors: Vec<String>,
    /// The least and the greatest integer of the scope.
    integers: (i64, i64),
    /// For each top-level type the greatest number of its objects.
    room: Vec<(String, u32)>,
    overflow: Overflow,
    effort: Effort,
    error: Option<CampaignError>,
    tested: &'s TestedTraces,
    /// The number of first states.
    pub beginnings: u64,
}

/// What is known of the program.
#[derive(Clone)]
pub struct ProgramState {
    /// The states that fit all answers, each with its beginning; none before a constructor was called, and beyond the scope.
    possible: Vec<PossibleState>,
    /// The state as told, in which objects are called as the program calls them.
    heap: Record,
    /// The number of calls after the first state; `None` before there is one.
    calls: Option<usize>,
    /// It is larger than the scope.
    is_beyond: bool,
}

#[derive(Clone)]
struct PossibleState {
    behaviour: Behaviour,
    names: Names,
}

impl PossibleState {
    /// The program's name of an object; one that it has not told is called as the spec calls it.
    fn own<'n>(&'n self, name: &str) -> Option<&'n String> {
        self.names.iter().find(|(_, known)| *known == name).map(|(own, _)| own)
    }
}

impl<'s> TraceBehaviours<'s> {
    /// `observed`: what the driver shows, as `Type.field`; everything if there is none.
    ///
    /// # Errors
    /// A scope that cannot be, or is too large; names that clash; a construct that cannot be translated; no action;
    /// something observed that there is not.
    pub fn new(
        tested: &'s TestedTraces,
        observed: &[String],
        overflow: Overflow,
        effort: &Effort,
    ) -> Result<TraceBehaviours<'s>, CampaignError> {
        let TestedTraces { spec, command, .. } = tested;
        let behaviours = SpecBehaviours::new(spec, command, overflow, effort);
        let behaviours = behaviours.map_err(|error| match error {
            Ok(mistakes) => mistakes.into(),
            Err(untranslated) => CampaignError::untranslated(spec, untranslated),
        })?;
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
        let view = View::new(&header, observed).map_err(CampaignError::Settings)?;
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
            beginnings: 0,
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

    /// The greatest number of calls of a behaviour, after its first state.
    pub fn most_calls(&self) -> usize {
        self.behaviours.most_calls()
    }

    /// The question to a driver.
    pub fn question(&self) -> TestQuestion {
        let spec = &self.tested.spec;
        let mut declarations = Map::new();
        declarations.insert("tool".to_owned(), json!(TOOL));
        declarations.insert("spec".to_owned(), json!(spec.name));
        for (name, value) in self.header.declarations() {
            declarations.insert(name.to_owned(), value);
        }
        declarations.insert("behaviours".to_owned(), json!("heaps"));
        if self.view.is_partial() {
            declarations.insert("observe".to_owned(), json!(self.observed));
        }
        let operation = |action: &korrel_enumerate::heap::NamedAction| {
            let function = &spec.model.functions[action.function];
            let (line, _) = spec.sources.line_and_column(function.span);
            let file = &spec.sources.get(function.span.file).name;
            let declared = self.header.actions.iter().find(|one| one.name == action.name);
            let members = declared.into_iter().flat_map(|one| one.parameters.clone());
            let (results, parameters): (Vec<_>, Vec<_>) =
                members.partition(|member| member.name == RESULT);
            TestedOperation {
                name: action.name.clone(),
                parameters,
                result: results.into_iter().next().map(|member| member.shape),
                judges: vec![format!("{file}:{line} {}", action.name)],
                unit: Unit::calls(),
            }
        };
        let constructor = |name: &String| TestedOperation {
            name: name.clone(),
            parameters: Vec::new(),
            result: None,
            judges: vec![format!("{}: {}", spec.name, self.tested.command.label)],
            unit: Unit::calls(),
        };
        let actions = self.behaviours.actions().iter().map(operation);
        let operations = actions.chain(self.constructors.iter().map(constructor)).collect();
        TestQuestion { declarations, types: self.header.clone(), operations }
    }

    /// The first states, one of each class.
    fn first_states(&mut self) -> Vec<Behaviour> {
        let found = self.behaviours.beginnings(self.overflow, &self.effort);
        found.unwrap_or_else(|untranslated| {
            self.error = Some(CampaignError::untranslated(&self.tested.spec, untranslated));
            Vec::new()
        })
    }

    /// The state after an answer, in the program's names.
    fn state_after(&self, heap: &Json, reply: &Reply) -> Json {
        let mut after = heap.clone();
        let Some(post) = reply.post.as_ref().map(PostState::whole) else { return after };
        for part in ["objects", "sets", "relations"] {
            if let Some(told) = post.get(part) {
                after[part] = told.clone();
            }
        }
        if let (Some(roots), Some(told)) =
            (after["roots"].as_object_mut(), post["roots"].as_object())
        {
            roots.extend(told.iter().map(|(name, value)| (name.clone(), value.clone())));
        }
        self.view.complete(heap, &mut after);
        after
    }

    /// The names with those of new objects: each the first of its type that no state had.
    fn named(&self, names: &Names, after: &Json) -> Names {
        let mut names = names.clone();
        let mut taken: Vec<(String, i64)> =
            names.values().filter_map(|name| self.place(name)).collect();
        for (id, object) in after["objects"].as_object().into_iter().flatten() {
            let ty = object["$type"].as_str();
            let (None, Some(ty)) = (names.get(id), ty) else { continue };
            let top = self.header.top(ty).to_owned();
            let free = (0..).find(|number| !taken.contains(&(top.clone(), *number)));
            let number = free.expect("numbers do not end");
            taken.push((top, number));
            names.insert(id.clone(), format!("{ty}${number}"));
        }
        names
    }

    /// The type above all and the number of a name.
    fn place(&self, name: &str) -> Option<(String, i64)> {
        let (ty, number) = name.rsplit_once('$')?;
        Some((self.header.top(ty).to_owned(), number.parse().ok()?))
    }

    /// A call in a possible state, as the spec calls objects. The program knows those that it is called with.
    fn in_spec(&self, possible: &mut PossibleState, call: &BehaviourCall) -> ActionCall {
        let mut args = Json::Object(call.args.clone());
        let shapes = &self.header.actions[call.op].parameters;
        let mut sent: Vec<String> = Vec::new();
        for (name, value) in &call.args {
            if let Some(shape) = shape_of(shapes, name) {
                self.view.mentioned_by(shape, value, &mut sent);
            }
        }
        for id in sent.into_iter().filter(|id| id.contains('$')) {
            possible.names.entry(id.clone()).or_insert(id);
        }
        rename(&mut args, &|id| possible.names.get(id).cloned());
        let mut arguments = args.as_object().cloned().unwrap_or_default();
        arguments.values_mut().for_each(sorted);
        ActionCall { action: call.op, arguments }
    }

    /// The shape of what an action returns.
    fn result_shape(&self, action: usize) -> Option<&Shape> {
        shape_of(&self.header.actions[action].parameters, RESULT)
    }

    /// True if a state cannot be one of the scope, whatever is not seen of it.
    fn is_beyond(&self, told: &Json) -> bool {
        let seen = self.view.seen(told);
        let count = |top: &str| {
            let objects = seen["objects"].as_object().into_iter().flatten();
            let ty = |object: &Json| object["$type"].as_str().unwrap_or_default().to_owned();
            objects.filter(|(_, object)| self.header.top(&ty(object)) == top).count()
        };
        self.room.iter().any(|(top, most)| count(top) > *most as usize)
            || has_integer_beyond(&seen, self.integers)
    }

    /// The state that a constructor made.
    fn made(&mut self, reply: &Reply) -> Result<Reached<ProgramState>, Vec<FailureCause>> {
        let mut heap = self.state_after(nothing().json(), reply);
        let firsts = self.first_states();
        let mut possible: Vec<PossibleState> = Vec::new();
        for behaviour in &firsts {
            let fits = self.view.fits(&Names::new(), behaviour.last(), &heap, None);
            possible.extend(fits.into_iter().map(|names| {
                let behaviour = behaviour.clone();
                PossibleState { behaviour, names }
            }));
        }
        // As many as there can be of the objects of which nothing is told.
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
            let names = self.named(&Names::new(), &heap);
            let mut state = heap.clone();
            rename(&mut state, &|id| names.get(id).cloned());
            let behaviour = self.behaviours.begun(state).map_err(causes)?;
            possible.push(PossibleState { behaviour, names });
        }
        if possible.is_empty() && !self.is_beyond(&heap) {
            let ends: Vec<_> =
                firsts.iter().map(|first| (Names::new(), first.last(), None)).collect();
            return Err(self.misfit(&ends, &heap, None));
        }
        Ok(Reached { state: self.reached(possible, heap, 0), open })
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

    fn reached(&self, possible: Vec<PossibleState>, heap: Json, calls: usize) -> ProgramState {
        let is_beyond = match (&possible[..], self.view.is_partial()) {
            ([], _) => true,
            ([only], false) => !self.behaviours.is_within_scope(&only.behaviour),
            _ => false,
        };
        ProgramState { possible, heap: heap.into(), calls: Some(calls), is_beyond }
    }

    /// The state after an answer of a program of which everything is seen.
    fn judged(
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

    /// All states that fit an answer of a program of which a part is seen, and the number of those that do not.
    fn fitting(
        &mut self,
        possible: &[(PossibleState, ActionCall)],
        told: &Json,
        result: Option<&Json>,
    ) -> Result<(Vec<PossibleState>, u64), Vec<FailureCause>> {
        let mut ends = Vec::new();
        for (one, action) in possible {
            // A stop is seen by whoever walks.
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
    fn identity(&self, behaviour: &Behaviour, names: &Names) -> String {
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
        ends: &[(Names, &Json, Option<&Json>)],
        told: &Json,
        result: Option<&Json>,
    ) -> Vec<FailureCause> {
        let differences = |(names, state, _): &(Names, &Json, Option<&Json>)| {
            self.view.differences(names, state, told)
        };
        let all: Vec<_> = ends.iter().map(differences).collect();
        let cause = |place: &str, expected: Vec<&Json>, answered: &Json| {
            let mut rights: Vec<String> = Vec::new();
            for right in expected.into_iter().map(plain) {
                if !rights.contains(&right) {
                    rights.push(right);
                }
            }
            FailureCause {
                text: format!("{place} differs"),
                at: None,
                details: vec![
                    format!("expected: {}", rights.join("  or  ")),
                    format!("answered: {}", plain(answered)),
                ],
            }
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
    fn allowed(&mut self, possible: &[PossibleState]) -> NextCalls {
        let mut left = Uncalled::default();
        let mut lists: Vec<Vec<BehaviourCall>> = Vec::new();
        for one in possible {
            let is_alone = possible.len() == 1;
            let renamings = if is_alone { one.behaviour.renamings() } else { &[] };
            // A stop is seen by whoever walks.
            let Ok(allowed) = self.behaviours.calls(&one.behaviour, renamings) else {
                return NextCalls::default();
            };
            left.silent = left.silent.max(allowed.has_silent.into());
            let call = |AllowedCall { call, choices, .. }: AllowedCall| {
                let mut args = Json::Object(call.arguments);
                rename(&mut args, &|name| one.own(name).cloned());
                let mut args = args.as_object().cloned().unwrap_or_default();
                args.values_mut().for_each(sorted);
                BehaviourCall { op: call.action, args, choices: if is_alone { choices } else { 0 } }
            };
            lists.push(allowed.calls.into_iter().map(call).collect());
        }
        let mut calls: Vec<BehaviourCall> = Vec::new();
        let is_sure = |call: &BehaviourCall| lists.iter().all(|list| list.contains(call));
        let alike = common_renamings(possible);
        let mut some: Vec<&BehaviourCall> = Vec::new();
        for call in lists.iter().flatten() {
            let is_known = |renaming: &Vec<(String, String)>| {
                let to = |name: &str| {
                    renaming.iter().find(|(from, _)| from == name).map(|(_, to)| to.clone())
                };
                let mut args = Json::Object(call.args.clone());
                rename(&mut args, &to);
                args.as_object_mut().into_iter().flat_map(Map::values_mut).for_each(sorted);
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
                let left = Uncalled { beyond: 1, ..Uncalled::default() };
                NextCalls { left, ..NextCalls::default() }
            }
            Some(calls) if calls >= self.most_calls() => NextCalls::default(),
            Some(_) => self.allowed(&state.possible),
        }
    }

    fn after(
        &mut self,
        state: &ProgramState,
        call: &BehaviourCall,
        reply: &Reply,
    ) -> Result<Reached<ProgramState>, Vec<FailureCause>> {
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
            return Ok(Reached { state, open: 0 });
        }
        let result = reply.result.as_ref();
        if self.view.is_partial() {
            let (possible, open) = self.fitting(&possible, &told, result)?;
            return Ok(Reached { state: self.reached(possible, told, calls + 1), open });
        }
        let (one, action) = &possible[0];
        let (one, told) = self.judged(one, action, told, result)?;
        let state = self.reached(vec![one], told, calls + 1);
        let chosen = u64::from(!state.is_beyond);
        Ok(Reached { state, open: call.choices.saturating_sub(chosen) })
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
fn nothing() -> Record {
    json!({ "roots": {}, "objects": {} }).into()
}

fn causes(violated: Vec<Violated>) -> Vec<FailureCause> {
    let cause = |one: Violated| FailureCause { text: one.cause, at: one.at, details: one.details };
    violated.into_iter().map(cause).collect()
}

/// Puts the items of a set into one order.
fn sorted(value: &mut Json) {
    if let Json::Array(items) = value {
        items.sort_by_key(Json::to_string);
    }
}

/// The renamings of the program's objects that lead each of the possible states to itself.
fn common_renamings(possible: &[PossibleState]) -> Vec<Vec<(String, String)>> {
    let [first, others @ ..] = possible else { return Vec::new() };
    let own = |one: &PossibleState| -> Vec<Vec<(String, String)>> {
        let name = |name: &String| one.own(name).unwrap_or(name).clone();
        let renaming = |renaming: &Vec<(String, String)>| {
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

/// True if some number in a value is none of the scope.
fn has_integer_beyond(value: &Json, (least, greatest): (i64, i64)) -> bool {
    match value {
        Json::Number(number) => {
            number.as_i64().is_none_or(|number| number < least || number > greatest)
        }
        Json::Array(items) => items.iter().any(|item| has_integer_beyond(item, (least, greatest))),
        Json::Object(members) => {
            members.values().any(|member| has_integer_beyond(member, (least, greatest)))
        }
        _ => false,
    }
}
