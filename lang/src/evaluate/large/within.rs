//! The tuples of a set that are in the value of an expression, without all of that value.

use std::ops::Range;

use crate::model::{Expr, ExprKind, PairOp, RelationOp, Sig};
use crate::tuples::TupleSet;
use crate::universe::AtomId;

use super::super::Evaluator;
use super::ClosureWalk;

/// The number of steps that the search goes from one atom to another before it looks instead for
/// everything that the atom reaches, which may be of use again.
const STEPS: usize = 64;

impl Evaluator<'_> {
    /// True if there is a shorter way than to evaluate an expression.
    pub(in super::super) fn is_lazy(&mut self, expr: &Expr) -> bool {
        let place = std::ptr::from_ref(expr);
        let Some(large) = &self.large else { return false };
        if let Some(&known) = large.lazy.get(&place) {
            return known;
        }
        let is_lazy = self.is_walk(expr)
            || match &expr.kind {
                ExprKind::Binary(RelationOp::Product, ..) => true,
                ExprKind::Binary(RelationOp::Join, left, right) => {
                    left.arity == 1 && self.is_walk(right) || right.arity == 1 && self.is_walk(left)
                }
                ExprKind::Binary(
                    RelationOp::Union | RelationOp::Intersection | RelationOp::Difference,
                    left,
                    right,
                ) => self.is_lazy(left) || self.is_lazy(right),
                ExprKind::Unary(PairOp::Transpose, of) => self.is_lazy(of),
                ExprKind::Call(function, _) => {
                    self.relation_of(*function).is_some_and(|body| self.is_lazy(body))
                }
                _ => false,
            };
        self.memory().lazy.insert(place, is_lazy);
        is_lazy
    }

    /// The tuples of a set that are in the value of an expression.
    pub(in super::super) fn within(&mut self, set: &TupleSet, expr: &Expr) -> TupleSet {
        if let Some(within) = self.try_within(set, expr) {
            return within;
        }
        let ExprKind::Binary(op, left, right) = &expr.kind else {
            return set.intersection(&self.tuples(expr).set);
        };
        match op {
            RelationOp::Union => self.within(set, left).union(&self.within(set, right)),
            RelationOp::Intersection => {
                let within = self.within(set, left);
                self.within(&within, right)
            }
            RelationOp::Difference => {
                let within = self.within(set, left);
                within.difference(&self.within(&within, right))
            }
            RelationOp::Product => {
                let lefts = self.within(&columns(set, 0..left.arity), left);
                let rights = self.within(&columns(set, left.arity..set.arity()), right);
                both(set, &lefts, &rights)
            }
            _ => set.intersection(&self.tuples(expr).set),
        }
    }

    /// The same, or `None` if more than some steps would have to be gone from an atom. Then all that it
    /// reaches is looked for, and remembered, where the whole expression stands: the parameters of a
    /// function are bound anew with each call.
    fn try_within(&mut self, set: &TupleSet, expr: &Expr) -> Option<TupleSet> {
        if !self.is_lazy(expr) || self.known(expr, |large| &large.values).is_some() {
            return Some(set.intersection(&self.tuples(expr).set));
        }
        if let Some(walk) = self.walk(expr) {
            let (pairs, atoms) = (set.tuples(), set.atoms());
            let connected: Vec<Vec<AtomId>> =
                pairs.filter(|pair| self.is_connected(&walk, pair[0], pair[1])).collect();
            return Some(TupleSet::from_tuples(atoms, 2, connected.iter().map(Vec::as_slice)));
        }
        match &expr.kind {
            ExprKind::Binary(RelationOp::Union, left, right) => {
                Some(self.try_within(set, left)?.union(&self.try_within(set, right)?))
            }
            ExprKind::Binary(RelationOp::Intersection, left, right) => {
                let within = self.try_within(set, left)?;
                self.try_within(&within, right)
            }
            ExprKind::Binary(RelationOp::Difference, left, right) => {
                let within = self.try_within(set, left)?;
                Some(within.difference(&self.try_within(&within, right)?))
            }
            ExprKind::Binary(RelationOp::Product, left, right) => {
                let lefts = self.try_within(&columns(set, 0..left.arity), left)?;
                let rights = self.try_within(&columns(set, left.arity..set.arity()), right)?;
                Some(both(set, &lefts, &rights))
            }
            ExprKind::Binary(RelationOp::Join, left, right) => self.within_join(set, left, right),
            ExprKind::Unary(PairOp::Transpose, of) => {
                Some(self.try_within(&set.transpose(), of)?.transpose())
            }
            ExprKind::Call(function, arguments) => {
                let body = self.relation_of(*function).expect("it is a relation");
                self.call(*function, arguments, |evaluator, _| evaluator.try_within(set, body))
            }
            _ => Some(set.intersection(&self.tuples(expr).set)),
        }
    }

    /// The part of the set that a walk reaches from an atom.
    fn within_join(&mut self, set: &TupleSet, left: &Expr, right: &Expr) -> Option<TupleSet> {
        let (start, walk) = match self.walk(right).filter(|_| left.arity == 1) {
            Some(walk) => (left, walk),
            None => (right, self.walk(left).expect("one side is a walk").backwards()),
        };
        let start = self.tuples(start).set;
        let mut near = TupleSet::empty(set.atoms(), 1);
        if start.is_empty() {
            return Some(near);
        }
        let from = start.single()?;
        for atom in set.indices() {
            if self.leads(&walk, from, AtomId(atom as u32), STEPS)? {
                near.insert_index(atom);
            }
        }
        Some(near)
    }

    fn is_connected(&self, walk: &ClosureWalk, from: AtomId, to: AtomId) -> bool {
        self.leads(walk, from, to, usize::MAX).expect("it takes no more steps")
    }

    fn leads(&self, walk: &ClosureWalk, from: AtomId, to: AtomId, most: usize) -> Option<bool> {
        if walk.is_reflexive && from == to && self.instance.sig(Sig::UNIVERSE).contains(&[from]) {
            return Some(true);
        }
        let [from, to] = if walk.is_backwards { [to, from] } else { [from, to] };
        walk.graph.leads(from, to, most)
    }
}

/// Some columns of a set's tuples.
fn columns(set: &TupleSet, columns: Range<usize>) -> TupleSet {
    let mut found = TupleSet::empty(set.atoms(), columns.len());
    set.tuples().for_each(|tuple| found.insert(&tuple[columns.clone()]));
    found
}

/// The tuples whose first columns are in one set, and the others in another.
fn both(set: &TupleSet, lefts: &TupleSet, rights: &TupleSet) -> TupleSet {
    let mut found = TupleSet::empty(set.atoms(), set.arity());
    for tuple in set.tuples() {
        let (left, right) = tuple.split_at(lefts.arity());
        if lefts.contains(left) && rights.contains(right) {
            found.insert(&tuple);
        }
    }
    found
}
