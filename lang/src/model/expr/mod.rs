//! Expressions: those whose value is a relation, and beside them those that hold or do not, and
//! those whose value is a number.

mod formula;
mod integer;

use super::{
    Declaration, FieldId, FunctionId, PairOp, RelationOp, SigId, State, Value, VariableId,
};
use crate::source::Span;

pub use formula::{Comparison, Count, Formula, FormulaKind, Quantifier};
pub use integer::{IntExpr, IntExprKind, Measure};

/// A relational expression.
#[derive(Clone, Debug)]
pub struct Expr {
    pub kind: ExprKind,
    /// At least 1.
    pub arity: usize,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum ExprKind {
    /// The empty relation of the node's arity.
    Empty,
    /// `iden`: over all atoms in use.
    Identity,
    /// A sig, `univ`, `Int` and `String` among them.
    Sig(SigId),
    Field(FieldId),
    Variable(VariableId),
    Unary(PairOp, Box<Expr>),
    Binary(RelationOp, Box<Expr>, Box<Expr>),
    /// `c => a else b`.
    Conditional(Box<Formula>, Box<Expr>, Box<Expr>),
    /// `{ x: A, y: B | F }`: each variable is one atom.
    Comprehension(Vec<Declaration>, Box<Formula>),
    Let(VariableId, Box<Value>, Box<Expr>),
    Call(FunctionId, Vec<Expr>),
    /// `e'`: the names in it are read in this state.
    In(State, Box<Expr>),
    /// `Int[i]`: the atom of the number; empty if there is none.
    IntegerAtom(Box<IntExpr>),
    /// `fun/next`: each integer to the next one.
    NextInteger,
    /// The atom of a string literal.
    String(String),
}
