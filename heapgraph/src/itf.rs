//! The Informal Trace Format, in which Apalache and Quint write traces (Apalache's ADR-015).
//!
//! ```text
//! JSON ─► ItfTrace ─► JSON                      the same values
//! Header, record ─► ItfTrace ─► JSON            a trace of heaps, for other tools
//! ItfTrace ─► header and record of a trace      for all that reads traces of heaps
//! ```
//!
//! A state gives a value to each variable. A trace of heaps has these variables. A type, with the set of its objects. A
//! field, as a map from objects, `Type.field`. A subset sig, a relation, a root. What is not `var` is a parameter,
//! which the first state alone has. `#meta` keeps the declarations and the record, by which the trace is read
//! back. Each is JSON within a text, since other readers expect texts there. A trace of another program has its
//! variables as roots, which is enough to look at it.

mod foreign;
mod own;
mod steps;
mod told;
mod value;

use serde_json::{Map, Value as Json, json};

pub use self::value::ItfValue;
use crate::header::Header;
use crate::{MalformedRecord, malformed};

const DESCRIPTION: &str = "https://apalache-mc.org/docs/adr/015adr-trace.html";

/// A trace in this format.
#[derive(Clone, Debug, PartialEq)]
pub struct ItfTrace {
    /// All members of the trace beside the states: `#meta`, `params`, `vars`, `loop` and others.
    pub members: Map<String, Json>,
    pub states: Vec<ItfState>,
}

/// A value for each variable.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ItfState {
    pub meta: Option<Json>,
    pub values: Vec<(String, ItfValue)>,
    /// The values stand in a `#map`, as in some versions of Quint.
    pub is_map: bool,
}

impl ItfTrace {
    /// The traces of a file: one, or an array of several, as Apalache's server sends them.
    ///
    /// # Errors
    /// As [`ItfTrace::read`].
    pub fn read_all(json: &Json) -> Result<Vec<ItfTrace>, MalformedRecord> {
        let Json::Array(traces) = json else { return Ok(vec![ItfTrace::read(json)?]) };
        let read = |(at, trace): (usize, &Json)| {
            ItfTrace::read(trace).map_err(|error| MalformedRecord {
                path: format!("[{at}].{}", error.path),
                ..error
            })
        };
        traces.iter().enumerate().map(read).collect()
    }

    /// True if the JSON value is a trace in this format: it has variables and states.
    pub fn is_one(json: &Json) -> bool {
        json["vars"].is_array() && json["states"].is_array() && json.get("kind").is_none()
    }

    /// # Errors
    /// What is no trace in this format.
    pub fn read(json: &Json) -> Result<ItfTrace, MalformedRecord> {
        let Json::Object(members) = json else { return malformed("trace", "an object") };
        let Some(Json::Array(states)) = members.get("states") else {
            return malformed("states", "an array of states");
        };
        for part in ["vars", "params"] {
            match members.get(part) {
                Some(Json::Array(names)) if names.iter().all(Json::is_string) => {}
                None if part == "params" => {}
                _ => return malformed(part, "an array of names"),
            }
        }
        let states = states.iter().enumerate();
        let states = states.map(|(at, state)| ItfState::read(state, &format!("states[{at}]")));
        let states = states.collect::<Result<Vec<ItfState>, MalformedRecord>>()?;
        let mut members = members.clone();
        members.shift_remove("states");
        let trace = ItfTrace { members, states };
        match &trace.members.get("loop") {
            None | Some(Json::Null) => Ok(trace),
            Some(_) if trace.back().is_some() => Ok(trace),
            Some(_) => malformed("loop", "the index of a state"),
        }
    }

    /// The same as JSON.
    pub fn json(&self) -> Json {
        let mut members = self.members.clone();
        members.insert("states".to_owned(), self.states.iter().map(ItfState::json).collect());
        members.into()
    }

    /// The state after the last one.
    pub fn back(&self) -> Option<usize> {
        let back = self.members.get("loop")?.as_u64()?;
        (back < self.states.len() as u64).then_some(back as usize)
    }

    /// A trace of heaps.
    ///
    /// # Errors
    /// A record that is no trace of these.
    pub fn of(header: &Header, record: &Json) -> Result<ItfTrace, MalformedRecord> {
        own::written(header, record)
    }

    /// The header and the record of the trace, in heapgraph/1.
    ///
    /// # Errors
    /// A trace of heaps whose variables are not what its `#meta` says of them.
    pub fn record(&self) -> Result<(Json, Json), MalformedRecord> {
        let own = match (self.own("heapgraph")?, self.own("record")?) {
            (Some(declared), Some(record)) => Some((declared, record)),
            _ => None,
        };
        let is_own = own.is_some();
        let (declared, mut record) = own.unwrap_or_else(|| {
            let (declared, states) = foreign::states(self);
            (declared, json!({ "states": states }))
        });
        let meta = |name: &str| self.members.get("#meta").and_then(|meta| meta[name].as_str());
        let mut header = json!({
            "kind": "header", "format": "heapgraph/1", "tool": "ITF",
            "spec": meta("source").unwrap_or_default(),
            "command": meta("command").unwrap_or_default(),
            "symmetry": "none",
            "traces": if self.back().is_some() { "lasso" } else { "prefix" },
            "steps": [self.states.len(), self.states.len()],
        });
        let parts = header.as_object_mut().expect("a header is an object");
        parts.extend(declared.as_object().cloned().into_iter().flatten());
        let Json::Object(members) = &mut record else {
            return malformed("#meta.record", "an object");
        };
        members.insert("kind".to_owned(), json!("instance"));
        if let Some(back) = self.back() {
            members.insert("loop".to_owned(), json!(back));
        }
        if is_own {
            self.is_that(&ItfTrace::of(&Header::read(&header)?, &record)?)?;
        }
        Ok((header, record))
    }

    /// # Errors
    /// The first variable that has another value.
    fn is_that(&self, other: &ItfTrace) -> Result<(), MalformedRecord> {
        if self.states.len() != other.states.len() {
            return malformed("states", "as many as `#meta` has");
        }
        for (at, (state, other)) in self.states.iter().zip(&other.states).enumerate() {
            let names = state.values.iter().chain(&other.values).map(|(name, _)| name);
            for name in names {
                if state.value(name) != other.value(name) {
                    return malformed(format!("states[{at}].{name}"), "what `#meta` says of it");
                }
            }
        }
        Ok(())
    }

    /// What this crate has put into `#meta` under a name: JSON within a text.
    fn own(&self, name: &str) -> Result<Option<Json>, MalformedRecord> {
        let own = self.members.get("#meta").and_then(|meta| meta.get(name)?.as_str());
        own.map(serde_json::from_str)
            .transpose()
            .or_else(|_| malformed(format!("#meta.{name}"), "a text of JSON"))
    }

    /// The value of a variable in a state, or of a parameter, which the first state has.
    fn value(&self, at: usize, name: &str) -> Option<&ItfValue> {
        self.states[at].value(name).or_else(|| self.states[0].value(name))
    }
}

impl ItfState {
    /// The value of a variable.
    pub fn value(&self, name: &str) -> Option<&ItfValue> {
        self.values.iter().find(|(other, _)| other == name).map(|(_, value)| value)
    }

    fn read(json: &Json, path: &str) -> Result<ItfState, MalformedRecord> {
        let Json::Object(members) = json else { return malformed(path, "an object") };
        let mut state = ItfState { meta: members.get("#meta").cloned(), ..ItfState::default() };
        let mut values = members.iter().filter(|(name, _)| *name != "#meta");
        if let (Some(("#map", entries)), None) =
            (values.clone().next().map(|(name, json)| (name.as_str(), json)), values.clone().nth(1))
        {
            state.is_map = true;
            for entry in entries.as_array().into_iter().flatten() {
                let Some([Json::String(name), value]) = entry.as_array().map(Vec::as_slice) else {
                    return malformed(format!("{path}.#map"), "a map of names");
                };
                let value = ItfValue::read(value, &format!("{path}.{name}"))?;
                state.values.push((name.clone(), value));
            }
            return Ok(state);
        }
        values.try_for_each(|(name, json)| {
            let value = ItfValue::read(json, &format!("{path}.{name}"))?;
            state.values.push((name.clone(), value));
            Ok(())
        })?;
        Ok(state)
    }

    fn json(&self) -> Json {
        let meta = self.meta.iter().map(|meta| ("#meta".to_owned(), meta.clone()));
        let values = self.values.iter().map(|(name, value)| (name.clone(), value.json()));
        if self.is_map {
            let entries: Json = values.map(|(name, value)| json!([name, value])).collect();
            return meta.chain([("#map".to_owned(), entries)]).collect::<Map<_, _>>().into();
        }
        meta.chain(values).collect::<Map<_, _>>().into()
    }
}

#[cfg(test)]
mod tests;
