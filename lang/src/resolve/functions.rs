//! Predicates and functions, each resolved when it is first needed.

use super::node::Kind;
use super::{FunctionState, Reported, Resolver, Result, TypeOps};
use crate::ast::{self, Paragraph};
use crate::code;
use crate::diagnostic::Diagnostic;
use crate::model::{Declaration, Function, FunctionId, Multiplicity, Range, Sig, Type, Value};
use crate::source::Span;

impl Resolver<'_> {
    pub(super) fn resolve_functions(&mut self) {
        let module = self.module;
        for paragraph in &module.paragraphs {
            if let Paragraph::Function(ast) = paragraph {
                let state = FunctionState { ast, id: None, failed: false };
                self.functions.entry(ast.name.text.clone()).or_default().push(state);
            }
        }
        for paragraph in &module.paragraphs {
            let Paragraph::Function(ast) = paragraph else { continue };
            let overloads = &self.functions[&ast.name.text];
            let at = overloads.iter().position(|state| std::ptr::eq(state.ast, ast));
            // A mistake in it has been reported.
            let _ = self.function(&ast.name.text, at.expect("just declared"), ast.name.span);
        }
    }

    /// The `at`-th predicate or function of a name, resolved now if it was not yet.
    pub(super) fn function(&mut self, name: &str, at: usize, use_: Span) -> Result<FunctionId> {
        let state = self.functions[name][at];
        if let Some(id) = state.id {
            return Ok(id);
        }
        if state.failed {
            return Err(Reported);
        }
        let declared = state.ast.name.span;
        if self.in_progress.iter().any(|(_, span)| *span == declared) {
            return self.recursion(name, use_, declared);
        }
        self.in_progress.push((name.to_string(), declared));
        let result = self.outside(|resolver| resolver.resolve_function(state.ast));
        self.in_progress.pop();
        let state = &mut self.functions.get_mut(name).expect("it is declared")[at];
        state.failed = result.is_err();
        state.id = result.ok();
        result
    }

    fn recursion<T>(&mut self, name: &str, use_: Span, declared: Span) -> Result<T> {
        let chain: Vec<&str> = self.in_progress.iter().map(|(name, _)| name.as_str()).collect();
        let from = self.in_progress.iter().position(|(_, span)| *span == declared);
        let chain = chain[from.expect("it is in progress")..].join("` calls `");
        self.report(
            Diagnostic::error(code::RECURSION, format!("`{name}` calls itself"))
                .at(use_, format!("`{chain}` calls `{name}`"))
                .related(declared, "declared here")
                .help("use `^` or `*` to follow a relation any number of steps"),
        )
    }

    /// Runs `work` without the variables and the sig at hand.
    fn outside<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let locals = std::mem::take(&mut self.locals);
        let this = self.this.take();
        let result = work(self);
        self.locals = locals;
        self.this = this;
        result
    }

    fn resolve_function(&mut self, ast: &ast::Function) -> Result<FunctionId> {
        let mut parameters = Vec::new();
        if let Some(receiver) = &ast.receiver {
            parameters.push(self.receiver(receiver)?);
        }
        parameters.extend(self.declarations(&ast.parameters)?);
        let (body, result) = match &ast.result {
            None => (Value::Formula(self.formula(&ast.body)?), None),
            Some(result) => {
                let (range, ty) = self.range(result)?;
                (self.function_body(ast, &range)?, Some(ty))
            }
        };
        let function = self.model.functions.push(Function {
            name: ast.name.text.clone(),
            parameters,
            body,
            is_private: ast.is_private,
            span: ast.name.span,
        });
        self.function_types.extend(result.map(|ty| (function, ty)));
        Ok(function)
    }

    /// `pred Tree.repOk[]` has the parameter `this: Tree`.
    fn receiver(&mut self, sig: &ast::Name) -> Result<Declaration> {
        let id = self.sig(sig)?;
        let ty: Type = self.model.type_of_sig(id);
        let this = self.variable("this", Kind::Relation(ty), sig.span);
        self.locals.push(("this".to_string(), this));
        let domain = super::sigs::set(id, sig.span);
        let range = Range::Of { multiplicity: Multiplicity::One, domain };
        Ok(Declaration { variables: vec![this], is_disjoint: false, range, span: sig.span })
    }

    fn function_body(&mut self, ast: &ast::Function, result: &Range) -> Result<Value> {
        // The body of a function is a block with one expression.
        let body = match &ast.body.kind {
            ast::ExprKind::Block(parts) if parts.len() == 1 => &parts[0],
            _ => {
                return self.report(
                    Diagnostic::error(code::SYNTAX, "a function's body is one expression")
                        .at(ast.body.span, "this block does not hold just one"),
                );
            }
        };
        let node = self.node(body)?;
        let (value, _) = self.value(node)?;
        let found = match &value {
            Value::Integer(_) => 1,
            Value::Relation(expr) => expr.arity,
            Value::Formula(formula) => {
                let span = formula.span;
                return self.wrong_kind("the value of the function", "a formula", span);
            }
        };
        if found != result.arity() {
            return self.arity_mismatch("fun", result.arity(), found, body.span);
        }
        if matches!(value, Value::Integer(_)) && !self.is_integer(result) {
            return self.wrong_kind("a set of the declared type", "a number", body.span);
        }
        Ok(value)
    }

    fn is_integer(&self, range: &Range) -> bool {
        match range {
            Range::Of { domain, .. } => matches!(
                domain.kind,
                crate::model::ExprKind::Sig(Sig::INT | Sig::UNIVERSE | Sig::SEQ_INT)
            ),
            Range::Arrow { .. } => false,
        }
    }
}
