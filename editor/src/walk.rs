//! The expressions of a module, from the outermost inwards.

use korrel_lang::ast::{Declaration, Expr, ExprKind, Module, Paragraph, Target};
use korrel_lang::source::Span;

/// The expressions around a place, the innermost first.
pub(crate) fn around(module: &Module, span: Span) -> Vec<&Expr> {
    let holds = |one: &Expr| one.span.start <= span.start && span.end <= one.span.end;
    let mut found: Vec<&Expr> = Vec::new();
    let mut open: Vec<&Expr> = module.paragraphs.iter().flat_map(outermost).collect();
    while let Some(expr) = open.pop() {
        if holds(expr) {
            found.push(expr);
            open = children(expr);
        }
    }
    found.reverse();
    found
}

/// The paragraph that holds a place.
pub(crate) fn paragraph_at(module: &Module, span: Span) -> Option<&Paragraph> {
    let holds = |one: &&Paragraph| one.span().start <= span.start && span.end <= one.span().end;
    module.paragraphs.iter().find(holds)
}

/// The expressions of a paragraph that are in no other one.
pub(crate) fn outermost(paragraph: &Paragraph) -> Vec<&Expr> {
    match paragraph {
        Paragraph::Open(_) | Paragraph::Enum(_) => Vec::new(),
        Paragraph::Sig(sig) => ranges(&sig.fields).chain(&sig.fact).collect(),
        Paragraph::Fact(fact) | Paragraph::Assertion(fact) => vec![&fact.body],
        Paragraph::Function(function) => {
            ranges(&function.parameters).chain(&function.result).chain([&function.body]).collect()
        }
        Paragraph::Macro(declared) => vec![&declared.body],
        Paragraph::Command(command) => match &command.target {
            Target::Name(_) => Vec::new(),
            Target::Block(body) => vec![body],
        },
    }
}

pub(crate) fn ranges(declarations: &[Declaration]) -> impl Iterator<Item = &Expr> {
    declarations.iter().map(|declaration| &declaration.range)
}

/// The expressions right below one.
pub(crate) fn children(expr: &Expr) -> Vec<&Expr> {
    match &expr.kind {
        ExprKind::Name(_)
        | ExprKind::At(_)
        | ExprKind::Number(_)
        | ExprKind::String(_)
        | ExprKind::Constant(_) => Vec::new(),
        ExprKind::Unary(_, one) | ExprKind::Marked(_, one) => vec![one],
        ExprKind::Binary(_, left, right) | ExprKind::Compare { left, right, .. } => {
            vec![left, right]
        }
        ExprKind::Arrow(arrow) => vec![&arrow.left, &arrow.right],
        ExprKind::Conditional(condition, then, otherwise) => vec![condition, then, otherwise],
        ExprKind::Box(target, arguments) => std::iter::once(&**target).chain(arguments).collect(),
        ExprKind::Quantified(_, declarations, body) => {
            ranges(declarations).chain([&**body]).collect()
        }
        ExprKind::Comprehension(declarations, body) => {
            ranges(declarations).chain(body.as_deref()).collect()
        }
        ExprKind::Let(bindings, body) => {
            bindings.iter().map(|(_, value)| value).chain([&**body]).collect()
        }
        ExprKind::Block(parts) => parts.iter().collect(),
    }
}
