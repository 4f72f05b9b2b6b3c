//! The behaviours of a command, call by call, and the verdict on each step that a program takes.
//!
//! *Problem.* A program is called, keeps its state, and is called again. A spec of traces says which calls there are in a
//! state, as actions with arguments, and which states may follow. *Choice.* The calls are those of the steps that the spec
//! allows within its scope; one search lists these for all states (`Continuations`). The answer is judged by the evaluator, on
//! all states so far, so that a program may go where the scope does not. *Identity.* Two behaviours are the same if one
//! renaming carries the first state and all calls across: the renamings that lead a behaviour to itself are kept beside
//! it, and of the calls that they lead to each other one is made. *Rejected.* To match the answer with a state that was
//! listed: a state beyond the scope would be called wrong.

use std::sync::Arc;

use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::evaluate::{Evaluator, Failure, Violation, trace_violation};
use korrel_lang::instance::{Instance, Relation};
use korrel_lang::model::{
    Command, Formula, FormulaKind, FunctionId, Model, Node, StepScope, TemporalOp, Unrolling,
    Value as Body,
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
use super::violated::{described, misfit, too_large};
use crate::heap::{
    Extent, HeapError, NamedAction, Schema, StateForm, Taken, TraceStates, Unabstracted,
    abstract_trace, atom_values, concretize_trace, step_of, write_taken, write_trace,
};
use crate::problem::{Meaning, Problem};
use crate::search::instances::{Instances, Next};
use crate::search::strategy::Strategy;
use crate::states::{Continuations, Stopped};

/// The parameter of an action that stands for what was returned.
const RESULT: &str = "result";

/// More renamings than these are not looked at: behaviours are then made again under other names.
const MOST_RENAMINGS: usize = 40_320;

/// The behaviours of a command.
pub struct Behaviours<'s> {
    spec: &'s Spec,
    command: Command,
    pub schema: Schema,
    extent: Extent,
    continuations: Continuations<'s>,
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
    renamings: Arc<Vec<Vec<(String, String)>>>,
}

/// An action and its arguments, without the result.
#[derive(Clone, Debug, PartialEq)]
pub struct ActionCall {
    /// The index of the action in the schema.
    pub action: usize,
    pub arguments: Map<String, Json>,
}

/// The calls that a state allows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AllowedCalls {
    pub calls: Vec<ActionCall>,
    /// Some step is no action's.
    pub has_silent: bool,
}

impl Behaviour {
    pub fn last(&self) -> &Json {
        self.states.last().expect("a behaviour has a state")
    }

    pub fn states(&self) -> &[Json] {
        &self.states
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
        let command = command.clone();
        Ok(Behaviours { spec, command, schema, extent, continuations, states })
    }

    pub fn actions(&self) -> &[NamedAction] {
        &self.schema.actions
    }

    /// The greatest number of calls of a behaviour.
    pub fn most_calls(&self) -> usize {
        self.states - 1
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
            let states = self.written(&trace);
            let (trace, atoms) = self.read(&states).expect("it was just written");
            let renamings = renamings(&self.spec.model, &trace.states[0], &atoms);
            let trace = Arc::new(trace);
            found.push(Behaviour { states, trace, renamings: Arc::new(renamings) });
        }
        Ok(found)
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

    /// The calls in the last state, one of each class.
    ///
    /// # Errors
    /// A stop.
    pub fn calls(&mut self, behaviour: &Behaviour) -> Result<AllowedCalls, Stopped> {
        let mut allowed = AllowedCalls::default();
        if behaviour.states.len() >= self.states {
            return Ok(allowed);
        }
        let at = behaviour.states.len() - 1;
        let mut all: Vec<ActionCall> = Vec::new();
        for trace in self.continuations.longer_by_one(&behaviour.trace)? {
            let taken = self.taken(&trace, at);
            allowed.has_silent |= taken.is_empty();
            for (call, _) in taken {
                if !all.contains(&call) {
                    all.push(call);
                }
            }
        }
        all.sort_by_key(|call| (call.action, Json::Object(call.arguments.clone()).to_string()));
        for call in all {
            let is_alike =
                |renaming: &Vec<(String, String)>| allowed.calls.contains(&call.renamed(renaming));
            if !behaviour.renamings.iter().any(is_alike) {
                allowed.calls.push(call);
            }
        }
        Ok(allowed)
    }

    /// The actions that a step takes, each with its result if it has one.
    fn taken(&self, trace: &Trace, at: usize) -> Vec<(ActionCall, Option<Json>)> {
        let (state, taken) = step_of(&self.schema, &self.spec.model, trace, at);
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
        let model = &self.spec.model;
        let (trace, atoms) = self.read(&states)?;
        let is_taken = |(taken, returned): &(ActionCall, Option<Json>)| {
            taken == call
                && (returned.is_none() || returned.as_ref() == Some(result.unwrap_or(&Json::Null)))
        };
        if !self.taken(&trace, at).iter().any(is_taken) {
            return Err(self.not_taken(&trace, at, call, result, &atoms));
        }
        if let Some(violation) = trace_violation(model, &self.command, &trace) {
            return Err(self.violating(&trace, &violation, &atoms));
        }
        let renamings = behaviour.renamings.iter().filter(|renaming| {
            call.renamed(renaming) == *call
                && is_led_to_itself(model, &trace.states[at + 1], &atoms, renaming)
        });
        let renamings = Arc::new(renamings.cloned().collect());
        Ok(Behaviour { states, trace: Arc::new(trace), renamings })
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
    fn renamed(&self, renaming: &[(String, String)]) -> ActionCall {
        let mut arguments = Json::Object(self.arguments.clone());
        rename(&mut arguments, &|name| {
            renaming.iter().find(|(from, _)| from == name).map(|(_, to)| to.clone())
        });
        let Json::Object(mut arguments) = arguments else { unreachable!("it was one") };
        arguments.values_mut().for_each(sort);
        ActionCall { action: self.action, arguments }
    }
}

fn sort(value: &mut Json) {
    if let Json::Array(items) = value {
        items.sort_by_key(Json::to_string);
    }
}

/// Renames texts, and members.
pub fn rename(value: &mut Json, to: &dyn Fn(&str) -> Option<String>) {
    match value {
        Json::String(text) => {
            if let Some(name) = to(text) {
                *text = name;
            }
        }
        Json::Array(items) => items.iter_mut().for_each(|item| rename(item, to)),
        Json::Object(members) => {
            let entries = std::mem::take(members).into_iter();
            *members = entries
                .map(|(name, mut value)| {
                    if name != "$type" {
                        rename(&mut value, to);
                    }
                    (to(&name).unwrap_or(name), value)
                })
                .collect();
        }
        _ => {}
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

/// The renamings of a state's objects that lead it to itself, without the one that renames none.
fn renamings(model: &Model, state: &Instance, atoms: &[Json]) -> Vec<Vec<(String, String)>> {
    let names = |top| {
        let block = state.universe.block(top);
        let used = block.filter(|&atom| state.sig(top).contains(&[AtomId(atom)]));
        used.filter_map(|atom| atoms[atom as usize].as_str().map(str::to_owned)).collect()
    };
    let tops = model.top_level().filter(|&top| !model.sigs[top].is_enum);
    let blocks: Vec<Vec<String>> =
        tops.map(names).filter(|block: &Vec<_>| block.len() > 1).collect();
    let factorial =
        |block: &Vec<String>| (1..=block.len()).try_fold(1usize, |all, n| all.checked_mul(n));
    let number = blocks.iter().map(factorial).try_fold(1usize, |all, one| all.checked_mul(one?));
    if number.is_none_or(|number| number > MOST_RENAMINGS) {
        return Vec::new();
    }
    let mut all: Vec<Vec<(String, String)>> = vec![Vec::new()];
    for block in &blocks {
        let orders = orders(block);
        all = all
            .iter()
            .flat_map(|begun| orders.iter().map(|order| (begun.clone(), order)))
            .map(|(mut begun, order)| {
                begun.extend(block.iter().cloned().zip(order.iter().cloned()));
                begun
            })
            .collect();
    }
    all.iter_mut().for_each(|renaming| renaming.retain(|(from, to)| from != to));
    all.retain(|renaming| !renaming.is_empty() && is_led_to_itself(model, state, atoms, renaming));
    all
}

/// All orders of some names.
fn orders(names: &[String]) -> Vec<Vec<String>> {
    if names.is_empty() {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for (at, name) in names.iter().enumerate() {
        let mut others = names.to_vec();
        others.remove(at);
        all.extend(orders(&others).into_iter().map(|mut order| {
            order.insert(0, name.clone());
            order
        }));
    }
    all
}

/// True if a renaming leaves a state as it is.
fn is_led_to_itself(
    model: &Model,
    state: &Instance,
    atoms: &[Json],
    renaming: &[(String, String)],
) -> bool {
    let at = |name: &str| atoms.iter().position(|atom| atom.as_str() == Some(name));
    let mut images: Vec<AtomId> = (0..atoms.len() as u32).map(AtomId).collect();
    for (from, to) in renaming {
        let (Some(from), Some(to)) = (at(from), at(to)) else { return false };
        images[from] = AtomId(to as u32);
    }
    let sigs = model.sigs.ids().map(Relation::Sig);
    let fields = model.fields.ids().map(Relation::Field);
    let variables = state.variables().iter().map(|(variable, _)| Relation::Variable(*variable));
    let mut relations = sigs.chain(fields).chain(variables);
    relations.all(|relation| {
        let value = state.get(relation);
        value.permuted(&images) == *value
    })
}
