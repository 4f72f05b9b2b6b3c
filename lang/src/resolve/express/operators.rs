//! The distinction between operators on relations, on numbers and on formulas.

use crate::ast::{self, BinaryOp, UnaryOp};
use crate::code;
use crate::diagnostic::Diagnostic;
use crate::model::{IntExpr, IntExprKind, Measure, RelationOp};
use crate::resolve::context::node::PendingNode;
use crate::resolve::context::{Resolver, Result};
use crate::source::Span;

impl Resolver<'_> {
    pub(crate) fn unary(
        &mut self,
        op: UnaryOp,
        operand: &ast::Expr,
        span: Span,
    ) -> Result<PendingNode> {
        match op {
            UnaryOp::Pair(op) => self.unary_relation(op, operand, span),
            UnaryOp::Cardinality => {
                let node = self.node(operand)?;
                let kind = IntExprKind::Measure(Measure::Cardinality, self.relation(node)?);
                Ok(PendingNode::Integer(IntExpr { kind, span }))
            }
            UnaryOp::ToInteger => {
                let node = self.node(operand)?;
                Ok(PendingNode::Integer(self.integer(node)?))
            }
            UnaryOp::Set | UnaryOp::Seq => {
                self.stray_multiplicity(span, "leave it out: an expression is a set as it is")
            }
            _ => self.formula_unary(op, operand, span).map(PendingNode::Formula),
        }
    }

    pub(crate) fn binary(
        &mut self,
        op: BinaryOp,
        left: &ast::Expr,
        right: &ast::Expr,
        span: Span,
    ) -> Result<PendingNode> {
        match op {
            BinaryOp::Integer(op) => {
                let (left, right) = (self.node(left)?, self.node(right)?);
                let (left, right) = (self.integer(left)?, self.integer(right)?);
                let kind = IntExprKind::Binary(op, Box::new(left), Box::new(right));
                Ok(PendingNode::Integer(IntExpr { kind, span }))
            }
            BinaryOp::Relation(RelationOp::Join) => self.dot_join(left, right, span),
            BinaryOp::Relation(op) => self.binary_relation(op, left, right, span),
            _ => self.formula_binary(op, left, right, span).map(PendingNode::Formula),
        }
    }

    /// `left.right`. `e.int` and `e.sum` convert.
    fn dot_join(&mut self, left: &ast::Expr, right: &ast::Expr, span: Span) -> Result<PendingNode> {
        let left = self.node(left)?;
        if let ast::ExprKind::Constant(ast::Constant::IntCast | ast::Constant::SumCast) = right.kind
        {
            return Ok(PendingNode::Integer(self.integer(left)?));
        }
        let right = self.node(right)?;
        self.apply(left, right, span)
    }

    pub(crate) fn arrow(&mut self, arrow: &ast::Arrow, span: Span) -> Result<PendingNode> {
        let says = |multiplicity| !matches!(multiplicity, None | Some(ast::Multiplicity::Set));
        if says(arrow.left_multiplicity) || says(arrow.right_multiplicity) {
            let help = "`r in A -> lone B` says it of a relation; `A -> B` is the product; the implication is \
                        written `=>`";
            return self.stray_multiplicity(span, help);
        }
        self.binary_relation(RelationOp::Product, &arrow.left, &arrow.right, span)
    }

    fn stray_multiplicity<T>(&mut self, span: Span, help: &str) -> Result<T> {
        self.report(
            Diagnostic::new(code::MULTIPLICITY, "a multiplicity cannot stand here")
                .at(span, "it belongs after the colon of a declaration, or after `in`")
                .help(help),
        )
    }
}
