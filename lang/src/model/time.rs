//! What changes from one state of a trace to the next, and what speaks of several states.

use super::{Command, Expr, ExprKind, FormulaKind, Model, Node, PairOp, Sig, SigId};

impl Model {
    /// True if the answers to a command are traces: something is declared by `var`, or a fact, the command
    /// or a predicate that they call has a temporal operator.
    pub fn is_temporal(&self, command: &Command) -> bool {
        self.declares_var || self.has_temporal_facts() || self.relates_states(&command.goal)
    }

    /// True if some sig or field has a value in each state.
    pub fn has_variables(&self) -> bool {
        let mut fields = self.fields.iter();
        self.sigs.ids().any(|sig| self.is_mutable(sig))
            || fields.any(|(_, field)| field.is_variable)
    }

    /// True if the facts alone make every command one about traces.
    pub fn has_temporal_facts(&self) -> bool {
        let facts = self.facts.iter().map(|fact| Node::Formula(&fact.formula));
        self.declares_var || self.reachable(facts).any(Node::is_temporal)
    }

    /// True if a node, or a body that it calls, has a temporal operator. `e'` and `after F` are none: in
    /// postconditions these speak of two states.
    pub fn relates_states<'m>(&'m self, node: impl Into<Node<'m>>) -> bool {
        self.reachable([node.into()]).any(Node::is_temporal)
    }

    /// True if a node, or a body that it calls, speaks of something whose value may be another one in
    /// another state.
    pub fn changes<'m>(&'m self, node: impl Into<Node<'m>>) -> bool {
        self.declares_var && self.reachable([node.into()]).any(|node| self.names_what_changes(node))
    }

    /// The same of the node itself. The atoms in use change if those of a top-level sig do.
    pub(crate) fn names_what_changes(&self, node: Node<'_>) -> bool {
        match node {
            Node::Relation(Expr { kind, .. }) => match kind {
                ExprKind::Sig(Sig::UNIVERSE)
                | ExprKind::Identity
                | ExprKind::Unary(PairOp::ReflexiveClosure, _) => {
                    self.top_level().any(|sig| self.is_mutable(sig))
                }
                ExprKind::Sig(sig) => self.is_mutable(*sig),
                ExprKind::Field(field) => self.fields[*field].is_variable,
                _ => false,
            },
            _ => false,
        }
    }

    fn is_mutable(&self, sig: SigId) -> bool {
        self.sigs[sig].is_variable
    }
}

impl Node<'_> {
    /// True if the node itself is a temporal operator.
    pub fn is_temporal(self) -> bool {
        matches!(
            self,
            Node::Formula(formula)
                if matches!(formula.kind, FormulaKind::Previously(_) | FormulaKind::Temporal(..))
        )
    }
}
