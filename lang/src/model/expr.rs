//! Expressions: those whose value is a relation, and beside them those that hold or do not, and
//! those whose value is a number.

use super::{
    Declaration, FieldId, FunctionId, IntOp, PairOp, RelationOp, SigId, State, Value, VariableId,
};
use crate::source::Span;

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
    /// `Int[i]`: the atom of the number, or empty if there is none.
    IntegerAtom(Box<IntExpr>),
    /// `fun/next`: each integer to the next one.
    NextInteger,
    /// The atom of a string literal.
    String(String),
}

// Expressions that hold or do not.

#[derive(Clone, Debug)]
pub struct Formula {
    pub kind: FormulaKind,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum FormulaKind {
    Constant(bool),
    Not(Box<Formula>),
    /// Conjunction. That of nothing is true.
    And(Vec<Formula>),
    /// Disjunction. That of nothing is false.
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
    /// `pred/totalOrder[elem, first, next]`: `next` is a total order on `elem`, and `first` its
    /// least. `elem` is not empty, unless it is a union
    /// ([`Model::is_union`](super::Model::is_union)).
    TotalOrder(Box<[Expr; 3]>),
    Let(VariableId, Box<Value>, Box<Formula>),
    /// A `let` variable that stands for a formula.
    Variable(VariableId),
    Call(FunctionId, Vec<Expr>),
    /// `after F`: the names in it are read in this state. In a trace the state afterwards is the next one.
    In(State, Box<Formula>),
    /// `before F`: in the state before this one of a trace. It is false in the first.
    Previously(Box<Formula>),
    /// `F until G`, and the like.
    Temporal(TemporalOp, Box<[Formula; 2]>),
}

/// An operator on two formulas and the states of a trace from this one on, or back from it.
///
/// Others are these: `always F` is `false releases F`, `eventually F` is `true until F`, `historically F` is
/// `false triggered F`, `once F` is `true since F`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TemporalOp {
    /// The second holds in some state from here on, and the first in all before that.
    Until,
    /// Not (not the first, until not the second).
    Releases,
    /// The second holds in some state up to here, and the first in all after that.
    Since,
    /// Not (not the first, since not the second).
    Triggered,
}

impl TemporalOp {
    /// It is about the states up to this one.
    pub fn is_past(self) -> bool {
        matches!(self, TemporalOp::Since | TemporalOp::Triggered)
    }
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

// Expressions whose value is a number.

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
