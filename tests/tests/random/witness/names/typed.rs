//! Bottom-up: each expression gets a type, a name the union of what it can stand for.

use super::{Names, Node, NodeKind, Refused, Settled};
use crate::witness::tree::{Binary, Expr, Ordered, Range, Unary};
use crate::witness::types::{Column, Type};

impl Names<'_> {
    /// Bottom-up.
    pub(super) fn typed(&mut self, expr: &Expr) -> Result<Node, Refused> {
        let spec = self.spec;
        let node = match expr {
            Expr::Sig(id) => Node { ty: spec.type_of_sig(*id), kind: NodeKind::Sig(*id) },
            Expr::None => Node { ty: Type::nothing(1), kind: NodeKind::None },
            Expr::Name(name) => self.name(name),
            Expr::Ordered(order, what) => {
                let sig = spec.orders[*order].sig;
                let set = spec.type_of_sig(sig);
                let ty = match what {
                    Ordered::First | Ordered::Last => set,
                    Ordered::Next | Ordered::Prev => set.product(&set),
                };
                Node { ty, kind: NodeKind::Ordered(sig, *what) }
            }
            Expr::OrderCall(order, call, e) => {
                let sig = spec.orders[*order].sig;
                let argument = Box::new(self.argument(sig, e)?);
                let kind = NodeKind::OrderCall(sig, *call, argument);
                Node { ty: spec.type_of_sig(sig), kind }
            }
            Expr::Unary(op, e) => {
                let e = self.typed(e)?;
                self.unary(*op, e)
            }
            Expr::Binary(op, left, right) => {
                let (left, right) = (self.typed(left)?, self.typed(right)?);
                self.binary(*op, left, right)
            }
            Expr::IfElse(condition, then, other) => {
                let condition = Box::new(self.formula(condition)?);
                let (then, other) = (self.typed(then)?, self.typed(other)?);
                self.if_else(condition, then, other)
            }
            Expr::Let(name, value, body) => {
                let value = self.alone(value)?;
                let names = [name.clone()];
                let body = self.within(&names, &value.ty, |names| names.typed(body))?;
                let kind = NodeKind::Let(Box::new(value), Box::new(body.clone()));
                Node { ty: body.ty, kind }
            }
            Expr::Comprehension(name, domain, body) => {
                let domain = self.alone(domain)?;
                if domain.ty.arity() != Some(1) {
                    return Err(Refused);
                }
                let (names, ty) = ([name.clone()], domain.ty.clone());
                let body = self.within(&names, &ty, |names| names.formula(body))?;
                Node { ty, kind: NodeKind::Comprehension(Box::new(domain), Box::new(body)) }
            }
        };
        if node.ty.products.is_empty() { Err(Refused) } else { Ok(node) }
    }

    /// A local hides all else.
    fn name(&self, name: &str) -> Node {
        if let Some(slot) = self.variables.iter().rposition(|(known, _)| known == name) {
            return Node { ty: self.variables[slot].1.clone(), kind: NodeKind::Variable(slot) };
        }
        let fields = self.spec.fields.iter().enumerate().filter(|(_, field)| field.name == name);
        choice(fields.map(|(id, _)| self.field(id)).collect())
    }

    fn field(&self, id: usize) -> Node {
        let (spec, field) = (self.spec, &self.spec.fields[id]);
        let range = match &field.range {
            Range::Unary(_, sigs) => {
                sigs.iter().fold(Type::default(), |all, &sig| all.union(&spec.type_of_sig(sig)))
            }
            Range::Arrow(left, _, _, right) => {
                spec.type_of_sig(*left).product(&spec.type_of_sig(*right))
            }
        };
        Node { ty: spec.type_of_sig(field.sig).product(&range), kind: NodeKind::Field(id) }
    }

    pub(super) fn unary(&self, op: Unary, e: Node) -> Node {
        let ty = match op {
            Unary::Transpose => e.ty.transposed(),
            Unary::Closure => self.spec.closure(&e.ty),
            Unary::ReflexiveClosure if e.ty.has_arity(2) => {
                Type::new([vec![Column::Universe, Column::Universe]])
            }
            Unary::ReflexiveClosure => Type::default(),
        };
        Node { ty, kind: NodeKind::Unary(op, Box::new(e)) }
    }

    /// A join distributes over what its right side can stand for.
    fn binary(&self, op: Binary, left: Node, right: Node) -> Node {
        if let (Binary::Join | Binary::Box, NodeKind::Choice(candidates)) = (op, &right.kind) {
            let joins = candidates.iter().map(|c| self.plain(op, left.clone(), c.clone()));
            return choice(joins.filter(|join| !join.ty.products.is_empty()).collect());
        }
        self.plain(op, left, right)
    }

    pub(super) fn plain(&self, op: Binary, left: Node, right: Node) -> Node {
        let (a, b) = (&left.ty, &right.ty);
        let ty = match op {
            Binary::Join | Binary::Box => self.spec.join(a, b),
            Binary::Product => a.product(b),
            Binary::Union | Binary::Override => a.of_common_arity(b).union(&b.of_common_arity(a)),
            Binary::Difference => a.of_common_arity(b),
            Binary::Intersection => self.spec.intersection(a, b),
            Binary::Domain => self.spec.restricted(a, b, false),
            Binary::Range => self.spec.restricted(b, a, true),
        };
        Node { ty, kind: NodeKind::Binary(op, Box::new(left), Box::new(right)) }
    }

    pub(super) fn if_else(&self, condition: Box<Settled>, then: Node, other: Node) -> Node {
        let ty = then.ty.of_common_arity(&other.ty).union(&other.ty.of_common_arity(&then.ty));
        Node { ty, kind: NodeKind::IfElse(condition, Box::new(then), Box::new(other)) }
    }
}

fn choice(mut candidates: Vec<Node>) -> Node {
    if candidates.len() == 1 {
        return candidates.remove(0);
    }
    let ty = candidates.iter().fold(Type::default(), |all, one| all.union(&one.ty));
    Node { ty, kind: NodeKind::Choice(candidates) }
}
