//! Formulas.

use crate::ast::{self, BinaryOp, Comparator, UnaryOp};
use crate::code;
use crate::diagnostic::Diagnostic;
use crate::model::build::{conjunction, equal, negated, quantify, temporal};
use crate::model::{
    Comparison, Count, Declaration, Expr, ExprKind, Formula, FormulaKind, IntExpr, Quantifier,
    Range, Type,
};
use crate::resolve::context::node::PendingNode;
use crate::resolve::context::{ReportedMistake, Resolver, Result};
use crate::resolve::meta::{in_all_cases, in_some_case};
use crate::resolve::report::foreign::is_null;
use crate::source::Span;

use super::ranges::is_sequence;
use super::states::{after, temporal_op};

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
            // A name that is a field, too, stands for the predicate where a formula is needed.
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

    /// The conjunction of its parts. Each is looked at, so that each mistake is reported. What
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
                Err(ReportedMistake) => {
                    failed = true;
                    let next = parts.get(at + 1).map(|next| next.span);
                    habit = self.recognise_habit(part.span, next, before).then_some(part.span);
                }
            }
        }
        if failed {
            return Err(ReportedMistake);
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
            UnaryOp::After
            | UnaryOp::Before
            | UnaryOp::Always
            | UnaryOp::Eventually
            | UnaryOp::Historically
            | UnaryOp::Once => return self.temporal_unary(op, operand, span),
            UnaryOp::No => Count::No,
            UnaryOp::Some => Count::Some,
            UnaryOp::Lone => Count::Lone,
            UnaryOp::One => Count::One,
            _ => unreachable!("the others are no operators of formulas"),
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
        if op == BinaryOp::Sequence && !self.model.declares_var {
            return self.semicolon(left.span, right.span);
        }
        if let (BinaryOp::Implies, ast::ExprKind::Number(_)) = (op, &right.kind) {
            return self.report(
                Diagnostic::new(code::KIND, "a formula is needed here")
                    .at(right.span, "this is a number")
                    .help("`=>` is the implication; at least is written `>=`"),
            );
        }
        // Both sides are looked at even if one has a mistake.
        let (left, right) = match self.check_alternative(op, left, right) {
            Ok(()) => (self.formula(left), self.formula(right)),
            Err(reported) => (self.formula(left), Err(reported)),
        };
        let (left, right) = (left?, right?);
        let kind = match op {
            BinaryOp::And => FormulaKind::And(flattened(op, left, right)),
            BinaryOp::Or => FormulaKind::Or(flattened(op, left, right)),
            BinaryOp::Implies => FormulaKind::Implies(Box::new(left), Box::new(right)),
            BinaryOp::Iff => FormulaKind::Iff(Box::new(left), Box::new(right)),
            BinaryOp::Sequence => FormulaKind::And(vec![left, after(right)]),
            _ => return Ok(temporal(temporal_op(op), left, right, span)),
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
        if let ast::Quantifier::All | ast::Quantifier::Some = quantifier
            && let Some(cases) = self.meta_cases(declarations, body)?
        {
            return Ok(match quantifier {
                ast::Quantifier::All => in_all_cases(cases, span),
                _ => in_some_case(cases, span),
            });
        }
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
                    // What must hold is the whole, and not what it denies.
                    let denied = Formula { span, ..negated(body) };
                    quantify(Quantifier::All, declarations, denied, span)
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

// Comparisons, of numbers, of sets, and of a value with a range.

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
        let whole = self.text(Span { start: left.span.start, end: right.span.end, ..left.span });
        if let Some((condition, rest)) = whole.and_then(|whole| whole.split_once("->"))
            && condition.len() + rest.len() <= 100
        {
            let mended = format!("{}=>{rest}", condition);
            return self.report(diagnostic.help(format!(
                "`->` is the product of sets; the implication is written `=>`: `{mended}`"
            )));
        }
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
