//! Operands: names and literals, brackets, blocks, and expressions that bind variables.

use pest::iterators::Pair;

use crate::ast::{Constant, Expr, ExprKind, Quantifier};
use crate::diagnostic::Diagnostic;
use crate::parse::expression::operator::role_within;
use crate::parse::rules::Role;
use crate::parse::{Rule, TreeBuilder, unmapped};
use crate::source::Span;

impl TreeBuilder<'_> {
    pub(super) fn primary(&mut self, pair: Pair<'_, Rule>) -> Result<Expr, Diagnostic> {
        let part = pair.into_inner().next().expect("a primary has one form");
        let span = self.span(&part);
        self.has_sequences |= part.as_str().starts_with("seq/");
        self.names_meta |= part.as_rule() == Rule::meta;
        let kind = match part.as_rule() {
            Rule::block => return self.block(part),
            Rule::parenthesis => {
                let inner = part.into_inner().next().expect("brackets hold an expression");
                // A message that underlines it underlines the brackets too: `(a).(b)`.
                return Ok(Expr { span, ..self.expr(inner)? });
            }
            Rule::comprehension => self.comprehension(part)?,
            Rule::number => ExprKind::Number(self.number(&part)?),
            Rule::string => ExprKind::String(unescaped(part.as_str())),
            Rule::constant => ExprKind::Constant(constant(part)),
            Rule::at_name => ExprKind::At(part.as_str()[1..].to_string()),
            Rule::path | Rule::meta => ExprKind::Name(part.as_str().to_string()),
            rule => unmapped(rule),
        };
        Ok(Expr { kind, span })
    }

    fn comprehension(&mut self, pair: Pair<'_, Rule>) -> Result<ExprKind, Diagnostic> {
        let mut declarations = Vec::new();
        let mut body = None;
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::declaration => declarations.push(self.declaration(part)?),
                Rule::body => body = Some(Box::new(self.body(part)?)),
                Rule::close_brace => {}
                rule => unmapped(rule),
            }
        }
        Ok(ExprKind::Comprehension(declarations, body))
    }

    pub(super) fn binder(&mut self, pair: Pair<'_, Rule>) -> Result<Expr, Diagnostic> {
        let span = self.span(&pair);
        let binder = pair.into_inner().next().expect("a binder has one form");
        match binder.as_rule() {
            Rule::let_expr => self.let_expr(binder, span),
            Rule::quantified => self.quantified(binder, span),
            rule => unmapped(rule),
        }
    }

    fn quantified(&mut self, pair: Pair<'_, Rule>, span: Span) -> Result<Expr, Diagnostic> {
        let mut quantifier = Quantifier::All;
        let mut declarations = Vec::new();
        let mut body = None;
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::quantifier => quantifier = self::quantifier(part),
                Rule::declaration => declarations.push(self.declaration(part)?),
                Rule::body => body = Some(self.body(part)?),
                rule => unmapped(rule),
            }
        }
        let body = Box::new(body.expect("a quantifier has a body"));
        Ok(Expr { kind: ExprKind::Quantified(quantifier, declarations, body), span })
    }

    fn let_expr(&mut self, pair: Pair<'_, Rule>, span: Span) -> Result<Expr, Diagnostic> {
        let mut bindings = Vec::new();
        let mut body = None;
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::let_binding => {
                    let mut parts = part.into_inner();
                    let name = self.name(&parts.next().expect("a binding has a name"));
                    let value = parts.next_back().expect("a binding has a value");
                    bindings.push((name, self.expr(value)?));
                }
                Rule::body => body = Some(self.body(part)?),
                Rule::k_let => {}
                rule => unmapped(rule),
            }
        }
        let body = Box::new(body.expect("a `let` has a body"));
        Ok(Expr { kind: ExprKind::Let(bindings, body), span })
    }

    /// `| e` or `{ … }`.
    fn body(&mut self, pair: Pair<'_, Rule>) -> Result<Expr, Diagnostic> {
        let part = pair.into_inner().next_back().expect("a body has an expression");
        match part.as_rule() {
            Rule::block => self.block(part),
            Rule::body_expr => self.expr(part),
            rule => unmapped(rule),
        }
    }

    pub(in crate::parse) fn block(&mut self, pair: Pair<'_, Rule>) -> Result<Expr, Diagnostic> {
        let span = self.span(&pair);
        Ok(Expr { kind: ExprKind::Block(self.exprs(pair)?), span })
    }
}

fn quantifier(pair: Pair<'_, Rule>) -> Quantifier {
    match role_within(pair) {
        (_, Role::Quantifier(quantifier)) => quantifier,
        (rule, _) => unmapped(rule),
    }
}

fn constant(pair: Pair<'_, Rule>) -> Constant {
    match role_within(pair) {
        (_, Role::Constant(constant)) => constant,
        (rule, _) => unmapped(rule),
    }
}

/// The text between the quotes, with `\"`, `\\`, `\n` and `\t` replaced.
fn unescaped(quoted: &str) -> String {
    let mut text = String::new();
    let mut chars = quoted[1..quoted.len() - 1].chars();
    while let Some(c) = chars.next() {
        text.push(match c {
            '\\' => match chars.next() {
                Some('n') => '\n',
                Some('t') => '\t',
                Some(other) => other,
                None => '\\',
            },
            other => other,
        });
    }
    text
}
