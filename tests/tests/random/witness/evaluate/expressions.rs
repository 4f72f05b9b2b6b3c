//! Expressions.

use super::Assignment;
use crate::witness::bits::{ALL, Pairs, at_row, atoms, closure, identity, image, transposed};
use crate::witness::names::{Node, NodeKind};
use crate::witness::tree::{Binary, OrderCall, Ordered, SigId, Unary};
use crate::witness::value::Value;

impl Assignment {
    pub fn value(&mut self, node: &Node) -> Value {
        match &node.kind {
            NodeKind::Sig(id) => Value::Set(self.sigs[*id]),
            NodeKind::Field(id) => self.fields[*id].clone(),
            NodeKind::Variable(slot) => self.variables[*slot].clone(),
            NodeKind::None => Value::empty(node.ty.arity().expect("settled")),
            NodeKind::Ordered(sig, what) => self.ordered(*sig, *what),
            NodeKind::OrderCall(sig, call, e) => {
                let (set, next) = (self.value(e).set(), self.next(*sig));
                let (after, before) = (closure(next), closure(transposed(next)));
                Value::Set(match call {
                    OrderCall::Nexts => image(set, after),
                    OrderCall::Prevs => image(set, before),
                    OrderCall::Max => set & !image(set, before),
                    OrderCall::Min => set & !image(set, after),
                })
            }
            NodeKind::Unary(op, e) => {
                let pairs = self.value(e).pairs();
                Value::Pairs(match op {
                    Unary::Transpose => transposed(pairs),
                    Unary::Closure => closure(pairs),
                    Unary::ReflexiveClosure => closure(pairs) | identity(self.universe()),
                })
            }
            NodeKind::Binary(op, left, right) => {
                let (left, right) = (self.value(left), self.value(right));
                binary(*op, &left, &right)
            }
            NodeKind::IfElse(condition, then, other) => {
                if self.holds(condition) {
                    self.value(then)
                } else {
                    self.value(other)
                }
            }
            NodeKind::Let(value, body) => {
                let value = self.value(value);
                self.with(value, |within| within.value(body))
            }
            NodeKind::Comprehension(domain, body) => {
                let domain = self.value(domain).set();
                let mut holds =
                    |&a: &usize| self.with(Value::Set(1 << a), |within| within.holds(body));
                let members: Vec<usize> = atoms(domain).filter(&mut holds).collect();
                Value::Set(members.into_iter().map(|a| 1 << a).sum())
            }
            NodeKind::Choice(_) => panic!("a settled expression has no choice"),
        }
    }

    fn order(&self, sig: SigId) -> &[usize] {
        let (_, atoms) =
            self.orders.iter().find(|(id, _)| *id == sig).expect("every ordered sig has an order");
        atoms
    }

    pub(super) fn next(&self, sig: SigId) -> Pairs {
        let steps = self.order(sig).windows(2);
        steps.map(|step| at_row(1 << step[1], step[0])).sum()
    }

    fn ordered(&self, sig: SigId, what: Ordered) -> Value {
        let end = |atom: Option<&usize>| Value::Set(atom.map_or(0, |atom| 1 << atom));
        match what {
            Ordered::First => end(self.order(sig).first()),
            Ordered::Last => end(self.order(sig).last()),
            Ordered::Next => Value::Pairs(self.next(sig)),
            Ordered::Prev => Value::Pairs(transposed(self.next(sig))),
        }
    }
}

fn binary(op: Binary, left: &Value, right: &Value) -> Value {
    match op {
        Binary::Join | Binary::Box => left.join(right),
        Binary::Product => left.product(right),
        Binary::Union => left.union(right),
        Binary::Difference => left.difference(right),
        Binary::Intersection => left.intersection(right),
        Binary::Override => left.starting_in(ALL & !right.domain()).union(right),
        Binary::Domain => right.starting_in(left.set()),
        Binary::Range => left.ending_in(right.set()),
    }
}
