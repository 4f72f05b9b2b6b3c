//! The verdict of a spec on an answer.

use korrel_enumerate::heap::{
    AbstractionFailure, Extent, HeapError, HeapGraph, ReturnedValue, Schema, abstract_heaps,
    abstract_states, atom_values, read, read_changed, read_record, read_value, read_with_roots,
};
use korrel_heapgraph::Record;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::evaluate::{Evaluator, Excess, Failure, violation};
use korrel_lang::instance::{Instance, Relation};
use korrel_lang::model::{Command, Formula, FormulaKind, FunctionId, State, Value as Body};
use korrel_lang::spec::{Mistakes, Spec};
use korrel_translate::{Overflow, Scopes};
use serde_json::{Map, Value as Json};

use super::violated::{described, misfit, too_large};
use super::{Condition, Operation, ViolatedConjunct};

/// Judges answers to the inputs of an operation. It keeps nothing from one to the next, so that
/// several can share it.
pub struct Judge<'s> {
    pub(super) spec: &'s Spec,
    operation: &'s Operation,
    pub schema: Schema,
    extent: Extent,
    /// The invariant, read afterwards.
    invariant: Option<(FunctionId, Formula)>,
}

/// The states before and afterwards, as instances and as heaps.
struct States<'a> {
    instances: [Instance; 2],
    heaps: [HeapGraph<'a>; 2],
}

/// The reasons why an answer violates the spec before anything is evaluated.
type RefusedAnswer = Vec<ViolatedConjunct>;

impl<'s> Judge<'s> {
    /// `command`: the operation's, with the scope whose inputs are judged.
    ///
    /// # Errors
    /// A scope that cannot be, or names that clash.
    pub fn new(
        spec: &'s Spec,
        operation: &'s Operation,
        command: &Command,
    ) -> Result<Judge<'s>, Mistakes> {
        let schema = Schema::of(spec, command)?;
        let scopes = Scopes::new(&spec.model, command, Overflow::Forbid);
        let scopes = scopes.map_err(|diagnostic: Diagnostic| spec.mistake(diagnostic))?;
        let invariant = operation.invariant.as_ref().map(|invariant| {
            let (formula, span) = (Box::new(invariant.formula.clone()), invariant.formula.span);
            let formula = Formula { kind: FormulaKind::In(State::After, formula), span };
            (invariant.predicate, formula)
        });
        let conditions = [&operation.post, &operation.throws].into_iter().flatten();
        let asked: Vec<Body> =
            conditions.map(|condition| Body::Formula(condition.formula.clone())).collect();
        let extent = Extent::new(&spec.model, command, &scopes, &asked);
        Ok(Judge { spec, operation, schema, extent, invariant })
    }

    /// True if the operation must throw on an input, or `None` where the spec does not say.
    ///
    /// # Errors
    /// The input does not fit its types, or is too large.
    pub fn throws(&self, input: &Record) -> Result<Option<bool>, Vec<HeapError>> {
        let Some(condition) = &self.operation.throws else { return Ok(None) };
        let heap = read_record(&self.schema, &self.spec.model, input)?;
        let mut instances = abstract_heaps(&self.schema, &self.spec.model, &[heap], &self.extent)?;
        bind(condition, &mut instances);
        Ok(Some(Evaluator::new(&self.spec.model, &instances[0]).formula(&condition.formula)))
    }

    /// True if an input is one of the operation: the facts hold of it, and so does the formula of
    /// its command.
    ///
    /// # Errors
    /// The input does not fit its types, or is too large.
    pub fn applies(&self, input: &Json) -> Result<bool, Vec<HeapError>> {
        let model = &self.spec.model;
        let heap = read(&self.schema, model, input)?;
        let instances = abstract_heaps(&self.schema, model, &[heap], &self.extent)?;
        Ok(violation(model, &self.operation.command, &instances[0]).is_none())
    }

    /// The parts of the spec that an answer violates. `post` is the state afterwards, with
    /// `objects` and the roots that have changed. Without it the state is as it was. `result` is
    /// the value that was returned. Nothing is as `null`.
    pub fn judge(
        &self,
        input: &Record,
        post: Option<&Json>,
        result: Option<&Json>,
    ) -> Vec<ViolatedConjunct> {
        let roots = post.and_then(|post| changed_roots(post, input.json()));
        let (schema, model) = (&self.schema, &self.spec.model);
        let read = || {
            let before =
                read_record(schema, model, input).map_err(|errors| all(errors, "input."))?;
            let after = match post {
                Some(post) => {
                    let roots = roots.as_ref().or(input.json().get("roots"));
                    read_with_roots(schema, model, post, roots)
                        .map_err(|errors| all(errors, "post."))?
                }
                None => before.clone(),
            };
            self.states([before, after], result.unwrap_or(&Json::Null))
        };
        match read() {
            Ok(states) => self.violated(&states),
            Err(refused) => refused,
        }
    }

    /// The same for a state afterwards of which only the changed objects are given, in less time. Each of
    /// them has the members that changed, or all and a `$type`. Null stands for one that was deleted.
    /// `None` if it takes the whole state to judge it.
    pub fn judge_changed(
        &self,
        input: &Record,
        changed: &Map<String, Json>,
        result: Option<&Json>,
    ) -> Option<Vec<ViolatedConjunct>> {
        let (schema, model) = (&self.schema, &self.spec.model);
        let before = read_record(schema, model, input).ok()?;
        let after = read_changed(schema, model, &before, changed)?;
        let states = self.states([before, after], result.unwrap_or(&Json::Null)).ok()?;
        Some(self.violated(&states))
    }

    fn states<'a>(
        &'a self,
        heaps: [HeapGraph<'a>; 2],
        result: &'a Json,
    ) -> Result<States<'a>, RefusedAnswer> {
        let (schema, model) = (&self.schema, &self.spec.model);
        let declared = self.operation.post.as_ref().and_then(|post| post.result.as_ref());
        let returned = declared.map(|member| {
            let Relation::Variable(variable) = member.relation else {
                unreachable!("a parameter is a variable")
            };
            let what = (&member.shape, result, "result");
            let (value, objects) = read_value(schema, model, &heaps, what)?;
            Ok(ReturnedValue { variable, arity: member.shape.arity(), value, objects })
        });
        let returned = returned.transpose().map_err(|errors| all(errors, ""))?;
        let instances = abstract_states(schema, model, &heaps, returned, &self.extent);
        let mut instances = instances.map_err(|why| match why {
            AbstractionFailure::Misfit(errors) => all(errors, "post."),
            AbstractionFailure::TooLarge(what) => vec![too_large(what)],
        })?;
        if let Some(post) = &self.operation.post {
            bind(post, &mut instances);
        }
        Ok(States { instances, heaps })
    }

    fn violated(&self, states: &States<'_>) -> Vec<ViolatedConjunct> {
        let post = self.operation.post.as_ref();
        let post = post.map(|post| (post.predicate, &post.formula));
        let invariant = self.invariant.as_ref().map(|(id, formula)| (*id, formula));
        let [before, after] = &states.instances;
        let mut evaluator = Evaluator::of_states(&self.spec.model, before, after).limited();
        let mut found: Vec<(FunctionId, Failure)> = Vec::new();
        for (predicate, formula) in post.into_iter().chain(invariant) {
            let failures = evaluator.failures(formula);
            found.extend(failures.into_iter().map(|failure| (predicate, failure)));
        }
        if let Some(Excess { what, .. }) = evaluator.excess() {
            return vec![too_large(format!("the evaluator would have to {what}"))];
        }
        if found.is_empty() {
            return Vec::new();
        }
        let atoms = atom_values(&self.schema, &self.spec.model, &states.heaps, &before.universe);
        found
            .iter()
            .map(|(predicate, failure)| {
                described(self.spec, &self.spec.model.functions[*predicate].name, failure, &atoms)
            })
            .collect()
    }
}

fn all(errors: Vec<HeapError>, prefix: &str) -> RefusedAnswer {
    errors.into_iter().map(|error| misfit(prefix, error)).collect()
}

/// The parameters of a predicate stand for the roots, in each state.
fn bind(condition: &Condition, states: &mut [Instance]) {
    for state in states {
        for (parameter, own) in &condition.parameters {
            let value = state.get(Relation::Variable(*own)).clone();
            state.relations.declare(*parameter, value);
        }
    }
}

/// The roots afterwards, if an answer names them: those before, except those that have changed.
fn changed_roots(post: &Json, input: &Json) -> Option<Json> {
    let changed = post.get("roots")?;
    let (Json::Object(changed), Some(Json::Object(roots))) = (changed, input.get("roots")) else {
        return Some(changed.clone());
    };
    let mut roots = roots.clone();
    roots.extend(changed.clone());
    Some(Json::Object(roots))
}
