//! The right-hand side of a declaration: from the tree as written to a [`Range`] and its type.

mod expanded;

use crate::ast::{self, UnaryOp};
use crate::code;
use crate::diagnostic::Diagnostic;
use crate::model::{Expr, Formula, Multiplicity, Range, Type, VariableId};
use crate::resolve::context::node::Kind;
use crate::resolve::context::{Resolver, Result};
use crate::source::Span;

pub(crate) use expanded::InMacros;

impl Resolver<'_> {
    /// The formula that a value is one of those that a range describes.
    pub(crate) fn within(&mut self, value: &Expr, range: &Range, span: Span) -> Formula {
        range.within(value, span, &mut |span| self.column(span))
    }

    /// A variable for the atoms of a column.
    pub(crate) fn column(&mut self, span: Span) -> VariableId {
        self.variable("x", Kind::Relation(Type::any(1)), span)
    }

    /// A set without a multiplicity stands for one of its atoms.
    pub(crate) fn range(&mut self, expr: &ast::Expr, in_macros: InMacros) -> Result<(Range, Type)> {
        if let Some(range) = self.multiplicity_range_with_type(expr, in_macros)? {
            return Ok(range);
        }
        let node = self.node(expr)?;
        let (domain, ty) = self.relation_with_type(node)?;
        let multiplicity = if domain.arity == 1 { Multiplicity::One } else { Multiplicity::Set };
        Ok((Range::of(multiplicity, domain), ty))
    }

    /// A range, if the expression has a multiplicity in it: it may stand after `in`, too.
    pub(crate) fn multiplicity_range(&mut self, expr: &ast::Expr) -> Result<Option<Range>> {
        let in_macros = InMacros::Dropped;
        Ok(self.multiplicity_range_with_type(expr, in_macros)?.map(|(range, _)| range))
    }

    fn multiplicity_range_with_type(
        &mut self,
        expr: &ast::Expr,
        in_macros: InMacros,
    ) -> Result<Option<(Range, Type)>> {
        if let Some((body, call)) = self.macro_range(expr)? {
            return self
                .expanded(call, |resolver| resolver.multiplicity_range_with_type(body, in_macros));
        }
        if !self.is_range(expr) {
            return Ok(None);
        }
        match &expr.kind {
            ast::ExprKind::Unary(op, operand) => match written(*op) {
                Some(multiplicity) => self.range_of(multiplicity, operand, in_macros).map(Some),
                None => self.sequence_range(operand, expr.span).map(Some),
            },
            ast::ExprKind::Arrow(arrow) => self.arrow_range(arrow, expr.span, in_macros).map(Some),
            _ => Ok(None),
        }
    }

    /// `lone e`.
    fn range_of(
        &mut self,
        multiplicity: Multiplicity,
        operand: &ast::Expr,
        in_macros: InMacros,
    ) -> Result<(Range, Type)> {
        // As in Alloy, `set` says nothing before an arrow or after another multiplicity.
        let operand = without_set(operand);
        if let ast::ExprKind::Unary(op, _) = operand.kind
            && written(op).is_some()
        {
            return self.two_multiplicities(operand.span);
        }
        if multiplicity == Multiplicity::Set
            && let Some(range) = self.multiplicity_range_with_type(operand, in_macros)?
        {
            return Ok(range);
        }
        let node = self.node(operand)?;
        let (domain, ty) = self.relation_with_type(node)?;
        Ok((Range::of(multiplicity, domain), ty))
    }

    fn two_multiplicities<T>(&mut self, second: Span) -> Result<T> {
        self.report(
            Diagnostic::new(code::MULTIPLICITY, "a range has one multiplicity at the most")
                .at(second, "the second one")
                .help("leave one of them out"),
        )
    }

    fn arrow_range(
        &mut self,
        arrow: &ast::Arrow,
        span: Span,
        in_macros: InMacros,
    ) -> Result<(Range, Type)> {
        let (left, left_type) = self.arrow_side(&arrow.left, in_macros)?;
        let (right, right_type) = self.arrow_side(&arrow.right, in_macros)?;
        let ends = [arrow.left_multiplicity, arrow.right_multiplicity];
        let ends = ends.map(|end| end.unwrap_or(Multiplicity::Set));
        let range = Range::arrow(left, self.ends_in_macro(ends, span, in_macros), right);
        Ok((range, left_type.product(&right_type)))
    }

    fn arrow_side(&mut self, expr: &ast::Expr, in_macros: InMacros) -> Result<(Range, Type)> {
        let expr = without_set(expr);
        if let Some((body, call)) = self.macro_range(expr)? {
            return self.expanded(call, |resolver| resolver.arrow_side(body, in_macros));
        }
        if let ast::ExprKind::Arrow(arrow) = &expr.kind
            && self.is_range(expr)
        {
            return self.arrow_range(arrow, expr.span, in_macros);
        }
        let node = self.node(expr)?;
        let (domain, ty) = self.relation_with_type(node)?;
        Ok((Range::of(Multiplicity::Set, domain), ty))
    }
}

/// The multiplicity that an operator writes in front of a set.
fn written(op: UnaryOp) -> Option<Multiplicity> {
    match op {
        UnaryOp::One => Some(Multiplicity::One),
        UnaryOp::Lone => Some(Multiplicity::Lone),
        UnaryOp::Some => Some(Multiplicity::Some),
        UnaryOp::Set => Some(Multiplicity::Set),
        _ => None,
    }
}

/// The operand of `set`, if it is written; else the expression.
fn without_set(mut expr: &ast::Expr) -> &ast::Expr {
    while let ast::ExprKind::Unary(UnaryOp::Set, operand) = &expr.kind {
        expr = operand;
    }
    expr
}

/// True if it is written `seq e`.
pub(crate) fn is_sequence(expr: &ast::Expr) -> bool {
    matches!(expr.kind, ast::ExprKind::Unary(UnaryOp::Seq, _))
}
