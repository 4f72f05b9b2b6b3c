//! The verdict on the state that a call led to: the evaluator judges it, on all states so far.

use korrel_enumerate::heap::Shape;
use korrel_lang::evaluate::{Evaluator, Failure, Violation, trace_violation};
use korrel_lang::instance::Relation;
use korrel_lang::model::{CommandKind, Value as Body};
use korrel_lang::trace::Trace;
use korrel_lang::tuples::TupleSet;
use korrel_lang::universe::AtomId;
use serde_json::Value as Json;

use super::ViolatedConjunct;
use super::behaviours::{ActionCall, Behaviour, Behaviours};
use super::throwing::RESULT;
use super::violated::described;
use korrel_heapgraph::json::sort;

impl Behaviours<'_> {
    /// The behaviour that begins with a state, which may be larger than the scope.
    ///
    /// # Errors
    /// The parts of the spec that it violates as a first state.
    pub fn begun(&self, state: Json) -> Result<Behaviour, Vec<ViolatedConjunct>> {
        let behaviour = self.beginning(vec![state])?;
        match trace_violation(&self.spec.model, &self.command, &behaviour.trace) {
            None => Ok(behaviour),
            Some(violation) => {
                let (_, atoms) = self.read(&behaviour.states)?;
                Err(self.violating(&behaviour.trace, &violation, &atoms))
            }
        }
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
    ) -> Result<Behaviour, Vec<ViolatedConjunct>> {
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
    ) -> Vec<ViolatedConjunct> {
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
        self.all_described(&function.name, &failures, atoms, || ViolatedConjunct {
            cause: format!("{} did not happen", action.name),
            at: None,
            details: vec!["its arguments are not within what it declares".to_owned()],
        })
    }

    fn violating(
        &self,
        trace: &Trace,
        violation: &Violation<'_>,
        atoms: &[Json],
    ) -> Vec<ViolatedConjunct> {
        let (formula, name) = match violation {
            Violation::Fact(fact) => (&fact.formula, &fact.name),
            Violation::Goal => (&self.command.goal, &self.command.label),
        };
        let mut evaluator = Evaluator::of_trace(&self.spec.model, trace).limited();
        let failures = evaluator.failures(formula);
        self.all_described(name, &failures, atoms, || ViolatedConjunct {
            cause: name.clone(),
            at: None,
            details: Vec::new(),
        })
    }

    fn all_described(
        &self,
        name: &str,
        failures: &[Failure],
        atoms: &[Json],
        otherwise: impl FnOnce() -> ViolatedConjunct,
    ) -> Vec<ViolatedConjunct> {
        let found: Vec<ViolatedConjunct> =
            failures.iter().map(|failure| described(self.spec, name, failure, atoms)).collect();
        if found.is_empty() { vec![otherwise()] } else { found }
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
