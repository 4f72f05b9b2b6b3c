//! The actions of a command about traces: the predicates by which its steps are called.
//!
//! *Problem.* A spec says what may happen as `always (send or receive)`, and Alloy's tools then show states without a
//! word of what happened. *Choice.* An action is a predicate that primes something, itself or in a predicate that it
//! calls, and is called under `always`. It is found by the text alone, so that all traces of a command have the same
//! actions. An action leads to others where it chooses between them: `step` says `some p: P | send[p] or receive[p]`.
//! If it does nothing but choose, and has no parameters, the others tell everything about it, so it is no action
//! itself. *Rejected.* To take every predicate that an action calls, which makes an action of each frame condition.

use std::collections::BTreeSet;

use super::{
    Command, Formula, FormulaKind, Function, FunctionId, Model, Node, Quantifier, State,
    TemporalOp, Value,
};
use crate::source::Span;

impl Model {
    /// The predicates by which the steps of a command's traces are called, in order of declaration or as the command
    /// names them. None if the command is not about traces.
    pub fn actions(&self, command: &Command) -> Vec<FunctionId> {
        match &command.actions {
            _ if !self.is_temporal(command) => Vec::new(),
            Some(named) => named.clone(),
            None => self.actions_under_always(command),
        }
    }

    pub(crate) fn predicates(&self) -> impl Iterator<Item = (FunctionId, &Function)> {
        self.functions.iter().filter(|(_, function)| matches!(function.body, Value::Formula(_)))
    }

    /// True if a function, or one that it calls, mentions the state before an operation.
    pub(crate) fn is_of_two_states(&self, function: FunctionId) -> bool {
        let body = Node::from(&self.functions[function].body);
        self.reachable([body]).any(|below| below.state() == Some(State::Before))
    }

    fn actions_under_always(&self, command: &Command) -> Vec<FunctionId> {
        self.actions_of(command, &|_, said| {
            Node::Formula(said).descendants().filter_map(Node::call).map(|call| call.0).collect()
        })
    }

    /// The actions between which the steps of a command's traces choose: `always (send or some p: P | receive[p])`.
    pub fn chosen_actions(&self, command: &Command) -> Vec<FunctionId> {
        self.actions_of(command, &ActionSearch::alternatives)
    }

    fn actions_of<'m>(
        &'m self,
        command: &'m Command,
        called: &dyn Fn(&ActionSearch<'m>, &'m Formula) -> Vec<FunctionId>,
    ) -> Vec<FunctionId> {
        let facts = self.facts.iter().map(|fact| Node::Formula(&fact.formula));
        let mut search = ActionSearch { model: self, met: BTreeSet::new(), found: Vec::new() };
        for node in self.reachable(facts.chain([Node::Formula(&command.goal)])) {
            if let Some(said) = always(node) {
                called(&search, said).into_iter().for_each(|function| search.meet(function));
            }
        }
        let declared = |function: &FunctionId| -> Span { self.functions[*function].span };
        search.found.sort_by_key(declared);
        search.found
    }

    /// True if a node, or a body that it calls, is read in the next state.
    fn primes(&self, node: Node<'_>) -> bool {
        self.reachable([node]).any(|below| below.state() == Some(State::After))
    }
}

/// What holds in every state from here on, if the node says that.
fn always(node: Node<'_>) -> Option<&Formula> {
    match node {
        Node::Formula(Formula {
            kind: FormulaKind::Temporal(TemporalOp::Releases, sides), ..
        }) if matches!(sides[0].kind, FormulaKind::Constant(false)) => Some(&sides[1]),
        _ => None,
    }
}

struct ActionSearch<'m> {
    model: &'m Model,
    met: BTreeSet<FunctionId>,
    found: Vec<FunctionId>,
}

impl<'m> ActionSearch<'m> {
    /// A function that is called under `always`, and those between which it chooses.
    fn meet(&mut self, function: FunctionId) {
        let declared = &self.model.functions[function];
        let Value::Formula(body) = &declared.body else { return };
        if !self.met.insert(function) || !self.model.primes(Node::Formula(body)) {
            return;
        }
        if !(declared.parameters.is_empty() && self.is_choice(body)) {
            self.found.push(function);
        }
        for other in self.alternatives(body) {
            self.meet(other);
        }
    }

    /// The predicates that prime something and between which a formula chooses.
    fn alternatives(&self, formula: &'m Formula) -> Vec<FunctionId> {
        let all = |parts: &mut dyn Iterator<Item = &'m Formula>| {
            parts.flat_map(|part| self.alternatives(part)).collect()
        };
        match &formula.kind {
            FormulaKind::Call(function, _) if self.model.primes(Node::Formula(formula)) => {
                vec![*function]
            }
            FormulaKind::Or(parts) => all(&mut parts.iter()),
            FormulaKind::Conditional(_, a, b) => all(&mut [&**a, &**b].into_iter()),
            FormulaKind::Quantified { quantifier: Quantifier::Some, body, .. }
            | FormulaKind::Let(_, _, body) => self.alternatives(body),
            // A call beside other things that are said helps to say them.
            FormulaKind::And(parts) if parts.len() > 1 => {
                let several = |part: &'m Formula| {
                    let found = self.alternatives(part);
                    if found.len() > 1 { found } else { Vec::new() }
                };
                parts.iter().flat_map(several).collect()
            }
            FormulaKind::And(parts) => all(&mut parts.iter()),
            _ => Vec::new(),
        }
    }

    /// True if a formula does nothing but choose between predicates that prime something.
    fn is_choice(&self, formula: &Formula) -> bool {
        match &formula.kind {
            FormulaKind::Call(..) => self.model.primes(Node::Formula(formula)),
            FormulaKind::Or(parts) => parts.iter().all(|part| self.is_choice(part)),
            FormulaKind::Conditional(_, a, b) => self.is_choice(a) && self.is_choice(b),
            FormulaKind::Quantified { quantifier: Quantifier::Some, body, .. }
            | FormulaKind::Let(_, _, body) => self.is_choice(body),
            FormulaKind::And(parts) => parts.len() == 1 && self.is_choice(&parts[0]),
            _ => false,
        }
    }
}
