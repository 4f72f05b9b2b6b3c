//! Commands about traces.

use crate::model::{Command, FormulaKind, Model, Node};

impl Model {
    /// True if a command is about traces: something in the model changes, or what the command says, with the facts and all
    /// that is called, speaks of time.
    pub fn is_temporal(&self, command: &Command) -> bool {
        if self.sigs.iter().any(|(_, sig)| sig.is_variable)
            || self.fields.iter().any(|(_, field)| field.is_variable)
        {
            return true;
        }
        let facts = self.facts.iter().map(|fact| Node::Formula(&fact.formula));
        self.reachable(facts.chain([Node::Formula(&command.goal)])).any(|node| {
            matches!(node, Node::Formula(formula)
                if matches!(formula.kind, FormulaKind::Previously(_) | FormulaKind::Temporal(..)))
        })
    }
}
