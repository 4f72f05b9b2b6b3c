//! Behaviours under other names: the same calls, by a driver that gets the objects of the first state under other names.
//!
//! *Problem.* Of behaviours that differ in the names of objects one is made, and a program may break ties by names. *Choice.* The
//! tree is walked once more for each labelling of its first state (`heaps/relabel`). Names are changed where lines go out and
//! come in, so that whoever judges knows one set of names only. *Rejected.* To send each call under all labellings, as inputs are:
//! a program has one state, so each labelling needs a process and a way back of its own. So answers to labellings are judged
//! by the spec, and not compared with each other: where it leaves the next state open they may differ.

use serde_json::{Map, Value};

use super::Beginning;
use crate::heaps::agree::Renaming;
use crate::heaps::relabel::{Labellings, choose};
use crate::schedule::plan::{Plan, TestQuestion};

/// A labelling of a first state.
#[derive(Clone)]
pub(super) struct Labelling {
    pub number: u128,
    /// The members of the request that begins, as they are sent.
    pub members: Map<String, Value>,
    /// The names that are sent, by those of the spec.
    sent: Renaming,
    /// The way back.
    own: Renaming,
}

/// The labellings under which behaviours with this beginning are made: as they are listed, and those that are asked for.
pub(super) fn labellings<S>(
    plan: &Plan,
    question: &TestQuestion,
    beginning: (u64, &Beginning<S>),
) -> Vec<Option<Labelling>> {
    let Some(relabel) = plan.relabel else { return vec![None] };
    let (number, Beginning { members, .. }) = beginning;
    let heap = Value::Object(members.clone());
    let all = Labellings::new(&question.types, &heap, &question.types.roots);
    let chosen = choose(relabel, all.count(), Some(0), plan.seed, (0, number));
    let is_alone = matches!(relabel, crate::Relabel::Only(_));
    let labelling = |number| {
        let sent = all.renaming(number);
        let own = sent.iter().map(|(name, sent)| (sent.clone(), name.clone())).collect();
        let members = all.heap(number).as_object().cloned().unwrap_or_default();
        Some(Labelling { number, members, sent, own })
    };
    let asked = chosen.filter(|number| *number < all.count()).map(labelling);
    (!is_alone).then_some(None).into_iter().chain(asked).collect()
}

/// The members of replies in which objects are named.
const NAMING: [&str; 6] = ["post", "changed", "roots", "sets", "relations", "result"];

impl Labelling {
    /// A value as it is sent.
    pub fn sent(&self, value: &Value) -> Value {
        renamed(value, &self.sent)
    }

    /// A line as the driver wrote it, with the spec's names. One that is no JSON is left as it is.
    pub fn read(&self, line: &[u8]) -> Option<Vec<u8>> {
        let mut reply: Value = serde_json::from_slice(line).ok()?;
        for (name, value) in reply.as_object_mut()? {
            if NAMING.contains(&name.as_str()) {
                *value = renamed(value, &self.own);
            }
        }
        Some(reply.to_string().into_bytes())
    }

    /// The names that differ, for people.
    pub fn told(&self) -> String {
        let mut names: Vec<String> = self
            .sent
            .iter()
            .filter(|(name, sent)| name != sent)
            .map(|(name, sent)| format!("{name} is sent as {sent}"))
            .collect();
        names.sort();
        format!("under labelling {}: {}", self.number, names.join(", "))
    }
}

fn renamed(value: &Value, names: &Renaming) -> Value {
    let name = |text: &String| names.get(text).unwrap_or(text).clone();
    match value {
        Value::String(text) => name(text).into(),
        Value::Array(items) => items.iter().map(|item| renamed(item, names)).collect(),
        Value::Object(members) => {
            members.iter().map(|(key, item)| (name(key), renamed(item, names))).collect()
        }
        other => other.clone(),
    }
}
