//! Arrows.
//!
//! An arrow makes a type in `f: A -> lone B` and a tuple in `f + a->b`. They are read differently, so they look different: that
//! of a type stands between spaces.

use korrel_lang::ast::{BinaryOp, Comparator, Expr, ExprKind, Module, Paragraph, RelationOp};

use super::token::LayoutToken;
use crate::walk::{children, outermost, ranges};

/// For each token, true if it is the arrow of a tuple.
pub(super) fn tight(module: &Module, tokens: &[LayoutToken<'_>]) -> Vec<bool> {
    let mut tight = vec![false; tokens.len()];
    let mut open: Vec<(&Expr, bool)> = Vec::new();
    for paragraph in &module.paragraphs {
        let types = types(paragraph);
        let is_type = |expr: &Expr| types.iter().any(|one| std::ptr::eq(*one, expr));
        open.extend(outermost(paragraph).into_iter().map(|expr| (expr, is_type(expr))));
    }
    while let Some((expr, is_type)) = open.pop() {
        match &expr.kind {
            ExprKind::Arrow(arrow) => {
                let is_type = is_type || has_multiplicity(expr);
                if !is_type {
                    let (left, right) = (arrow.left.span.end, arrow.right.span.start);
                    let between = tokens.partition_point(|token| token.start < left as usize)
                        ..tokens.partition_point(|token| token.start < right as usize);
                    between.filter(|at| tokens[*at].is("->")).for_each(|at| tight[at] = true);
                }
                open.extend([(&arrow.left, is_type), (&arrow.right, is_type)]);
            }
            ExprKind::Compare { comparator: Comparator::In, left, right, .. } => {
                let is_type = matches!(right.kind, ExprKind::Arrow(_));
                open.extend([(&**left, false), (&**right, is_type)]);
            }
            ExprKind::Quantified(_, declared, body) => {
                open.extend(ranges(declared).map(|range| (range, true)));
                open.push((body, false));
            }
            ExprKind::Comprehension(declared, body) => {
                open.extend(ranges(declared).map(|range| (range, true)));
                open.extend(body.iter().map(|body| (&**body, false)));
            }
            // The parts of a type.
            ExprKind::Unary(..) | ExprKind::Binary(BinaryOp::Relation(RelationOp::Union), ..) => {
                open.extend(children(expr).into_iter().map(|part| (part, is_type)));
            }
            _ => open.extend(children(expr).into_iter().map(|part| (part, false))),
        }
    }
    tight
}

/// The expressions of a paragraph that say what something is taken from.
fn types(paragraph: &Paragraph) -> Vec<&Expr> {
    match paragraph {
        Paragraph::Sig(sig) => ranges(&sig.fields).collect(),
        Paragraph::Function(function) => {
            ranges(&function.parameters).chain(&function.result).collect()
        }
        _ => Vec::new(),
    }
}

/// An arrow of the chain has a multiplicity beside it.
fn has_multiplicity(mut expr: &Expr) -> bool {
    while let ExprKind::Arrow(arrow) = &expr.kind {
        if arrow.left_multiplicity.is_some() || arrow.right_multiplicity.is_some() {
            return true;
        }
        expr = &arrow.right;
    }
    false
}
