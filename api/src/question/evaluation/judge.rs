//! The verdict on one heap.

use korrel_enumerate::heap::{
    AbstractionFailure, HeapError, HeapGraph, Keys, TraceStates, abstract_heaps, atom_values, read,
};
use korrel_lang::arena::Id;
use korrel_lang::evaluate::{Evaluator, Excess, Failure};
use korrel_lang::instance::Instance;
use korrel_lang::model::{Model, Node, Sig, Type, Value, VariableId};
use korrel_lang::source::Span;
use korrel_lang::tuples::TupleSet;
use korrel_lang::universe::AtomId;
use korrel_sat::Effort;
use serde_json::Value as Json;

use super::{Evaluation, GivenHeap};

/// The verdict on a heap.
#[derive(Clone, Debug)]
pub enum Judgement {
    /// It does not fit its types.
    Misfit(Vec<HeapError>),
    /// Unknown, since it is too large: the effort that it needs, and the place.
    TooLarge(String, Option<Span>),
    /// The findings by state. The key is that of the first state, if it is wanted.
    ///
    /// A trace is judged at its first state, and has the answers in each of its states; its key is that of the whole.
    Judged { states: Vec<Findings>, positions: Vec<Vec<Answer>>, key: Option<String> },
}

/// The findings about a state.
#[derive(Clone, Debug)]
pub struct Findings {
    /// The facts that are violated, by their place in the model, and why.
    pub facts: Vec<(usize, Vec<Violation>)>,
    /// The answers, in the order of the expressions.
    pub answers: Vec<Answer>,
}

/// The value of an expression. An atom is written as in the heap: an id, a number, a text.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// The tuples of a set or a relation.
    Relation(Vec<Vec<Json>>),
    /// `None` beyond 64 bits.
    Integer(Option<i64>),
    /// The reasons why it does not hold; empty if it does.
    Formula(Vec<Violation>),
    /// It speaks of two states, and was answered with the one before; or it reaches beyond the beginning of a trace.
    Answered,
}

/// A conjunct that does not hold.
#[derive(Clone, Debug, PartialEq)]
pub struct Violation {
    /// The predicate that says it, which is called last on the way to it; else the fact, or the text of the expression.
    pub name: String,
    pub span: Span,
    /// The text of the conjunct.
    pub text: String,
    /// The number of the state in which it fails, in a trace.
    pub state: Option<usize>,
    /// Values of `all` variables for which it fails, outermost first: an atom, or an array of tuples.
    pub bindings: Vec<(String, Json)>,
    /// The predicates whose calls led to it, outermost first, and where they are called.
    pub calls: Vec<(String, Span)>,
    /// Two of the variables, which may differ and stand for one atom.
    pub same_atom: Option<[String; 2]>,
}

impl Judgement {
    /// True if it fits, the facts hold and so does each formula, or `None` if that is unknown.
    pub fn holds(&self) -> Option<bool> {
        match self {
            Judgement::Misfit(_) => Some(false),
            Judgement::TooLarge(..) => None,
            Judgement::Judged { states, .. } => Some(states.iter().all(Findings::holds)),
        }
    }
}

impl Findings {
    /// True if the facts hold, and each formula.
    pub fn holds(&self) -> bool {
        let holds = |answer: &Answer| match answer {
            Answer::Formula(violations) => violations.is_empty(),
            Answer::Relation(_) | Answer::Integer(_) | Answer::Answered => true,
        };
        self.facts.is_empty() && self.answers.iter().all(holds)
    }

    /// The conjuncts that do not hold, of the facts first.
    pub fn violations(&self) -> impl Iterator<Item = &Violation> {
        let of_facts = self.facts.iter().flat_map(|(_, violations)| violations);
        let of_answers = self.answers.iter().flat_map(|answer| match answer {
            Answer::Formula(violations) => &violations[..],
            Answer::Relation(_) | Answer::Integer(_) | Answer::Answered => &[],
        });
        of_facts.chain(of_answers)
    }
}

impl Evaluation {
    /// Judges a heap. With `keys` its key is found, too.
    pub fn judge(&self, heap: &GivenHeap, keys: Option<&mut Keys>) -> Judgement {
        self.judged(heap, keys).unwrap_or_else(|unjudged| unjudged)
    }

    /// A heap that is not judged is given back as an error.
    fn judged(&self, heap: &GivenHeap, keys: Option<&mut Keys>) -> Result<Judgement, Judgement> {
        if !heap.repeats.is_empty() {
            return Err(Judgement::Misfit(heap.repeats.clone()));
        }
        if let [state] = &heap.states[..]
            && let Some(states) = TraceStates::of(&state.json)
        {
            return self.judged_trace(states, keys);
        }
        let model = &self.spec.model;
        if model.has_temporal_facts() || self.values.iter().any(|value| model.relates_states(value))
        {
            let message = "missing: what is asked is about traces, and this is one heap".to_owned();
            return Err(Judgement::Misfit(vec![HeapError { path: "states".to_owned(), message }]));
        }
        let heaps = self.fitting(heap).map_err(Judgement::Misfit)?;
        let instances = abstract_heaps(&self.schema, model, &heaps, &self.extent);
        let instances = instances.map_err(|why| match why {
            AbstractionFailure::Misfit(errors) => Judgement::Misfit(errors),
            AbstractionFailure::TooLarge(what) => Judgement::TooLarge(what, None),
        })?;
        let universe = &instances.first().expect("a heap has a state").universe;
        let atoms = atom_values(&self.schema, model, &heaps, universe);
        let named = self.named_atoms(&atoms).map_err(Judgement::Misfit)?;
        if let (Some(text), [_]) = (self.two_states(), instances.as_slice()) {
            let message = format!("missing; `{text}` speaks of the state afterwards");
            return Err(Judgement::Misfit(vec![HeapError { path: "post".to_owned(), message }]));
        }
        let states: Result<Vec<Findings>, Excess> =
            (0..instances.len()).map(|at| self.findings(&instances, at, &named, &atoms)).collect();
        let states = states.map_err(|Excess { span, what }| {
            Judgement::TooLarge(format!("the evaluator would have to {what}"), Some(span))
        })?;
        // The caller's time runs out while it is looked for, if at all.
        let key = keys.and_then(|keys| keys.key(&heaps[0], &Effort::default()));
        Ok(Judgement::Judged { states, positions: Vec::new(), key })
    }

    /// The atom of each variable that stands for one by its name, or the names that the heap has not.
    pub(super) fn named_atoms(
        &self,
        atoms: &[Json],
    ) -> Result<Vec<(VariableId, AtomId)>, Vec<HeapError>> {
        let (mut named, mut missing) = (Vec::new(), Vec::new());
        for (name, variable) in &self.atoms {
            match atoms.iter().position(|atom| atom.as_str() == Some(name)) {
                Some(at) => named.push((*variable, AtomId::from_index(at))),
                None => missing.push(HeapError {
                    path: "objects".to_owned(),
                    message: format!("there is no `{name}`, which an expression names"),
                }),
            }
        }
        if missing.is_empty() { Ok(named) } else { Err(missing) }
    }

    /// The states as heaps, or all that does not fit in any of them.
    fn fitting<'a>(&'a self, heap: &'a GivenHeap) -> Result<Vec<HeapGraph<'a>>, Vec<HeapError>> {
        let (mut heaps, mut errors) = (Vec::new(), Vec::new());
        for state in &heap.states {
            match read(&self.schema, &self.spec.model, &state.json) {
                Ok(heap) => heaps.push(heap),
                Err(found) => errors.extend(found.into_iter().map(|error| HeapError {
                    path: format!("{}{}", state.prefix, error.path),
                    ..error
                })),
            }
        }
        if errors.is_empty() { Ok(heaps) } else { Err(errors) }
    }

    /// # Errors
    /// A formula that the evaluator gave up on.
    fn findings(
        &self,
        states: &[Instance],
        at: usize,
        named: &[(VariableId, AtomId)],
        atoms: &[Json],
    ) -> Result<Findings, Excess> {
        let (model, instance) = (&self.spec.model, &states[at]);
        let evaluator = match states {
            [before, after] if at == 0 => Evaluator::of_states(model, before, after),
            _ => Evaluator::new(model, instance),
        };
        let given = GivenAtoms { named, atoms, atom_count: instance.universe.len() };
        let mut evaluator = self.evaluator(evaluator, &given);
        let facts = self.facts(&mut evaluator, &given);
        let answer = |(text, value): (&String, &Value)| {
            if at > 0 && model.second_state(Node::from(value)).is_some() {
                return Answer::Answered;
            }
            self.answer(&mut evaluator, text, value, &given)
        };
        let answers = self.texts.iter().zip(&self.values).map(answer).collect();
        let findings = Findings { facts, answers };
        evaluator.excess().map_or(Ok(findings), |excess| Err(excess.clone()))
    }

    /// The evaluator with a limit, and the atoms that expressions name.
    pub(super) fn evaluator<'e>(
        &'e self,
        evaluator: Evaluator<'e>,
        given: &GivenAtoms<'_>,
    ) -> Evaluator<'e> {
        let mut evaluator = evaluator.limited().until(&self.flag);
        for (variable, atom) in given.named {
            let mut value = TupleSet::empty(given.atom_count, 1);
            value.insert(&[*atom]);
            evaluator.bind(*variable, value);
        }
        evaluator
    }

    /// The facts that are violated.
    pub(super) fn facts(
        &self,
        evaluator: &mut Evaluator<'_>,
        given: &GivenAtoms<'_>,
    ) -> Vec<(usize, Vec<Violation>)> {
        let facts = self.spec.model.facts.iter().enumerate();
        let violations = facts.map(|(at, fact)| {
            let failures = evaluator.failures(&fact.formula);
            (at, self.violations(&failures, &fact.name, given.atoms))
        });
        violations.filter(|(_, violations)| !violations.is_empty()).collect()
    }

    pub(super) fn answer(
        &self,
        evaluator: &mut Evaluator<'_>,
        text: &str,
        value: &Value,
        given: &GivenAtoms<'_>,
    ) -> Answer {
        match value {
            Value::Formula(formula) => {
                let failures = evaluator.failures(formula);
                Answer::Formula(self.violations(&failures, text, given.atoms))
            }
            Value::Relation(expr) => {
                Answer::Relation(tuples(&evaluator.relation(expr), given.atoms))
            }
            Value::Integer(expr) => Answer::Integer(evaluator.integer(expr)),
        }
    }

    fn violations(&self, failures: &[Failure], name: &str, atoms: &[Json]) -> Vec<Violation> {
        failures.iter().map(|failure| self.violation(failure, name, atoms)).collect()
    }

    /// The first text that speaks of two states.
    fn two_states(&self) -> Option<&String> {
        let mut all = self.texts.iter().zip(&self.values);
        let two = all.find(|(_, value)| self.spec.model.second_state(Node::from(*value)).is_some());
        two.map(|(text, _)| text)
    }

    /// `name`: that of the formula, if no predicate is called on the way to the failure.
    fn violation(&self, failure: &Failure, name: &str, atoms: &[Json]) -> Violation {
        let model = &self.spec.model;
        let called =
            |(function, span): &(_, Span)| (model.functions[*function].name.clone(), *span);
        let bound = |(variable, value): &(VariableId, TupleSet)| {
            (model.variables[*variable].name.clone(), binding(value, atoms))
        };
        let calls: Vec<(String, Span)> = failure.calls.iter().map(called).collect();
        Violation {
            name: calls.last().map_or(name, |(called, _)| called).to_owned(),
            span: failure.span,
            text: self.spec.sources.text(failure.span).to_owned(),
            state: failure.state,
            bindings: failure.bindings.iter().map(bound).collect(),
            calls,
            same_atom: same_atom(model, &failure.bindings),
        }
    }
}

/// The atoms of what is judged, as it calls them, and those that expressions name.
pub(super) struct GivenAtoms<'g> {
    pub named: &'g [(VariableId, AtomId)],
    pub atoms: &'g [Json],
    pub atom_count: usize,
}

fn tuples(tuples: &TupleSet, atoms: &[Json]) -> Vec<Vec<Json>> {
    let tuple =
        |tuple: Vec<AtomId>| tuple.into_iter().map(|atom| atoms[atom.index()].clone()).collect();
    tuples.tuples().map(tuple).collect()
}

/// One atom by itself; any other value as a relation.
fn binding(value: &TupleSet, atoms: &[Json]) -> Json {
    match value.single() {
        Some(atom) => atoms[atom.index()].clone(),
        None => Json::Array(tuples(value, atoms).into_iter().map(Json::Array).collect()),
    }
}

/// Two variables of one sig that stand for the same atom.
fn same_atom(model: &Model, bindings: &[(VariableId, TupleSet)]) -> Option<[String; 2]> {
    for (at, (b, value)) in bindings.iter().enumerate() {
        let is_object = |ty: &Type| ty.products.iter().all(|p| p[0] > Sig::STRING);
        let twin = bindings[..at].iter().find(|(a, other)| {
            let (a, b) = (&model.variables[*a], &model.variables[*b]);
            other == value && value.single().is_some() && a.ty == b.ty && is_object(&a.ty)
        });
        if let Some((a, _)) = twin {
            return Some([*a, *b].map(|variable| model.variables[variable].name.clone()));
        }
    }
    None
}
