//! An expression on the way from the source to the model.
//!
//! A name can stand for several things (fields of one name in two sigs, overloaded functions). Which
//! one is meant shows only from what stands around it, so relational expressions are built twice:
//! bottom-up with all candidates and the union of their types (here), and then top-down with the
//! type that matters to the context, which leaves one candidate ([`super::finish`]).

use super::integers::Operation;
use super::modules::ModuleId;
use crate::model::{Expr, Formula, FunctionId, IntExpr, RelationOp, Type};
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
    /// A macro that still lacks arguments.
    Macro(MacroCall),
    /// Candidates of different kinds for one name.
    Choice(Choice),
}

/// What a name can stand for, where not all of it are relations. (If all are, they are the
/// candidates of one [`Pending`].)
///
/// Costs are as in [`PendingKind::Choice`].
#[derive(Clone, Debug)]
pub(super) struct Choice {
    /// The candidates that are relations or numbers.
    pub(super) relation: Option<Pending>,
    pub(super) formulas: Vec<(Formula, u32)>,
    pub(super) partials: Vec<(Partial, u32)>,
    pub(super) span: Span,
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
    /// Each with its cost: where several fit, the cheapest is meant.
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

#[derive(Clone, Debug)]
pub(super) struct MacroCall {
    /// Where it is declared, and its name there.
    pub(super) module: ModuleId,
    pub(super) name: String,
    pub(super) arguments: Vec<Node>,
    pub(super) span: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Callee {
    Function(FunctionId),
    /// `plus`, `gt`, …: on numbers.
    Integer(Operation),
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
            Node::Macro(call) => call.span,
            Node::Choice(choice) => choice.span,
        }
    }

    /// As it is called in messages.
    pub(super) fn describe(&self) -> &'static str {
        match self {
            Node::Formula(_) => "a formula",
            Node::Integer(_) => "a number",
            Node::Relation(pending) => Kind::Relation(pending.ty.clone()).describe(),
            Node::Partial(_) => "a call without all its arguments",
            Node::Macro(_) => "a macro without all its arguments",
            Node::Choice(_) => "an ambiguous name",
        }
    }
}

impl Pending {
    pub(super) fn done(expr: Expr, ty: Type) -> Pending {
        let span = expr.span;
        Pending { kind: PendingKind::Done(expr), ty, span }
    }
}
