//! Comparisons, of numbers, of sets, and of a value with a range.

use crate::ast::{self, Comparator};
use crate::code;
use crate::diagnostic::Diagnostic;
use crate::model::build::equal;
use crate::model::{Comparison, Formula, FormulaKind, IntExpr, Range, Type};
use crate::resolve::context::node::PendingNode;
use crate::resolve::context::{Resolver, Result};
use crate::resolve::express::ranges::is_sequence;
use crate::resolve::report::foreign::is_null;
use crate::source::Span;

impl Resolver<'_> {
    pub(crate) fn compare(
        &mut self,
        comparator: Comparator,
        left: &ast::Expr,
        right: &ast::Expr,
        span: Span,
    ) -> Result<Formula> {
        if let ast::ExprKind::Compare { .. } = left.kind {
            return self.chained_comparison(left, right, span);
        }
        let left = self.node(left)?;
        if comparator == Comparator::In
            && let Some(range) = self.multiplicity_range(right)?
        {
            return self.compare_range(left, &range, is_sequence(right), span);
        }
        let right = match self.node(right) {
            Ok(right) => right,
            Err(reported) => {
                self.compared_with_null(left.span(), right.span);
                return Err(reported);
            }
        };
        if let Comparator::In | Comparator::Equal = comparator {
            return self.compare_sets(comparator, left, right, span);
        }
        let (left, right) = (self.integer(left)?, self.integer(right)?);
        Ok(Formula { kind: numeric_comparison(comparator, left, right), span })
    }

    /// `0 < x < 5`: the left side is a formula, which compares with nothing.
    fn chained_comparison<T>(
        &mut self,
        left: &ast::Expr,
        right: &ast::Expr,
        span: Span,
    ) -> Result<T> {
        let diagnostic = Diagnostic::new(code::KIND, "comparisons do not chain")
            .at(span, "compares a formula, which holds or does not");
        let mended = self.unchained(left, right).filter(|mended| mended.len() <= 100);
        self.report(match mended {
            Some(mended) => diagnostic.help(format!("write `{mended}`")),
            None => diagnostic.help("write each comparison by itself, as in `0 < x and x < 5`"),
        })
    }

    /// `0 < x and x < 5`.
    fn unchained(&self, left: &ast::Expr, right: &ast::Expr) -> Option<String> {
        let ast::ExprKind::Compare { left: first, right: middle, .. } = &left.kind else {
            return None;
        };
        let text = |from: &ast::Expr, to: &ast::Expr| {
            self.text(Span { start: from.span.start, end: to.span.end, ..from.span })
        };
        let before = match &first.kind {
            ast::ExprKind::Compare { .. } => self.unchained(first, middle)?,
            _ => text(first, middle)?.to_string(),
        };
        Some(format!("{before} and {}", text(middle, right)?))
    }

    /// Adds the replacement for `x != null`, where the right side turned out to mean nothing.
    fn compared_with_null(&mut self, left: Span, right: Span) {
        let is_null = self.text(right).is_some_and(is_null);
        let Some(left) = self.text(left).filter(|_| is_null).map(str::to_string) else { return };
        if let Some(reported) = self.diagnostics.last_mut()
            && reported.place.as_ref().is_some_and(|(span, _)| *span == right)
        {
            let help = format!(
                "there is no null: that there is something is `some {left}`, that there is nothing \
                 `no {left}`"
            );
            reported.help = vec![help];
        }
    }

    /// `r in A -> lone B`.
    fn compare_range(
        &mut self,
        left: PendingNode,
        range: &Range,
        is_sequence: bool,
        span: Span,
    ) -> Result<Formula> {
        let left = self.relation(left)?;
        if left.arity != range.arity() {
            return self.arity_mismatch("in", left.arity, range.arity(), span);
        }
        Ok(match is_sequence {
            true => self.within_sequence(left, range, span),
            false => self.within(&left, range, span),
        })
    }

    /// `in` and `=`. As in Alloy, both compare sets: a number is the set of its atom. If both sides are
    /// such atoms, `=` compares the numbers, which need no atoms then.
    fn compare_sets(
        &mut self,
        comparator: Comparator,
        left: PendingNode,
        right: PendingNode,
        span: Span,
    ) -> Result<Formula> {
        let operator = if comparator == Comparator::In { "in" } else { "=" };
        let (left, right) = (self.pending(left)?, self.pending(right)?);
        if !left.ty.shares_arity(&right.ty) {
            return self.compared_arities(operator, &left, &right, span);
        }
        let (for_left, for_right) = self.comparable(comparator, &left.ty, &right.ty);
        let left = self.finish(left, &for_left)?;
        let right = self.finish(right, &for_right)?;
        self.warn_of_comparison(operator, &left, &right, span);
        let kind = match comparator {
            Comparator::In => FormulaKind::Subset(left, right),
            _ => equal(left, right),
        };
        Ok(Formula { kind, span })
    }

    /// The tuples of each side that can matter. For `=`: those that both can hold, or, if there are
    /// none, those that have an arity of the other side. For `in`: on the left all of such an
    /// arity, on the right those that the left side can hold, too.
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
