//! Calls that have all their arguments, and reports of those that have too many or too few.

use crate::code;
use crate::diagnostic::Diagnostic;
use crate::model::{
    Expr, ExprKind, Formula, FormulaKind, FunctionId, IntExpr, IntExprKind, Type, Value,
};
use crate::resolve::arity::columns;
use crate::resolve::node::{Callee, Node, Partial};
use crate::resolve::{Reported, Resolver, Result};
use crate::source::Span;

impl Resolver<'_> {
    /// Makes a call of a callee that has all its arguments; leaves others as they are.
    pub(in crate::resolve) fn complete(&mut self, partial: Partial) -> Result<Node> {
        let given = partial.arguments.len();
        match partial.callee {
            Callee::Function(function) if given == self.parameter_count(function) => {
                self.call(function, partial.arguments, partial.span)
            }
            Callee::Integer(operation) if given == operation.arity() => {
                self.operation(operation, partial)
            }
            Callee::Disj => self.disjointness(partial),
            Callee::TotalOrder if given == 3 => self.total_order(partial),
            _ => Ok(Node::Partial(partial)),
        }
    }

    pub(in crate::resolve) fn parameter_count(&self, function: FunctionId) -> usize {
        self.model.functions[function].parameters.iter().map(|d| d.variables.len()).sum()
    }

    fn call(&mut self, function: FunctionId, arguments: Vec<Node>, span: Span) -> Result<Node> {
        let mut values = Vec::new();
        let mut types = Vec::new();
        for (at, argument) in arguments.into_iter().enumerate() {
            let expected = self.parameter_type(function, at).expect("parameters are relations");
            let (value, ty) = self.argument(function, argument, &expected)?;
            values.push(value);
            types.push(ty);
        }
        Ok(match &self.model.functions[function].body {
            Value::Formula(_) => {
                Node::Formula(Formula { kind: FormulaKind::Call(function, values), span })
            }
            Value::Integer(_) => {
                Node::Integer(IntExpr { kind: IntExprKind::Call(function, values), span })
            }
            Value::Relation(body) => {
                let arity = body.arity;
                let ty = self.call_type(function, types);
                let kind = ExprKind::Call(function, values);
                Node::done(Expr { kind, arity, span }, ty)
            }
        })
    }

    fn argument(
        &mut self,
        function: FunctionId,
        node: Node,
        expected: &Type,
    ) -> Result<(Expr, Type)> {
        let span = node.span();
        let pending = self.pending(node)?;
        if !pending.ty.shares_arity(expected) {
            let name = self.model.functions[function].name.clone();
            let declared = self.model.functions[function].span;
            let message = format!("`{name}` wants {} here", columns(expected.arity()));
            return self.report(
                Diagnostic::error(code::ARITY, message)
                    .at(span, format!("this is {}", columns(pending.ty.arity())))
                    .related(declared, format!("`{name}` is declared here")),
            );
        }
        let value = self.finish(pending, expected)?;
        let ty = self.final_type(&value);
        Ok((value, ty))
    }

    /// Reports arguments behind those that a predicate takes.
    pub(super) fn too_many<T>(
        &mut self,
        callee: &FormulaKind,
        given: usize,
        span: Span,
    ) -> Result<T> {
        let FormulaKind::Call(function, _) = *callee else {
            return self.wrong_kind("a relation or a predicate", "a formula", span);
        };
        let (name, declared) =
            (self.model.functions[function].name.clone(), self.model.functions[function].span);
        let wanted = self.parameter_count(function);
        let message = format!("`{name}` takes {}, not {given}", arguments(wanted));
        self.report(
            Diagnostic::error(code::ARGUMENTS, message)
                .at(span, format!("{} too many", given - wanted))
                .related(declared, format!("`{name}` is declared here")),
        )
    }

    /// Reports a call that lacks arguments.
    pub(in crate::resolve) fn incomplete<T>(&mut self, partial: &Partial) -> Result<T> {
        let (name, wanted, declared) = match partial.callee {
            Callee::Function(function) => {
                let declared = &self.model.functions[function];
                (declared.name.clone(), self.parameter_count(function), Some(declared.span))
            }
            Callee::Integer(op) => (op.name().to_string(), op.arity(), None),
            Callee::Disj => return Err(Reported),
            Callee::TotalOrder => ("pred/totalOrder".to_string(), 3, None),
        };
        let given = partial.arguments.len();
        let message = format!("`{name}` takes {}, not {given}", arguments(wanted));
        let mut diagnostic = Diagnostic::error(code::ARGUMENTS, message)
            .at(partial.span, format!("{} more needed", wanted.saturating_sub(given)));
        if let Some(declared) = declared {
            diagnostic = diagnostic.related(declared, format!("`{name}` is declared here"));
        }
        self.report(diagnostic)
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
