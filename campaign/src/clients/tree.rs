//! What a spec does, call by call, from each first state: worked out once, as far as it is asked for.

use korrel_enumerate::states::QuestionStop;
use serde_json::{Map, Value as Json};

use crate::operations::{ActionCall, Behaviour, Behaviours};

/// The behaviours of a spec as a tree.
pub(super) struct SpecTree<'s> {
    behaviours: Behaviours<'s>,
    nodes: Vec<SpecNode>,
    /// The number of first states, which are the first nodes.
    pub beginnings: usize,
}

struct SpecNode {
    behaviour: Behaviour,
    steps: Option<Vec<HistoryStep>>,
    /// The calls that must throw.
    throwing: Option<Vec<ActionCall>>,
}

/// What came of a call.
#[derive(Clone, Copy)]
pub(super) enum Came<'r> {
    /// It is not made yet.
    Open,
    Returned(&'r Json),
    Threw,
}

/// A step of the spec.
#[derive(Clone)]
pub(super) struct HistoryStep {
    /// The calls that take it, each with its result if it has one.
    pub calls: Vec<(ActionCall, Option<Json>)>,
    pub to: usize,
}

impl<'s> SpecTree<'s> {
    pub fn new(behaviours: Behaviours<'s>, beginnings: Vec<Behaviour>) -> SpecTree<'s> {
        let count = beginnings.len();
        let nodes = beginnings.into_iter().map(SpecNode::new).collect();
        SpecTree { behaviours, nodes, beginnings: count }
    }

    /// True if the spec says when calls of this action must throw.
    pub fn says_when_it_throws(&self, action: usize) -> bool {
        let call = ActionCall { action, arguments: Map::new() };
        let first = self.nodes.first();
        first.is_some_and(|node| self.behaviours.throws(&node.behaviour, &call).is_some())
    }

    /// The calls that must throw at a node, and leave the state as it is.
    ///
    /// # Errors
    /// A stop.
    pub fn throwing(&mut self, node: usize) -> Result<&[ActionCall], QuestionStop> {
        if self.nodes[node].throwing.is_none() {
            let says =
                (0..self.behaviours.actions().len()).any(|one| self.says_when_it_throws(one));
            let calls = match says {
                true => self.behaviours.calls(&self.nodes[node].behaviour, &[])?.calls,
                false => Vec::new(),
            };
            let throwing = calls.into_iter().filter(|call| call.throws).map(|call| call.call);
            self.nodes[node].throwing = Some(throwing.collect());
        }
        Ok(self.nodes[node].throwing.as_deref().expect("it was just worked out"))
    }

    pub fn behaviour(&self, node: usize) -> &Behaviour {
        &self.nodes[node].behaviour
    }

    /// The steps from a node that the scope allows.
    ///
    /// # Errors
    /// A stop.
    pub fn steps(&mut self, node: usize) -> Result<&[HistoryStep], QuestionStop> {
        if self.nodes[node].steps.is_none() {
            let found = self.behaviours.steps(&self.nodes[node].behaviour)?;
            let mut steps = Vec::with_capacity(found.len());
            for (calls, behaviour) in found {
                steps.push(HistoryStep { calls, to: self.nodes.len() });
                self.nodes.push(SpecNode::new(behaviour));
            }
            self.nodes[node].steps = Some(steps);
        }
        Ok(self.nodes[node].steps.as_deref().expect("it was just worked out"))
    }

    /// The nodes to which a call leads, where this came of it.
    ///
    /// # Errors
    /// A stop.
    pub fn after(
        &mut self,
        node: usize,
        call: &ActionCall,
        came: Came<'_>,
    ) -> Result<Vec<usize>, QuestionStop> {
        if self.throwing(node)?.contains(call) {
            return Ok(match came {
                Came::Returned(_) => Vec::new(),
                Came::Open | Came::Threw => vec![node],
            });
        }
        let is_taken = |(taken, returned): &(ActionCall, Option<Json>)| {
            let is_right = match (returned, came) {
                (_, Came::Threw) => false,
                (None, _) | (_, Came::Open) => true,
                (Some(returned), Came::Returned(result)) => returned == result,
            };
            taken == call && is_right
        };
        let steps = self.steps(node)?.iter();
        Ok(steps.filter(|step| step.calls.iter().any(is_taken)).map(|step| step.to).collect())
    }
}

impl SpecNode {
    fn new(behaviour: Behaviour) -> SpecNode {
        SpecNode { behaviour, steps: None, throwing: None }
    }
}
