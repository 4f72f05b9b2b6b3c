//! Comparisons, of numbers, of sets, and of a value with a range.

use crate::ast::{self, Comparator};
use crate::model::{Comparison, Expr, ExprKind, Formula, FormulaKind, IntExpr, Type};
use crate::resolve::build::number_of;
use crate::resolve::node::{Node, PendingKind};
use crate::resolve::ranges::{PendingRange, is_sequence};
use crate::resolve::{Resolver, Result, TypeOps};
use crate::source::Span;

impl Resolver<'_> {
    pub(super) fn compare(
        &mut self,
        comparator: Comparator,
        left: &ast::Expr,
        right: &ast::Expr,
        span: Span,
    ) -> Result<Formula> {
        let left = self.node(left)?;
        if comparator == Comparator::In
            && let Some(range) = self.multiplicity_range(right)?
        {
            return self.compare_range(left, range, is_sequence(right), span);
        }
        let right = self.node(right)?;
        if let Comparator::In | Comparator::Equal = comparator {
            return self.compare_sets(comparator, left, right, span);
        }
        let (left, right) = (self.integer(left)?, self.integer(right)?);
        Ok(Formula { kind: numeric_comparison(comparator, left, right), span })
    }

    /// `r in A -> lone B`.
    fn compare_range(
        &mut self,
        left: Node,
        range: PendingRange,
        is_sequence: bool,
        span: Span,
    ) -> Result<Formula> {
        let (left, ty) = (self.pending(left)?, range.ty());
        if !left.ty.shares_arity(&ty) {
            return self.arity_mismatch("in", left.ty.arity(), ty.arity(), span);
        }
        let (for_left, for_range) = self.comparable(Comparator::In, &left.ty, &ty);
        let left = self.finish(left, &for_left)?;
        let range = &self.settled_range(range, &for_range)?;
        if left.arity != range.arity() {
            return self.arity_mismatch("in", left.arity, range.arity(), span);
        }
        Ok(match is_sequence {
            true => self.within_sequence(left, range, span),
            false => self.within(&left, range, span),
        })
    }

    /// `in` and `=`. As in Alloy, `=` compares numbers if its left side is a number, else sets.
    fn compare_sets(
        &mut self,
        comparator: Comparator,
        left: Node,
        right: Node,
        span: Span,
    ) -> Result<Formula> {
        if comparator == Comparator::Equal
            && let Node::Integer(left) = left
        {
            let right = self.integer(right)?;
            let kind = FormulaKind::Compare(Comparison::Equal, left, right);
            return Ok(Formula { kind, span });
        }
        let operator = if comparator == Comparator::In { "in" } else { "=" };
        let (left, right) = (self.pending(left)?, self.pending(right)?);
        if !left.ty.shares_arity(&right.ty) {
            return self.arity_mismatch(operator, left.ty.arity(), right.ty.arity(), span);
        }
        let (for_left, for_right) = self.comparable(comparator, &left.ty, &right.ty);
        // A function that gives a number, one of several things under its name.
        let may_be_number = matches!(left.kind, PendingKind::Choice(..));
        let left = self.finish(left, &for_left)?;
        let right = self.finish(right, &for_right)?;
        self.warn_of_comparison(operator, &left, &right, span);
        let kind = match (comparator, left.kind) {
            (Comparator::Equal, ExprKind::IntegerAtom(number)) if may_be_number => {
                FormulaKind::Compare(Comparison::Equal, *number, number_of(right))
            }
            (comparator, kind) => set_comparison(comparator, Expr { kind, ..left }, right),
        };
        Ok(Formula { kind, span })
    }

    /// What can matter of each side. Of `=`: what both can hold, or, where there is no such thing,
    /// what has an arity of the other's. Of `in`: on the left all of such an arity, on the right what
    /// the left side can hold, too.
    fn comparable(&self, comparator: Comparator, left: &Type, right: &Type) -> (Type, Type) {
        let shared = self.model.intersection(left, right);
        let left_part = left.sharing_arity(right);
        match comparator {
            Comparator::In => (left_part, shared),
            _ if shared.is_empty() => (left_part, right.sharing_arity(left)),
            _ => (shared.clone(), shared),
        }
    }
}

fn numeric_comparison(comparator: Comparator, left: IntExpr, right: IntExpr) -> FormulaKind {
    match comparator {
        Comparator::Less => FormulaKind::Compare(Comparison::Less, left, right),
        Comparator::LessOrEqual => FormulaKind::Compare(Comparison::LessOrEqual, left, right),
        Comparator::Greater => FormulaKind::Compare(Comparison::Less, right, left),
        Comparator::GreaterOrEqual => FormulaKind::Compare(Comparison::LessOrEqual, right, left),
        Comparator::In | Comparator::Equal => unreachable!("these compare sets"),
    }
}

fn set_comparison(comparator: Comparator, left: Expr, right: Expr) -> FormulaKind {
    match comparator {
        Comparator::In => FormulaKind::Subset(left, right),
        _ => FormulaKind::Equal(left, right),
    }
}
