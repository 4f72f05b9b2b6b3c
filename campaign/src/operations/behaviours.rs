//! The behaviours of a command, call by call. The verdict on each step that a program takes is in `answers`.
//!
//! *Problem.* A program is called, keeps its state, and is called again. A spec of traces says which calls there are in
//! a state, as actions with arguments, and which states may follow. *Choice.* The calls are those of the steps that the
//! spec allows within its scope. One search lists these for all states (`Continuations`). The answer is judged by the
//! evaluator, on all states so far, so that a program may go where the scope does not. *Identity.* Two behaviours are
//! the same if one renaming carries the first state and all calls across: the renamings that lead a behaviour to itself
//! are kept beside it, and of the calls that they lead to each other one is made. *Rejected.* To match the answer with
//! a state that was listed: a state beyond the scope would be called wrong.

use std::collections::HashSet;
use std::sync::Arc;

use korrel_enumerate::heap::{
    AbstractionFailure, Extent, HeapError, NamedAction, Schema, StateForm, TakenAction,
    TraceStates, abstract_trace, atom_values, concretize_trace, step_of, write_taken, write_trace,
};
use korrel_enumerate::states::{Continuations, QuestionStop, StateSystem};
use korrel_enumerate::{Instances, Meaning, Next, Problem, Strategy};
use korrel_heapgraph::json::sort;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::model::{Command, Model, Unrolling};
use korrel_lang::spec::{Mistakes, Spec};
use korrel_lang::trace::Trace;
use korrel_lang::unroll::Steps;
use korrel_sat::Effort;
use korrel_translate::{Overflow, Scopes, TranslationFailure};
use serde_json::{Map, Value as Json, json};

use super::ViolatedConjunct;
use super::renamings::{ObjectRenaming, is_led_to_itself, normal, rename, renamed, renamings};
use super::throwing::{RESULT, throwing};
use super::violated::{misfit, too_large};

/// The behaviours of a command.
pub struct Behaviours<'s> {
    pub(super) spec: &'s Spec,
    pub(super) command: Command,
    pub schema: Schema,
    extent: Extent,
    /// For each action when it must throw, as an action of the same name.
    throws: Vec<Option<NamedAction>>,
    continuations: Continuations<'s>,
    /// Where one state and the next one determine behaviours completely: how they do.
    pub(super) lasting: Option<(Model, Command)>,
    /// The greatest number of states of a behaviour.
    states: usize,
}

/// A behaviour so far.
#[derive(Clone)]
pub struct Behaviour {
    /// Its states as heaps, in which objects are called as the spec calls them.
    pub(super) states: Vec<Json>,
    pub(super) trace: Arc<Trace>,
    /// The renamings of objects, other than the one that renames none, that lead it to itself.
    renamings: Arc<Vec<ObjectRenaming>>,
}

/// An action and its arguments, without the result.
#[derive(Clone, Debug, PartialEq)]
pub struct ActionCall {
    /// The index of the action in the schema.
    pub action: usize,
    pub arguments: Map<String, Json>,
}

/// A call, and the number of states with results that it may lead to within the scope: of those alike one is counted.
#[derive(Clone, Debug, PartialEq)]
pub struct AllowedCall {
    pub call: ActionCall,
    /// The program must throw, and leave its state as it is.
    pub throws: bool,
    pub choices: u64,
}
/// The calls that take a step, each with its result if it has one, and the behaviour that the step makes.
pub type SpecStep = (Vec<(ActionCall, Option<Json>)>, Behaviour);

/// The calls that a state allows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AllowedCalls {
    pub calls: Vec<AllowedCall>,
    /// Some step is no action's.
    pub has_silent: bool,
}

/// The number of a trace in which a call is made, and the result.
type CallChoice = (usize, Option<Json>);

/// Where a call may lead, and with which result.
#[derive(Clone)]
pub struct NextState {
    pub behaviour: Behaviour,
    /// `None` if the action has no result.
    pub result: Option<Json>,
}

impl Behaviour {
    pub fn last(&self) -> &Json {
        self.states.last().expect("a behaviour has a state")
    }

    pub fn states(&self) -> &[Json] {
        &self.states
    }

    /// The renamings of its objects that lead it to itself, without the one that renames none.
    pub fn renamings(&self) -> &[ObjectRenaming] {
        &self.renamings
    }
}

impl<'s> Behaviours<'s> {
    /// `command`: one about beginnings of traces.
    ///
    /// # Errors
    /// A scope that cannot be, or is too large, names that clash, a construct that cannot be translated, or a stop.
    pub fn new(
        spec: &'s Spec,
        command: &Command,
        overflow: Overflow,
        effort: &Effort,
    ) -> Result<Behaviours<'s>, Result<Mistakes, TranslationFailure>> {
        let model = &spec.model;
        let schema = Schema::of(spec, command).map_err(Ok)?;
        let scopes = Scopes::new(model, command, overflow)
            .map_err(|diagnostic: Diagnostic| Ok(spec.mistake(diagnostic)))?;
        let extent = Extent::new(model, command, &scopes, &[]);
        let states = Steps::tried(model, command).expect("it is about traces").1 as usize;
        let meaning = Meaning { overflow, ignore_parameters: false };
        let continuations =
            Continuations::new(model, command, states, meaning, effort).map_err(Err)?;
        let throws = throwing(spec, &schema.actions).map_err(Ok)?;
        let system = StateSystem::new(model, command).ok();
        let lasting = system.filter(|system| system.left_out.is_empty()).map(StateSystem::lasting);
        let command = command.clone();
        Ok(Behaviours { spec, command, schema, extent, throws, continuations, lasting, states })
    }

    pub fn actions(&self) -> &[NamedAction] {
        &self.schema.actions
    }

    /// The greatest number of calls of a behaviour.
    pub fn most_calls(&self) -> usize {
        self.states - 1
    }

    /// True if what may follow depends on the last state alone.
    pub fn forgets(&self) -> bool {
        self.lasting.is_some()
    }

    /// The first states, one of each class.
    ///
    /// # Errors
    /// As [`Problem::new`].
    pub fn beginnings(
        &self,
        overflow: Overflow,
        effort: &Effort,
    ) -> Result<Vec<Behaviour>, TranslationFailure> {
        let mut command = self.command.clone();
        command.scope = command.scope.with_steps(1, 1, command.span);
        command.unrolled = Unrolling::default();
        let meaning = Meaning { overflow, ignore_parameters: false };
        let problem = Problem::new(&self.spec.model, &command, meaning, effort)?;
        let asked = problem.question.traces.expect("it is about traces");
        let mut instances = Instances::new(&problem, Strategy::default(), effort.clone())?;
        let mut found = Vec::new();
        while let Next::Instance(instance) = instances.next() {
            let trace = asked.trace(&instance);
            found.push(self.beginning(self.written(&trace)).expect("it was just written"));
        }
        Ok(found)
    }

    /// A behaviour that is one state.
    pub(super) fn beginning(&self, states: Vec<Json>) -> Result<Behaviour, Vec<ViolatedConjunct>> {
        let (trace, atoms) = self.read(&states)?;
        let renamings = renamings(&self.spec.model, &trace.states[0], &atoms);
        Ok(Behaviour { states, trace: Arc::new(trace), renamings: Arc::new(renamings) })
    }

    /// The trace of some states, and the name of each of its atoms.
    pub(super) fn read(
        &self,
        states: &[Json],
    ) -> Result<(Trace, Vec<Json>), Vec<ViolatedConjunct>> {
        let record = json!({ "states": states });
        let model = &self.spec.model;
        let refused = |errors: Vec<HeapError>| {
            let last = format!("states[{}].", states.len() - 1);
            let told = |error: HeapError| {
                let path = error.path.strip_prefix(&last).unwrap_or(&error.path).to_owned();
                misfit("post.", HeapError { path, ..error })
            };
            errors.into_iter().map(told).collect::<Vec<ViolatedConjunct>>()
        };
        let read = TraceStates::of(&record).expect("it has states").map_err(refused)?;
        let graph = read.read(&self.schema, model).map_err(refused)?;
        let trace = abstract_trace(&self.schema, model, &graph, &self.extent);
        let trace = trace.map_err(|why| match why {
            AbstractionFailure::Misfit(errors) => refused(errors),
            AbstractionFailure::TooLarge(what) => vec![too_large(what)],
        })?;
        let universe = &trace.states[0].universe;
        let atoms = atom_values(&self.schema, model, &graph.states, universe);
        Ok((trace, atoms))
    }

    /// The states of a trace as heaps.
    fn written(&self, trace: &Trace) -> Vec<Json> {
        let graph = concretize_trace(&self.schema, &self.spec.model, trace, &[]);
        let mut text = b"{".to_vec();
        write_trace(&mut text, &graph, StateForm::Whole);
        text.push(b'}');
        let record: Json = serde_json::from_slice(&text).expect("it was just written");
        record["states"].as_array().cloned().expect("it was just written")
    }

    /// The calls in the last state, of those that these renamings lead to each other one. Those that must throw are
    /// among them.
    ///
    /// # Errors
    /// A stop.
    pub fn calls(
        &mut self,
        behaviour: &Behaviour,
        renamings: &[ObjectRenaming],
    ) -> Result<AllowedCalls, QuestionStop> {
        let at = behaviour.states.len() - 1;
        let mut has_silent = false;
        let mut all: Vec<(ActionCall, Vec<CallChoice>)> = Vec::new();
        let next = self.continuations.longer_by_one(&behaviour.trace)?;
        for (number, trace) in next.iter().enumerate() {
            let taken = self.taken(trace, at);
            has_silent |= taken.is_empty();
            for (call, result) in taken {
                match all.iter_mut().find(|(known, _)| *known == call) {
                    Some((_, choices)) => choices.push((number, result)),
                    None => all.push((call, vec![(number, result)])),
                }
            }
        }
        let throwing = self.throwing(behaviour);
        all.retain(|(call, _)| !throwing.contains(call));
        let throwing = throwing.into_iter().map(|call| (call, Vec::new()));
        let mut all: Vec<_> = all.into_iter().chain(throwing).collect();
        all.sort_by_key(|(call, _)| {
            (call.action, Json::Object(call.arguments.clone()).to_string())
        });
        let mut calls: Vec<AllowedCall> = Vec::new();
        for (call, choices) in all {
            let is_alike = |renaming: &ObjectRenaming| {
                let renamed = call.renamed(renaming);
                calls.iter().any(|known| known.call == renamed)
            };
            if !renamings.iter().any(is_alike) {
                let throws = choices.is_empty();
                let choices = self.classes(behaviour, &call, &next, choices);
                calls.push(AllowedCall { call, throws, choices });
            }
        }
        Ok(AllowedCalls { calls, has_silent })
    }

    /// The number of classes of the states that a call may lead to, each with its result.
    fn classes(
        &self,
        behaviour: &Behaviour,
        call: &ActionCall,
        next: &[Trace],
        choices: Vec<CallChoice>,
    ) -> u64 {
        let mut renamings = behaviour.renamings.iter().filter(|one| call.renamed(one) == *call);
        if choices.len() < 2 || renamings.next().is_none() {
            return choices.len() as u64;
        }
        let header = self.schema.header();
        let named = |heap: &Json, result: &Option<Json>, renaming: &ObjectRenaming| {
            let (mut heap, mut result) = (heap.clone(), json!(result));
            rename(&mut heap, &|name| renamed(renaming, name));
            rename(&mut result, &|name| renamed(renaming, name));
            sort(&mut result);
            // Members of objects have no order.
            let mut objects: Vec<String> = Vec::new();
            let heap = normal(&header, heap);
            for (name, part) in heap.as_object().into_iter().flatten() {
                let members = part.as_object().into_iter().flatten();
                objects.extend(members.map(|(id, value)| format!("{name} {id} {value}")));
            }
            objects.sort();
            format!("{} {result}", objects.join(";"))
        };
        let least = |(number, result): &CallChoice| {
            let heap = self.written(&next[*number]).pop().expect("there is a state");
            let own = behaviour.renamings.iter().filter(|one| call.renamed(one) == *call);
            let all = own.map(|renaming| named(&heap, result, renaming));
            all.chain([named(&heap, result, &Vec::new())]).min()
        };
        choices.iter().map(least).collect::<HashSet<_>>().len() as u64
    }

    /// The calls in the last state that must throw.
    fn throwing(&self, behaviour: &Behaviour) -> Vec<ActionCall> {
        let conditions = self.throws.iter().flatten();
        let taken = self.named(conditions, &behaviour.trace, behaviour.states.len() - 1);
        taken.into_iter().map(|(call, _)| call).collect()
    }

    /// True if a call must throw, or `None` where the spec does not say.
    pub fn throws(&self, behaviour: &Behaviour, call: &ActionCall) -> Option<bool> {
        self.throws[call.action].as_ref()?;
        Some(self.throwing(behaviour).contains(call))
    }

    /// All that a call may lead to within the scope.
    ///
    /// # Errors
    /// A stop.
    pub fn next(
        &mut self,
        behaviour: &Behaviour,
        call: &ActionCall,
    ) -> Result<Vec<NextState>, QuestionStop> {
        let at = behaviour.states.len() - 1;
        let mut found = Vec::new();
        for trace in self.continuations.longer_by_one(&behaviour.trace)? {
            let mut state = None;
            for (taken, result) in self.taken(&trace, at) {
                if taken != *call {
                    continue;
                }
                let last = || self.written(&trace).pop().expect("there is a state");
                let mut states = behaviour.states.clone();
                states.push(state.get_or_insert_with(last).clone());
                let (trace, atoms) = self.read(&states).expect("it was just written");
                let behaviour = self.longer(behaviour, call, states, trace, &atoms);
                found.push(NextState { behaviour, result });
            }
        }
        Ok(found)
    }

    /// A behaviour of one state more.
    pub(super) fn longer(
        &self,
        behaviour: &Behaviour,
        call: &ActionCall,
        states: Vec<Json>,
        trace: Trace,
        atoms: &[Json],
    ) -> Behaviour {
        let last = trace.states.last().expect("there is a state");
        let renamings = behaviour.renamings.iter().filter(|renaming| {
            call.renamed(renaming) == *call
                && is_led_to_itself(&self.spec.model, last, atoms, renaming)
        });
        let renamings = Arc::new(renamings.cloned().collect());
        Behaviour { states, trace: Arc::new(trace), renamings }
    }

    /// The steps from the last state that the scope allows: the calls that take each, with its result if it has
    /// one, and the behaviour that it makes. No renamings are kept.
    ///
    /// # Errors
    /// A stop.
    pub fn steps(&mut self, behaviour: &Behaviour) -> Result<Vec<SpecStep>, QuestionStop> {
        if behaviour.states.len() >= self.states {
            return Ok(Vec::new());
        }
        let at = behaviour.states.len() - 1;
        let mut found = Vec::new();
        for trace in self.continuations.longer_by_one(&behaviour.trace)? {
            let taken = self.taken(&trace, at);
            let (states, renamings) = (self.written(&trace), Arc::default());
            found.push((taken, Behaviour { states, trace: Arc::new(trace), renamings }));
        }
        Ok(found)
    }

    /// The actions that a step takes, each with its result if it has one.
    fn taken(&self, trace: &Trace, at: usize) -> Vec<(ActionCall, Option<Json>)> {
        self.named(self.schema.actions.iter(), trace, at)
    }

    /// The same for some predicates, called as actions are.
    pub(super) fn named<'a>(
        &'a self,
        predicates: impl Iterator<Item = &'a NamedAction> + Clone,
        trace: &'a Trace,
        at: usize,
    ) -> Vec<(ActionCall, Option<Json>)> {
        let (state, taken) = step_of(&self.schema, &self.spec.model, predicates, trace, at);
        let read = |taken: &TakenAction<'_>| {
            let mut text = Vec::new();
            write_taken(&mut text, &state, taken);
            let written: Json = serde_json::from_slice(&text).expect("it was just written");
            let mut arguments = written["args"].as_object().cloned().unwrap_or_default();
            let result = arguments.shift_remove(RESULT);
            // A set has no order.
            arguments.values_mut().for_each(sort);
            let action = self.schema.actions.iter().position(|action| action.name == taken.action);
            (ActionCall { action: action.expect("it is one of them"), arguments }, result)
        };
        taken.iter().map(read).collect()
    }

    /// True if the scope has room for a behaviour. Otherwise nothing is called after it.
    pub fn is_within_scope(&self, behaviour: &Behaviour) -> bool {
        self.continuations.covers(&behaviour.trace)
    }
}

impl ActionCall {
    /// The same call under other names.
    pub fn renamed(&self, renaming: &[(String, String)]) -> ActionCall {
        let mut arguments = Json::Object(self.arguments.clone());
        rename(&mut arguments, &|name| renamed(renaming, name));
        let Json::Object(mut arguments) = arguments else { unreachable!("it was one") };
        arguments.values_mut().for_each(sort);
        ActionCall { action: self.action, arguments }
    }
}
