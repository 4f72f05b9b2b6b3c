//! The second pass: from candidates to one expression, by the type that matters to the context.
//!
//! A context is a type, the tuples that could make a difference to the surrounding expression. It
//! is passed down. Each operator says which tuples of its operands can make a difference to its
//! result ([`relevance`]), and a name takes the candidate that has some of them ([`choose`]). Where
//! several have, all of them are settled on trial, since what stands in them may be narrowed so far
//! that only one is left ([`appraise`]).
//!
//! The rules are Alloy's, so that a spec means the same to both. (Edwards, Jackson, Torlak: A type
//! system for object models, FSE 2004, has the idea. Where Alloy 6 departs from it, so do we.)

mod ambiguous;
mod appraise;
mod assemble;
mod calls;
mod choose;
mod closures;
mod joins;
mod relevance;

use std::rc::Rc;

use crate::model::{Expr, ExprKind, Type};
use crate::resolve::context::node::{Pending, PendingKind};
use crate::resolve::context::{Resolver, Result};

impl Resolver<'_> {
    /// Settles an expression for a context of type `relevant`.
    pub(crate) fn finish(
        &mut self,
        pending: impl Into<Rc<Pending>>,
        relevant: &Type,
    ) -> Result<Expr> {
        self.appraisals.clear();
        self.settle(pending.into(), relevant)
    }

    fn settle(&mut self, pending: Rc<Pending>, relevant: &Type) -> Result<Expr> {
        // What stood for several things stands for one now, and so has another type.
        let open = pending.is_open.then_some(pending.span);
        let expr = Self::with_stack(|| self.settle_here(pending, relevant))?;
        if let Some(span) = open {
            self.note_settled_value(span, &expr);
        }
        Ok(expr)
    }

    fn settle_here(&mut self, pending: Rc<Pending>, relevant: &Type) -> Result<Expr> {
        // A part that two candidates share is copied. Most parts have one holder only.
        let Pending { kind, ty, span, .. } = Rc::unwrap_or_clone(pending);
        let for_operands = self.for_operands(&kind, relevant);
        match kind {
            PendingKind::Done(expr) => {
                self.note_settled(&expr);
                Ok(expr)
            }
            PendingKind::Choice(_, candidates) => self.settle_choice(candidates, relevant, span),
            PendingKind::Group(inner) => self.settle(inner, &for_operands[0]),
            PendingKind::Unary(op, operand) => {
                let operand = self.settle(operand, &for_operands[0])?;
                self.assemble_unary(op, operand, span)
            }
            PendingKind::Binary(op, left, right) => {
                let left = self.settle(left, &for_operands[0])?;
                let right = self.settle(right, &for_operands[1])?;
                self.warn_of_operation(op, &left, &right, relevant, span);
                self.assemble_binary(op, left, right, span)
            }
            PendingKind::Conditional(condition, then, otherwise) => {
                let then = self.settle(then, &for_operands[0])?;
                let otherwise = self.settle(otherwise, &for_operands[1])?;
                self.assemble_conditional(condition, then, otherwise, span)
            }
            PendingKind::Let(bound, body) => {
                let body = self.settle(body, &for_operands[0])?;
                Ok(crate::resolve::express::let_expr(bound, body, span))
            }
            PendingKind::In(state, operand) => {
                let operand = Box::new(self.settle(operand, &for_operands[0])?);
                Ok(Expr { arity: operand.arity, kind: ExprKind::In(state, operand), span })
            }
            PendingKind::Call(call) => self.settle_call_as_relation(call, ty),
        }
    }
}
