//! Operators whose operands and results are relations.

use std::rc::Rc;

use crate::ast;
use crate::code;
use crate::diagnostic::Diagnostic;
use crate::model::{PairOp, RelationOp};
use crate::resolve::context::node::{PendingKind, PendingNode};
use crate::resolve::context::{Resolver, Result};
use crate::resolve::report::arity::columns;
use crate::source::Span;

impl Resolver<'_> {
    /// `~e`, `^e` and `*e`.
    pub(crate) fn unary_relation(
        &mut self,
        op: PairOp,
        operand: &ast::Expr,
        span: Span,
    ) -> Result<PendingNode> {
        let node = self.node(operand)?;
        let operand = Rc::new(self.pending(node)?);
        let (arity, at) = (operand.ty.arity(), operand.span);
        match self.typed(PendingKind::Unary(op, operand), span) {
            Some(pending) => Ok(PendingNode::Relation(pending)),
            None => self.not_binary(op, arity, at),
        }
    }

    pub(crate) fn not_binary<T>(&mut self, op: PairOp, arity: usize, operand: Span) -> Result<T> {
        let message = format!("`{}` works on binary relations", op.sign());
        let help = match op {
            PairOp::ReflexiveClosure => "numbers are multiplied by `mul[a, b]`",
            _ => "it goes from one column of a relation to the other, as in `n.^next`",
        };
        self.report(
            Diagnostic::new(code::ARITY, message)
                .at(operand, format!("this is {}", columns(arity)))
                .help(help),
        )
    }

    pub(crate) fn binary_relation(
        &mut self,
        op: RelationOp,
        left: &ast::Expr,
        right: &ast::Expr,
        span: Span,
    ) -> Result<PendingNode> {
        let (left, right) = (self.node(left)?, self.node(right)?);
        let (left, right) = (Rc::new(self.pending(left)?), Rc::new(self.pending(right)?));
        let kind = PendingKind::Binary(op, Rc::clone(&left), Rc::clone(&right));
        if let Some(pending) = self.typed(kind, span) {
            return Ok(PendingNode::Relation(pending));
        }
        let (l, r) = (left.ty.arity(), right.ty.arity());
        match op {
            RelationOp::DomainRestriction => self.restriction_mismatch("<:", "left", l, left.span),
            RelationOp::RangeRestriction => self.restriction_mismatch(":>", "right", r, right.span),
            _ => self.operation_mismatch(op, l, r, span),
        }
    }

    pub(crate) fn operation_mismatch<T>(
        &mut self,
        op: RelationOp,
        left: usize,
        right: usize,
        span: Span,
    ) -> Result<T> {
        self.arity_mismatch(op.sign(), left, right, span)
    }

    pub(crate) fn restriction_mismatch<T>(
        &mut self,
        operator: &str,
        side: &str,
        arity: usize,
        operand: Span,
    ) -> Result<T> {
        let message = format!("`{operator}` wants a set on its {side}");
        self.report(
            Diagnostic::new(code::ARITY, message)
                .at(operand, format!("this is {}", columns(arity))),
        )
    }
}
