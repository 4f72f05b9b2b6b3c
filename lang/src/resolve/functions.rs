//! Predicates and functions: the signature of each when its name is first met, its body then too,
//! since what it gives (a formula, a number, a relation) shows in the body only.

use super::modules::ModuleId;
use super::node::Kind;
use super::{Reported, Resolver, Result, TypeOps};
use crate::arena::{Id, id};
use crate::ast;
use crate::code;
use crate::diagnostic::Diagnostic;
use crate::model::{
    Declaration, Expr, ExprKind, Formula, FormulaKind, Function, FunctionId, IntExprKind,
    Multiplicity, Range, Sig, Type, Value,
};
use crate::source::Span;
use crate::walk::{Node, walk};

id!(/// A predicate or function as declared, in an instance of a module.
    DeclaredId);

/// How far a predicate or function has come.
pub(super) struct FunctionState<'a> {
    pub(super) ast: &'a ast::Function,
    pub(super) module: ModuleId,
    pub(super) id: Option<FunctionId>,
    pub(super) failed: bool,
}

/// What a call needs to know beside the parameters.
pub(super) struct Signature {
    /// Of a function, what its value lies in, and the type of that.
    pub(super) result: Option<(Range, Type)>,
}

impl<'a> Resolver<'a> {
    pub(super) fn declare_function(&mut self, declared: &'a ast::Function) {
        let state = FunctionState { ast: declared, module: self.at, id: None, failed: false };
        let id = self.functions.push(state);
        let name = declared.name.text.clone();
        self.modules[self.at].functions.entry(name).or_default().push(id);
    }

    /// Resolves the user's own; those of built-in modules only where they are called.
    pub(super) fn resolve_functions(&mut self) {
        for declared in self.functions.ids() {
            let state = &self.functions[declared];
            if !self.modules[state.module].is_library {
                // A mistake in it has been reported.
                let _ = self.function(declared);
            }
        }
        self.refuse_recursion();
    }

    /// A predicate or function, resolved now if it was not yet. One whose body is being resolved
    /// counts as what its declaration says; if it does call itself, that is found later.
    pub(super) fn function(&mut self, declared: DeclaredId) -> Result<FunctionId> {
        let state = &self.functions[declared];
        if state.failed {
            return Err(Reported);
        }
        if let Some(id) = state.id {
            return Ok(id);
        }
        let (ast, module) = (state.ast, state.module);
        let result = Self::with_stack(|| {
            self.in_module(module, |resolver| resolver.resolve_function(declared, ast))
        });
        let state = &mut self.functions[declared];
        state.failed = result.is_err();
        state.id = result.ok();
        result
    }

    fn resolve_function(
        &mut self,
        declared: DeclaredId,
        ast: &ast::Function,
    ) -> Result<FunctionId> {
        let (function, result) = self.barring_calls(|resolver| resolver.signature(ast))?;
        self.functions[declared].id = Some(function);
        let body = match result {
            None => Value::Formula(self.formula(&ast.body)?),
            Some((range, _)) => self.function_body(ast, &range)?,
        };
        self.model.functions[function].body = body;
        Ok(function)
    }

    /// Declares parameters and the result; the body stands for something of the declared kind.
    fn signature(&mut self, ast: &ast::Function) -> Result<(FunctionId, Option<(Range, Type)>)> {
        let mut parameters = Vec::new();
        if let Some(receiver) = &ast.receiver {
            parameters.push(self.receiver(receiver)?);
        }
        parameters.extend(self.declarations(&ast.parameters)?);
        let result = ast.result.as_ref().map(|result| self.range(result)).transpose()?;
        let span = ast.name.span;
        let body = match &result {
            None => Value::Formula(super::formulas::truth(span)),
            Some((range, _)) => {
                Value::Relation(Expr { kind: ExprKind::Empty, arity: range.arity(), span })
            }
        };
        let name = ast.name.text.clone();
        let function = Function { name, parameters, body, is_private: ast.is_private, span };
        let function = self.model.functions.push(function);
        self.signatures.insert(function, Signature { result: result.clone() });
        Ok((function, result))
    }

    /// Runs `work` where predicates and functions cannot be called.
    pub(super) fn barring_calls<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let barred = std::mem::replace(&mut self.calls_are_barred, true);
        let result = work(self);
        self.calls_are_barred = barred;
        result
    }

    /// `pred Tree.repOk[]` has the parameter `this: Tree`.
    fn receiver(&mut self, sig: &ast::Name) -> Result<Declaration> {
        let id = self.sig(sig)?;
        let ty: Type = self.model.type_of_sig(id);
        let this = self.variable("this", Kind::Relation(ty), sig.span);
        // Nobody can leave it out.
        self.used.insert(this);
        self.bring_into_scope("this", this);
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
            Range::Of { domain, .. } => {
                matches!(domain.kind, ExprKind::Sig(Sig::INT | Sig::UNIVERSE | Sig::SEQ_INT))
            }
            Range::Arrow { .. } => false,
        }
    }

    /// Reports each circle of calls once.
    fn refuse_recursion(&mut self) {
        let mut done = vec![false; self.model.functions.len()];
        for start in self.model.functions.ids() {
            let mut path = Vec::new();
            self.follow_calls(start, &mut path, &mut done);
        }
    }

    fn follow_calls(
        &mut self,
        function: FunctionId,
        path: &mut Vec<FunctionId>,
        done: &mut [bool],
    ) {
        if done[function.index()] {
            return;
        }
        path.push(function);
        for (callee, span) in calls(&self.model.functions[function].body) {
            match path.iter().position(|&open| open == callee) {
                Some(from) => self.recursion(&path[from..], span),
                None => Self::with_stack(|| self.follow_calls(callee, path, done)),
            }
        }
        path.pop();
        done[function.index()] = true;
    }

    fn recursion(&mut self, circle: &[FunctionId], call: Span) {
        let functions = &self.model.functions;
        let names: Vec<&str> = circle.iter().map(|&f| functions[f].name.as_str()).collect();
        let (name, declared) = (names[0], functions[circle[0]].span);
        let chain = names.join("` calls `");
        let diagnostic = Diagnostic::error(code::RECURSION, format!("`{name}` calls itself"))
            .at(call, format!("`{chain}` calls `{name}`"))
            .related(declared, "declared here")
            .help("use `^` or `*` to follow a relation any number of steps");
        self.diagnostics.push(diagnostic);
    }
}

/// The calls in a body, in order.
fn calls(body: &Value) -> Vec<(FunctionId, Span)> {
    let mut calls = Vec::new();
    walk(Node::of_value(body), &mut |node| match node {
        Node::Formula(Formula { kind: FormulaKind::Call(function, _), span }) => {
            calls.push((*function, *span));
        }
        Node::Relation(Expr { kind: ExprKind::Call(function, _), span, .. }) => {
            calls.push((*function, *span));
        }
        Node::Integer(int) => {
            if let IntExprKind::Call(function, _) = &int.kind {
                calls.push((*function, int.span));
            }
        }
        _ => {}
    });
    calls
}
