//! The steps of a trace: which actions happen between two states.

use serde_json::{Map, Value as Json, json};
use std::borrow::Cow;

use crate::header::Header;
use crate::heap::Value;
use crate::read::HeapReader;
use crate::{Malformed, malformed};

/// An action that holds of a step, with its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Action {
    pub name: String,
    /// By parameter. Objects are those of the state before; one that is not there is a name.
    pub arguments: Vec<(String, Value)>,
}

/// The actions of each step of a trace of these states: of one that leads from a state to the next one, and after the
/// last state of a lasso back to its loop. `None` if the record does not say.
///
/// # Errors
/// Another number of steps, and what is no action.
pub fn steps(
    header: &Header,
    record: &Json,
    states: &[Cow<'_, Json>],
    back: Option<usize>,
) -> Result<Option<Vec<Vec<Action>>>, Malformed> {
    let told = match record.get("steps") {
        None => return Ok(None),
        Some(Json::Array(told)) => told,
        Some(_) => return malformed("steps", "an array of steps"),
    };
    if told.len() != states.len() - usize::from(back.is_none()) {
        return malformed("steps", "as many steps as lead from the states");
    }
    let objects = |state: &Json| state["objects"].as_object().cloned().into_iter().flatten();
    let all: Map<String, Json> = states.iter().flat_map(|state| objects(state)).collect();
    let all = json!({ "objects": all });
    let step = |(at, step): (usize, &Json)| {
        let Json::Array(actions) = step else {
            return malformed(format!("steps[{at}]"), "an array of actions");
        };
        let reader = HeapReader::within(header, &states[at], &all);
        let actions = actions.iter().enumerate();
        let read = actions.map(|(nth, json)| action(&reader, json, &format!("steps[{at}][{nth}]")));
        read.collect()
    };
    told.iter().enumerate().map(step).collect::<Result<_, _>>().map(Some)
}

fn action(reader: &HeapReader<'_>, json: &Json, path: &str) -> Result<Action, Malformed> {
    let Some(name) = json["action"].as_str() else {
        return malformed(format!("{path}.action"), "the name of an action");
    };
    let arguments = reader.members(&json["args"], &format!("{path}.args"), |_| None)?;
    Ok(Action { name: name.to_owned(), arguments })
}
