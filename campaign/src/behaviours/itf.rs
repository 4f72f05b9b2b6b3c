//! Traces of other programs (Quint, Apalache) as behaviours: their steps are calls, their states the right answers.
//!
//! *Problem.* A trace tells what a model may do, and a program is to do the same. Traces of one model share
//! beginnings, and where the model leaves the next state open, the same calls lead to several states. *Choice.*
//! What is known after some calls are the traces that fit all answers so far. An answer is wrong if it fits none of
//! them. Variables that the program does not tell are not compared: of them, all traces are carried on.

use std::collections::HashSet;

use korrel_harness::protocol::Reply;
use korrel_harness::report::hash_of;
use korrel_harness::{
    Beginning, BehaviourCall, BehaviourStep, Behaviours, FailureCause, NextCalls, TestQuestion,
    TestedOperation, Unit, behaviour_key,
};
use korrel_heapgraph::itf::{ItfState, ItfTrace, ItfValue};
use korrel_heapgraph::{Header, Member, Record, Shape};
use serde_json::{Map, Value as Json, json};

use super::{TestedBehaviours, differs, thrown};

/// The variables in which Quint's `--mbt` writes the action, and its arguments. Older versions have the others.
const ACTIONS: [&str; 2] = ["mbt::actionTaken", "action_taken"];
const PICKS: [&str; 2] = ["mbt::nondetPicks", "nondet_picks"];

/// A trace, and the name of its file.
#[derive(Clone, Debug)]
pub struct NamedTrace {
    pub name: String,
    pub trace: ItfTrace,
}

/// Traces to be replayed.
#[derive(Clone, Debug)]
pub struct ItfBehaviours {
    traces: Vec<ReplayedTrace>,
    operations: Vec<String>,
    parameters: Vec<Vec<String>>,
    /// The variables that some answer contained.
    told: HashSet<String>,
    hash: String,
}

#[derive(Clone, Debug)]
struct ReplayedTrace {
    /// The first state, if no call makes it.
    first: Option<ItfState>,
    steps: Vec<ReplayedStep>,
}

#[derive(Clone, Debug)]
struct ReplayedStep {
    call: BehaviourCall,
    /// The variables afterwards.
    state: ItfState,
}

/// The traces that fit the answers so far.
#[derive(Clone, Debug, PartialEq)]
pub struct FittingTraces {
    traces: Vec<usize>,
    calls: usize,
}

/// A trace that cannot be replayed: where, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreplayable {
    pub place: String,
    pub why: String,
    /// What to do instead.
    pub help: String,
}

impl ItfBehaviours {
    /// `action`: the variable that names the action, where Quint's are not there.
    ///
    /// # Errors
    /// A step that names no action.
    pub fn new(traces: &[NamedTrace], action: Option<&str>) -> Result<ItfBehaviours, Unreplayable> {
        let texts = traces.iter().map(|named| named.trace.json().to_string());
        let texts: Vec<String> = texts.chain(action.map(str::to_owned)).collect();
        let mut behaviours = ItfBehaviours {
            traces: Vec::new(),
            operations: Vec::new(),
            parameters: Vec::new(),
            told: HashSet::new(),
            hash: hash_of(texts.iter().map(String::as_str)),
        };
        for named in traces {
            let trace = behaviours.replayed(named, action)?;
            behaviours.traces.push(trace);
        }
        Ok(behaviours)
    }

    /// The question to a driver.
    pub fn question(&self, spec: &str) -> TestQuestion {
        let mut declarations = Map::new();
        for (name, value) in [
            ("tool", json!(crate::TOOL)),
            ("spec", json!(spec)),
            ("types", json!({})),
            ("enums", json!({})),
            ("behaviours", json!("itf")),
        ] {
            declarations.insert(name.to_owned(), value);
        }
        let member = |name: &String| Member {
            name: name.clone(),
            shape: Shape::parse("univ").expect("it is a shape"),
        };
        let operations = self.operations.iter().zip(&self.parameters);
        let operations = operations.map(|(name, parameters)| TestedOperation {
            name: name.clone(),
            parameters: parameters.iter().map(member).collect(),
            result: None,
            judges: Vec::new(),
            unit: Unit::calls(),
        });
        TestQuestion { declarations, types: Header::default(), operations: operations.collect() }
    }

    /// Tells these traces from all others.
    pub fn hash(&self) -> &str {
        &self.hash
    }

    pub fn len(&self) -> usize {
        self.traces.len()
    }

    pub fn is_empty(&self) -> bool {
        self.traces.is_empty()
    }

    /// Takes over which variables the answers to another worker contained.
    pub fn join(&mut self, other: ItfBehaviours) {
        self.told.extend(other.told);
    }

    /// The variables that no answer contained, and that were therefore not compared.
    pub fn untold(&self) -> Vec<&str> {
        let mut names = Vec::new();
        for trace in &self.traces {
            let states = trace.first.iter().chain(trace.steps.iter().map(|step| &step.state));
            for (name, _) in states.flat_map(|state| &state.values) {
                if !self.told.contains(name) && !names.contains(&name.as_str()) {
                    names.push(name);
                }
            }
        }
        names
    }

    fn replayed(
        &mut self,
        named: &NamedTrace,
        action: Option<&str>,
    ) -> Result<ReplayedTrace, Unreplayable> {
        let mut steps = Vec::new();
        let mut first = None;
        for (at, state) in named.trace.states.iter().enumerate() {
            let place = format!("{}, state {at}", named.name);
            let taken = taken(state, action, &place)?;
            let state = plain(state, action);
            match taken {
                Some((op, args)) => {
                    let op = self.operation(op, &args);
                    steps.push(ReplayedStep { call: BehaviourCall::new(op, args), state });
                }
                None if at == 0 => first = Some(state),
                None => {
                    let why = "nothing says which action was taken".to_owned();
                    let help = "let Quint name it: `quint run --mbt`; or say which variable names it: \
                                `--itf-action VAR`";
                    return Err(Unreplayable { place, why, help: help.to_owned() });
                }
            }
        }
        Ok(ReplayedTrace { first, steps })
    }

    /// The index of an operation with these parameters, among others.
    fn operation(&mut self, name: &str, args: &Map<String, Json>) -> usize {
        let op = self.operations.iter().position(|known| known == name).unwrap_or_else(|| {
            self.operations.push(name.to_owned());
            self.parameters.push(Vec::new());
            self.operations.len() - 1
        });
        for name in args.keys() {
            if !self.parameters[op].contains(name) {
                self.parameters[op].push(name.clone());
            }
        }
        op
    }

    fn step(&self, trace: usize, at: usize) -> Option<&ReplayedStep> {
        self.traces[trace].steps.get(at)
    }

    /// The variables after so many calls of a trace.
    fn state(&self, trace: usize, calls: usize) -> Option<&ItfState> {
        match calls.checked_sub(1) {
            None => self.traces[trace].first.as_ref(),
            Some(at) => self.step(trace, at).map(|step| &step.state),
        }
    }
}

impl TestedBehaviours for ItfBehaviours {
    fn leading_to(&self, key: &str) -> Option<HashSet<String>> {
        let mut found = HashSet::new();
        for trace in &self.traces {
            let members = beginning(trace.first.as_ref());
            let mut calls = Vec::new();
            let mut keys = Vec::new();
            for step in &trace.steps {
                calls.push((&self.operations[step.call.op][..], &step.call.args));
                keys.push(behaviour_key(&members, &calls));
                if keys.last().is_some_and(|last| last == key) {
                    found.extend(keys);
                    break;
                }
            }
        }
        Some(found)
    }
}

impl Behaviours for ItfBehaviours {
    type State = FittingTraces;

    fn beginnings(&mut self) -> Vec<Beginning<FittingTraces>> {
        let mut beginnings: Vec<Beginning<FittingTraces>> = Vec::new();
        for (at, trace) in self.traces.iter().enumerate() {
            let members = beginning(trace.first.as_ref());
            match beginnings.iter_mut().find(|known| known.members == members) {
                Some(known) => known.state.traces.push(at),
                None => {
                    let state = FittingTraces { traces: vec![at], calls: 0 };
                    beginnings.push(Beginning { members, state });
                }
            }
        }
        beginnings
    }

    fn calls(&mut self, state: &FittingTraces) -> NextCalls {
        let mut calls = Vec::new();
        let steps = state.traces.iter().filter_map(|&trace| self.step(trace, state.calls));
        for step in steps {
            if !calls.contains(&step.call) {
                calls.push(step.call.clone());
            }
        }
        NextCalls { calls, ..NextCalls::default() }
    }

    fn after(
        &mut self,
        state: &FittingTraces,
        call: &BehaviourCall,
        reply: &Reply,
    ) -> Result<BehaviourStep<FittingTraces>, Vec<FailureCause>> {
        if let Some(cause) = thrown(reply) {
            return Err(vec![cause]);
        }
        let none = Map::new();
        let told = reply.state.as_ref().unwrap_or(&none);
        let of_call = |&trace: &usize| {
            let step = self.step(trace, state.calls)?;
            (step.call == *call).then_some((trace, &step.state))
        };
        let possible: Vec<(usize, &ItfState)> = state.traces.iter().filter_map(of_call).collect();
        let fits = |expected: &ItfState| differing(expected, told).is_empty();
        let fitting = possible.iter().filter(|(_, expected)| fits(expected));
        let traces: Vec<usize> = fitting.map(|(trace, _)| *trace).collect();
        if traces.is_empty() {
            return Err(wrong(&possible, told));
        }
        self.told.extend(told.keys().cloned());
        Ok(BehaviourStep { state: FittingTraces { traces, calls: state.calls + 1 }, open: 0 })
    }

    fn is_same(&self, one: &FittingTraces, other: &FittingTraces) -> bool {
        one == other
    }

    fn heap<'s>(&self, _: &'s FittingTraces) -> Option<&'s Record> {
        None
    }

    fn text(&self, state: &FittingTraces) -> String {
        let values = self.state(state.traces[0], state.calls);
        let values = values.iter().flat_map(|state| &state.values);
        values.map(|(name, value)| format!("{name} {value}")).collect::<Vec<_>>().join(", ")
    }

    fn value(&self, value: &Json) -> String {
        ItfValue::of(value).map_or_else(|| value.to_string(), |value| value.to_string())
    }
}

/// The members of the request that begins a behaviour.
fn beginning(first: Option<&ItfState>) -> Map<String, Json> {
    let mut members = Map::new();
    if let Some(state) = first {
        let values = state.values.iter().map(|(name, value)| (name.clone(), value.json()));
        members.insert("state".to_owned(), values.collect::<Map<_, _>>().into());
    }
    members
}

type TakenNames<'t> = (&'t str, Map<String, Json>);

/// The action that led to a state, and its arguments, or `None` if none is named.
fn taken<'t>(
    state: &'t ItfState,
    action: Option<&str>,
    place: &str,
) -> Result<Option<TakenNames<'t>>, Unreplayable> {
    let value = |names: &[&str]| {
        let mut values = state.values.iter();
        values
            .find(|(of, _)| names.contains(&of.as_str()))
            .map(|(name, value)| (name.as_str(), value))
    };
    let named = match action {
        Some(action) => value(&[action]),
        None => value(&ACTIONS),
    };
    let Some((variable, taken)) = named else { return Ok(None) };
    let name = match taken {
        ItfValue::String(name) if name.is_empty() => return Ok(None),
        ItfValue::String(name) => name,
        // A variant: its tag names the action.
        ItfValue::Record(fields) => match fields.iter().find(|(name, _)| name == "tag") {
            Some((_, ItfValue::String(tag))) => tag,
            _ => return Err(unnamed(place, variable)),
        },
        _ => return Err(unnamed(place, variable)),
    };
    let mut args = Map::new();
    if let Some((_, ItfValue::Record(picks))) = value(&PICKS) {
        for (name, pick) in picks {
            pick_of(pick).map(|pick| args.insert(name.clone(), pick.json()));
        }
    }
    Ok(Some((name, args)))
}

fn unnamed(place: &str, variable: &str) -> Unreplayable {
    Unreplayable {
        place: place.to_owned(),
        why: format!("`{variable}` names no action: it is neither a text nor a variant"),
        help: "name another variable: `--itf-action VAR`".to_owned(),
    }
}

/// What was picked, or `None` if this action picked nothing of this name.
fn pick_of(pick: &ItfValue) -> Option<&ItfValue> {
    let ItfValue::Record(fields) = pick else { return Some(pick) };
    let of = |name: &str| fields.iter().find(|(of, _)| of == name).map(|(_, value)| value);
    match of("tag") {
        Some(ItfValue::String(tag)) if tag == "None" => None,
        Some(ItfValue::String(tag)) if tag == "Some" => of("value"),
        _ => Some(pick),
    }
}

/// The variables of the model itself.
fn plain(state: &ItfState, action: Option<&str>) -> ItfState {
    let is_own = |name: &str| ![ACTIONS, PICKS].concat().contains(&name) && Some(name) != action;
    let values = state.values.iter().filter(|(name, _)| is_own(name)).cloned().collect();
    ItfState { values, ..ItfState::default() }
}

/// The variables that are written otherwise.
fn differing<'t>(expected: &ItfState, told: &'t Map<String, Json>) -> Vec<&'t str> {
    let differs = |(name, told): &(&String, &Json)| {
        // What the writer of the trace could not write cannot be compared.
        !expected.value(name).is_some_and(|value| {
            matches!(value, ItfValue::Unserializable(_)) || value.is_told_by(told)
        })
    };
    told.iter().filter(differs).map(|(name, _)| name.as_str()).collect()
}

/// Why an answer fits none of the states that are possible.
fn wrong(possible: &[(usize, &ItfState)], told: &Map<String, Json>) -> Vec<FailureCause> {
    let closest = possible.iter().min_by_key(|(_, expected)| differing(expected, told).len());
    let (_, closest) = closest.expect("the call is one of a trace");
    let cause = |name: &str| {
        let answered = ItfValue::of(&told[name]).map(|value| value.like(closest.value(name)));
        let answered = answered.map_or_else(|| told[name].to_string(), |value| value.to_string());
        let mut right = possible.iter().filter_map(|(_, state)| state.value(name)).peekable();
        match right.peek() {
            None => FailureCause {
                text: format!("the trace has no variable `{name}`"),
                at: None,
                details: vec![format!("answered: {answered}")],
            },
            Some(_) => differs(name, right.map(ItfValue::to_string), &answered),
        }
    };
    differing(closest, told).into_iter().map(cause).collect()
}
