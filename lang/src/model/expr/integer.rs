//! Expressions whose value is a number.

use crate::model::{Declaration, Expr, Formula, FunctionId, IntOp, State, Value, VariableId};
use crate::source::Span;

/// An expression whose value is a number.
#[derive(Clone, Debug)]
pub struct IntExpr {
    pub kind: IntExprKind,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum IntExprKind {
    Constant(i64),
    Measure(Measure, Expr),
    /// `sum x: A | i`.
    Sum(Vec<Declaration>, Box<IntExpr>),
    Binary(IntOp, Box<IntExpr>, Box<IntExpr>),
    Conditional(Box<Formula>, Box<IntExpr>, Box<IntExpr>),
    Let(VariableId, Box<Value>, Box<IntExpr>),
    /// A `let` variable that stands for a number.
    Variable(VariableId),
    Call(FunctionId, Vec<Expr>),
    /// `(#e)'`: the names in it are read in this state.
    In(State, Box<IntExpr>),
    /// `fun/min` and `fun/max`: the least and the greatest integer of the scope.
    Least,
    Greatest,
}

/// The way in which a number is made of a relation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Measure {
    /// `#e`.
    Cardinality,
    /// `int[e]`: the sum of the integers in a set.
    Sum,
}
