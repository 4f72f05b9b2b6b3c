//! What a spec does, call by call, from each first state: worked out once, as far as it is asked for.

use korrel_enumerate::operations::{ActionCall, Behaviour, Behaviours};
use korrel_enumerate::states::Stopped;
use serde_json::Value as Json;

/// The behaviours of a spec as a tree.
pub(super) struct SpecTree<'s> {
    behaviours: Behaviours<'s>,
    nodes: Vec<SpecNode>,
    /// The number of first states, which are the first nodes.
    pub beginnings: usize,
}

struct SpecNode {
    behaviour: Behaviour,
    steps: Option<Vec<SpecStep>>,
}

/// A step of the spec.
#[derive(Clone)]
pub(super) struct SpecStep {
    /// The calls that take it, each with its result if it has one.
    pub calls: Vec<(ActionCall, Option<Json>)>,
    pub to: usize,
}

impl<'s> SpecTree<'s> {
    pub fn new(behaviours: Behaviours<'s>, beginnings: Vec<Behaviour>) -> SpecTree<'s> {
        let count = beginnings.len();
        let node = |behaviour| SpecNode { behaviour, steps: None };
        let nodes = beginnings.into_iter().map(node).collect();
        SpecTree { behaviours, nodes, beginnings: count }
    }

    pub fn behaviour(&self, node: usize) -> &Behaviour {
        &self.nodes[node].behaviour
    }

    /// The steps from a node that the scope allows.
    ///
    /// # Errors
    /// A stop.
    pub fn steps(&mut self, node: usize) -> Result<&[SpecStep], Stopped> {
        if self.nodes[node].steps.is_none() {
            let found = self.behaviours.steps(&self.nodes[node].behaviour)?;
            let mut steps = Vec::with_capacity(found.len());
            for (calls, behaviour) in found {
                steps.push(SpecStep { calls, to: self.nodes.len() });
                self.nodes.push(SpecNode { behaviour, steps: None });
            }
            self.nodes[node].steps = Some(steps);
        }
        Ok(self.nodes[node].steps.as_deref().expect("it was just worked out"))
    }

    /// The nodes to which a call leads. `result`: only where it returns this.
    ///
    /// # Errors
    /// A stop.
    pub fn after(
        &mut self,
        node: usize,
        call: &ActionCall,
        result: Option<&Json>,
    ) -> Result<Vec<usize>, Stopped> {
        let is_taken = |(taken, returned): &(ActionCall, Option<Json>)| {
            let is_right = match (returned, result) {
                (None, _) | (_, None) => true,
                (Some(returned), Some(result)) => returned == result,
            };
            taken == call && is_right
        };
        let steps = self.steps(node)?.iter();
        Ok(steps.filter(|step| step.calls.iter().any(is_taken)).map(|step| step.to).collect())
    }
}
