//! Expressions that hold or do not.

use crate::model::{Declaration, Expr, FunctionId, IntExpr, State, Value, VariableId};
use crate::source::Span;

#[derive(Clone, Debug)]
pub struct Formula {
    pub kind: FormulaKind,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum FormulaKind {
    Constant(bool),
    Not(Box<Formula>),
    /// Conjunction; of none, true.
    And(Vec<Formula>),
    /// Disjunction; of none, false.
    Or(Vec<Formula>),
    Implies(Box<Formula>, Box<Formula>),
    Iff(Box<Formula>, Box<Formula>),
    /// `c => a else b`.
    Conditional(Box<Formula>, Box<Formula>, Box<Formula>),
    Quantified {
        quantifier: Quantifier,
        declarations: Vec<Declaration>,
        body: Box<Formula>,
    },
    /// `no e`, `some e`, `lone e`, `one e`.
    Count(Count, Expr),
    /// `a in b`.
    Subset(Expr, Expr),
    /// `a = b`, as sets.
    Equal(Expr, Expr),
    Compare(Comparison, IntExpr, IntExpr),
    /// `pred/totalOrder[elem, first, next]`: `next` is a total order on `elem`, `first` its least;
    /// `elem` is not empty, unless it is a union ([`Model::is_union`](super::super::Model::is_union)).
    TotalOrder(Box<[Expr; 3]>),
    Let(VariableId, Box<Value>, Box<Formula>),
    /// A `let` variable that stands for a formula.
    Variable(VariableId),
    Call(FunctionId, Vec<Expr>),
    /// `after F`: the names in it are read in this state.
    In(State, Box<Formula>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantifier {
    All,
    Some,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    No,
    Some,
    Lone,
    One,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    Equal,
    Less,
    LessOrEqual,
}
