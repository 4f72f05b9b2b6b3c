//! A set that surely holds the value of a range: the bound of a parameter.
//!
//! Computed over the upper bounds alone. Where an operator is not monotone, the larger side is
//! taken. It only has to be large enough: the parameter's own constraint is part of the goal.

use korrel_lang::model::{Expr, ExprKind, PairOp, Range, RelationOp, Sig};
use korrel_lang::tuples::TupleSet;

use crate::bounds::Bounds;

/// All tuples that a range may hold in some instance.
pub fn upper_bound(range: &Range, bounds: &Bounds) -> TupleSet {
    upper_of(range.domain(), bounds)
}

/// All tuples that an expression may hold in some instance.
pub fn upper_of(expr: &Expr, bounds: &Bounds) -> TupleSet {
    upper_with(expr, bounds, &|_| None)
}

/// The same where `named` may know of what bounds say nothing about: variables, calls, numbers and what has a formula in it.
pub fn upper_with(
    expr: &Expr,
    bounds: &Bounds,
    named: &dyn Fn(&Expr) -> Option<TupleSet>,
) -> TupleSet {
    let of = |expr: &Expr| upper_with(expr, bounds, named);
    let known = || named(expr).unwrap_or_else(|| everything(expr.arity, bounds));
    match &expr.kind {
        ExprKind::Empty => TupleSet::empty(bounds.universe().len(), expr.arity),
        ExprKind::Identity => TupleSet::identity(&everything(1, bounds)),
        ExprKind::Sig(sig) => bounds.sig(*sig).upper.clone(),
        ExprKind::Field(field) => bounds.field(*field).upper.clone(),
        ExprKind::Variable(variable) => {
            bounds.variable(*variable).map_or_else(known, |bound| bound.upper.clone())
        }
        ExprKind::Unary(PairOp::Transpose, e) => of(e).transpose(),
        ExprKind::Unary(PairOp::Closure, e) => of(e).closure(),
        ExprKind::Unary(PairOp::ReflexiveClosure, e) => {
            of(e).closure().union(&TupleSet::identity(&everything(1, bounds)))
        }
        ExprKind::Binary(op, a, b) => binary(*op, &of(a), &of(b)),
        ExprKind::Conditional(_, a, b) => of(a).union(&of(b)),
        _ => known(),
    }
}

fn binary(op: RelationOp, a: &TupleSet, b: &TupleSet) -> TupleSet {
    match op {
        RelationOp::Union | RelationOp::Override => a.union(b),
        RelationOp::Difference => a.clone(),
        RelationOp::Intersection => a.intersection(b),
        RelationOp::Product => a.product(b),
        RelationOp::Join => a.join(b),
        RelationOp::DomainRestriction => b.domain_restricted(a),
        RelationOp::RangeRestriction => a.range_restricted(b),
    }
}

fn everything(arity: usize, bounds: &Bounds) -> TupleSet {
    let atoms = &bounds.sig(Sig::UNIVERSE).upper;
    (1..arity).fold(atoms.clone(), |tuples, _| tuples.product(atoms))
}
