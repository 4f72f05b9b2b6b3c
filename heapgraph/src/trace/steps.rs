//! The names of a trace's steps: for each the actions that hold of it, with their arguments.

use serde_json::Value as Json;

use crate::header::Header;
use crate::heap::Value;
use crate::read::HeapReader;
use crate::{MalformedRecord, malformed};

/// An action that holds of a step, with these arguments. Objects are those of the state in which the step begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TakenStep {
    pub action: String,
    pub arguments: Vec<(String, Value)>,
}

/// The names of so many steps, which begin in states that these read. None if the header declares no actions, or the
/// record names none.
pub(super) fn steps(
    header: &Header,
    record: &Json,
    count: usize,
    states: &[HeapReader<'_>],
) -> Result<Vec<Vec<TakenStep>>, MalformedRecord> {
    let Some(steps) = record.get("steps").filter(|_| !header.actions.is_empty()) else {
        return Ok(Vec::new());
    };
    let Some(steps) = steps.as_array().filter(|steps| steps.len() == count) else {
        return malformed("steps", "an array with an element for each step");
    };
    let step = |(at, (step, state)): (usize, (&Json, &HeapReader<'_>))| {
        let path = format!("steps[{at}]");
        let Json::Array(all) = step else { return malformed(path, "an array of actions") };
        let all = all.iter().enumerate();
        all.map(|(at, json)| taken(header, json, state, &format!("{path}[{at}]"))).collect()
    };
    steps.iter().zip(states).enumerate().map(step).collect()
}

fn taken(
    header: &Header,
    json: &Json,
    state: &HeapReader<'_>,
    path: &str,
) -> Result<TakenStep, MalformedRecord> {
    let named = json["action"].as_str().and_then(|name| header.action(name));
    let Some(action) = named else {
        return malformed(format!("{path}.action"), "an action of the header");
    };
    let path = format!("{path}.args");
    let declared = |name: &str| action.parameters.iter().find(|one| one.name == name);
    let arguments = state.members(&json["args"], &path, declared)?;
    let names = arguments.iter().map(|(name, _)| name);
    if !names.eq(action.parameters.iter().map(|parameter| &parameter.name)) {
        return malformed(path, "a value for each parameter of the action, in order");
    }
    Ok(TakenStep { action: action.name.clone(), arguments })
}
