//! Small changes of a predicate: each at one place of it, or of a predicate or a function that it calls.
//!
//! A change is one of the text, at the places that the syntax tree names, so that what it says is what a person would
//! have typed. Where it is in something that the predicate calls, all on the way there is copied, too.

use std::collections::{BTreeMap, BTreeSet};

use korrel_lang::ast::{
    BinaryOp, Comparator, Declaration, Expr, ExprKind, Function, PairOp, Paragraph, Quantifier,
    RelationOp, UnaryOp,
};
use korrel_lang::parse::in_one_line;
use korrel_lang::source::Span;
use korrel_lang::spec::Spec;

/// A changed copy of a predicate.
#[derive(Clone, Debug)]
pub(super) struct Mutant {
    /// The change: `14:10 lone → one`.
    pub name: String,
    /// The name of the copy.
    pub predicate: String,
    /// The paragraphs with it.
    pub text: String,
}

/// A change of a text.
struct TextChange {
    at: Span,
    new: String,
    /// `lone → one`, `without …`.
    told: String,
}

/// The changes of a predicate of the main module, in the order of the text.
pub(super) fn mutants(spec: &Spec, predicate: &str) -> Vec<Mutant> {
    let functions: BTreeMap<&str, &Function> = (spec.program.modules[0].ast.paragraphs.iter())
        .filter_map(|paragraph| match paragraph {
            Paragraph::Function(one) if one.receiver.is_none() => Some((&one.name.text[..], one)),
            _ => None,
        })
        .collect();
    if !functions.contains_key(predicate) {
        return Vec::new();
    }
    let called = reached(&functions, predicate);
    let mut changed: Vec<&&Function> =
        called.iter().filter_map(|name| functions.get(name)).collect();
    changed.sort_by_key(|function| function.span);
    let mut mutants = Vec::new();
    for function in changed {
        let mut edits = Vec::new();
        let mut walk = Edits { spec, edits: &mut edits };
        walk.expr(&function.body);
        edits.sort_by_key(|edit| edit.at);
        for edit in edits {
            let (line, column) = spec.sources.line_and_column(edit.at);
            let name = format!("{line}:{column} {}", edit.told);
            let suffix = format!("_m{}", mutants.len() + 1);
            let is_copied =
                |name: &&&str| reached(&functions, name).contains(&function.name.text[..]);
            let copied: BTreeSet<&str> = called.iter().filter(is_copied).copied().collect();
            let copies =
                copied.iter().map(|name| copy(spec, functions[name], &copied, &suffix, &edit));
            let text = copies.collect::<Vec<_>>().join("\n");
            mutants.push(Mutant { name, predicate: format!("{predicate}{suffix}"), text });
        }
    }
    mutants
}

/// The functions that one calls, directly or not, itself included.
fn reached<'f>(functions: &BTreeMap<&'f str, &'f Function>, from: &str) -> BTreeSet<&'f str> {
    let mut found = BTreeSet::new();
    let mut open: Vec<&str> =
        functions.get_key_value(from).map(|(name, _)| *name).into_iter().collect();
    while let Some(name) = open.pop() {
        if found.insert(*functions.get_key_value(name).expect("it is one of them").0) {
            names(&functions[name].body, &mut |name, _| {
                open.extend(functions.get_key_value(name).map(|(name, _)| *name));
            });
        }
    }
    found
}

/// The text of a function under another name, with an edit, and with the new names of what is copied as well.
fn copy(
    spec: &Spec,
    function: &Function,
    copied: &BTreeSet<&str>,
    suffix: &str,
    edit: &TextChange,
) -> String {
    let mut edits = vec![(function.name.span, format!("{}{suffix}", function.name.text))];
    names(&function.body, &mut |name, span| {
        if copied.contains(name) && spec.sources.text(span).starts_with(name) {
            let end = Span { end: span.start + name.len() as u32, ..span };
            edits.push((end, format!("{name}{suffix}")));
        }
    });
    // What lies within the edit goes with it.
    if function.span.start <= edit.at.start && edit.at.end <= function.span.end {
        edits.retain(|(span, _)| span.end <= edit.at.start || edit.at.end <= span.start);
        edits.push((edit.at, edit.new.clone()));
    }
    edits.sort_by_key(|(span, _)| *span);
    edits.dedup_by_key(|(span, _)| *span);
    let whole = &spec.sources.get(function.span.file).text;
    let (mut text, mut at) = (String::new(), function.span.start as usize);
    for (span, new) in edits {
        text += &whole[at..span.start as usize];
        text += &new;
        at = span.end as usize;
    }
    text + &whole[at..function.span.end as usize]
}

/// Hands each name in an expression to `visit`.
fn names(expr: &Expr, visit: &mut dyn FnMut(&str, Span)) {
    if let ExprKind::Name(name) = &expr.kind {
        visit(name, expr.span);
    }
    children(expr, &mut |child| names(child, visit));
}

/// Hands each part of an expression to `visit`, in order.
fn children(expr: &Expr, visit: &mut dyn FnMut(&Expr)) {
    let ranges = |declarations: &[Declaration], visit: &mut dyn FnMut(&Expr)| {
        declarations.iter().for_each(|one| visit(&one.range));
    };
    match &expr.kind {
        ExprKind::Name(_)
        | ExprKind::At(_)
        | ExprKind::Number(_)
        | ExprKind::String(_)
        | ExprKind::Constant(_) => {}
        ExprKind::Unary(_, one) | ExprKind::Marked(_, one) => visit(one),
        ExprKind::Binary(_, left, right) | ExprKind::Compare { left, right, .. } => {
            visit(left);
            visit(right);
        }
        ExprKind::Arrow(arrow) => {
            visit(&arrow.left);
            visit(&arrow.right);
        }
        ExprKind::Conditional(condition, then, other) => {
            visit(condition);
            visit(then);
            visit(other);
        }
        ExprKind::Box(of, arguments) => {
            visit(of);
            arguments.iter().for_each(visit);
        }
        ExprKind::Quantified(_, declarations, body) => {
            ranges(declarations, visit);
            visit(body);
        }
        ExprKind::Comprehension(declarations, body) => {
            ranges(declarations, visit);
            body.iter().for_each(|body| visit(body));
        }
        ExprKind::Let(values, body) => {
            values.iter().for_each(|(_, value)| visit(value));
            visit(body);
        }
        ExprKind::Block(parts) => parts.iter().for_each(visit),
    }
}

struct Edits<'e> {
    spec: &'e Spec,
    edits: &'e mut Vec<TextChange>,
}

impl Edits<'_> {
    fn expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Unary(op, operand) => self.unary(expr, *op, operand),
            ExprKind::Binary(op, left, right) => {
                self.binary(*op, left, right);
                if *op == BinaryOp::And {
                    self.drop(left);
                    self.drop(right);
                }
            }
            ExprKind::Compare { comparator, is_negated, left, right } => {
                self.compare(*comparator, *is_negated, left, right);
            }
            ExprKind::Quantified(quantifier, declarations, _) => {
                let first = declarations.first().map_or(expr.span.end, |one| one.span.start);
                self.quantifier(expr, *quantifier, first);
            }
            ExprKind::Block(parts) => parts.iter().for_each(|part| self.drop(part)),
            _ => {}
        }
        children(expr, &mut |child| self.expr(child));
    }

    /// Puts another word in the place of the one sign between two places.
    fn replace(&mut self, span: Span, signs: &[&str], new: &[&str]) {
        if span.start >= span.end {
            return;
        }
        let text = self.spec.sources.text(span);
        let found = signs.iter().find_map(|sign| {
            let at = text.find(sign)?;
            (!text[at + sign.len()..].contains(sign)).then_some((at, *sign))
        });
        let Some((at, old)) = found else { return };
        let start = span.start + at as u32;
        let at = Span { start, end: start + old.len() as u32, ..span };
        for new in new {
            let told = match new.is_empty() {
                true => format!("without {old}"),
                false => format!("{old} → {new}"),
            };
            self.edits.push(TextChange { at, new: (*new).to_owned(), told });
        }
    }

    fn between(&self, left: &Expr, right: &Expr) -> Span {
        Span { start: left.span.end, end: right.span.start.max(left.span.end), ..left.span }
    }

    fn unary(&mut self, expr: &Expr, op: UnaryOp, operand: &Expr) {
        let before = Span { end: operand.span.start.max(expr.span.start), ..expr.span };
        match op {
            UnaryOp::Not => self.replace(before, &["not", "!"], &[""]),
            UnaryOp::No => self.replace(before, &["no"], &["lone"]),
            UnaryOp::Lone => self.replace(before, &["lone"], &["one", "no"]),
            UnaryOp::One => self.replace(before, &["one"], &["lone", "some"]),
            UnaryOp::Some => self.replace(before, &["some"], &["one"]),
            UnaryOp::Pair(PairOp::Transpose) => self.replace(before, &["~"], &[""]),
            UnaryOp::Pair(PairOp::Closure) => self.replace(before, &["^"], &["*", ""]),
            UnaryOp::Pair(PairOp::ReflexiveClosure) => self.replace(before, &["*"], &["^", ""]),
            _ => {}
        }
    }

    fn binary(&mut self, op: BinaryOp, left: &Expr, right: &Expr) {
        let between = self.between(left, right);
        match op {
            BinaryOp::And => self.replace(between, &["and", "&&"], &["or"]),
            BinaryOp::Or => self.replace(between, &["or", "||"], &["and"]),
            BinaryOp::Implies => self.replace(between, &["implies", "=>"], &["iff"]),
            BinaryOp::Iff => self.replace(between, &["iff", "<=>"], &["implies"]),
            BinaryOp::Relation(RelationOp::Union) => self.replace(between, &["+"], &["&"]),
            BinaryOp::Relation(RelationOp::Intersection) => self.replace(between, &["&"], &["+"]),
            BinaryOp::Relation(RelationOp::Difference) => self.replace(between, &["-"], &["+"]),
            _ => {}
        }
    }

    fn compare(&mut self, comparator: Comparator, is_negated: bool, left: &Expr, right: &Expr) {
        let between = self.between(left, right);
        if is_negated {
            return self.replace(between, &["not ", "!"], &[""]);
        }
        match comparator {
            Comparator::In => self.replace(between, &["in"], &["="]),
            Comparator::Equal => self.replace(between, &["="], &["in"]),
            Comparator::LessOrEqual => self.replace(between, &["=<", "<="], &["<"]),
            Comparator::Less => self.replace(between, &["<"], &["=<"]),
            Comparator::GreaterOrEqual => self.replace(between, &[">="], &[">"]),
            Comparator::Greater => self.replace(between, &[">"], &[">="]),
        }
    }

    fn quantifier(&mut self, expr: &Expr, quantifier: Quantifier, first: u32) {
        let before = Span { end: first.max(expr.span.start), ..expr.span };
        match quantifier {
            Quantifier::All => self.replace(before, &["all"], &["some"]),
            Quantifier::Some => self.replace(before, &["some"], &["all"]),
            Quantifier::No => self.replace(before, &["no"], &["lone"]),
            Quantifier::Lone => self.replace(before, &["lone"], &["one", "no"]),
            Quantifier::One => self.replace(before, &["one"], &["lone", "some"]),
            Quantifier::Sum => {}
        }
    }

    /// Says nothing in the place of a conjunct.
    fn drop(&mut self, conjunct: &Expr) {
        let text = in_one_line(self.spec.sources.text(conjunct.span));
        let told = match text.chars().count() > LONG {
            true => format!("without {}…", text.chars().take(LONG).collect::<String>()),
            false => format!("without {text}"),
        };
        self.edits.push(TextChange { at: conjunct.span, new: "{ }".to_owned(), told });
    }
}

/// Of a conjunct that is dropped no more characters are told.
const LONG: usize = 40;
