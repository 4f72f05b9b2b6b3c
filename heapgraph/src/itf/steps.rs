//! The names of steps, as Quint writes them (`--mbt`): beside each state the action that led to it, and its arguments.
//!
//! A step may have several names or none, and the last step of a loop leads to a state that another step has led to. So
//! the two variables tell the first name of the step before a state.

use super::ItfValue;
use super::value::itf_value;
use crate::header::Header;
use crate::trace::{TakenStep, Trace};

/// The variables of Quint.
pub(super) const NAMES: [&str; 2] = ["mbt::actionTaken", "mbt::nondetPicks"];

/// True if the names of steps are given.
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
