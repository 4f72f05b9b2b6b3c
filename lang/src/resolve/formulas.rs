//! Formulas.

use super::node::{Node, PendingKind};
use super::ranges::is_sequence;
use super::sequences::has_no_gaps;
use super::{Reported, Resolver, Result, TypeOps};
use crate::ast::{self, BinaryOp, Comparator, UnaryOp};
use crate::model::{
    Comparison, Count, Declaration, Expr, ExprKind, Formula, FormulaKind, IntExpr, IntExprKind,
    Quantifier,
};
use crate::source::Span;

impl Resolver<'_> {
    pub(super) fn formula(&mut self, expr: &ast::Expr) -> Result<Formula> {
        use ast::ExprKind as E;
        let span = expr.span;
        match &expr.kind {
            E::Block(parts) => self.block(parts, span),
            E::Compare { comparator, is_negated, left, right } => {
                let formula = self.compare(*comparator, left, right, span)?;
                Ok(if *is_negated { negated(formula) } else { formula })
            }
            E::Quantified(quantifier, declarations, body)
                if *quantifier != ast::Quantifier::Sum =>
            {
                self.quantified(*quantifier, declarations, body, span)
            }
            // Where a formula is needed, a name that is a field too stands for the predicate.
            E::Conditional(condition, then, otherwise) => Self::with_stack(|| {
                let condition = Box::new(self.formula(condition)?);
                let (then, otherwise) = (self.formula(then)?, self.formula(otherwise)?);
                let (then, otherwise) = (Box::new(then), Box::new(otherwise));
                Ok(Formula { kind: FormulaKind::Conditional(condition, then, otherwise), span })
            }),
            E::Let(bindings, body) => {
                let node = Self::with_stack(|| {
                    self.let_node(bindings, span, |resolver| {
                        resolver.formula(body).map(Node::Formula)
                    })
                })?;
                self.formula_of(node)
            }
            _ => {
                let node = self.node(expr)?;
                self.formula_of(node)
            }
        }
    }

    /// The conjunction of its parts; each is looked at, so that each mistake is reported.
    fn block(&mut self, parts: &[ast::Expr], span: Span) -> Result<Formula> {
        let mut failed = false;
        let mut conjuncts = Vec::new();
        for part in parts {
            match self.formula(part) {
                Ok(formula) => conjuncts.push(formula),
                Err(Reported) => failed = true,
            }
        }
        if failed {
            return Err(Reported);
        }
        if conjuncts.len() == 1 {
            return Ok(conjuncts.remove(0));
        }
        Ok(Formula { kind: FormulaKind::And(conjuncts), span })
    }

    pub(super) fn formula_unary(
        &mut self,
        op: UnaryOp,
        operand: &ast::Expr,
        span: Span,
    ) -> Result<Formula> {
        let count = match op {
            UnaryOp::Not => return Ok(Formula { span, ..negated(self.formula(operand)?) }),
            UnaryOp::No => Count::No,
            UnaryOp::Some => Count::Some,
            UnaryOp::Lone => Count::Lone,
            UnaryOp::One => Count::One,
            _ => {
                self.temporal(&format!("`{}`", temporal_word(op)), span);
                return Err(Reported);
            }
        };
        let node = self.node(operand)?;
        let kind = FormulaKind::Count(count, self.relation(node)?);
        Ok(Formula { kind, span })
    }

    pub(super) fn formula_binary(
        &mut self,
        op: BinaryOp,
        left: &ast::Expr,
        right: &ast::Expr,
        span: Span,
    ) -> Result<Formula> {
        let temporal = match op {
            BinaryOp::Until => "`until`",
            BinaryOp::Releases => "`releases`",
            BinaryOp::Since => "`since`",
            BinaryOp::Triggered => "`triggered`",
            BinaryOp::Sequence => "`;`",
            _ => "",
        };
        if !temporal.is_empty() {
            self.temporal(temporal, span);
            return Err(Reported);
        }
        // Both sides are looked at even if one has a mistake.
        let (left, right) = (self.formula(left), self.formula(right));
        let (left, right) = (left?, right?);
        let kind = match op {
            BinaryOp::And => FormulaKind::And(flattened(op, left, right)),
            BinaryOp::Or => FormulaKind::Or(flattened(op, left, right)),
            BinaryOp::Implies => FormulaKind::Implies(Box::new(left), Box::new(right)),
            _ => FormulaKind::Iff(Box::new(left), Box::new(right)),
        };
        Ok(Formula { kind, span })
    }

    fn compare(
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
            let left = self.relation(left)?;
            if left.arity != range.arity() {
                return self.arity_mismatch("in", left.arity, range.arity(), span);
            }
            let within = self.within(&left, &range, span);
            if !is_sequence(right) {
                return Ok(within);
            }
            let parts = vec![within, has_no_gaps(left, span)];
            return Ok(Formula { kind: FormulaKind::And(parts), span });
        }
        let right = self.node(right)?;
        let kind = match comparator {
            Comparator::In | Comparator::Equal => {
                return self.compare_sets(comparator, left, right, span);
            }
            Comparator::Less => {
                FormulaKind::Compare(Comparison::Less, self.integer(left)?, self.integer(right)?)
            }
            Comparator::LessOrEqual => {
                let left = self.integer(left)?;
                FormulaKind::Compare(Comparison::LessOrEqual, left, self.integer(right)?)
            }
            Comparator::Greater => {
                let left = self.integer(left)?;
                FormulaKind::Compare(Comparison::Less, self.integer(right)?, left)
            }
            Comparator::GreaterOrEqual => {
                let left = self.integer(left)?;
                FormulaKind::Compare(Comparison::LessOrEqual, self.integer(right)?, left)
            }
        };
        Ok(Formula { kind, span })
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
            return Ok(Formula {
                kind: FormulaKind::Compare(Comparison::Equal, left, right),
                span,
            });
        }
        let operator = if comparator == Comparator::In { "in" } else { "=" };
        let (left, right) = (self.pending(left)?, self.pending(right)?);
        if !left.ty.shares_arity(&right.ty) {
            return self.arity_mismatch(operator, left.ty.arity(), right.ty.arity(), span);
        }
        let shared = self.model.intersection(&left.ty, &right.ty);
        let (for_left, for_right) = if shared.is_empty() {
            (left.ty.sharing_arity(&right.ty), right.ty.sharing_arity(&left.ty))
        } else {
            (shared.clone(), shared)
        };
        // A function that gives a number, one of several things under its name.
        let may_be_number = matches!(left.kind, PendingKind::Choice(_));
        let left = self.finish(left, &for_left)?;
        let right = self.finish(right, &for_right)?;
        self.warn_of_comparison(operator, &left, &right, span);
        let kind = match (comparator, left.kind) {
            (Comparator::Equal, ExprKind::IntegerAtom(number)) if may_be_number => {
                FormulaKind::Compare(Comparison::Equal, *number, number_of(right))
            }
            (comparator, kind) => {
                let left = Expr { kind, ..left };
                set_comparison(comparator, left, right)
            }
        };
        Ok(Formula { kind, span })
    }

    fn quantified(
        &mut self,
        quantifier: ast::Quantifier,
        declarations: &[ast::Declaration],
        body: &ast::Expr,
        span: Span,
    ) -> Result<Formula> {
        self.scoped(|resolver| {
            let declarations = resolver.declarations(declarations)?;
            let body = resolver.formula(body)?;
            resolver.warn_of_unused(&declarations);
            Ok(match quantifier {
                ast::Quantifier::All => {
                    let body = resolver.if_sequences(&declarations, body);
                    quantify(Quantifier::All, declarations, body, span)
                }
                ast::Quantifier::Some => {
                    let body = resolver.with_sequence_facts(&declarations, body);
                    quantify(Quantifier::Some, declarations, body, span)
                }
                ast::Quantifier::No => {
                    let body = resolver.with_sequence_facts(&declarations, body);
                    quantify(Quantifier::All, declarations, negated(body), span)
                }
                ast::Quantifier::One => counted(Count::One, declarations, body, span),
                ast::Quantifier::Lone => counted(Count::Lone, declarations, body, span),
                ast::Quantifier::Sum => unreachable!("`sum` is no formula"),
            })
        })
    }
}

fn set_comparison(comparator: Comparator, left: Expr, right: Expr) -> FormulaKind {
    match comparator {
        Comparator::In => FormulaKind::Subset(left, right),
        _ => FormulaKind::Equal(left, right),
    }
}

/// The number that a set of integers stands for.
pub(super) fn number_of(set: Expr) -> IntExpr {
    let span = set.span;
    match set.kind {
        ExprKind::IntegerAtom(int) => *int,
        _ => IntExpr { kind: IntExprKind::OfSet(set), span },
    }
}

pub(super) fn truth(span: Span) -> Formula {
    Formula { kind: FormulaKind::Constant(true), span }
}

pub(super) fn negated(formula: Formula) -> Formula {
    let span = formula.span;
    Formula { kind: FormulaKind::Not(Box::new(formula)), span }
}

pub(super) fn quantify(
    quantifier: Quantifier,
    declarations: Vec<Declaration>,
    body: Formula,
    span: Span,
) -> Formula {
    let body = Box::new(body);
    Formula { kind: FormulaKind::Quantified { quantifier, declarations, body }, span }
}

/// `one x: A | F` is `one { x: A | F }`.
fn counted(count: Count, declarations: Vec<Declaration>, body: Formula, span: Span) -> Formula {
    let arity = declarations.iter().map(|d| d.range.arity() * d.variables.len()).sum();
    let kind = ExprKind::Comprehension(declarations, Box::new(body));
    Formula { kind: FormulaKind::Count(count, Expr { kind, arity, span }), span }
}

/// `a and b and c` is one conjunction, however it is bracketed.
fn flattened(op: BinaryOp, left: Formula, right: Formula) -> Vec<Formula> {
    let mut parts = match (op, left.kind) {
        (BinaryOp::And, FormulaKind::And(parts)) | (BinaryOp::Or, FormulaKind::Or(parts)) => parts,
        (_, kind) => vec![Formula { kind, span: left.span }],
    };
    parts.push(right);
    parts
}

fn temporal_word(op: UnaryOp) -> &'static str {
    match op {
        UnaryOp::Always => "always",
        UnaryOp::Eventually => "eventually",
        UnaryOp::After => "after",
        UnaryOp::Before => "before",
        UnaryOp::Historically => "historically",
        _ => "once",
    }
}
