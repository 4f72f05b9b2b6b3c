//! Expressions that bind variables: comprehensions, sums, `let`.

use crate::ast;
use crate::code;
use crate::diagnostic::Diagnostic;
use crate::model::build::truth;
use crate::model::{
    Declaration, Expr, ExprKind, Formula, FormulaKind, IntExpr, IntExprKind, Type, Value,
    VariableId,
};
use crate::resolve::context::node::{Pending, PendingKind, PendingNode, ValueKind};
use crate::resolve::context::{Resolver, Result};
use crate::resolve::meta::atoms_of_cases;
use crate::source::Span;

impl Resolver<'_> {
    pub(crate) fn comprehension(
        &mut self,
        declarations: &[ast::Declaration],
        body: Option<&ast::Expr>,
        span: Span,
    ) -> Result<PendingNode> {
        if let Some(body) = body
            && let Some(cases) = self.meta_cases(declarations, body)?
        {
            let (expr, ty) = atoms_of_cases(cases, span);
            return Ok(PendingNode::done(expr, ty));
        }
        self.scoped(|resolver| {
            let declarations = resolver.declarations(declarations)?;
            resolver.require_single(&declarations, "a comprehension")?;
            let body = match body {
                Some(body) => resolver.formula(body)?,
                None => truth(span),
            };
            let types = resolver.variable_types(&declarations);
            let ty = types.into_iter().reduce(|a, b| a.product(&b)).expect("a declaration");
            let kind = ExprKind::Comprehension(declarations, Box::new(body));
            Ok(PendingNode::done(Expr { kind, arity: ty.arity(), span }, ty))
        })
    }

    fn variable_types(&self, declarations: &[Declaration]) -> Vec<Type> {
        let variables = declarations.iter().flat_map(|d| &d.variables);
        variables
            .filter_map(|variable| match &self.variables[variable] {
                ValueKind::Relation(ty) => Some(ty.clone()),
                ValueKind::Formula | ValueKind::Integer => None,
            })
            .collect()
    }

    pub(crate) fn sum(
        &mut self,
        declarations: &[ast::Declaration],
        body: &ast::Expr,
        span: Span,
    ) -> Result<PendingNode> {
        self.scoped(|resolver| {
            let declarations = resolver.declarations(declarations)?;
            resolver.require_single(&declarations, "`sum`")?;
            let body = resolver.node(body)?;
            let body = Box::new(resolver.integer(body)?);
            resolver.warn_of_unused(&declarations);
            let kind = IntExprKind::Sum(declarations, body);
            Ok(PendingNode::Integer(IntExpr { kind, span }))
        })
    }

    /// Comprehensions and sums range over single atoms.
    fn require_single(&mut self, declarations: &[Declaration], construct: &str) -> Result<()> {
        for declaration in declarations {
            if declaration.atoms().is_none() {
                let message = format!("the variables of {construct} stand for single atoms");
                return self.report(
                    Diagnostic::new(code::HIGHER_ORDER, message)
                        .at(declaration.span, "this one ranges over sets or relations")
                        .help("leave the multiplicity out, as in `{ x: A | … }`"),
                );
            }
        }
        Ok(())
    }

    pub(crate) fn let_node(
        &mut self,
        bindings: &[(ast::Name, ast::Expr)],
        span: Span,
        body: impl FnOnce(&mut Self) -> Result<PendingNode>,
    ) -> Result<PendingNode> {
        self.scoped(|resolver| {
            let mut bound: Vec<(VariableId, Value)> = Vec::new();
            for (name, value) in bindings {
                let is_number = resolver.is_bare_number(value);
                let value = resolver.node(value)?;
                let (value, kind) = resolver.value(value)?;
                let variable = resolver.variable(&name.text, kind, name.span);
                if is_number {
                    resolver.bare_numbers.insert(variable);
                }
                resolver.bring_into_scope(&name.text, variable);
                bound.push((variable, value));
            }
            let body = body(resolver)?;
            for (variable, _) in &bound {
                resolver.warn_if_unused(*variable);
            }
            resolver.bind(bound, body, span)
        })
    }

    fn bind(
        &mut self,
        bound: Vec<(VariableId, Value)>,
        body: PendingNode,
        span: Span,
    ) -> Result<PendingNode> {
        if let PendingNode::Relation(body) = body {
            // The context of the `let` tells the meaning of its body.
            let ty = body.ty.clone();
            let kind = PendingKind::Let(bound, body.into());
            return Ok(PendingNode::Relation(Pending::of(kind, ty, span)));
        }
        let (body, kind) = self.value(body)?;
        Ok(match (let_value(bound, body, span), kind) {
            (Value::Formula(formula), _) => PendingNode::Formula(formula),
            (Value::Integer(int), _) => PendingNode::Integer(int),
            (Value::Relation(expr), ValueKind::Relation(ty)) => PendingNode::done(expr, ty),
            (Value::Relation(_), ValueKind::Formula | ValueKind::Integer) => {
                unreachable!("the kind is that of the value")
            }
        })
    }
}

/// `let … | body`, where the body is a relation.
pub(crate) fn let_expr(bound: Vec<(VariableId, Value)>, body: Expr, span: Span) -> Expr {
    match let_value(bound, Value::Relation(body), span) {
        Value::Relation(expr) => expr,
        _ => unreachable!("the kind is that of the body"),
    }
}

fn let_value(bound: Vec<(VariableId, Value)>, body: Value, span: Span) -> Value {
    bound.into_iter().rfold(body, |body, (variable, value)| let_in(variable, value, body, span))
}

/// `let variable = value | body`.
fn let_in(variable: VariableId, value: Value, body: Value, span: Span) -> Value {
    let value = Box::new(value);
    match body {
        Value::Formula(body) => {
            let kind = FormulaKind::Let(variable, value, Box::new(body));
            Value::Formula(Formula { kind, span })
        }
        Value::Integer(body) => {
            let kind = IntExprKind::Let(variable, value, Box::new(body));
            Value::Integer(IntExpr { kind, span })
        }
        Value::Relation(body) => {
            let arity = body.arity;
            let kind = ExprKind::Let(variable, value, Box::new(body));
            Value::Relation(Expr { kind, arity, span })
        }
    }
}
