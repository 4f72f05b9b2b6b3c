//! An expression on the way from the source to the model.
//!
//! A name can stand for several things (fields of one name in two sigs, overloaded functions). Which
//! one is meant shows only from what stands around it, so relational expressions are built twice:
//! bottom-up with all candidates and the union of their types (here), and then top-down with the
//! type that matters to the context, which leaves one candidate ([`super::finish`]).

use crate::model::{Expr, Formula, FunctionId, IntExpr, IntOp, RelationOp, Type};
use crate::source::Span;

/// What kind of value a name or an expression has.
#[derive(Clone, Debug)]
pub(super) enum Kind {
    Formula,
    Integer,
    Relation(Type),
}

impl Kind {
    pub(super) fn arity(&self) -> Option<usize> {
        match self {
            Kind::Relation(ty) => Some(ty.arity()),
            Kind::Formula | Kind::Integer => None,
        }
    }

    /// As it is called in messages.
    pub(super) fn describe(&self) -> &'static str {
        match self {
            Kind::Formula => "a formula",
            Kind::Integer => "a number",
            Kind::Relation(ty) if ty.arity() == 1 => "a set",
            Kind::Relation(_) => "a relation",
        }
    }
}

#[derive(Clone, Debug)]
pub(super) enum Node {
    Formula(Formula),
    Integer(IntExpr),
    Relation(Pending),
    /// A predicate, function or integer operation that still lacks arguments.
    Partial(Partial),
    /// Candidates of different kinds for one name.
    Choice(Vec<Node>, Span),
}

/// A relational expression that may still hold several candidates.
#[derive(Clone, Debug)]
pub(super) struct Pending {
    pub(super) kind: PendingKind,
    pub(super) ty: Type,
    pub(super) span: Span,
}

#[derive(Clone, Debug)]
pub(super) enum PendingKind {
    Done(Expr),
    /// Each with its cost: an implicit `this.` costs 1.
    Choice(Vec<(Pending, u32)>),
    Unary(PendingUnary, Box<Pending>),
    Binary(RelationOp, Box<Pending>, Box<Pending>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PendingUnary {
    Transpose,
    Closure,
    ReflexiveClosure,
}

#[derive(Clone, Debug)]
pub(super) struct Partial {
    pub(super) callee: Callee,
    pub(super) arguments: Vec<Node>,
    pub(super) span: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Callee {
    Function(FunctionId),
    /// `plus`, `minus`, …: on numbers.
    Integer(IntOp),
    Negate,
    /// `disj[a, b, …]`: any number of arguments, all in one box.
    Disj,
    TotalOrder,
}

impl Node {
    pub(super) fn done(expr: Expr, ty: Type) -> Node {
        Node::Relation(Pending::done(expr, ty))
    }

    pub(super) fn span(&self) -> Span {
        match self {
            Node::Formula(formula) => formula.span,
            Node::Integer(int) => int.span,
            Node::Relation(pending) => pending.span,
            Node::Partial(partial) => partial.span,
            Node::Choice(_, span) => *span,
        }
    }

    /// As it is called in messages.
    pub(super) fn describe(&self) -> &'static str {
        match self {
            Node::Formula(_) => "a formula",
            Node::Integer(_) => "a number",
            Node::Relation(pending) => Kind::Relation(pending.ty.clone()).describe(),
            Node::Partial(_) => "a call without all its arguments",
            Node::Choice(..) => "an ambiguous name",
        }
    }
}

impl Pending {
    pub(super) fn done(expr: Expr, ty: Type) -> Pending {
        let span = expr.span;
        Pending { kind: PendingKind::Done(expr), ty, span }
    }
}
