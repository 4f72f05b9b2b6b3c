//! Declarations, and what the right-hand side of one says of a value.

use super::node::Kind;
use super::sigs::binary;
use super::{Reported, Resolver, Result};
use crate::ast::{self, UnaryOp};
use crate::code;
use crate::diagnostic::Diagnostic;
use crate::model::{
    Count, Declaration, Expr, ExprKind, Formula, FormulaKind, Multiplicity, Quantifier, Range,
    RelationOp, Type, VariableId,
};
use crate::source::Span;

impl Resolver<'_> {
    /// Declares bound variables or parameters and brings them into scope.
    pub(super) fn declarations(
        &mut self,
        declarations: &[ast::Declaration],
    ) -> Result<Vec<Declaration>> {
        declarations.iter().map(|declaration| self.declaration(declaration)).collect()
    }

    fn declaration(&mut self, declaration: &ast::Declaration) -> Result<Declaration> {
        if let Some(span) = declaration.var {
            self.temporal("`var`", span);
            return Err(Reported);
        }
        let (range, ty) = self.range(&declaration.range)?;
        let is_sequence = is_sequence(&declaration.range);
        if let Some(span) = declaration.disjoint_range {
            return self.report(
                Diagnostic::error(code::MULTIPLICITY, "`disj` behind the colon is for fields")
                    .at(span, "a variable has one value")
                    .help("write `disj` before the names"),
            );
        }
        let mut variables = Vec::new();
        for name in &declaration.names {
            let variable = self.variable(&name.text, Kind::Relation(ty.clone()), name.span);
            self.model.variables[variable].is_sequence = is_sequence;
            variables.push(variable);
        }
        for (name, &variable) in declaration.names.iter().zip(&variables) {
            self.bring_into_scope(&name.text, variable);
        }
        let is_disjoint = declaration.disjoint.is_some();
        Ok(Declaration { variables, is_disjoint, range, span: declaration.span })
    }

    /// The right-hand side of a declaration: a set without a multiplicity stands for one atom.
    pub(super) fn range(&mut self, expr: &ast::Expr) -> Result<(Range, Type)> {
        if let Some(range) = self.multiplicity_range_with_type(expr)? {
            return Ok(range);
        }
        let node = self.node(expr)?;
        let (domain, ty) = self.relation_with_type(node)?;
        let multiplicity = if domain.arity == 1 { Multiplicity::One } else { Multiplicity::Set };
        Ok((Range::Of { multiplicity, domain }, ty))
    }

    /// A range, if the expression has a multiplicity in it: what may stand behind `in`, too.
    pub(super) fn multiplicity_range(&mut self, expr: &ast::Expr) -> Result<Option<Range>> {
        Ok(self.multiplicity_range_with_type(expr)?.map(|(range, _)| range))
    }

    fn multiplicity_range_with_type(&mut self, expr: &ast::Expr) -> Result<Option<(Range, Type)>> {
        if let Some((body, call)) = self.macro_range(expr)? {
            return self.in_macro(call, |resolver| resolver.multiplicity_range_with_type(body));
        }
        if !has_multiplicity(expr) {
            return Ok(None);
        }
        match &expr.kind {
            ast::ExprKind::Unary(op, operand) => {
                let multiplicity = match op {
                    UnaryOp::One => Multiplicity::One,
                    UnaryOp::Lone => Multiplicity::Lone,
                    UnaryOp::Some => Multiplicity::Some,
                    UnaryOp::Set => Multiplicity::Set,
                    _ => return self.sequence_range(operand, expr.span).map(Some),
                };
                if let ast::ExprKind::Unary(op, _) = operand.kind
                    && matches!(op, UnaryOp::One | UnaryOp::Lone | UnaryOp::Some | UnaryOp::Set)
                {
                    return self.two_multiplicities(operand.span);
                }
                let node = self.node(operand)?;
                let (domain, ty) = self.relation_with_type(node)?;
                Ok(Some((Range::Of { multiplicity, domain }, ty)))
            }
            ast::ExprKind::Arrow(arrow) => self.arrow_range(arrow).map(Some),
            _ => Ok(None),
        }
    }

    fn two_multiplicities<T>(&mut self, second: Span) -> Result<T> {
        self.report(
            Diagnostic::error(code::MULTIPLICITY, "a range has one multiplicity at the most")
                .at(second, "the second one")
                .help("leave one of them out"),
        )
    }

    fn arrow_range(&mut self, arrow: &ast::Arrow) -> Result<(Range, Type)> {
        let (left, left_type) = self.arrow_side(&arrow.left)?;
        let (right, right_type) = self.arrow_side(&arrow.right)?;
        let range = Range::Arrow {
            left: Box::new(left),
            left_multiplicity: multiplicity(arrow.left_multiplicity),
            right_multiplicity: multiplicity(arrow.right_multiplicity),
            right: Box::new(right),
        };
        Ok((range, left_type.product(&right_type)))
    }

    fn arrow_side(&mut self, expr: &ast::Expr) -> Result<(Range, Type)> {
        if let Some((body, call)) = self.macro_range(expr)? {
            return self.in_macro(call, |resolver| resolver.arrow_side(body));
        }
        if let ast::ExprKind::Arrow(arrow) = &expr.kind
            && has_multiplicity(expr)
        {
            return self.arrow_range(arrow);
        }
        let node = self.node(expr)?;
        let (domain, ty) = self.relation_with_type(node)?;
        Ok((Range::Of { multiplicity: Multiplicity::Set, domain }, ty))
    }

    /// "`subject` is one of the values that the range describes", as a formula.
    pub(super) fn within(&mut self, subject: &Expr, range: &Range, span: Span) -> Formula {
        let mut parts = Vec::new();
        match range {
            Range::Of { multiplicity, domain } => {
                parts.extend(counted(*multiplicity, subject.clone(), span));
                parts.push(subset(subject.clone(), domain.clone(), span));
            }
            Range::Arrow { left, left_multiplicity, right_multiplicity, right } => {
                let (from, to) = (upper(left), upper(right));
                let all = binary(RelationOp::Product, from.clone(), to.clone());
                parts.push(subset(subject.clone(), all, span));
                parts.extend(self.each(
                    Side::Left,
                    subject,
                    &from,
                    *right_multiplicity,
                    right,
                    span,
                ));
                parts.extend(self.each(Side::Right, subject, &to, *left_multiplicity, left, span));
            }
        }
        if parts.len() == 1 {
            return parts.remove(0);
        }
        Formula { kind: FormulaKind::And(parts), span }
    }

    /// What a multiplicity at one end of an arrow says for each tuple at the other end.
    fn each(
        &mut self,
        side: Side,
        subject: &Expr,
        domain: &Expr,
        multiplicity: Multiplicity,
        image_range: &Range,
        span: Span,
    ) -> Option<Formula> {
        let is_nested = matches!(image_range, Range::Arrow { .. });
        if multiplicity == Multiplicity::Set && !is_nested {
            return None;
        }
        let (declarations, variables) = self.tuple_of(domain, span);
        let mut image = subject.clone();
        match side {
            Side::Left => {
                for &variable in &variables {
                    image = binary(RelationOp::Join, self.atom(variable, span), image);
                }
            }
            Side::Right => {
                for &variable in variables.iter().rev() {
                    image = binary(RelationOp::Join, image, self.atom(variable, span));
                }
            }
        }
        image.span = span;
        let mut parts: Vec<Formula> =
            counted(multiplicity, image.clone(), span).into_iter().collect();
        if is_nested {
            parts.push(self.within(&image, image_range, span));
        }
        let mut body = Formula { kind: FormulaKind::And(parts), span };
        for declaration in declarations.into_iter().rev() {
            body = super::formulas::quantify(Quantifier::All, vec![declaration], body, span);
        }
        Some(body)
    }

    /// One variable for each column of `domain`, which together run through its tuples.
    fn tuple_of(&mut self, domain: &Expr, span: Span) -> (Vec<Declaration>, Vec<VariableId>) {
        let mut rest = domain.clone();
        let mut declarations = Vec::new();
        let mut variables = Vec::new();
        for _ in 0..domain.arity {
            let mut column = rest.clone();
            while column.arity > 1 {
                column = binary(
                    RelationOp::Join,
                    column,
                    super::sigs::set(crate::model::Sig::UNIVERSE, span),
                );
            }
            let kind = Kind::Relation(Type::any(1));
            let variable = self.variable("x", kind, span);
            let range = Range::Of { multiplicity: Multiplicity::One, domain: column };
            declarations.push(Declaration {
                variables: vec![variable],
                is_disjoint: false,
                range,
                span,
            });
            variables.push(variable);
            if rest.arity > 1 {
                rest = binary(RelationOp::Join, self.atom(variable, span), rest);
            }
        }
        (declarations, variables)
    }

    pub(super) fn atom(&self, variable: VariableId, span: Span) -> Expr {
        let arity = self.model.variables[variable].arity;
        Expr { kind: ExprKind::Variable(variable), arity, span }
    }

    /// What parameters' ranges and `disj` say, for those that are free in a formula.
    pub(super) fn declaration_facts(&mut self, declarations: &[Declaration]) -> Vec<Formula> {
        let mut facts = Vec::new();
        for declaration in declarations {
            for &variable in &declaration.variables {
                let subject = self.atom(variable, declaration.span);
                facts.push(self.within(&subject, &declaration.range, declaration.span));
            }
            if declaration.is_disjoint {
                facts.extend(self.pairwise_disjoint(&declaration.variables, declaration.span));
            }
        }
        facts.extend(self.sequence_facts(declarations));
        facts
    }

    fn pairwise_disjoint(&self, variables: &[VariableId], span: Span) -> Vec<Formula> {
        let mut facts = Vec::new();
        for (at, &a) in variables.iter().enumerate() {
            for &b in &variables[..at] {
                facts.push(disjoint(self.atom(b, span), self.atom(a, span), span));
            }
        }
        facts
    }
}

/// At which end of an arrow the quantified tuple stands.
#[derive(Clone, Copy)]
enum Side {
    Left,
    Right,
}

/// All tuples that a range allows, multiplicities aside.
pub(super) fn upper(range: &Range) -> Expr {
    match range {
        Range::Of { domain, .. } => domain.clone(),
        Range::Arrow { left, right, .. } => binary(RelationOp::Product, upper(left), upper(right)),
    }
}

pub(super) fn disjoint(a: Expr, b: Expr, span: Span) -> Formula {
    let shared = binary(RelationOp::Intersection, a, b);
    Formula { kind: FormulaKind::Count(Count::No, shared), span }
}

fn subset(a: Expr, b: Expr, span: Span) -> Formula {
    Formula { kind: FormulaKind::Subset(a, b), span }
}

fn counted(multiplicity: Multiplicity, subject: Expr, span: Span) -> Option<Formula> {
    let count = match multiplicity {
        Multiplicity::One => Count::One,
        Multiplicity::Lone => Count::Lone,
        Multiplicity::Some => Count::Some,
        Multiplicity::Set => return None,
    };
    Some(Formula { kind: FormulaKind::Count(count, subject), span })
}

fn multiplicity(written: Option<ast::Multiplicity>) -> Multiplicity {
    match written {
        Some(ast::Multiplicity::One) => Multiplicity::One,
        Some(ast::Multiplicity::Lone) => Multiplicity::Lone,
        Some(ast::Multiplicity::Some) => Multiplicity::Some,
        Some(ast::Multiplicity::Set) | None => Multiplicity::Set,
    }
}

/// Whether it is written `seq e`.
pub(super) fn is_sequence(expr: &ast::Expr) -> bool {
    matches!(expr.kind, ast::ExprKind::Unary(UnaryOp::Seq, _))
}

/// Whether a multiplicity is written in it, where a declaration allows one.
fn has_multiplicity(expr: &ast::Expr) -> bool {
    use ast::UnaryOp as U;
    match &expr.kind {
        ast::ExprKind::Unary(op, _) => {
            matches!(op, U::One | U::Lone | U::Some | U::Set | U::Seq)
        }
        ast::ExprKind::Arrow(arrow) => {
            arrow.left_multiplicity.is_some()
                || arrow.right_multiplicity.is_some()
                || is_arrow_with_multiplicity(&arrow.left)
                || is_arrow_with_multiplicity(&arrow.right)
        }
        _ => false,
    }
}

fn is_arrow_with_multiplicity(expr: &ast::Expr) -> bool {
    matches!(expr.kind, ast::ExprKind::Arrow(_)) && has_multiplicity(expr)
}
