//! The second pass: from candidates to one expression, by the type that matters to the context.
//!
//! A context is a list of products of sigs, the tuples that could make a difference to what stands
//! around the expression. A candidate none of whose tuples is among them cannot be meant.

mod ambiguous;
mod relevance;

use super::build::binary;
use super::node::{Pending, PendingKind, PendingUnary};
use super::{Resolver, Result};
use crate::model::{Expr, ExprKind, SigId, Type};
use crate::source::Span;

type Product = Vec<SigId>;

impl Resolver<'_> {
    /// Settles an expression for a context of type `relevant`.
    pub(super) fn finish(&mut self, pending: Pending, relevant: &Type) -> Result<Expr> {
        self.settle(pending, &relevant.products)
    }

    fn settle(&mut self, pending: Pending, relevant: &[Product]) -> Result<Expr> {
        let span = pending.span;
        match pending.kind {
            PendingKind::Done(expr) => Ok(expr),
            PendingKind::Choice(candidates) => self.choose(candidates, relevant, span),
            PendingKind::Unary(op, operand) => self.settle_unary(op, *operand, relevant, span),
            PendingKind::Binary(op, left, right) => {
                let (for_left, for_right) = self.relevance(op, &left, &right, relevant);
                let left = Self::with_stack(|| self.settle(*left, &for_left))?;
                let right = Self::with_stack(|| self.settle(*right, &for_right))?;
                self.warn_of_operation(op, &left, &right, relevant, span);
                Ok(Expr { span, ..binary(op, left, right) })
            }
        }
    }

    fn settle_unary(
        &mut self,
        op: PendingUnary,
        operand: Pending,
        relevant: &[Product],
        span: Span,
    ) -> Result<Expr> {
        let operand = match op {
            PendingUnary::Transpose => {
                let turned: Vec<Product> =
                    relevant.iter().map(|p| p.iter().rev().copied().collect()).collect();
                self.settle(operand, &turned)?
            }
            PendingUnary::Closure | PendingUnary::ReflexiveClosure => {
                let steps = self.steps(&operand.ty, relevant);
                self.settle(operand, &steps)?
            }
        };
        let operand = Box::new(operand);
        let kind = match op {
            PendingUnary::Transpose => ExprKind::Transpose(operand),
            PendingUnary::Closure => ExprKind::Closure(operand),
            PendingUnary::ReflexiveClosure => ExprKind::ReflexiveClosure(operand),
        };
        Ok(Expr { kind, arity: 2, span })
    }

    fn choose(
        &mut self,
        candidates: Vec<(Pending, u32)>,
        relevant: &[Product],
        span: Span,
    ) -> Result<Expr> {
        let matters = |pending: &Pending| self.meets(&pending.ty.products, relevant);
        let some_matter = candidates.iter().any(|(pending, _)| matters(pending));
        let mut fitting: Vec<(Pending, u32)> =
            candidates.into_iter().filter(|(p, _)| !some_matter || matters(p)).collect();
        let cheapest = fitting.iter().map(|(_, cost)| *cost).min().expect("a choice is not empty");
        fitting.retain(|(_, cost)| *cost == cheapest);
        if fitting.len() == 1 {
            return self.settle(fitting.remove(0).0, relevant);
        }
        if let Some(arity) = empty_alike(&fitting) {
            return Ok(Expr { kind: ExprKind::Empty, arity, span });
        }
        let candidates: Vec<&Pending> = fitting.iter().map(|(candidate, _)| candidate).collect();
        self.ambiguous(&candidates, span)
    }
}

/// The arity of candidates that are all empty and of one arity: which one is meant does not matter.
fn empty_alike(candidates: &[(Pending, u32)]) -> Option<usize> {
    let arity = candidates[0].0.ty.arity();
    let is_alike = |ty: &Type| ty.is_empty() && ty.products.iter().all(|p| p.len() == arity);
    candidates.iter().all(|(candidate, _)| is_alike(&candidate.ty)).then_some(arity)
}
