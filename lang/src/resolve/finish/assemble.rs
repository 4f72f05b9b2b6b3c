//! Expressions that are assembled from settled operands. The settled operands may have arities that
//! do not fit, where bottom-up one of several did.

use crate::code;
use crate::diagnostic::Diagnostic;
use crate::model::build::binary;
use crate::model::{Expr, ExprKind, Formula, PairOp, RelationOp};
use crate::resolve::context::{Resolver, Result};
use crate::source::Span;

impl Resolver<'_> {
    pub(crate) fn assemble_unary(&mut self, op: PairOp, operand: Expr, span: Span) -> Result<Expr> {
        if operand.arity != 2 {
            return self.not_binary(op, operand.arity, operand.span);
        }
        let kind = ExprKind::Unary(op, Box::new(operand));
        Ok(Expr { kind, arity: 2, span })
    }

    pub(crate) fn assemble_binary(
        &mut self,
        op: RelationOp,
        left: Expr,
        right: Expr,
        span: Span,
    ) -> Result<Expr> {
        let (l, r) = (left.arity, right.arity);
        match op {
            RelationOp::Product => {}
            RelationOp::Join if l + r > 2 => {}
            RelationOp::Join => return self.two_sets_joined(span),
            RelationOp::DomainRestriction if l == 1 => {}
            RelationOp::DomainRestriction => {
                return self.restriction_mismatch("<:", "left", l, left.span);
            }
            RelationOp::RangeRestriction if r == 1 => {}
            RelationOp::RangeRestriction => {
                return self.restriction_mismatch(":>", "right", r, right.span);
            }
            _ if l == r => {}
            _ => return self.operation_mismatch(op, l, r, span),
        }
        Ok(Expr { span, ..binary(op, left, right) })
    }

    pub(crate) fn assemble_conditional(
        &mut self,
        condition: Box<Formula>,
        then: Expr,
        otherwise: Expr,
        span: Span,
    ) -> Result<Expr> {
        let arity = then.arity;
        if arity != otherwise.arity {
            return self.arity_mismatch("else", arity, otherwise.arity, span);
        }
        let kind = ExprKind::Conditional(condition, Box::new(then), Box::new(otherwise));
        Ok(Expr { kind, arity, span })
    }

    pub(crate) fn two_sets_joined<T>(&mut self, span: Span) -> Result<T> {
        self.report(
            Diagnostic::new(code::ARITY, "two sets cannot be joined")
                .at(span, "both sides have one column, so nothing would be left")
                .help("`&` is the intersection; `->` is the product"),
        )
    }
}
