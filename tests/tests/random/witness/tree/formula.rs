//! Expressions and formulas.

use super::{Multiplicity, SigId};

#[derive(Clone, Debug)]
pub enum Expr {
    Sig(SigId),
    /// A variable; if there is none of that name, any field that has it.
    Name(String),
    /// `o/first` and the like, of one of the orders.
    Ordered(usize, Ordered),
    /// `o/nexts[e]` and the like.
    OrderCall(usize, OrderCall, Box<Expr>),
    None,
    Unary(Unary, Box<Expr>),
    Binary(Binary, Box<Expr>, Box<Expr>),
    IfElse(Box<Formula>, Box<Expr>, Box<Expr>),
    Let(String, Box<Expr>, Box<Expr>),
    Comprehension(String, Box<Expr>, Box<Formula>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ordered {
    First,
    Last,
    Next,
    Prev,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OrderCall {
    Nexts,
    Prevs,
    Max,
    Min,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unary {
    Transpose,
    Closure,
    ReflexiveClosure,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Binary {
    Join,
    /// `right[left]`.
    Box,
    Product,
    Union,
    Difference,
    Intersection,
    Override,
    Domain,
    Range,
}

#[derive(Clone, Debug, Default)]
pub enum Formula {
    #[default]
    True,
    Count(Count, Expr),
    Compare(Comparison, Expr, Expr),
    /// `#e = n` and the like.
    Size(Expr, SizeSign, usize),
    /// `o/lt[a, b]`.
    Before(usize, Before, Expr, Expr),
    Not(Box<Formula>),
    Connected(Connective, Box<Formula>, Box<Formula>),
    Quantified(Quantified),
    Let(String, Expr, Box<Formula>),
}

#[derive(Clone, Debug)]
pub struct Quantified {
    pub count: Count,
    pub values: Values,
    pub is_disjoint: bool,
    pub variables: Vec<String>,
    pub domain: Expr,
    pub body: Box<Formula>,
}

/// What the variables of a quantifier stand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Values {
    /// `x: e`, single atoms.
    Atoms,
    /// `s: set e` and the like.
    Sets(Multiplicity),
    /// `r: e`, any pairs of those of an expression.
    Pairs,
    /// `r: a m -> n b`, where the domain is the product.
    Arrows(Multiplicity, Multiplicity),
}

/// As a quantifier and before an expression, where `all` does not stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    All,
    Some,
    No,
    One,
    Lone,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    In,
    NotIn,
    Equal,
    NotEqual,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SizeSign {
    Equal,
    Less,
    Greater,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Before {
    Lt,
    Lte,
    Gt,
    Gte,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Connective {
    And,
    Or,
    Implies,
    Iff,
}
