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
    let all = || everything(expr.arity, bounds);
    match &expr.kind {
        ExprKind::Empty => TupleSet::empty(bounds.universe().len(), expr.arity),
        ExprKind::Identity => TupleSet::identity(&everything(1, bounds)),
        ExprKind::Sig(sig) => bounds.sig(*sig).upper.clone(),
        ExprKind::Field(field) => bounds.field(*field).upper.clone(),
        ExprKind::Variable(variable) => {
            bounds.variable(*variable).map_or_else(all, |bound| bound.upper.clone())
        }
        ExprKind::Unary(PairOp::Transpose, e) => upper_of(e, bounds).transpose(),
        ExprKind::Unary(PairOp::Closure, e) => upper_of(e, bounds).closure(),
        ExprKind::Unary(PairOp::ReflexiveClosure, e) => {
            upper_of(e, bounds).closure().union(&TupleSet::identity(&everything(1, bounds)))
        }
        ExprKind::Binary(op, a, b) => binary(*op, &upper_of(a, bounds), &upper_of(b, bounds)),
        ExprKind::Conditional(_, a, b) => upper_of(a, bounds).union(&upper_of(b, bounds)),
        _ => all(),
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
