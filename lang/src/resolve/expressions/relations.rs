//! Operators whose operands and results are relations.

use crate::ast;
use crate::code;
use crate::diagnostic::Diagnostic;
use crate::model::{RelationOp, Type};
use crate::resolve::arity::columns;
use crate::resolve::node::{Node, Pending, PendingKind, PendingUnary};
use crate::resolve::{Resolver, Result, TypeOps};
use crate::source::Span;

impl Resolver<'_> {
    /// `~e`, `^e` and `*e`.
    pub(super) fn unary_relation(
        &mut self,
        op: PendingUnary,
        operand: &ast::Expr,
        span: Span,
    ) -> Result<Node> {
        let node = self.node(operand)?;
        let operand = self.pending(node)?;
        if !operand.ty.has_arity(2) {
            return self.not_binary(op, &operand);
        }
        let ty = match op {
            PendingUnary::Transpose => operand.ty.transpose(),
            PendingUnary::Closure => self.model.closure(&operand.ty),
            PendingUnary::ReflexiveClosure => Type::any(2),
        };
        let kind = PendingKind::Unary(op, Box::new(operand));
        Ok(Node::Relation(Pending { kind, ty, span }))
    }

    fn not_binary<T>(&mut self, op: PendingUnary, operand: &Pending) -> Result<T> {
        let message = format!("`{}` works on binary relations", sign(op));
        let help = match op {
            PendingUnary::ReflexiveClosure => "numbers are multiplied by `mul[a, b]`",
            _ => "it leads from one end of a relation to the other, as in `n.^next`",
        };
        self.report(
            Diagnostic::error(code::ARITY, message)
                .at(operand.span, format!("this is {}", columns(operand.ty.arity())))
                .help(help),
        )
    }

    pub(super) fn binary_relation(
        &mut self,
        op: RelationOp,
        left: &ast::Expr,
        right: &ast::Expr,
        span: Span,
    ) -> Result<Node> {
        let (left, right) = (self.node(left)?, self.node(right)?);
        let (left, right) = (self.pending(left)?, self.pending(right)?);
        let ty = self.binary_type(op, &left, &right, span)?;
        let kind = PendingKind::Binary(op, Box::new(left), Box::new(right));
        Ok(Node::Relation(Pending { kind, ty, span }))
    }

    fn binary_type(
        &mut self,
        op: RelationOp,
        left: &Pending,
        right: &Pending,
        span: Span,
    ) -> Result<Type> {
        let (l, r) = (&left.ty, &right.ty);
        match op {
            RelationOp::DomainRestriction if !l.has_arity(1) => {
                self.restriction_mismatch("<:", "left", left)
            }
            RelationOp::RangeRestriction if !r.has_arity(1) => {
                self.restriction_mismatch(":>", "right", right)
            }
            RelationOp::DomainRestriction => Ok(self.model.domain_restriction(l, r)),
            RelationOp::RangeRestriction => Ok(self.model.range_restriction(l, r)),
            RelationOp::Product => Ok(l.product(r)),
            _ if !l.shares_arity(r) => {
                self.arity_mismatch(relation_sign(op), l.arity(), r.arity(), span)
            }
            RelationOp::Difference => Ok(l.sharing_arity(r)),
            RelationOp::Intersection => Ok(self.model.intersection(l, r)),
            _ => Ok(self.model.union(&l.sharing_arity(r), &r.sharing_arity(l))),
        }
    }

    fn restriction_mismatch<T>(
        &mut self,
        operator: &str,
        side: &str,
        operand: &Pending,
    ) -> Result<T> {
        let message = format!("`{operator}` wants a set on its {side}");
        self.report(
            Diagnostic::error(code::ARITY, message)
                .at(operand.span, format!("this is {}", columns(operand.ty.arity()))),
        )
    }
}

fn sign(op: PendingUnary) -> &'static str {
    match op {
        PendingUnary::Transpose => "~",
        PendingUnary::Closure => "^",
        PendingUnary::ReflexiveClosure => "*",
    }
}

fn relation_sign(op: RelationOp) -> &'static str {
    match op {
        RelationOp::Union => "+",
        RelationOp::Difference => "-",
        RelationOp::Intersection => "&",
        RelationOp::Override => "++",
        RelationOp::Product => "->",
        RelationOp::Join => ".",
        RelationOp::DomainRestriction => "<:",
        RelationOp::RangeRestriction => ":>",
    }
}
