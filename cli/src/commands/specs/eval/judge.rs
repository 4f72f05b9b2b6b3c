//! The verdict on one heap.

use korrel_enumerate::heap::{
    HeapError, HeapGraph, Keys, Unabstracted, abstract_heaps, atom_values, read,
};
use korrel_lang::arena::Id;
use korrel_lang::evaluate::{Evaluator, Excess, Failure};
use korrel_lang::instance::Instance;
use korrel_lang::model::{Node, Value, VariableId};
use korrel_lang::source::Span;
use korrel_lang::tuples::TupleSet;
use korrel_lang::universe::AtomId;
use korrel_sat::Effort;
use serde_json::Value as Json;

use super::asked::Questions;
use super::record::GivenHeap;

pub enum Judgement {
    /// It does not fit its types.
    Misfit(Vec<HeapError>),
    /// Unknown, since it is too large: the effort that it needs, and the place.
    TooLarge(String, Option<Span>),
    /// The findings by state. Atoms are written as in `atoms`. The key is that of the first state, if
    /// it is wanted.
    Judged { states: Vec<Findings>, atoms: Vec<Json>, key: Option<String> },
}

pub struct Findings {
    /// The facts that are violated, by their place in the model, and why.
    pub facts: Vec<(usize, Vec<Failure>)>,
    /// The answers, in the order of the questions.
    pub answers: Vec<Evaluated>,
}

pub enum Evaluated {
    Relation(TupleSet),
    /// `None` beyond 64 bits.
    Integer(Option<i64>),
    /// The reasons why it does not hold; empty if it does.
    Formula(Vec<Failure>),
    /// It speaks of two states, and was answered with the one before.
    Answered,
}

impl Judgement {
    /// `None` if that is unknown.
    pub fn holds(&self) -> Option<bool> {
        match self {
            Judgement::Misfit(_) => Some(false),
            Judgement::TooLarge(..) => None,
            Judgement::Judged { states, .. } => Some(states.iter().all(Findings::holds)),
        }
    }
}

impl Findings {
    pub fn holds(&self) -> bool {
        let holds = |answer: &Evaluated| match answer {
            Evaluated::Formula(failures) => failures.is_empty(),
            Evaluated::Relation(_) | Evaluated::Integer(_) | Evaluated::Answered => true,
        };
        self.facts.is_empty() && self.answers.iter().all(holds)
    }
}

pub fn judge(asked: &Questions, keys: Option<&mut Keys>, heap: &GivenHeap) -> Judgement {
    judged(asked, keys, heap).unwrap_or_else(|unjudged| unjudged)
}

/// A heap that is not judged is given back as an error.
fn judged(
    asked: &Questions,
    keys: Option<&mut Keys>,
    heap: &GivenHeap,
) -> Result<Judgement, Judgement> {
    if !heap.repeats.is_empty() {
        return Err(Judgement::Misfit(heap.repeats.clone()));
    }
    let heaps = fitting(asked, heap).map_err(Judgement::Misfit)?;
    let model = &asked.model;
    let instances = abstract_heaps(&asked.schema, model, &heaps, &asked.extent);
    let instances = instances.map_err(|why| match why {
        Unabstracted::Misfit(errors) => Judgement::Misfit(errors),
        Unabstracted::TooLarge(what) => Judgement::TooLarge(what, None),
    })?;
    let universe = &instances.first().expect("a heap has a state").universe;
    let atoms = atom_values(&asked.schema, model, &heaps, universe);
    let named = named_atoms(asked, &atoms).map_err(Judgement::Misfit)?;
    let two = two_states(asked);
    if let (Some(text), [_]) = (&two, instances.as_slice()) {
        let message = format!("missing; `{text}` speaks of the state afterwards");
        return Err(Judgement::Misfit(vec![HeapError { path: "post".to_owned(), message }]));
    }
    let states: Result<Vec<Findings>, Excess> =
        (0..instances.len()).map(|at| verdict(asked, &instances, at, &named)).collect();
    let states = states.map_err(|Excess { span, what }| {
        Judgement::TooLarge(format!("the evaluator would have to {what}"), Some(span))
    })?;
    // The program ends while it is looked for, if time runs out.
    let key = keys.and_then(|keys| keys.key(&heaps[0], &Effort::default()));
    Ok(Judgement::Judged { states, atoms, key })
}

/// The atom of each variable that stands for one by its name, or the names that the heap has not.
fn named_atoms(
    asked: &Questions,
    atoms: &[Json],
) -> Result<Vec<(VariableId, AtomId)>, Vec<HeapError>> {
    let (mut named, mut missing) = (Vec::new(), Vec::new());
    for (name, variable) in &asked.atoms {
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
fn fitting<'a>(
    asked: &'a Questions,
    heap: &'a GivenHeap,
) -> Result<Vec<HeapGraph<'a>>, Vec<HeapError>> {
    let (mut heaps, mut errors) = (Vec::new(), Vec::new());
    for state in &heap.states {
        match read(&asked.schema, &asked.model, &state.json) {
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
fn verdict(
    asked: &Questions,
    states: &[Instance],
    at: usize,
    named: &[(VariableId, AtomId)],
) -> Result<Findings, Excess> {
    let instance = &states[at];
    let evaluator = match states {
        [before, after] if at == 0 => Evaluator::of_states(&asked.model, before, after),
        _ => Evaluator::new(&asked.model, instance),
    };
    let mut evaluator = evaluator.limited();
    for (variable, atom) in named {
        let mut value = TupleSet::empty(instance.universe.len(), 1);
        value.insert(&[*atom]);
        evaluator.bind(*variable, value);
    }
    let facts = asked.model.facts.iter().enumerate();
    let violated = facts.map(|(at, fact)| (at, evaluator.failures(&fact.formula)));
    let facts = violated.filter(|(_, failures)| !failures.is_empty()).collect();
    let answers = asked.values.iter().map(|value| {
        match at > 0 && asked.model.second_state(Node::from(value)).is_some() {
            true => Evaluated::Answered,
            false => answer(&mut evaluator, value),
        }
    });
    let verdict = Findings { facts, answers: answers.collect() };
    evaluator.excess().map_or(Ok(verdict), |excess| Err(excess.clone()))
}

fn answer(evaluator: &mut Evaluator<'_>, value: &Value) -> Evaluated {
    match value {
        Value::Formula(formula) => Evaluated::Formula(evaluator.failures(formula)),
        Value::Relation(expr) => Evaluated::Relation(evaluator.relation(expr)),
        Value::Integer(expr) => Evaluated::Integer(evaluator.integer(expr)),
    }
}

/// The first question that speaks of two states.
fn two_states(asked: &Questions) -> Option<&String> {
    let mut asked_of = asked.texts.iter().zip(&asked.values);
    let two = asked_of.find(|(_, value)| asked.model.second_state(Node::from(*value)).is_some());
    two.map(|(text, _)| text)
}

/// A relation as an array of tuples.
pub fn relation(tuples: &TupleSet, atoms: &[Json]) -> Json {
    let tuple =
        |tuple: Vec<AtomId>| tuple.into_iter().map(|atom| atoms[atom.index()].clone()).collect();
    Json::Array(tuples.tuples().map(tuple).map(Json::Array).collect())
}
