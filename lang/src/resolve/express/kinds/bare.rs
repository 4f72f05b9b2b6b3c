//! Expressions that are numbers by themselves, not sets of one integer.
//!
//! In Alloy `#e`, sums, shifts and `a fun/add b` have a type of their own, and everything else that
//! stands for a number is a set: `plus[a, b]` and the like are functions that give one, and so are
//! literals and `int[e]` where a set can stand. It shows in conditionals only.

use crate::ast::{BinaryOp, Expr, ExprKind, Quantifier, UnaryOp};
use crate::resolve::context::Resolver;
use crate::resolve::context::place::Local;

impl Resolver<'_> {
    pub(crate) fn is_bare_number(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Unary(op, _) => *op == UnaryOp::Cardinality,
            ExprKind::Quantified(quantifier, ..) => *quantifier == Quantifier::Sum,
            ExprKind::Binary(op, ..) => matches!(op, BinaryOp::Integer(_)),
            ExprKind::Conditional(_, then, _) => self.is_bare_number(then),
            ExprKind::Block(parts) if parts.len() == 1 => self.is_bare_number(&parts[0]),
            ExprKind::Let(bindings, body) => match &body.kind {
                ExprKind::Name(name) => {
                    let bound = bindings.iter().rev().find(|(bound, _)| bound.text == *name);
                    bound.map_or_else(
                        || self.is_bare_number(body),
                        |(_, value)| self.is_bare_number(value),
                    )
                }
                _ => self.is_bare_number(body),
            },
            ExprKind::Name(name) => match self.place.local(name) {
                Some(Local::Variable(variable)) => self.bare_numbers.contains(variable),
                _ => false,
            },
            _ => false,
        }
    }
}
