//! How a formula refers to time, as far as its text tells.

use rustc_hash::FxHashMap;

use super::Unroller;
use super::judged::JudgedView;
use crate::instance::Relation;
use crate::model::{
    Binder, ExprKind, FormulaKind, FunctionId, Node, NodeId, PairOp, RelationOp, Sig,
};

/// Facts about a node, the functions that it calls included, and not what its variables stand for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Traits {
    /// It is not the same in all states, or not in a model with other atoms: it has to be copied.
    pub is_touched: bool,
    /// It leads from one state to others.
    pub is_temporal: bool,
    /// How often primes are nested in it, outside of what temporal operators say.
    pub primes: usize,
    /// How often operators of the past are nested in it.
    pub past: usize,
    /// It says something of all states that come, or of one of them: `until`, `releases`.
    pub is_lasting: bool,
}

impl Traits {
    pub fn joined(self, other: Traits) -> Traits {
        Traits {
            is_touched: self.is_touched || other.is_touched,
            is_temporal: self.is_temporal || other.is_temporal,
            primes: self.primes.max(other.primes),
            past: self.past.max(other.past),
            is_lasting: self.is_lasting || other.is_lasting,
        }
    }

    /// Of the body of a function or a `let`, and of what a variable in it stands for, which it may read anywhere.
    pub fn within(self, body: Traits) -> Traits {
        Traits {
            primes: self.primes + body.primes,
            past: self.past + body.past,
            ..self.joined(body)
        }
    }
}

#[derive(Debug, Default)]
pub(super) struct TraitsOf<'m> {
    nodes: FxHashMap<NodeId<'m>, Traits>,
    functions: FxHashMap<FunctionId, Traits>,
}

impl<'m> Unroller<'m> {
    pub fn traits_of(&mut self, node: impl Into<Node<'m>>) -> Traits {
        let node = node.into();
        if let Some(&known) = self.traits.nodes.get(&node.id()) {
            return known;
        }
        let found = stacker::maybe_grow(RED_ZONE, SEGMENT, || self.found(node));
        self.traits.nodes.insert(node.id(), found);
        found
    }

    pub fn traits_of_body(&mut self, function: FunctionId) -> Traits {
        if let Some(&known) = self.traits.functions.get(&function) {
            return known;
        }
        let found = self.traits_of(&self.original.functions[function].body);
        self.traits.functions.insert(function, found);
        found
    }

    fn found(&mut self, node: Node<'m>) -> Traits {
        if let Some(Binder::Let(_, value)) = node.binder() {
            let body = *node.children().last().expect("a let has a body");
            return self.traits_of(value).within(self.traits_of(body));
        }
        let mut below = Traits::default();
        let skipped = self.harmless(node);
        node.for_each_child(|child| {
            if Some(child.id()) != skipped {
                below = below.joined(self.traits_of(child));
            }
        });
        if let Some(operand) = skipped {
            let mut children = node.children().into_iter();
            let operand = children.find(|child| child.id() == operand).expect("it is a child");
            operand.for_each_child(|child| below = below.joined(self.traits_of(child)));
        }
        if let Some((function, _)) = node.call() {
            return below.within(self.traits_of_body(function));
        }
        if node.state().is_some() {
            // In a lasso, a formula about the next state finds those after it by itself.
            let is_led = self.view == JudgedView::Infinite && matches!(node, Node::Formula(_));
            let primes = if is_led { 0 } else { below.primes };
            return Traits { primes: primes + 1, is_touched: true, is_temporal: true, ..below };
        }
        match node {
            Node::Formula(formula) => match &formula.kind {
                FormulaKind::Previously(_) => {
                    let primes = self.primes_up_to_here(below).saturating_sub(1);
                    Traits { primes, ..said_of_others(below, 1) }
                }
                FormulaKind::Temporal(op, _) if op.is_past() => {
                    let primes = self.primes_up_to_here(below);
                    Traits { primes, ..said_of_others(below, 1) }
                }
                FormulaKind::Temporal(..) => {
                    Traits { is_lasting: true, ..said_of_others(below, 0) }
                }
                _ => below,
            },
            Node::Relation(expr) => match &expr.kind {
                ExprKind::Sig(Sig::UNIVERSE)
                | ExprKind::Identity
                | ExprKind::Unary(PairOp::ReflexiveClosure, _) => {
                    Traits { is_touched: true, ..below }
                }
                ExprKind::Sig(sig) if self.copies.changes(*sig) => {
                    Traits { is_touched: true, ..below }
                }
                ExprKind::Field(field) if self.copies.of(Relation::Field(*field)).is_some() => {
                    Traits { is_touched: true, ..below }
                }
                _ => below,
            },
            Node::Integer(_) => below,
        }
    }

    /// How far beyond here the formulas about the states up to here reach. In a beginning that may be beyond its end.
    /// In a lasso each of these states knows the next one.
    fn primes_up_to_here(&self, below: Traits) -> usize {
        if self.view == JudgedView::Infinite { 0 } else { below.primes }
    }

    /// The operand of a join for which it makes no difference which atoms there are beside those of the other one:
    /// `univ` or `*r`, where the atoms in use are the same in all states.
    pub fn harmless(&self, node: Node<'m>) -> Option<NodeId<'m>> {
        let Node::Relation(expr) = node else { return None };
        let ExprKind::Binary(RelationOp::Join, a, b) = &expr.kind else { return None };
        let is_all = |expr: &crate::model::Expr| {
            matches!(
                expr.kind,
                ExprKind::Sig(Sig::UNIVERSE) | ExprKind::Unary(PairOp::ReflexiveClosure, _)
            )
        };
        match (is_all(a), is_all(b)) {
            _ if self.copies.has_mutable_atoms => None,
            (true, false) => Some(Node::Relation(a).id()),
            (false, true) => Some(Node::Relation(b).id()),
            _ => None,
        }
    }
}

/// What an operator says of other states: primes below it are theirs.
fn said_of_others(below: Traits, past: usize) -> Traits {
    Traits { is_touched: true, is_temporal: true, primes: 0, past: below.past + past, ..below }
}

const RED_ZONE: usize = 128 * 1024;
const SEGMENT: usize = 1024 * 1024;
