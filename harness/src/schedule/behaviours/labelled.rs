//! Behaviours under other names: the same calls, by a driver that gets the objects of the first state under other
//! names.
//!
//! *Problem.* Of behaviours that differ in the names of objects one is made, and a program may break ties by names.
//! *Choice.* The tree is walked once more for each labelling of its first state (`heaps/relabel`). Names are changed
//! where lines go out and come in, so that the judge knows one set of names only. The results of each call as
//! listed are kept, and must come again. *Rejected.* To send each call under all labellings, as inputs are: a program
//! has one state, so each labelling needs a process and a way back of its own.

use std::collections::HashMap;

use serde_json::{Map, Value};

use super::Beginning;
use crate::heaps::agree::Renaming;
use crate::heaps::relabel::{Labellings, Relabel, choose};
use crate::plan::{Plan, TestQuestion};
use crate::protocol::Reply;
use korrel_heapgraph::json;

/// A labelling of a first state.
#[derive(Clone)]
pub(super) struct FirstStateLabelling {
    pub number: u128,
    /// The members of the request that begins, as they are sent.
    pub members: Map<String, Value>,
    /// The names that are sent, by those of the spec.
    sent: Renaming,
    /// The way back.
    own: Renaming,
}

/// The labellings under which behaviours with this beginning are made: as they are listed, and those that are asked
/// for.
pub(super) fn labellings<S>(
    plan: &Plan,
    question: &TestQuestion,
    beginning: (u64, &Beginning<S>),
) -> Vec<Option<FirstStateLabelling>> {
    let Some(relabel) = plan.relabel else { return vec![None] };
    let (number, Beginning { members, .. }) = beginning;
    let heap = Value::Object(members.clone());
    let all = Labellings::new(&question.types, &heap, &question.types.roots);
    let chosen = choose(relabel, all.count(), Some(0), plan.seed, (0, number));
    let is_alone = matches!(relabel, Relabel::Only(_)) && !must_agree(plan);
    let labelling = |number| {
        let sent = all.renaming(number);
        let own = sent.iter().map(|(name, sent)| (sent.clone(), name.clone())).collect();
        let members = all.heap(number).as_object().cloned().unwrap_or_default();
        Some(FirstStateLabelling { number, members, sent, own })
    };
    let asked = chosen.filter(|number| *number < all.count()).map(labelling);
    (!is_alone).then_some(None).into_iter().chain(asked).collect()
}

/// What came of a call is the same under all labellings.
pub(super) fn must_agree(plan: &Plan) -> bool {
    plan.relabel.is_some() && !plan.relabel_only_judged
}

/// What came of each call, by its key, with the objects as they are listed.
pub(super) type ListedOutcomes<S> = HashMap<String, (S, Reply)>;

/// The members of replies in which objects are named.
const NAMING: [&str; 6] = ["post", "changed", "roots", "sets", "relations", "result"];

impl FirstStateLabelling {
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

    /// A result, in which all objects that the first state does not have are alike.
    pub fn known(&self, value: &Value, is_set: bool) -> Value {
        match value {
            Value::String(name) if name.contains('$') && !self.sent.contains_key(name) => {
                Value::Null
            }
            Value::Array(items) => {
                let mut items: Vec<Value> =
                    items.iter().map(|item| self.known(item, false)).collect();
                if is_set {
                    items.sort_by_key(Value::to_string);
                }
                items.into()
            }
            other => other.clone(),
        }
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
    json::renamed(value, &|text| names.get(text).map_or(text, String::as_str).to_owned())
}
