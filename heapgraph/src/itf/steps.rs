//! The names of steps, as Quint writes them (`--mbt`): beside each state the action that led to it, and its arguments.
//!
//! A step may have several names or none, and the last step of a loop leads to a state that another step has led to. So
//! the two variables tell the first name of the step before a state, and all names stand in `#meta`, by which a trace is
//! read back.

use serde_json::{Map, Value as Json, json};

use super::ItfValue;
use super::own::itf_value;
use crate::header::Header;
use crate::heap::{Scalar, State, Value};
use crate::trace::{TakenStep, Trace};

/// The variables of Quint.
pub(super) const NAMES: [&str; 2] = ["mbt::actionTaken", "mbt::nondetPicks"];

/// True if the names of steps are told.
pub(super) fn are_told(header: &Header, trace: &Trace) -> bool {
    let count = trace.states.len() - usize::from(trace.back.is_none());
    !header.actions.is_empty() && trace.steps.len() == count
}

/// The values of the two variables beside a state.
pub(super) fn variables(header: &Header, trace: &Trace, at: usize) -> [(String, ItfValue); 2] {
    let before = at.checked_sub(1);
    let taken = before.and_then(|at| trace.steps[at].first());
    let action = match (before, taken) {
        (None, _) => "init",
        (_, Some(taken)) => &taken.action,
        (_, None) => "",
    };
    let pick = |name: &str| {
        let argument = |taken: &TakenStep| {
            let (_, value) = taken.arguments.iter().find(|(other, _)| other == name)?;
            itf_value(&trace.states[before?], value)
        };
        let (tag, value) = match taken.and_then(argument) {
            Some(value) => ("Some", value),
            None => ("None", ItfValue::Tuple(Vec::new())),
        };
        let tag = ("tag".to_owned(), ItfValue::String(tag.to_owned()));
        ItfValue::Record(vec![tag, ("value".to_owned(), value)])
    };
    let mut picks: Vec<(String, ItfValue)> = Vec::new();
    for parameter in header.actions.iter().flat_map(|action| &action.parameters) {
        if !picks.iter().any(|(name, _)| *name == parameter.name) {
            picks.push((parameter.name.clone(), pick(&parameter.name)));
        }
    }
    let [taken, picked] = NAMES.map(str::to_owned);
    [(taken, ItfValue::String(action.to_owned())), (picked, ItfValue::Record(picks))]
}

/// All names, as a record has them.
pub(super) fn written(trace: &Trace) -> Json {
    let step = |(step, state): (&Vec<TakenStep>, &State)| {
        step.iter().map(|taken| written_action(state, taken)).collect::<Json>()
    };
    trace.steps.iter().zip(&trace.states).map(step).collect()
}

fn written_action(state: &State, taken: &TakenStep) -> Json {
    let arguments = taken.arguments.iter();
    let arguments = arguments.map(|(name, value)| (name.clone(), json_value(state, value)));
    json!({ "action": taken.action, "args": arguments.collect::<Map<_, _>>() })
}

fn json_value(state: &State, value: &Value) -> Json {
    let scalar = |scalar: &Scalar| match scalar {
        Scalar::Object(at) => json!(state.objects[*at].id),
        Scalar::Number(number) => json!(number),
        Scalar::Boolean(value) => json!(value),
        Scalar::Name(text) | Scalar::String(text) => json!(text),
    };
    let array = |items: &[Scalar]| items.iter().map(scalar).collect::<Json>();
    match value {
        Value::Null => Json::Null,
        Value::One(one) => scalar(one),
        Value::Set(items) | Value::Sequence(items) => array(items),
        Value::Relation(tuples) => tuples.iter().map(|tuple| array(tuple)).collect(),
        Value::Map(entries) => {
            let key = |key: &Scalar| match scalar(key) {
                Json::String(text) => text,
                other => other.to_string(),
            };
            let entries = entries.iter().map(|(of, value)| (key(of), scalar(value)));
            entries.collect::<Map<_, _>>().into()
        }
    }
}
