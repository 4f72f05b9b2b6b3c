//! Formulas and expressions.

use super::{Declaration, Name};
use super::{IntOp, PairOp, RelationOp};
use crate::source::Span;

/// A formula or an expression. The grammar does not tell them apart.
#[derive(Clone, Debug)]
pub struct Expr {
    pub kind: ExprKind,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum ExprKind {
    Name(String),
    /// `@f`: the field itself, without an implicit `this.`.
    At(String),
    Number(i64),
    String(String),
    Constant(Constant),
    Unary(UnaryOp, Box<Expr>),
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// `a lone -> some b`.
    Arrow(Box<Arrow>),
    Compare {
        comparator: Comparator,
        is_negated: bool,
        left: Box<Expr>,
        right: Box<Expr>,
    },
    /// `c => a else b`.
    Conditional(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `f[x, y]`.
    Box(Box<Expr>, Vec<Expr>),
    Quantified(Quantifier, Vec<Declaration>, Box<Expr>),
    Comprehension(Vec<Declaration>, Option<Box<Expr>>),
    Let(Vec<(Name, Expr)>, Box<Expr>),
    Block(Vec<Expr>),
    /// `e'` or `` e` ``.
    Marked(Mark, Box<Expr>),
}

#[derive(Clone, Debug)]
pub struct Arrow {
    pub left: Expr,
    pub left_multiplicity: Option<Multiplicity>,
    pub right_multiplicity: Option<Multiplicity>,
    pub right: Expr,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Multiplicity {
    One,
    Lone,
    Some,
    Set,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Constant {
    None,
    Univ,
    Iden,
    Int,
    SeqInt,
    String,
    This,
    /// `int`, as in `int[e]`.
    IntCast,
    /// `sum`, as in `sum[e]`.
    SumCast,
    Disj,
    TotalOrder,
    Least,
    Greatest,
    Next,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnaryOp {
    Not,
    No,
    Some,
    Lone,
    One,
    Set,
    Seq,
    Cardinality,
    /// `sum e` and `int e`: the number that a set of integers stands for.
    ToInteger,
    Pair(PairOp),
    Always,
    Eventually,
    After,
    Before,
    Historically,
    Once,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BinaryOp {
    Or,
    Iff,
    Implies,
    And,
    Until,
    Releases,
    Since,
    Triggered,
    Sequence,
    Integer(IntOp),
    Relation(RelationOp),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparator {
    In,
    Equal,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantifier {
    All,
    No,
    Some,
    Lone,
    One,
    Sum,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    Prime,
    Backtick,
}
