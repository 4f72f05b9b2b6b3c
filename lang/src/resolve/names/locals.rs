//! The names in scope: bound variables, parameters, and the arguments of macros.

use crate::model::{Type, Variable, VariableId};
use crate::resolve::Resolver;
use crate::resolve::node::{Kind, Node};
use crate::source::Span;

/// What a local name stands for.
#[derive(Clone, Debug)]
pub(crate) enum Local {
    Variable(VariableId),
    /// The argument of a macro.
    Node(Box<Node>),
}

impl Resolver<'_> {
    /// A new variable of the given kind; not in scope until it is pushed to `locals`.
    pub(crate) fn variable(&mut self, name: &str, kind: Kind, span: Span) -> VariableId {
        let arity = kind.arity().unwrap_or(0);
        let ty = match &kind {
            Kind::Relation(ty) => ty.clone(),
            Kind::Formula | Kind::Integer => Type::default(),
        };
        let id = self.model.variables.push(Variable {
            name: name.to_string(),
            arity,
            ty,
            is_sequence: false,
            span,
        });
        self.variables.insert(id, kind);
        id
    }

    pub(crate) fn bring_into_scope(&mut self, name: &str, variable: VariableId) {
        self.locals.push((name.to_string(), Local::Variable(variable)));
    }

    /// Runs `work` and takes the variables that it brought into scope out again.
    pub(crate) fn scoped<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let depth = self.locals.len();
        let result = work(self);
        self.locals.truncate(depth);
        result
    }
}
