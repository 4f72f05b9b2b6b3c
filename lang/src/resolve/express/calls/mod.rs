//! Calls and joins. `f[x]` and `x.f` mean the same: an argument where `f` still lacks one, else the
//! relational join.

mod complete;
mod counts;
mod hidden;
mod macros;
mod numbers;
mod special;

use crate::ast;
use crate::model::{FunctionId, RelationOp, Sig, Type};
use crate::resolve::context::node::{
    Callee, Choice, Kind, Partial, Pending, PendingKind, PendingNode,
};
use crate::resolve::context::{Resolver, Result};
use crate::source::Span;

impl Resolver<'_> {
    /// `target[a, b]`.
    pub(crate) fn box_join(
        &mut self,
        target: &ast::Expr,
        arguments: &[ast::Expr],
        span: Span,
    ) -> Result<PendingNode> {
        use ast::Constant as C;
        match target.kind {
            ast::ExprKind::Constant(constant @ (C::Int | C::IntCast | C::SumCast)) => {
                return self.cast(constant, target.span, arguments, span);
            }
            ast::ExprKind::Constant(C::Disj) => {
                return self.special(Callee::Disj, arguments, span);
            }
            ast::ExprKind::Constant(C::TotalOrder) => {
                return self.special(Callee::TotalOrder, arguments, span);
            }
            _ => {}
        }
        let mut node = self.node(target)?;
        for argument in arguments {
            if let PendingNode::Formula(formula) = &node {
                return self.too_many(&formula.kind.clone(), target, arguments.len(), span);
            }
            let argument = self.node(argument)?;
            let before = self.diagnostics.len();
            let Ok(applied) = self.apply(argument, node, span) else {
                return self.not_applied(target, arguments.len(), before, span);
            };
            node = applied;
        }
        Ok(node)
    }

    /// `left.right`, where `left` may be an argument to `right`.
    pub(crate) fn apply(
        &mut self,
        left: PendingNode,
        right: PendingNode,
        span: Span,
    ) -> Result<PendingNode> {
        match right {
            PendingNode::Choice(choice) => self.apply_to_choice(left, choice, span),
            PendingNode::Relation(Pending { kind: PendingKind::Choice(_, relations), .. }) => {
                self.apply_to_choice(left, Choice { relations, ..Choice::none(span) }, span)
            }
            PendingNode::Macro(call) => self.apply_macro(left, call, span),
            PendingNode::Partial(mut partial) => {
                partial.arguments.push(left);
                partial.span = span;
                self.complete(partial)
            }
            right => self.join(left, right, span),
        }
    }

    /// True if `left` can be the next argument of a candidate.
    pub(crate) fn fits(&self, left: &PendingNode, candidate: &Partial) -> bool {
        let Some(given) = self.type_of(left) else { return false };
        let wanted = match candidate.callee {
            Callee::Function(function) => self.parameter_type(function, candidate.arguments.len()),
            Callee::Integer(_) => Some(Type::of(Sig::INT)),
            Callee::Disj | Callee::TotalOrder => None,
        };
        wanted.is_some_and(|wanted| {
            let is_open = given.is_empty() || wanted.is_empty();
            given.shares_arity(&wanted) && (is_open || self.model.overlaps(&given, &wanted))
        })
    }

    /// The type of a node that is, or can be, a relation.
    pub(crate) fn type_of(&self, node: &PendingNode) -> Option<Type> {
        match node {
            PendingNode::Relation(pending) => Some(pending.ty.clone()),
            PendingNode::Integer(_) => Some(Type::of(Sig::INT)),
            PendingNode::Choice(choice) => {
                let types = choice.relations.iter().map(|candidate| candidate.meaning.ty.clone());
                types.reduce(|a, b| self.model.union(&a, &b))
            }
            PendingNode::Formula(_) | PendingNode::Partial(_) | PendingNode::Macro(_) => None,
        }
    }

    /// The type of a function's parameter, counted over its declarations.
    pub(crate) fn parameter_type(&self, function: FunctionId, at: usize) -> Option<Type> {
        let parameters = &self.model.functions[function].parameters;
        let variable = parameters.iter().flat_map(|d| &d.variables).nth(at)?;
        match &self.variables[variable] {
            Kind::Relation(ty) => Some(ty.clone()),
            Kind::Formula | Kind::Integer => None,
        }
    }

    fn join(&mut self, left: PendingNode, right: PendingNode, span: Span) -> Result<PendingNode> {
        let (left, right) = (self.pending(left)?, self.pending(right)?);
        let hidden = self.hidden_field(&left, &right);
        let kind = PendingKind::Binary(RelationOp::Join, left.into(), right.into());
        match self.typed(kind, span) {
            Some(pending) => Ok(PendingNode::Relation(pending)),
            None if hidden.is_some() => self.report(hidden.expect("it is there")),
            None => self.two_sets_joined(span),
        }
    }
}
