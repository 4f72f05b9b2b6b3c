//! Reports of calls that have too many arguments or too few.

use crate::diagnostic::Diagnostic;
use crate::model::{FormulaKind, FunctionId};
use crate::parse::first;
use crate::resolve::context::node::{Callee, Partial};
use crate::resolve::context::{ReportedMistake, Resolver, Result};
use crate::source::Span;
use crate::{ast, code};

impl Resolver<'_> {
    /// Reports arguments after those that a predicate takes.
    pub(crate) fn too_many<T>(
        &mut self,
        callee: &FormulaKind,
        target: &ast::Expr,
        given: usize,
        span: Span,
    ) -> Result<T> {
        let FormulaKind::Call(function, _) = *callee else {
            return self.wrong_kind("a relation or a predicate", "a formula", span);
        };
        self.too_many_for(function, given + receivers(target), span)
    }

    /// Reports that a further argument cannot be applied. If the target is a function that has all
    /// of its own, these are too many. Otherwise the report is what was found since there were
    /// `before`.
    pub(crate) fn not_applied<T>(
        &mut self,
        target: &ast::Expr,
        given: usize,
        before: usize,
        span: Span,
    ) -> Result<T> {
        let given = given + receivers(target);
        let Some(name) = called(target) else { return Err(ReportedMistake) };
        if let Some(operation) = self.only_operation(name) {
            let (name, wanted) = (operation.name(), operation.arity());
            if given > wanted {
                self.diagnostics.truncate(before);
                let message = format!("`{name}` takes {}, not {given}", arguments(wanted));
                let label = format!("{} too many", given - wanted);
                return self.report(Diagnostic::new(code::ARGUMENTS, message).at(span, label));
            }
        }
        match self.only_function(name) {
            Some(function) if given > self.parameter_count(function) => {
                self.diagnostics.truncate(before);
                self.too_many_for(function, given, span)
            }
            _ => Err(ReportedMistake),
        }
    }

    fn too_many_for<T>(&mut self, function: FunctionId, given: usize, span: Span) -> Result<T> {
        let declared = &self.model.functions[function];
        let (name, declared) = (declared.name.clone(), declared.span);
        let wanted = self.parameter_count(function);
        let message = format!("`{name}` takes {}, not {given}", arguments(wanted));
        let diagnostic = Diagnostic::new(code::ARGUMENTS, message)
            .at(span, format!("{} too many", given - wanted))
            .related(declared, format!("`{name}` is declared here"));
        self.report(match self.with_parameters(function) {
            Some(call) => diagnostic.help(format!("it is called as `{call}`")),
            None => diagnostic,
        })
    }

    /// Reports a call that lacks arguments.
    pub(crate) fn incomplete<T>(&mut self, partial: &Partial) -> Result<T> {
        let (name, wanted, function) = match partial.callee {
            Callee::Function(function) => {
                let name = self.model.functions[function].name.clone();
                (name, self.parameter_count(function), Some(function))
            }
            Callee::Integer(op) => (op.name().to_string(), op.arity(), None),
            Callee::Disj => return Err(ReportedMistake),
            Callee::TotalOrder => ("pred/totalOrder".to_string(), 3, None),
        };
        let given = partial.arguments.len();
        let message = format!("`{name}` takes {}, not {given}", arguments(wanted));
        let missing = function.map_or(Vec::new(), |function| self.parameters(function));
        let label = match missing.get(given..) {
            Some([]) | None => format!("{} more needed", wanted.saturating_sub(given)),
            Some(missing) => format!("missing: {}", missing.join(", ")),
        };
        let mut diagnostic = Diagnostic::new(code::ARGUMENTS, message).at(partial.span, label);
        if let Some(function) = function {
            let declared = self.model.functions[function].span;
            diagnostic = diagnostic.related(declared, format!("`{name}` is declared here"));
            if let Some(call) = self.with_parameters(function) {
                diagnostic = diagnostic.help(format!("it is called as `{call}`"));
            }
        }
        self.report(diagnostic)
    }

    /// `p[a, b]`, for a function of the user's.
    fn with_parameters(&self, function: FunctionId) -> Option<String> {
        let declared = &self.model.functions[function];
        self.text(declared.span)?;
        let variables = declared.parameters.iter().flat_map(|d| &d.variables);
        let names: Vec<&str> =
            variables.map(|variable| self.model.variables[*variable].name.as_str()).collect();
        Some(match names.as_slice() {
            [] => declared.name.clone(),
            ["this"] => format!("x.{}", declared.name),
            ["this", rest @ ..] => format!("x.{}[{}]", declared.name, rest.join(", ")),
            names => format!("{}[{}]", declared.name, names.join(", ")),
        })
    }

    /// `k: Int` for each parameter.
    fn parameters(&self, function: FunctionId) -> Vec<String> {
        let declared = &self.model.functions[function].parameters;
        let mut parameters = Vec::new();
        for declaration in declared {
            for variable in &declaration.variables {
                let variable = &self.model.variables[*variable];
                let name = &variable.name;
                // `a, b: A`: the text after the colon is that of each.
                let text = self.text(declaration.span).unwrap_or_default();
                parameters.push(match first(":", text) {
                    Some(at) => format!("`{name}: {}`", text[at + 1..].trim()),
                    None => format!("`{name}`"),
                });
            }
        }
        parameters
    }

    /// The only function or predicate of a name.
    fn only_function(&mut self, name: &str) -> Option<FunctionId> {
        match self.find_functions(name).as_slice() {
            [only] => self.functions[*only].id,
            _ => None,
        }
    }
}

/// The name that is called in `f[…]` and in `x.f[…]`.
fn called(target: &ast::Expr) -> Option<&str> {
    match &target.kind {
        ast::ExprKind::Name(name) => Some(name),
        ast::ExprKind::Binary(ast::BinaryOp::Relation(ast::RelationOp::Join), _, right) => {
            called(right)
        }
        ast::ExprKind::Box(target, _) => called(target),
        _ => None,
    }
}

/// The number of arguments before the box.
fn receivers(target: &ast::Expr) -> usize {
    match &target.kind {
        ast::ExprKind::Binary(ast::BinaryOp::Relation(ast::RelationOp::Join), ..) => 1,
        ast::ExprKind::Box(target, arguments) => receivers(target) + arguments.len(),
        _ => 0,
    }
}

/// "1 argument", "2 arguments".
fn arguments(count: usize) -> String {
    match count {
        0 => "no arguments".to_string(),
        1 => "1 argument".to_string(),
        _ => format!("{count} arguments"),
    }
}
