//! The orders of a history's calls that keep real time, and whether the spec explains one of them.
//!
//! A call that ends before another one begins comes first, and each client's calls keep their order. So the next call
//! of an order is the next one of a client that does not begin after the other's has ended. All states that the spec
//! may be in are carried on (Wing and Gong 1993). What is known not to lead to an end is not tried again (Lowe 2017).

use std::collections::{BTreeMap, HashSet};

use korrel_enumerate::states::QuestionStop;
use korrel_harness::ClientProgram;
use korrel_harness::protocol::HistoryCall;
use serde_json::Value as Json;

use crate::operations::{ActionCall, rename};

use super::tree::{Came, SpecTree};

pub(super) struct Orders<'o, 's> {
    pub tree: &'o mut SpecTree<'s>,
    pub program: &'o ClientProgram,
    pub history: &'o [Vec<HistoryCall>],
}

/// What of a history the spec explains.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum ExplainedHistory {
    Not,
    /// The results, and not the state that the program is in afterwards.
    ButForTheState,
    Wholly,
}

impl Orders<'_, '_> {
    /// # Errors
    /// A stop.
    pub fn explained(&mut self, post: Option<&Json>) -> Result<ExplainedHistory, QuestionStop> {
        let (mut best, mut tried) = (ExplainedHistory::Not, HashSet::new());
        for beginning in 0..self.tree.beginnings {
            if self.tree.behaviour(beginning).last().as_object() == Some(&self.program.beginning) {
                self.go_on(beginning, [0, 0], post, &mut tried, &mut best)?;
            }
        }
        Ok(best)
    }

    fn go_on(
        &mut self,
        node: usize,
        made: [usize; 2],
        post: Option<&Json>,
        tried: &mut HashSet<(usize, [usize; 2])>,
        best: &mut ExplainedHistory,
    ) -> Result<(), QuestionStop> {
        if *best == ExplainedHistory::Wholly || !tried.insert((node, made)) {
            return Ok(());
        }
        let next = next(self.history, made);
        if next.iter().all(Option::is_none) {
            let is_state = post.is_none_or(|post| {
                is_same_state(&self.program.beginning, self.tree.behaviour(node).last(), post)
            });
            *best = (*best).max(if is_state {
                ExplainedHistory::Wholly
            } else {
                ExplainedHistory::ButForTheState
            });
            return Ok(());
        }
        for client in 0..2 {
            let Some(told) = next[client] else { continue };
            let call = &self.program.clients[client][made[client]];
            let call = ActionCall { action: call.op, arguments: call.args.clone() };
            let result = told.result.clone().unwrap_or(Json::Null);
            let came = if told.throw.is_some() { Came::Threw } else { Came::Returned(&result) };
            let mut made = made;
            made[client] += 1;
            for node in self.tree.after(node, &call, came)? {
                self.go_on(node, made, post, tried, best)?;
            }
        }
        Ok(())
    }
}

/// The calls that may come next after so many of each client.
fn next(history: &[Vec<HistoryCall>], made: [usize; 2]) -> [Option<&HistoryCall>; 2] {
    let open = [0, 1].map(|client| history[client].get(made[client]));
    let may = |client: usize| {
        let call = open[client]?;
        open[1 - client].is_none_or(|other| call.from <= other.to).then_some(call)
    };
    [may(0), may(1)]
}

/// The number of orders that keep real time.
pub(super) fn number(history: &[Vec<HistoryCall>]) -> u64 {
    fn count(history: &[Vec<HistoryCall>], made: [usize; 2]) -> u64 {
        let next = next(history, made);
        if next.iter().all(Option::is_none) {
            return 1;
        }
        let after = |client: usize| {
            let mut made = made;
            made[client] += 1;
            next[client].map_or(0, |_| count(history, made))
        };
        after(0) + after(1)
    }
    count(history, [0, 0])
}

/// More orders of new objects than those of so many are not tried.
const MOST_NEW: usize = 6;

/// True if two states are the same, whatever the objects are called that the first state does not have.
fn is_same_state(first: &serde_json::Map<String, Json>, spec: &Json, told: &Json) -> bool {
    let is_old = |id: &String| first.get("objects").and_then(|objects| objects.get(id)).is_some();
    let new = |state: &Json| -> Vec<String> {
        let objects = state["objects"].as_object().into_iter().flatten();
        objects.map(|(id, _)| id.clone()).filter(|id| !is_old(id)).collect()
    };
    let (expected, own) = (new(spec), new(told));
    if expected.len() != own.len() || own.len() > MOST_NEW {
        return expected.len() == own.len() && sorted(spec) == sorted(told);
    }
    let mut expected_state = spec.clone();
    for part in ["roots", "objects", "sets", "relations"] {
        // What the program does not tell is as it was.
        if told.get(part).is_none() {
            match first.get(part) {
                Some(before) if spec.get(part) != Some(before) => return false,
                _ => {
                    drop(expected_state.as_object_mut().and_then(|state| state.shift_remove(part)))
                }
            }
        }
    }
    let expected_state = sorted(&expected_state);
    orders(own.len()).into_iter().any(|order| {
        let names: BTreeMap<&str, &str> =
            own.iter().map(String::as_str).zip(order.iter().map(|&at| &*expected[at])).collect();
        let mut renamed = told.clone();
        rename(&mut renamed, &|id| names.get(id).map(|&name| name.to_owned()));
        sorted(&renamed) == expected_state
    })
}

fn orders(count: usize) -> Vec<Vec<usize>> {
    let mut all: Vec<Vec<usize>> = vec![Vec::new()];
    for next in 0..count {
        all = all
            .iter()
            .flat_map(|order| {
                (0..=order.len()).map(move |at| {
                    let mut order = order.clone();
                    order.insert(at, next);
                    order
                })
            })
            .collect();
    }
    all
}

/// The same with members in the order of their names.
fn sorted(value: &Json) -> Json {
    let mut value = value.clone();
    value.sort_all_objects();
    value
}
