//! All programs of two clients.
//!
//! A pair of sequences is a program if the spec allows every call in each order that keeps both: a client does not
//! know what the other one has done. Renamings of the first state's objects, and the swap of the clients, lead programs
//! to each other. Of such programs the one with the least text is listed.

use korrel_enumerate::states::QuestionStop;
use korrel_harness::{BehaviourCall, ClientProgram};
use serde_json::Value as Json;

use crate::operations::ActionCall;

use super::tree::{Came, SpecTree};

/// The programs in which each client makes one to `most` calls, those with the fewest calls first.
pub(super) fn programs(
    tree: &mut SpecTree<'_>,
    most: usize,
) -> Result<Vec<ClientProgram>, QuestionStop> {
    let mut found = Vec::new();
    for beginning in 0..tree.beginnings {
        let sequences = sequences(tree, beginning, most)?;
        for one in &sequences {
            for other in &sequences {
                if is_least(tree, beginning, [one, other])
                    && is_program(tree, beginning, [one, other])?
                {
                    let members = tree.behaviour(beginning).last().as_object().cloned();
                    let call = |call: &ActionCall| BehaviourCall {
                        op: call.action,
                        args: call.arguments.clone(),
                        choices: 1,
                    };
                    let clients = [one, other].map(|calls| calls.iter().map(call).collect());
                    found.push(ClientProgram {
                        beginning: members.unwrap_or_default(),
                        clients: clients.to_vec(),
                    });
                }
            }
        }
    }
    // Stable: of one size, in the order of first states and of texts.
    found.sort_by_key(|program| program.clients.iter().map(Vec::len).sum::<usize>());
    Ok(found)
}

/// The sequences of calls that one client could make alone, in the order of their lengths.
fn sequences(
    tree: &mut SpecTree<'_>,
    beginning: usize,
    most: usize,
) -> Result<Vec<Vec<ActionCall>>, QuestionStop> {
    let mut found: Vec<Vec<ActionCall>> = Vec::new();
    let mut level = vec![(Vec::new(), vec![beginning])];
    for _ in 0..most {
        let mut longer = Vec::new();
        for (calls, nodes) in level {
            let mut next: Vec<ActionCall> = Vec::new();
            for step in tree.steps(nodes[0])? {
                for (call, _) in &step.calls {
                    if !next.contains(call) {
                        next.push(call.clone());
                    }
                }
            }
            for call in tree.throwing(nodes[0])? {
                if !next.contains(call) {
                    next.push(call.clone());
                }
            }
            next.sort_by_key(call_text);
            for call in next {
                if let Some(nodes) = after_all(tree, &nodes, &call)? {
                    let calls: Vec<ActionCall> = [&calls[..], &[call]].concat();
                    longer.push((calls, nodes));
                }
            }
        }
        found.extend(longer.iter().map(|(calls, _)| calls.clone()));
        level = longer;
    }
    Ok(found)
}

/// The nodes after a call, or `None` if it is not allowed at all of these.
fn after_all(
    tree: &mut SpecTree<'_>,
    nodes: &[usize],
    call: &ActionCall,
) -> Result<Option<Vec<usize>>, QuestionStop> {
    let mut found = Vec::new();
    for &node in nodes {
        let next = tree.after(node, call, Came::Open)?;
        if next.is_empty() {
            return Ok(None);
        }
        found.extend(next);
    }
    Ok(Some(found))
}

/// True if every call is allowed in each order of the two sequences.
fn is_program(
    tree: &mut SpecTree<'_>,
    beginning: usize,
    [one, other]: [&[ActionCall]; 2],
) -> Result<bool, QuestionStop> {
    // The nodes after so many calls of the one and of the other, row by row.
    let mut row: Vec<Vec<usize>> = vec![Vec::new(); other.len() + 1];
    for made in 0..=one.len() {
        let mut next: Vec<Vec<usize>> = Vec::with_capacity(other.len() + 1);
        for at in 0..=other.len() {
            let mut nodes = match (made, at) {
                (0, 0) => vec![beginning],
                (0, _) => Vec::new(),
                _ => match after_all(tree, &row[at], &one[made - 1])? {
                    Some(nodes) => nodes,
                    None => return Ok(false),
                },
            };
            if let Some(call) = at.checked_sub(1).map(|before| &other[before]) {
                match after_all(tree, &next[at - 1], call)? {
                    Some(more) => nodes.extend(more),
                    None => return Ok(false),
                }
            }
            next.push(nodes);
        }
        row = next;
    }
    Ok(true)
}

/// True if no renaming and no swap leads to a program with a lesser text.
fn is_least(tree: &SpecTree<'_>, beginning: usize, clients: [&[ActionCall]; 2]) -> bool {
    let text = |calls: &[ActionCall]| calls.iter().map(call_text).collect::<Vec<_>>();
    let own = clients.map(text);
    let swapped = |[one, other]: [Vec<(usize, String)>; 2]| [other, one];
    let is_no_less = |image: [Vec<(usize, String)>; 2]| order(&image) >= order(&own);
    is_no_less(swapped(own.clone()))
        && tree.behaviour(beginning).renamings().iter().all(|renaming| {
            let image = clients.map(|calls| {
                calls.iter().map(|call| call_text(&call.renamed(renaming))).collect::<Vec<_>>()
            });
            is_no_less(image.clone()) && is_no_less(swapped(image))
        })
}

/// The shorter client is the first one.
fn order(clients: &[Vec<(usize, String)>; 2]) -> (usize, &[Vec<(usize, String)>; 2]) {
    (clients[0].len(), clients)
}

fn call_text(call: &ActionCall) -> (usize, String) {
    (call.action, Json::Object(call.arguments.clone()).to_string())
}
