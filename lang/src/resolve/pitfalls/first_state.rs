//! `fact { no n: Node | n in n.^next }` of a `next` that changes, which holds in the first state only.
//!
//! A fact holds in the first state of a trace, which users of static specs do not expect. Nothing in
//! a fact tells what was meant, so there is a warning only where a first state is hardly what is described:
//! - a fact with a temporal operator, an `after` or a `;` is about time, and its author has thought of it.
//! - a name such as `init` says it, be it of the fact or of a predicate that it calls.
//! - `no f`, `f = g` and `all x: A | x.f = g`, where nothing in g changes, give a value to what changes. In
//!   every state they would say that it never changes, so it is the first state that is meant.
//!
//! A step is another matter. It has a prime, and it is never meant for the first two states alone.

use crate::code;
use crate::diagnostic::Diagnostic;
use crate::model::{
    Comparison, Count, Expr, ExprKind, Formula, FormulaKind, IntExpr, Model, Node, RelationOp,
};
use crate::resolve::context::Resolver;
use crate::source::Span;

/// Longer formulas are not written out.
const LONG: usize = 60;

impl Resolver<'_> {
    /// Warns of a fact that has lost its `always`. `conjuncts`: what it says.
    pub(crate) fn warn_of_first_state(&mut self, name: Option<&str>, conjuncts: &[Formula]) {
        let parts = || conjuncts.iter().map(Node::Formula);
        if !parts().any(|part| self.model.changes(part)) {
            return;
        }
        let step = conjuncts.iter().find(|part| is_bare_step(&self.model, Node::Formula(part)));
        let warning = match step {
            Some(step) => self.step_without_always(step),
            None if parts().any(|part| speaks_of_time(&self.model, part)) => return,
            None if name.is_some_and(is_initial) => return,
            None if parts().any(|part| calls_initial(&self.model, part)) => return,
            None if conjuncts.iter().any(|part| gives_value(&self.model, part)) => return,
            None => {
                let is_meant = |part: &&Formula| self.model.changes(Node::Formula(part));
                let part = conjuncts.iter().find(is_meant).expect("one changes");
                self.invariant_without_always(part)
            }
        };
        self.warn(warning);
    }

    fn step_without_always(&self, step: &Formula) -> Diagnostic {
        Diagnostic::new(code::FIRST_STATE, "this step is said of the first state only")
            .at(step.span, "it relates the first two states; nothing is said of those after them")
            .help(self.with_always(step.span))
    }

    fn invariant_without_always(&self, part: &Formula) -> Diagnostic {
        Diagnostic::new(code::FIRST_STATE, "this fact speaks of the first state only")
            .at(part.span, "it has no temporal operator, and speaks of something that changes")
            .help(self.with_always(part.span))
            .help("if the first state is what is meant, call the fact `init`")
    }

    /// "write `always …`", with the text to type.
    fn with_always(&self, span: Span) -> String {
        let text = self.text(span).filter(|text| text.len() <= LONG && !text.contains('\n'));
        match text {
            Some(text) if is_one_operand(text) => format!("for every state, write `always {text}`"),
            Some(text) => format!("for every state, write `always ({text})`"),
            None => "for every state, write `always { … }` around it".to_owned(),
        }
    }
}

/// True if `always` before it takes all of it: a quantifier, a comparison, a call.
fn is_one_operand(text: &str) -> bool {
    let begins = |words: &[&str]| {
        words.iter().any(|word| {
            let rest = text.strip_prefix(word);
            rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
        })
    };
    let joins = ["and", "or", "implies", "iff", "else", "&&", "||", "=>", "<=>"];
    let is_binder = begins(&["all", "no", "some", "lone", "one", "let"]) && text.contains('|');
    is_binder || text.split_whitespace().all(|word| !joins.contains(&word))
}

/// True if a name says that a first state is described.
fn is_initial(name: &str) -> bool {
    let name = name.to_lowercase();
    name.contains("init")
        || ["start", "begin", "boot", "setup"].iter().any(|word| name.starts_with(word))
}

fn calls_initial(model: &Model, node: Node<'_>) -> bool {
    let mut calls = model.reachable([node]).filter_map(Node::call);
    calls.any(|(callee, _)| is_initial(&model.functions[callee].name))
}

/// A temporal operator, an `after` or a `;` is in it.
fn speaks_of_time(model: &Model, node: Node<'_>) -> bool {
    model.reachable([node]).any(|node| node.is_temporal() || is_after(node))
}

fn is_after(node: Node<'_>) -> bool {
    matches!(node, Node::Formula(Formula { kind: FormulaKind::In(..), .. }))
}

/// It has a prime, and neither a temporal operator nor an `after` above it.
fn is_bare_step(model: &Model, node: Node<'_>) -> bool {
    if node.is_temporal() || is_after(node) {
        return false;
    }
    // `p ; x' = x` tells the beginning of a trace.
    let is_sequence = matches!(node, Node::Formula(Formula { kind: FormulaKind::And(parts), .. })
        if parts.iter().any(|part| is_after(Node::Formula(part))));
    if is_sequence {
        return false;
    }
    let body = node.call().map(|(callee, _)| Node::from(&model.functions[callee].body));
    let mut below = node.children();
    below.extend(body);
    node.state().is_some()
        || below.into_iter().any(|below| Resolver::with_stack(|| is_bare_step(model, below)))
}

/// `no f`, `f = g`, `all x: A | x.f = g`, where f changes and g does not.
fn gives_value(model: &Model, formula: &Formula) -> bool {
    let below = |part: &Formula| Resolver::with_stack(|| gives_value(model, part));
    let changes = |expr: &Expr| model.changes(Node::Relation(expr));
    let number_changes = |int: &IntExpr| model.changes(Node::Integer(int));
    match &formula.kind {
        FormulaKind::Count(Count::No, expr) => changes(expr) && is_place(expr),
        FormulaKind::Equal(a, b) => {
            let (of_a, of_b) = (changes(a), changes(b));
            of_a != of_b && is_place(if of_a { a } else { b })
        }
        FormulaKind::Compare(Comparison::Equal, a, b) => number_changes(a) != number_changes(b),
        FormulaKind::And(parts) => parts.iter().any(below),
        FormulaKind::Quantified { body, .. } | FormulaKind::Let(_, _, body) => below(body),
        FormulaKind::Call(callee, _) => match &model.functions[*callee].body {
            crate::model::Value::Formula(body) => below(body),
            _ => false,
        },
        _ => false,
    }
}

/// Something that has a value: a sig, a field, `x.f`. An intersection or a closure does not count, since laws
/// are about these.
fn is_place(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Sig(_) | ExprKind::Field(_) | ExprKind::Variable(_) => true,
        ExprKind::Binary(RelationOp::Join | RelationOp::Union, a, b) => {
            Resolver::with_stack(|| is_place(a) && is_place(b))
        }
        _ => false,
    }
}
