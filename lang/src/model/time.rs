//! What changes from one state of a trace to the next, and which formulas are about several states.

use rustc_hash::FxHashMap;

use super::{
    Binder, Command, Expr, ExprKind, FormulaKind, FunctionId, Model, Node, PairOp, Sig, SigId,
    State,
};

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

    /// True if a node, or a body that it calls, has a temporal operator. `e'` and `after F` do not
    /// count: in postconditions these are about two states.
    pub fn relates_states<'m>(&'m self, node: impl Into<Node<'m>>) -> bool {
        self.reachable([node.into()]).any(Node::is_temporal)
    }

    /// True if a node, or a body that it calls, mentions something whose value may be another one in
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

    /// How many states after the present one a node reads, with what it calls, or `None` where a temporal operator
    /// leads further, or into the past.
    pub fn lookahead<'m>(&'m self, node: impl Into<Node<'m>>) -> Option<usize> {
        Lookahead { model: self, functions: FxHashMap::default() }.of(node.into())
    }

    fn is_mutable(&self, sig: SigId) -> bool {
        self.sigs[sig].is_variable
    }
}

struct Lookahead<'m> {
    model: &'m Model,
    /// The functions that were looked at.
    functions: FxHashMap<FunctionId, Option<usize>>,
}

impl<'m> Lookahead<'m> {
    fn of(&mut self, node: Node<'m>) -> Option<usize> {
        stacker::maybe_grow(RED_ZONE, SEGMENT, || self.found(node))
    }

    fn found(&mut self, node: Node<'m>) -> Option<usize> {
        if node.is_temporal() {
            return None;
        }
        if let Some(Binder::Let(_, value)) = node.binder() {
            let body = *node.children().last().expect("a let has a body");
            // The value is read where its variable stands.
            return Some(self.of(value.into())? + self.of(body)?);
        }
        let mut ahead = Some(0);
        node.for_each_child(|child| {
            ahead = ahead.and_then(|most: usize| Some(most.max(self.of(child)?)));
        });
        let within = match node.call() {
            Some((function, _)) => self.of_body(function)?,
            None => 0,
        };
        Some(ahead? + within + usize::from(node.state() == Some(State::After)))
    }

    fn of_body(&mut self, function: FunctionId) -> Option<usize> {
        if let Some(&known) = self.functions.get(&function) {
            return known;
        }
        let found = self.of(Node::from(&self.model.functions[function].body));
        self.functions.insert(function, found);
        found
    }
}

const RED_ZONE: usize = 128 * 1024;
const SEGMENT: usize = 1024 * 1024;

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
