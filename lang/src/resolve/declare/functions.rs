//! Predicates and functions: the signature of each when its name is first met, and its body then
//! too, since only the body shows what it gives (a formula, a number, a relation).

use rustc_hash::FxHashSet;

use crate::arena::Id;
use crate::diagnostic::Diagnostic;
use crate::model::build::{one_of, set, truth};
use crate::model::{
    Declaration, Expr, ExprKind, Function, FunctionId, Node, Range, Sig, Type, Value,
};
use crate::resolve::context::declared::{CallSignature, DeclaredId, FunctionState};
use crate::resolve::context::node::ValueKind;
use crate::resolve::context::place::Nameable;
use crate::resolve::context::{ReportedMistake, Resolver, Result};
use crate::resolve::express::ranges::InMacros;
use crate::resolve::report::arity::{COLUMNS_HELP, columns};
use crate::source::Span;
use crate::{ast, code};

impl<'a> Resolver<'a> {
    pub(crate) fn declare_function(&mut self, declared: &'a ast::Function) {
        let state = FunctionState {
            ast: declared,
            module: self.place.module,
            id: None,
            failed: false,
            circle: FxHashSet::default(),
        };
        let id = self.functions.push(state);
        let name = declared.name.text.clone();
        self.modules[self.place.module].functions.entry(name).or_default().push(id);
    }

    /// Resolves the user's own functions. Those of built-in modules are resolved only where they are called.
    pub(crate) fn resolve_functions(&mut self) {
        for declared in self.functions.ids() {
            let state = &self.functions[declared];
            if !self.modules[state.module].is_library {
                // A mistake in it has been reported.
                let _ = self.function(declared);
            }
        }
        match self.program.recursion {
            Some(depth) => self.unroll_recursion(depth),
            None => self.refuse_recursion(),
        }
    }

    /// A predicate or function, resolved now if it was not yet. One whose body is being resolved
    /// counts as what its declaration says. If it does call itself, that is found later.
    pub(crate) fn function(&mut self, declared: DeclaredId) -> Result<FunctionId> {
        let state = &self.functions[declared];
        if state.failed {
            return Err(ReportedMistake);
        }
        if self.is_unrolled(declared) {
            return self.unrolled(declared);
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

    pub(crate) fn resolve_function(
        &mut self,
        declared: DeclaredId,
        ast: &ast::Function,
    ) -> Result<FunctionId> {
        let (function, result) =
            self.within_reach(Nameable::NoCalls, |resolver| resolver.signature(ast))?;
        if !self.is_unrolled(declared) {
            self.functions[declared].id = Some(function);
        }
        let body = match result {
            None => Value::Formula(self.formula(&ast.body)?),
            Some((range, _)) => self.function_body(ast, &range)?,
        };
        let (body, notation) = self.with_states(body, Some(&ast.name.text))?;
        self.model.functions[function].body = body;
        self.notations.extend(notation.map(|notation| (function, notation)));
        Ok(function)
    }

    /// Declares parameters and the result. The body stands for something of the declared kind.
    pub(crate) fn signature(
        &mut self,
        ast: &ast::Function,
    ) -> Result<(FunctionId, Option<(Range, Type)>)> {
        let mut parameters = Vec::new();
        if let Some(receiver) = &ast.receiver {
            parameters.push(self.receiver(receiver)?);
        }
        parameters.extend(self.declarations(&ast.parameters)?);
        self.refuse_time_in_parameters(&parameters)?;
        let result = ast.result.as_ref();
        let result = result.map(|result| self.range(result, InMacros::Kept)).transpose()?;
        let span = ast.name.span;
        let body = match &result {
            None => Value::Formula(truth(span)),
            Some((range, _)) => {
                Value::Relation(Expr { kind: ExprKind::Empty, arity: range.arity(), span })
            }
        };
        let name = ast.name.text.clone();
        let function = Function { name, parameters, body, is_private: ast.is_private, span };
        let function = self.model.functions.push(function);
        self.signatures.insert(function, CallSignature { result: result.clone() });
        Ok((function, result))
    }

    /// A parameter stands for its argument in each state in which the body reads it, so its range has no state
    /// of its own, as in Alloy.
    fn refuse_time_in_parameters(&mut self, parameters: &[Declaration]) -> Result<()> {
        let is_of_time = |node: &Node<'_>| node.state().is_some() || node.is_temporal();
        let mut nodes = parameters
            .iter()
            .flat_map(|declaration| Node::from(declaration.range.domain()).descendants());
        match nodes.find(is_of_time).map(|node| node.span()) {
            None => Ok(()),
            Some(span) => self.report(
                Diagnostic::new(code::TEMPORAL, "a parameter is declared over another state")
                    .at(span, "a range is read in the state of the call")
                    .help("declare it without the operator, and say in the body where it lies: `x in S'`"),
            ),
        }
    }

    /// `pred Tree.repOk[]` has the parameter `this: Tree`.
    fn receiver(&mut self, sig: &ast::Name) -> Result<Declaration> {
        let id = self.sig(sig)?;
        let ty: Type = self.model.type_of_sig(id);
        let this = self.variable("this", ValueKind::Relation(ty), sig.span);
        // Nobody can leave it out.
        self.used.insert(this);
        self.bring_into_scope("this", this);
        Ok(one_of(this, set(id, sig.span), sig.span))
    }

    fn function_body(&mut self, ast: &ast::Function, result: &Range) -> Result<Value> {
        // The body of a function is a block with one expression.
        let body = match &ast.body.kind {
            ast::ExprKind::Block(parts) if parts.len() == 1 => &parts[0],
            _ => {
                let text = self.text(ast.body.span).unwrap_or_default();
                let help = match text.trim_start_matches('{').trim_start().starts_with("return") {
                    true => "leave `return` out: the expression is the value",
                    false => "parts of it can be named by `let`, as in `let x = e | x.f`",
                };
                return self.report(
                    Diagnostic::new(code::SYNTAX, "a function's body is one expression")
                        .at(ast.body.span, "this block does not hold exactly one")
                        .help(help),
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
            return self.wrong_result(&ast.name, result.arity(), found, body.span);
        }
        if matches!(value, Value::Integer(_)) && !self.is_integer(result) {
            return self.wrong_kind("a set of the declared type", "a number", body.span);
        }
        Ok(value)
    }

    fn wrong_result<T>(
        &mut self,
        function: &ast::Name,
        declared: usize,
        found: usize,
        span: Span,
    ) -> Result<T> {
        let message = format!("`{}` is declared to give {}", function.text, columns(declared));
        self.report(
            Diagnostic::new(code::ARITY, message)
                .at(span, format!("this is {}", columns(found)))
                .related(function.span, "declared here")
                .help(COLUMNS_HELP),
        )
    }

    fn is_integer(&self, range: &Range) -> bool {
        let domain = &range.domain().kind;
        matches!(domain, ExprKind::Sig(Sig::INT | Sig::UNIVERSE | Sig::SEQ_INT))
    }
}

// No predicate or function calls itself, directly or not: its value would have no end.

impl Resolver<'_> {
    /// Reports each circle of calls once.
    pub(crate) fn refuse_recursion(&mut self) {
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
        let diagnostic = Diagnostic::new(code::RECURSION, format!("`{name}` calls itself"))
            .at(call, format!("`{chain}` calls `{name}`"))
            .related(declared, "declared here")
            .help("use `^` or `*` to follow a relation any number of steps")
            .help("or unroll the calls, as in `--recursion 3`");
        self.diagnostics.push(diagnostic);
    }
}

/// The calls in a body, in order.
fn calls(body: &Value) -> Vec<(FunctionId, Span)> {
    let nodes = Node::from(body).descendants();
    nodes.filter_map(|node| node.call().map(|(function, _)| (function, node.span()))).collect()
}
