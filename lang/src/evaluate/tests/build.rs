//! Small model trees by hand.

use crate::model::Measure;
use crate::model::*;
use crate::source::{FileId, Span};

use super::world::R;

pub const SPAN: Span = Span { file: FileId(0), start: 0, end: 0 };

pub fn formula(kind: FormulaKind) -> Formula {
    Formula { kind, span: SPAN }
}

pub fn boxed(kind: FormulaKind) -> Box<Formula> {
    Box::new(formula(kind))
}

pub fn truth(value: bool) -> FormulaKind {
    FormulaKind::Constant(value)
}

pub fn not(kind: FormulaKind) -> FormulaKind {
    FormulaKind::Not(boxed(kind))
}

pub fn quantified(
    quantifier: Quantifier,
    declarations: Vec<Declaration>,
    body: FormulaKind,
) -> FormulaKind {
    FormulaKind::Quantified { quantifier, declarations, body: boxed(body) }
}

pub fn expr(kind: ExprKind, arity: usize) -> Expr {
    Expr { kind, arity, span: SPAN }
}

pub fn var(variable: VariableId, arity: usize) -> Expr {
    expr(ExprKind::Variable(variable), arity)
}

pub fn sig_expr(sig: SigId) -> Expr {
    expr(ExprKind::Sig(sig), 1)
}

pub fn univ() -> Expr {
    sig_expr(Sig::UNIVERSE)
}

pub fn r() -> Expr {
    expr(ExprKind::Field(R), 2)
}

pub fn binary(op: RelationOp, left: Expr, right: Expr) -> Expr {
    let arity = op.arity(left.arity, right.arity);
    expr(ExprKind::Binary(op, Box::new(left), Box::new(right)), arity)
}

pub fn join(left: Expr, right: Expr) -> Expr {
    binary(RelationOp::Join, left, right)
}

pub fn comprehension(declarations: Vec<Declaration>, body: FormulaKind) -> Expr {
    let arity = declarations.iter().map(|declaration| declaration.variables.len()).sum();
    expr(ExprKind::Comprehension(declarations, boxed(body)), arity)
}

pub fn int(kind: IntExprKind) -> IntExpr {
    IntExpr { kind, span: SPAN }
}

pub fn constant(value: i64) -> IntExprKind {
    IntExprKind::Constant(value)
}

pub fn int_of(of: Expr) -> IntExprKind {
    IntExprKind::Measure(Measure::Sum, of)
}

pub fn op(op: IntOp, left: IntExprKind, right: IntExprKind) -> IntExprKind {
    IntExprKind::Binary(op, Box::new(int(left)), Box::new(int(right)))
}

pub fn plus(left: IntExprKind, right: IntExprKind) -> IntExprKind {
    op(IntOp::Plus, left, right)
}

pub fn atom_of(number: IntExprKind) -> Expr {
    expr(ExprKind::IntegerAtom(Box::new(int(number))), 1)
}

pub fn less(left: IntExprKind, right: IntExprKind) -> FormulaKind {
    FormulaKind::Compare(Comparison::Less, int(left), int(right))
}

pub fn at_most(left: IntExprKind, right: IntExprKind) -> FormulaKind {
    FormulaKind::Compare(Comparison::LessOrEqual, int(left), int(right))
}

pub fn same(left: IntExprKind, right: IntExprKind) -> FormulaKind {
    FormulaKind::Compare(Comparison::Equal, int(left), int(right))
}

/// A declaration with a range that needs no further variables to be written out.
pub fn declare(variables: &[VariableId], range: Range) -> Declaration {
    Declaration::new(variables.to_vec(), range, SPAN, |_| unreachable!("it has no arrow"))
}

/// `x, y: domain`.
pub fn one(variables: &[VariableId], domain: Expr) -> Declaration {
    declare(variables, Range::of(Multiplicity::One, domain))
}
