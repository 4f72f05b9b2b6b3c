//! Calls that have all their arguments.

use crate::code;
use crate::diagnostic::Diagnostic;
use crate::model::{FunctionId, Type, Value};
use crate::resolve::context::node::{Callee, Partial, PendingCall, PendingKind, PendingNode};
use crate::resolve::context::{Resolver, Result};
use crate::resolve::report::arity::columns;
use crate::source::Span;

impl Resolver<'_> {
    /// Makes a call of a callee that has all its arguments. Leaves others as they are.
    pub(crate) fn complete(&mut self, partial: Partial) -> Result<PendingNode> {
        match partial.callee {
            Callee::Disj => self.disjointness(partial),
            Callee::TotalOrder if partial.arguments.len() == 3 => self.total_order(partial),
            _ if self.has_all_arguments(&partial) => {
                let call = self.prepared(partial)?;
                self.called(call)
            }
            _ => Ok(PendingNode::Partial(partial)),
        }
    }

    pub(crate) fn has_all_arguments(&self, partial: &Partial) -> bool {
        let given = partial.arguments.len();
        match partial.callee {
            Callee::Function(function) => given == self.parameter_count(function),
            Callee::Integer(operation) => given == operation.arity(),
            Callee::Disj | Callee::TotalOrder => false,
        }
    }

    pub(crate) fn parameter_count(&self, function: FunctionId) -> usize {
        self.model.functions[function].parameters.iter().map(|d| d.variables.len()).sum()
    }

    pub(crate) fn gives_formula(&self, callee: Callee) -> bool {
        match callee {
            Callee::Function(function) => {
                matches!(self.model.functions[function].body, Value::Formula(_))
            }
            Callee::Integer(operation) => operation.gives_formula(),
            Callee::Disj | Callee::TotalOrder => true,
        }
    }

    /// Makes a call a node. The meaning of its arguments does not depend on the context of the
    /// call, but the type of its value depends on what they can mean.
    pub(crate) fn called(&mut self, call: PendingCall) -> Result<PendingNode> {
        let gives_relation = match call.callee {
            Callee::Function(function) => {
                matches!(self.model.functions[function].body, Value::Relation(_))
            }
            _ => false,
        };
        if !gives_relation || call.arguments.iter().all(|argument| !argument.is_open) {
            return self.settle_call(call);
        }
        let span = call.span;
        let pending = self.typed(PendingKind::Call(call), span);
        Ok(PendingNode::Relation(pending.expect("its arguments have the parameters' arities")))
    }

    /// The arguments as what the parameters want, as far as their types tell.
    pub(crate) fn prepared(&mut self, partial: Partial) -> Result<PendingCall> {
        let Partial { callee, arguments: nodes, span } = partial;
        let mut arguments = Vec::new();
        for (at, node) in nodes.into_iter().enumerate() {
            let given = node.span();
            let pending = self.pending(node)?;
            match callee {
                Callee::Function(function) => self.check_arity(function, at, &pending.ty, given)?,
                _ => self.require_numbers(&pending)?,
            }
            arguments.push(pending.into());
        }
        Ok(PendingCall { callee, arguments, span })
    }

    fn check_arity(
        &mut self,
        function: FunctionId,
        at: usize,
        given: &Type,
        span: Span,
    ) -> Result<()> {
        let expected = self.parameter_type(function, at).expect("parameters are relations");
        if given.shares_arity(&expected) {
            return Ok(());
        }
        let name = self.model.functions[function].name.clone();
        let declared = self.model.functions[function].span;
        let message = format!("`{name}` wants {} here", columns(expected.arity()));
        self.report(
            Diagnostic::new(code::ARITY, message)
                .at(span, format!("this is {}", columns(given.arity())))
                .related(declared, format!("`{name}` is declared here")),
        )
    }
}
