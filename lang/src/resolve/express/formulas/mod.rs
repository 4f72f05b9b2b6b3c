//! Formulas.

pub(crate) mod comparison;

use crate::ast::{self, BinaryOp, UnaryOp};
use crate::code;
use crate::diagnostic::Diagnostic;
use crate::model::build::{conjunction, negated, quantify};
use crate::model::{Count, Declaration, Expr, ExprKind, Formula, FormulaKind, Quantifier};
use crate::resolve::context::node::PendingNode;
use crate::resolve::context::{Reported, Resolver, Result};
use crate::resolve::report::temporal::{temporal_binary, temporal_unary};
use crate::source::Span;

impl Resolver<'_> {
    pub(crate) fn formula(&mut self, expr: &ast::Expr) -> Result<Formula> {
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
                        resolver.formula(body).map(PendingNode::Formula)
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

    /// The conjunction of its parts; each is looked at, so that each mistake is reported. What
    /// follows a habit of another language in its line belongs to it.
    fn block(&mut self, parts: &[ast::Expr], span: Span) -> Result<Formula> {
        let mut failed = false;
        let mut habit: Option<Span> = None;
        let mut conjuncts = Vec::new();
        for (at, part) in parts.iter().enumerate() {
            if habit.is_some_and(|before| self.share_a_line(before, part.span)) {
                habit = Some(part.span);
                continue;
            }
            let before = self.diagnostics.len();
            match self.formula(part) {
                Ok(formula) => conjuncts.push(formula),
                Err(Reported) => {
                    failed = true;
                    let next = parts.get(at + 1).map(|next| next.span);
                    habit = self.recognise_habit(part.span, next, before).then_some(part.span);
                }
            }
        }
        if failed {
            return Err(Reported);
        }
        Ok(conjunction(conjuncts, span))
    }

    pub(crate) fn formula_unary(
        &mut self,
        op: UnaryOp,
        operand: &ast::Expr,
        span: Span,
    ) -> Result<Formula> {
        let count = match op {
            UnaryOp::Not => return Ok(Formula { span, ..negated(self.formula(operand)?) }),
            UnaryOp::After => return self.after(operand, span),
            UnaryOp::No => Count::No,
            UnaryOp::Some => Count::Some,
            UnaryOp::Lone => Count::Lone,
            UnaryOp::One => Count::One,
            _ => {
                let word = temporal_unary(op).expect("the others are no operators of formulas");
                self.temporal(word, span);
                return Err(Reported);
            }
        };
        let node = self.node(operand)?;
        let kind = FormulaKind::Count(count, self.relation(node)?);
        Ok(Formula { kind, span })
    }

    pub(crate) fn formula_binary(
        &mut self,
        op: BinaryOp,
        left: &ast::Expr,
        right: &ast::Expr,
        span: Span,
    ) -> Result<Formula> {
        if op == BinaryOp::Sequence {
            return self.semicolon(left.span, right.span);
        }
        if let Some(word) = temporal_binary(op) {
            self.temporal(word, span);
            return Err(Reported);
        }
        if let (BinaryOp::Implies, ast::ExprKind::Number(_)) = (op, &right.kind) {
            return self.report(
                Diagnostic::new(code::KIND, "a formula is needed here")
                    .at(right.span, "this is a number")
                    .help("`=>` is the implication; at least is written `>=`"),
            );
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
