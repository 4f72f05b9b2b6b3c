//! A term as a person would say it, and denied. Sets and relations stay as the spec has them, for these are its words.

use korrel_lang::ast::{Comparator, Expr, ExprKind, Quantifier, UnaryOp};
use korrel_lang::parse::parse_expression;
use korrel_lang::source::Sources;

/// A term, or its denial: `new.items is empty`.
pub(super) fn said(text: &str, holds: bool) -> String {
    let (sources, expr) = parsed(text);
    formula(&sources, &expr, holds)
}

/// A term, or its denial, in the language. `is_whole`: it does not stand beside others.
pub(super) fn denied_text(text: &str, holds: bool, is_whole: bool) -> String {
    let (sources, expr) = parsed(text);
    let is_simple = matches!(
        expr.kind,
        ExprKind::Compare { .. } | ExprKind::Unary(..) | ExprKind::Name(_) | ExprKind::Box(..)
    );
    let text = |of: &Expr| sources.text(of.span).to_owned();
    let other = |word: &str, of: &Expr| format!("{word} {}", text(of));
    match &expr.kind {
        _ if holds && (is_whole || is_simple) => text(&expr),
        _ if holds => format!("({})", text(&expr)),
        ExprKind::Unary(UnaryOp::Some, of) => other("no", of),
        ExprKind::Unary(UnaryOp::No, of) => other("some", of),
        ExprKind::Compare { comparator, is_negated: false, left, right } => {
            let sign = match comparator {
                Comparator::In => "not in",
                Comparator::Equal => "!=",
                Comparator::Less => ">=",
                Comparator::LessOrEqual => ">",
                Comparator::Greater => "=<",
                Comparator::GreaterOrEqual => "<",
            };
            format!("{} {sign} {}", text(left), text(right))
        }
        _ => format!("not ({})", text(&expr)),
    }
}

fn parsed(text: &str) -> (Sources, Expr) {
    let mut sources = Sources::default();
    let file = sources.add("term", text);
    let expr = parse_expression(&sources, file).expect("it was read before");
    (sources, expr)
}

fn formula(sources: &Sources, expr: &Expr, holds: bool) -> String {
    let noun = |of: &Expr| match &of.kind {
        ExprKind::Unary(UnaryOp::Cardinality, of) => {
            format!("the size of {}", sources.text(of.span))
        }
        _ => sources.text(of.span).to_owned(),
    };
    let one =
        |of: &Expr, yes: &str, no: &str| format!("{} {}", noun(of), if holds { yes } else { no });
    match &expr.kind {
        ExprKind::Unary(UnaryOp::Some, of) => one(of, "is not empty", "is empty"),
        ExprKind::Unary(UnaryOp::No, of) => one(of, "is empty", "is not empty"),
        ExprKind::Unary(UnaryOp::One, of) => {
            one(of, "has exactly one element", "has none or several elements")
        }
        ExprKind::Unary(UnaryOp::Lone, of) => {
            one(of, "has one element at most", "has several elements")
        }
        ExprKind::Unary(UnaryOp::Not, of) => formula(sources, of, !holds),
        ExprKind::Compare { comparator, is_negated, left, right } => {
            let (yes, no) = match comparator {
                Comparator::In => ("is in", "is not in"),
                Comparator::Equal => ("is", "is not"),
                Comparator::Less => ("is less than", "is at least"),
                Comparator::LessOrEqual => ("is at most", "is more than"),
                Comparator::Greater => ("is more than", "is at most"),
                Comparator::GreaterOrEqual => ("is at least", "is less than"),
            };
            let verb = if holds != *is_negated { yes } else { no };
            format!("{} {verb} {}", noun(left), noun(right))
        }
        ExprKind::Quantified(
            quantifier @ (Quantifier::All | Quantifier::Some | Quantifier::No),
            of,
            body,
        ) => {
            // That all are so is denied by one that is not.
            let (is_each, is_so) = match quantifier {
                Quantifier::All => (holds, holds),
                Quantifier::Some => (!holds, holds),
                _ => (holds, !holds),
            };
            let range = of.iter().map(|one| sources.text(one.span).replacen(": ", " of ", 1));
            let range = range.collect::<Vec<String>>().join(", ");
            let quantity = if is_each { "for each" } else { "for some" };
            format!("{quantity} {range}: {}", formula(sources, body, is_so))
        }
        _ => {
            let text = sources.text(expr.span);
            match (text.strip_suffix(".hasDups"), holds) {
                (Some(items), true) => format!("an item stands in {items} twice"),
                (Some(items), false) => format!("no item stands in {items} twice"),
                (None, true) => format!("{text} holds"),
                (None, false) => format!("{text} does not hold"),
            }
        }
    }
}
