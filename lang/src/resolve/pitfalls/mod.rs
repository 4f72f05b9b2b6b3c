//! Forms that are legal, have a value, and are hardly ever meant: signs between numbers, fields of
//! a set that may be empty, fields of other sigs, closures that a mark splits between two states.
//!
//! A pass over the resolved model, since only there is it known what a name stands for, and of how
//! many atoms its value can be. Only the user's own text is looked at: the messages quote it.

mod almost;
mod first_state;
mod foreign_field;
mod guards;
mod half_marked;
mod maybe_empty;
mod signs;
mod single;

use super::context::Resolver;
use crate::diagnostic::Diagnostic;
use crate::model::{Command, FactOrigin, Node, Value};
use crate::source::Span;
use single::SingleVariables;

impl Resolver<'_> {
    /// All pitfalls of a spec, each place once.
    pub(crate) fn pitfalls(&self, implicit: &[Command]) -> Vec<Diagnostic> {
        let facts = self.model.facts.iter().filter(|fact| fact.origin == FactOrigin::Written);
        let facts = facts.map(|fact| Node::Formula(&fact.formula));
        let commands = self.model.commands.iter().chain(implicit);
        let mut nodes: Vec<Node<'_>> = facts.collect();
        nodes.extend(commands.map(|command| Node::Formula(&command.goal)));
        for (_, function) in self.model.functions.iter() {
            if self.text(function.span).is_some() {
                nodes.push(Node::from(&function.body));
            }
        }
        let values = SingleVariables::new(self, &nodes);
        let mut found = self.signs_in_functions(&values);
        found.extend(self.almost_of_operations(implicit));
        for node in nodes {
            self.pitfalls_below(node, &values, &mut found);
        }
        found
    }

    /// The pitfalls of an expression that is asked about.
    pub(crate) fn pitfalls_of(&self, value: &Value) -> Vec<Diagnostic> {
        let node = Node::from(value);
        let mut found = Vec::new();
        self.pitfalls_below(node, &SingleVariables::new(self, &[node]), &mut found);
        found
    }

    fn pitfalls_below(
        &self,
        node: Node<'_>,
        values: &SingleVariables<'_>,
        found: &mut Vec<Diagnostic>,
    ) {
        self.signs(node, values, found);
        self.foreign_fields(node, found);
        self.half_marked(node, found);
        self.maybe_empty(node, values, found);
    }

    /// The user's text there, in one line.
    fn quoted(&self, span: Span) -> Option<String> {
        let words = self.text(span)?.split_whitespace();
        Some(words.collect::<Vec<_>>().join(" "))
    }
}
