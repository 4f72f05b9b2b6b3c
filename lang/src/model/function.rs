//! Predicates and functions.

use super::{Declaration, Expr, Formula, IntExpr};
use crate::source::Span;

/// A predicate or a function. Arguments are values: a call binds the parameters to the values of
/// the arguments and takes the value of the body.
#[derive(Clone, Debug)]
pub struct Function {
    pub name: String,
    /// The receiver, if any, comes first.
    pub parameters: Vec<Declaration>,
    pub body: Value,
    pub is_private: bool,
    pub span: Span,
}

/// A value that a name can stand for.
#[derive(Clone, Debug)]
pub enum Value {
    Formula(Formula),
    Relation(Expr),
    Integer(IntExpr),
}
