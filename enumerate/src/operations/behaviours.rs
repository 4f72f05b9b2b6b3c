//! The behaviours of a command, call by call, and the verdict on each step that a program takes.
//!
//! *Problem.* A program is called, keeps its state, and is called again. A spec of traces says which calls there are in a
//! state, as actions with arguments, and which states may follow. *Choice.* The calls are those of the steps that the spec
//! allows within its scope; one search lists these for all states (`Continuations`). The answer is judged by the evaluator, on
//! all states so far, so that a program may go where the scope does not. *Identity.* Two behaviours are the same if one
//! renaming carries the first state and all calls across: the renamings that lead a behaviour to itself are kept beside
//! it, and of the calls that they lead to each other one is made. *Rejected.* To match the answer with a state that was
//! listed: a state beyond the scope would be called wrong.

use std::collections::HashSet;
use std::sync::Arc;

use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::evaluate::{Evaluator, Failure, Violation, trace_violation};
use korrel_lang::instance::Relation;
use korrel_lang::model::{
    Command, CommandKind, Formula, FormulaKind, FunctionId, Model, Node, StepScope, TemporalOp,
    Unrolling, Value as Body,
};
use korrel_lang::source::Span;
use korrel_lang::spec::{Mistakes, Spec};
use korrel_lang::trace::Trace;
use korrel_lang::tuples::TupleSet;
use korrel_lang::universe::AtomId;
use korrel_lang::unroll::Steps;
use korrel_sat::Effort;
use korrel_translate::{Overflow, Scopes, Untranslated};
use serde_json::{Map, Value as Json, json};

use super::Violated;
use super::renamings::{Renaming, is_led_to_itself, normal, rename, renamed, renamings, sort};
use super::throwing::{RESULT, throwing};
use super::violated::{described, misfit, too_large};
use crate::heap::{
    Extent, HeapError, NamedAction, Schema, Shape, StateForm, Taken, TraceStates, Unabstracted,
    abstract_trace, atom_values, concretize_trace, step_of, write_taken, write_trace,
};
use crate::problem::{Meaning, Problem};
use crate::search::instances::{Instances, Next};
use crate::search::strategy::Strategy;
use crate::states::{Continuations, StateSystem, Stopped};

/// The behaviours of a command.
pub struct Behaviours<'s> {
    spec: &'s Spec,
    command: Command,
    pub schema: Schema,
    extent: Extent,
    /// For each action when it must throw, as an action of the same name.
    throws: Vec<Option<NamedAction>>,
    continuations: Continuations<'s>,
    /// Where one state and the next one say all that there is to say of behaviours: what they say.
    lasting: Option<(Model, Command)>,
    /// The greatest number of states of a behaviour.
    states: usize,
}

/// A behaviour so far.
#[derive(Clone)]
pub struct Behaviour {
    /// Its states as heaps, in which objects are called as the spec calls them.
    states: Vec<Json>,
    trace: Arc<Trace>,
    /// The renamings of objects, other than the one that renames none, that lead it to itself.
    renamings: Arc<Vec<Renaming>>,
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
type Choice = (usize, Option<Json>);

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
    pub fn renamings(&self) -> &[Renaming] {
        &self.renamings
    }
}

/// A spec of the same behaviours, without what no beginning can violate or show: liveness. Beside it, the places of the
/// conjuncts that were left out.
pub fn without_liveness(spec: &Spec, command: &Command) -> (Spec, Command, Vec<Span>) {
    let (mut spec, mut command, mut left) = (spec.clone(), command.clone(), Vec::new());
    for fact in &mut spec.model.facts {
        fact.formula = safe(&fact.formula, &mut left);
    }
    command.goal = safe(&command.goal, &mut left);
    command.unrolled = Unrolling::default();
    (spec, command, left)
}

fn safe(formula: &Formula, left: &mut Vec<Span>) -> Formula {
    match &formula.kind {
        FormulaKind::And(parts) => {
            let parts = parts.iter().map(|part| safe(part, left)).collect();
            Formula { kind: FormulaKind::And(parts), span: formula.span }
        }
        FormulaKind::Temporal(TemporalOp::Releases, sides)
            if matches!(sides[0].kind, FormulaKind::Constant(false)) && is_safe(&sides[1]) =>
        {
            formula.clone()
        }
        _ if is_safe(formula) => formula.clone(),
        _ => {
            left.push(formula.span);
            Formula { kind: FormulaKind::Constant(true), span: formula.span }
        }
    }
}

/// It speaks of no state after the next one.
fn is_safe(formula: &Formula) -> bool {
    let leads_on = |node: Node<'_>| {
        matches!(node, Node::Formula(Formula { kind: FormulaKind::Temporal(op, _), .. })
            if matches!(op, TemporalOp::Until | TemporalOp::Releases))
    };
    !Node::Formula(formula).descendants().any(leads_on)
}

impl<'s> Behaviours<'s> {
    /// `command`: one about beginnings of traces.
    ///
    /// # Errors
    /// A scope that cannot be, or is too large; names that clash; a construct that cannot be translated; a stop.
    pub fn new(
        spec: &'s Spec,
        command: &Command,
        overflow: Overflow,
        effort: &Effort,
    ) -> Result<Behaviours<'s>, Result<Mistakes, Untranslated>> {
        let model = &spec.model;
        let schema = Schema::of(spec, command).map_err(Ok)?;
        let scopes = Scopes::new(model, command, overflow)
            .map_err(|diagnostic: Diagnostic| Ok(spec.mistake(diagnostic)))?;
        let extent = Extent::new(model, command, &scopes, &[]);
        let states = Steps::of(model, command).expect("it is about traces").greatest as usize;
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
    ) -> Result<Vec<Behaviour>, Untranslated> {
        let mut command = self.command.clone();
        command.scope.steps = Some(StepScope { min: 1, max: 1, span: command.span });
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
    fn beginning(&self, states: Vec<Json>) -> Result<Behaviour, Vec<Violated>> {
        let (trace, atoms) = self.read(&states)?;
        let renamings = renamings(&self.spec.model, &trace.states[0], &atoms);
        Ok(Behaviour { states, trace: Arc::new(trace), renamings: Arc::new(renamings) })
    }

    /// The behaviour that begins with a state, which may be larger than the scope.
    ///
    /// # Errors
    /// The parts of the spec that it violates as a first state.
    pub fn begun(&self, state: Json) -> Result<Behaviour, Vec<Violated>> {
        let behaviour = self.beginning(vec![state])?;
        match trace_violation(&self.spec.model, &self.command, &behaviour.trace) {
            None => Ok(behaviour),
            Some(violation) => {
                let (_, atoms) = self.read(&behaviour.states)?;
                Err(self.violating(&behaviour.trace, &violation, &atoms))
            }
        }
    }

    /// The trace of some states, and the name of each of its atoms.
    fn read(&self, states: &[Json]) -> Result<(Trace, Vec<Json>), Vec<Violated>> {
        let record = json!({ "states": states });
        let model = &self.spec.model;
        let refused = |errors: Vec<HeapError>| {
            let last = format!("states[{}].", states.len() - 1);
            let told = |error: HeapError| {
                let path = error.path.strip_prefix(&last).unwrap_or(&error.path).to_owned();
                misfit("post.", HeapError { path, ..error })
            };
            errors.into_iter().map(told).collect::<Vec<Violated>>()
        };
        let read = TraceStates::of(&record).expect("it has states").map_err(refused)?;
        let graph = read.read(&self.schema, model).map_err(refused)?;
        let trace = abstract_trace(&self.schema, model, &graph, &self.extent);
        let trace = trace.map_err(|why| match why {
            Unabstracted::Misfit(errors) => refused(errors),
            Unabstracted::TooLarge(what) => vec![too_large(what)],
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

    /// The calls in the last state, of those that these renamings lead to each other one. Those that must throw are among them.
    ///
    /// # Errors
    /// A stop.
    pub fn calls(
        &mut self,
        behaviour: &Behaviour,
        renamings: &[Renaming],
    ) -> Result<AllowedCalls, Stopped> {
        let at = behaviour.states.len() - 1;
        let mut has_silent = false;
        let mut all: Vec<(ActionCall, Vec<Choice>)> = Vec::new();
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
            let is_alike = |renaming: &Renaming| {
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
        choices: Vec<Choice>,
    ) -> u64 {
        let mut renamings = behaviour.renamings.iter().filter(|one| call.renamed(one) == *call);
        if choices.len() < 2 || renamings.next().is_none() {
            return choices.len() as u64;
        }
        let header = self.schema.header();
        let named = |heap: &Json, result: &Option<Json>, renaming: &Renaming| {
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
        let least = |(number, result): &Choice| {
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

    /// True if a call must throw; `None` where the spec does not say.
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
    ) -> Result<Vec<NextState>, Stopped> {
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
    fn longer(
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

    /// The steps from the last state that the scope allows: the calls that take each, with its result if it has one, and the
    /// behaviour that it makes. No renamings are kept.
    ///
    /// # Errors
    /// A stop.
    pub fn steps(&mut self, behaviour: &Behaviour) -> Result<Vec<SpecStep>, Stopped> {
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
    fn named<'a>(
        &'a self,
        predicates: impl Iterator<Item = &'a NamedAction> + Clone,
        trace: &'a Trace,
        at: usize,
    ) -> Vec<(ActionCall, Option<Json>)> {
        let (state, taken) = step_of(&self.schema, &self.spec.model, predicates, trace, at);
        let read = |taken: &Taken<'_>| {
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

    /// The behaviour after a call. `state` is the whole state that the program is in then, in which the objects of
    /// former states are called as there, and new ones in any way.
    ///
    /// # Errors
    /// The parts of the spec that the step violates.
    pub fn after(
        &self,
        behaviour: &Behaviour,
        call: &ActionCall,
        state: Json,
        result: Option<&Json>,
    ) -> Result<Behaviour, Vec<Violated>> {
        let at = behaviour.states.len() - 1;
        let mut states = behaviour.states.clone();
        states.push(state);
        let returned = self.schema.actions[call.action].parameters.iter();
        let has_set = returned
            .filter(|one| one.name == RESULT)
            .any(|one| matches!(one.shape, Shape::Set(_) | Shape::Relation(_)));
        let (trace, atoms) = self.read(&states)?;
        let in_order = |mut value: Json| {
            if has_set {
                sort(&mut value);
            }
            value
        };
        let answered = in_order(result.cloned().unwrap_or(Json::Null));
        let is_taken = |(taken, returned): &(ActionCall, Option<Json>)| {
            taken == call && returned.as_ref().is_none_or(|one| in_order(one.clone()) == answered)
        };
        let action = std::iter::once(&self.schema.actions[call.action]);
        if !self.named(action, &trace, at).iter().any(is_taken) {
            return Err(self.not_taken(&trace, at, call, result, &atoms));
        }
        if let Some(violation) = self.violation(&trace, at) {
            return Err(self.violating(&trace, &violation, &atoms));
        }
        Ok(self.longer(behaviour, call, states, trace, &atoms))
    }

    /// What a trace violates that was right up to the state `at`, the last but one.
    fn violation(&self, trace: &Trace, at: usize) -> Option<Violation<'_>> {
        if let Some((model, command)) = self.lasting.as_ref().filter(|_| !self.is_asserted()) {
            let step = Trace { states: trace.states[at..].to_vec(), back: None };
            trace_violation(model, command, &step)?;
        }
        trace_violation(&self.spec.model, &self.command, trace)
    }

    /// What is asserted counts with what a check denies.
    fn is_asserted(&self) -> bool {
        self.command.kind == CommandKind::Check
    }

    /// Why a step is not the one that was asked for: the conjuncts of the action that do not hold.
    fn not_taken(
        &self,
        trace: &Trace,
        at: usize,
        call: &ActionCall,
        result: Option<&Json>,
        atoms: &[Json],
    ) -> Vec<Violated> {
        let (model, action) = (&self.spec.model, &self.schema.actions[call.action]);
        let function = &model.functions[action.function];
        let Body::Formula(body) = &function.body else { unreachable!("an action is a predicate") };
        let mut evaluator = Evaluator::of_trace(model, trace).at(at).limited();
        for member in &action.parameters {
            let value = match member.name.as_str() {
                RESULT => result,
                name => call.arguments.get(name),
            };
            let Relation::Variable(variable) = member.relation else {
                unreachable!("a parameter is a variable")
            };
            let tuples = set_of(value.unwrap_or(&Json::Null), atoms);
            evaluator.bind(variable, tuples);
        }
        let failures = evaluator.failures(body);
        self.all_described(action.function, &failures, atoms, || Violated {
            cause: format!("{} did not happen", action.name),
            at: None,
            details: vec!["its arguments are not within what it declares".to_owned()],
        })
    }

    fn violating(&self, trace: &Trace, violation: &Violation<'_>, atoms: &[Json]) -> Vec<Violated> {
        let (formula, name) = match violation {
            Violation::Fact(fact) => (&fact.formula, fact.name.clone()),
            Violation::Goal => (&self.command.goal, self.command.label.clone()),
        };
        let mut evaluator = Evaluator::of_trace(&self.spec.model, trace).limited();
        let failures = evaluator.failures(formula);
        let mut found: Vec<Violated> = Vec::new();
        for failure in &failures {
            found.push(described(self.spec, &name, failure, atoms));
        }
        if found.is_empty() {
            found.push(Violated { cause: name, at: None, details: Vec::new() });
        }
        found
    }

    fn all_described(
        &self,
        function: FunctionId,
        failures: &[Failure],
        atoms: &[Json],
        otherwise: impl FnOnce() -> Violated,
    ) -> Vec<Violated> {
        let name = &self.spec.model.functions[function].name;
        let found: Vec<Violated> =
            failures.iter().map(|failure| described(self.spec, name, failure, atoms)).collect();
        if found.is_empty() { vec![otherwise()] } else { found }
    }

    /// True if the scope has room for a behaviour; else nothing is called after it.
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

/// The atoms that a value names: one, or several.
fn set_of(value: &Json, atoms: &[Json]) -> TupleSet {
    let mut set = TupleSet::empty(atoms.len(), 1);
    let members = match value {
        Json::Null => &[],
        Json::Array(items) => &items[..],
        one => std::slice::from_ref(one),
    };
    for member in members {
        if let Some(at) = atoms.iter().position(|atom| atom == member) {
            set.insert(&[AtomId(at as u32)]);
        }
    }
    set
}
