//! Nodes of the model, each made in one call: what declarations are written out with, and what
//! other constructs are expressed by.

use super::{
    Comparison, Count, Declaration, Expr, ExprKind, Formula, FormulaKind, IntExpr, IntExprKind,
    Measure, Multiplicity, Quantifier, Range, RelationOp, Sig, SigId, TemporalOp, VariableId,
};
use crate::source::Span;

/// A sig as an expression.
pub(crate) fn set(sig: SigId, span: Span) -> Expr {
    Expr { kind: ExprKind::Sig(sig), arity: 1, span }
}

pub(crate) fn binary(op: RelationOp, left: Expr, right: Expr) -> Expr {
    let arity = op.arity(left.arity, right.arity);
    let span = if left.span.file == right.span.file { left.span.to(right.span) } else { left.span };
    Expr { kind: ExprKind::Binary(op, Box::new(left), Box::new(right)), arity, span }
}

/// `None` for the union of no sets: it has no arity. The union of many sets is a tree that is not
/// deep.
pub(crate) fn union(mut sets: Vec<Expr>) -> Option<Expr> {
    if sets.len() > MANY {
        let second = sets.split_off(sets.len() / 2);
        return Some(binary(RelationOp::Union, union(sets)?, union(second)?));
    }
    sets.into_iter().reduce(|a, b| binary(RelationOp::Union, a, b))
}

/// The number of sets up to which a union is nested to the left, as it would be written.
const MANY: usize = 32;

/// `r.univ.univ…`: the atoms with which the tuples of a relation start.
pub(crate) fn first_column(mut relation: Expr, span: Span) -> Expr {
    while relation.arity > 1 {
        relation = binary(RelationOp::Join, relation, set(Sig::UNIVERSE, span));
    }
    relation
}

pub(crate) fn constant(number: i64, span: Span) -> IntExpr {
    IntExpr { kind: IntExprKind::Constant(number), span }
}

/// A number as a set: its atom.
pub(crate) fn integer_atom(int: IntExpr, span: Span) -> Expr {
    Expr { kind: ExprKind::IntegerAtom(Box::new(int)), arity: 1, span }
}

/// The number that a set of integers stands for.
pub(crate) fn number_of(set: Expr) -> IntExpr {
    let span = set.span;
    match set.kind {
        ExprKind::IntegerAtom(int) => *int,
        _ => IntExpr { kind: IntExprKind::Measure(Measure::Sum, set), span },
    }
}

pub(crate) fn truth(span: Span) -> Formula {
    Formula { kind: FormulaKind::Constant(true), span }
}

pub(crate) fn negated(formula: Formula) -> Formula {
    let span = formula.span;
    Formula { kind: FormulaKind::Not(Box::new(formula)), span }
}

/// `F until G`, and the like.
pub(crate) fn temporal(op: TemporalOp, left: Formula, right: Formula, span: Span) -> Formula {
    Formula { kind: FormulaKind::Temporal(op, Box::new([left, right])), span }
}

/// `always F`.
pub(crate) fn always(formula: Formula) -> Formula {
    let span = formula.span;
    let never = Formula { kind: FormulaKind::Constant(false), span };
    temporal(TemporalOp::Releases, never, formula, span)
}

/// `historically F`.
pub(crate) fn historically(formula: Formula) -> Formula {
    let span = formula.span;
    let never = Formula { kind: FormulaKind::Constant(false), span };
    temporal(TemporalOp::Triggered, never, formula, span)
}

pub(crate) fn implies(a: Formula, b: Formula, span: Span) -> Formula {
    Formula { kind: FormulaKind::Implies(Box::new(a), Box::new(b)), span }
}

/// The conjunction of some parts. A single part is returned as it is.
pub(crate) fn conjunction(mut parts: Vec<Formula>, span: Span) -> Formula {
    match parts.len() {
        1 => parts.remove(0),
        _ => Formula { kind: FormulaKind::And(parts), span },
    }
}

pub(crate) fn subset(a: Expr, b: Expr, span: Span) -> Formula {
    Formula { kind: FormulaKind::Subset(a, b), span }
}

/// `no a & b`.
pub(crate) fn disjoint(a: Expr, b: Expr, span: Span) -> Formula {
    let shared = binary(RelationOp::Intersection, a, b);
    Formula { kind: FormulaKind::Count(Count::No, shared), span }
}

pub(crate) fn quantify(
    quantifier: Quantifier,
    declarations: Vec<Declaration>,
    body: Formula,
    span: Span,
) -> Formula {
    let body = Box::new(body);
    Formula { kind: FormulaKind::Quantified { quantifier, declarations, body }, span }
}

/// `variable: one domain`.
pub(crate) fn one_of(variable: VariableId, domain: Expr, span: Span) -> Declaration {
    one_each(vec![variable], domain, span)
}

/// Each variable is one atom of the domain.
pub(crate) fn one_each(variables: Vec<VariableId>, domain: Expr, span: Span) -> Declaration {
    let range = Range::of(Multiplicity::One, domain);
    Declaration { variables, is_disjoint: false, range, conditions: Vec::new(), span }
}

/// `a = b`, of numbers if both sides are atoms of numbers.
pub(crate) fn equal(left: Expr, right: Expr) -> FormulaKind {
    match (left.kind, right.kind) {
        (ExprKind::IntegerAtom(a), ExprKind::IntegerAtom(b)) => {
            FormulaKind::Compare(Comparison::Equal, *a, *b)
        }
        (a, b) => FormulaKind::Equal(Expr { kind: a, ..left }, Expr { kind: b, ..right }),
    }
}
