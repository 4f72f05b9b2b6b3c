//! Instances of thousands of atoms.
//!
//! *Problem.* A heap that a program has built may hold a hundred thousand objects. Read node by node,
//! `all n: l.header.*next | n !in n.^next` follows every chain from every object: five thousand
//! million steps for a list that is fine.
//!
//! *Choice.* The meaning stays that of `relation.rs`. Three detours lead to the same value. (1) What an
//! expression was worth is remembered as long as its variables are bound as they were (`memory.rs`):
//! `l.header.*next` inside of `all n` is evaluated once. (2) A set is led through a closure by a search
//! from its atoms. The pairs that the closure holds are not all made (`graph.rs`). (3) Whether tuples
//! are in a closure, or in a product, is asked of these tuples and not of all (`within.rs`). An atom
//! that reaches itself is in a cycle, and one search finds all cycles (Tarjan 1972). The order in which
//! it leaves the components says of most other pairs that they are not connected.
//!
//! *Rejected.* To do this for small instances, too: there it saves nothing, and where the evaluator
//! judges the other engines it must be simple. Tests hold the two ways against one another. To rewrite
//! formulas, such as acyclicity, to a question of their own: there are too many ways to write one.

mod graph;
mod memory;
mod within;

use std::rc::Rc;

use crate::instance::Instance;
use crate::model::{Expr, ExprKind, FunctionId, PairOp, RelationOp, Sig, Value};
use crate::tuples::TupleSet;
use crate::universe::Arithmetic;

use super::Evaluator;
use super::value::{Set, Tuples};
use graph::Adjacency;
pub(super) use memory::Large;

/// A larger universe is read in this way.
const SMALL: usize = 256;

impl Large {
    /// The memory for an instance that is large. Integers must be exact: an expression that is not
    /// evaluated cannot overflow.
    pub(super) fn of(instance: &Instance) -> Option<Large> {
        let universe = &instance.universe;
        let is_exact = universe.arithmetic() == Arithmetic::Exact;
        (is_exact && universe.len() > SMALL).then(Large::default)
    }
}

/// A closure whose pairs are not made.
pub(super) struct ClosureWalk {
    graph: Rc<Adjacency>,
    /// `*r`, and not `^r`.
    is_reflexive: bool,
    is_backwards: bool,
}

impl<'a> Evaluator<'a> {
    /// The same, of an instance that is read as if it were large: for tests.
    #[cfg(test)]
    pub(super) fn taken_for_large(mut self) -> Self {
        self.large = Some(Large::default());
        self
    }

    /// The value of an expression in a large instance.
    pub(super) fn large_tuples(&mut self, expr: &Expr) -> Tuples<'a> {
        match &expr.kind {
            ExprKind::Empty
            | ExprKind::Sig(_)
            | ExprKind::Field(_)
            | ExprKind::Variable(_)
            | ExprKind::IntegerAtom(_)
            | ExprKind::String(_) => self.plain_tuples(expr),
            _ => self.remembered(expr, |evaluator| evaluator.composed(expr)),
        }
    }

    fn composed(&mut self, expr: &Expr) -> Tuples<'a> {
        match &expr.kind {
            ExprKind::Binary(RelationOp::Join, left, right) => self.join(left, right, expr),
            ExprKind::Binary(RelationOp::Intersection, left, right) => {
                let [left, right] = if self.is_lazy(left) { [right, left] } else { [left, right] };
                let set = self.tuples(left).set;
                Tuples::owned(self.within(&set, right))
            }
            ExprKind::Binary(RelationOp::Difference, left, right) if self.is_lazy(right) => {
                let set = self.tuples(left).set;
                let within = self.within(&set, right);
                Tuples::owned(set.difference(&within))
            }
            ExprKind::Unary(PairOp::Closure | PairOp::ReflexiveClosure, of) => {
                self.all_pairs(of, expr)
            }
            _ => self.plain_tuples(expr),
        }
    }

    /// `left . right`.
    fn join(&mut self, left: &Expr, right: &Expr, expr: &Expr) -> Tuples<'a> {
        if left.arity == 1
            && let Some(walk) = self.walk(right)
        {
            let from = self.tuples(left).set;
            return Tuples::owned(self.reached(&from, &walk));
        }
        if right.arity == 1
            && let Some(walk) = self.walk(left)
        {
            let from = self.tuples(right).set;
            return Tuples::owned(self.reached(&from, &walk.backwards()));
        }
        if (left.arity, right.arity) == (2, 1) {
            let converse = self.converse(left);
            return self.tuples(right).map(|set| set.join(&converse));
        }
        self.plain_tuples(expr)
    }

    fn reached(&mut self, from: &TupleSet, walk: &ClosureWalk) -> TupleSet {
        let mut reached = walk.graph.reached(from, walk.is_backwards);
        if walk.is_reflexive {
            let univ = self.instance.sig(Sig::UNIVERSE);
            reached = reached.union(&from.intersection(univ));
        }
        reached
    }

    /// `^of` or `*of`, pair by pair.
    fn all_pairs(&mut self, of: &Expr, expr: &Expr) -> Tuples<'a> {
        let Some(walk) = self.walk(expr) else {
            let integers = self.instance.universe.block(Sig::INT).len();
            assert!(self.direction(of).is_some(), "all other closures are walks");
            return match self.can_hold(integers.saturating_mul(integers) / 2, expr.span) {
                true => self.plain_tuples(expr),
                false => Tuples::owned(self.none(2)),
            };
        };
        let mut pairs = if walk.is_reflexive { self.identity() } else { self.none(2) };
        let mut count = 0;
        for from in walk.graph.starts() {
            let reached =
                walk.graph.reached(&TupleSet::from_tuples(pairs.atoms(), 1, [&[from][..]]), false);
            count += reached.len();
            if !self.can_hold(count, expr.span) {
                break;
            }
            let row = from.0 as usize * pairs.atoms();
            reached.indices().for_each(|to| pairs.insert_index(row + to));
        }
        Tuples::owned(pairs)
    }

    /// The closure that an expression is, by that name or another, or the inverse of one. The
    /// relation of the order of the integers does not count (`relation.rs`).
    fn walk(&mut self, expr: &Expr) -> Option<ClosureWalk> {
        if !self.is_walk(expr) {
            return None;
        }
        match &expr.kind {
            ExprKind::Unary(PairOp::Transpose, of) => self.walk(of).map(ClosureWalk::backwards),
            ExprKind::Unary(op, of) => Some(ClosureWalk {
                graph: self.graph(of),
                is_reflexive: *op == PairOp::ReflexiveClosure,
                is_backwards: false,
            }),
            ExprKind::Call(function, _) => {
                let body = self.relation_of(*function)?;
                self.walk(body)
            }
            _ => None,
        }
    }

    pub(super) fn is_walk(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Unary(PairOp::Closure | PairOp::ReflexiveClosure, of) => {
                self.direction(of).is_none()
            }
            ExprKind::Unary(PairOp::Transpose, of) => self.is_walk(of),
            ExprKind::Call(function, arguments) if arguments.is_empty() => {
                self.relation_of(*function).is_some_and(|body| self.is_walk(body))
            }
            _ => false,
        }
    }

    /// The body of a function whose value is a relation.
    pub(super) fn relation_of(&self, function: FunctionId) -> Option<&'a Expr> {
        match &self.model.functions[function].body {
            Value::Relation(body) => Some(body),
            _ => None,
        }
    }

    /// `~expr`.
    fn converse(&mut self, expr: &Expr) -> Rc<TupleSet> {
        if let Some(known) = self.known(expr, |large| &large.converses) {
            return known;
        }
        let converse = Rc::new(self.tuples(expr).set.transpose());
        self.keep(expr, Rc::clone(&converse), |large| &mut large.converses);
        converse
    }

    fn graph(&mut self, expr: &Expr) -> Rc<Adjacency> {
        if let Some(known) = self.known(expr, |large| &large.graphs) {
            return known;
        }
        let graph = Rc::new(Adjacency::new(&self.tuples(expr).set));
        self.keep(expr, Rc::clone(&graph), |large| &mut large.graphs);
        graph
    }
}

impl ClosureWalk {
    fn backwards(self) -> ClosureWalk {
        ClosureWalk { is_backwards: !self.is_backwards, ..self }
    }
}

/// The value of an expression is shared by all that ask for it again.
fn shared<'a>(tuples: Tuples<'a>) -> (Rc<TupleSet>, Tuples<'a>) {
    let set = tuples.set.into_shared();
    (Rc::clone(&set), Tuples { set: Set::Shared(set), overflowed: tuples.overflowed })
}
