//! Relational expressions.

use std::ops::ControlFlow;
use std::rc::Rc;

use super::Evaluator;
use super::overflow::Polarity;
use super::value::{Content, Set, Tuples};
use crate::model::{
    Declaration, Expr, ExprKind, Formula, FunctionId, IntExpr, PairOp, RelationOp, Sig, Value,
    VariableId,
};
use crate::source::Span;
use crate::tuples::TupleSet;
use crate::universe::AtomId;

impl<'a> Evaluator<'a> {
    pub(super) fn tuples(&mut self, expr: &Expr) -> Tuples<'a> {
        if self.large.is_some() { self.large_tuples(expr) } else { self.plain_tuples(expr) }
    }

    /// The value by the tree, node by node.
    pub(super) fn plain_tuples(&mut self, expr: &Expr) -> Tuples<'a> {
        match &expr.kind {
            ExprKind::Empty => Tuples::owned(self.none(expr.arity)),
            ExprKind::Identity => Tuples::owned(self.identity()),
            ExprKind::Sig(sig) => Tuples::stored(self.instance.sig(*sig)),
            ExprKind::Field(field) => Tuples::stored(self.instance.field(*field)),
            ExprKind::Variable(variable) => self.variable(*variable),
            ExprKind::Unary(PairOp::Transpose, of) => self.tuples(of).map(TupleSet::transpose),
            ExprKind::Unary(PairOp::Closure, of) => {
                self.remembering(expr, |evaluator| evaluator.closure(of))
            }
            ExprKind::Unary(PairOp::ReflexiveClosure, of) => {
                self.remembering(expr, |evaluator| evaluator.reflexive_closure(of))
            }
            ExprKind::Binary(op, left, right) => self.binary(*op, left, right, expr.span),
            ExprKind::Conditional(condition, then, otherwise) => {
                match self.judge(condition, Polarity::Positive) {
                    true => self.tuples(then),
                    false => self.tuples(otherwise),
                }
            }
            ExprKind::Comprehension(declarations, body) => self.remembering(expr, |evaluator| {
                evaluator.comprehension(expr.arity, declarations, body)
            }),
            ExprKind::Let(variable, value, body) => self.let_tuples(*variable, value, body),
            ExprKind::Call(function, arguments) => {
                self.remembering(expr, |evaluator| evaluator.call_tuples(*function, arguments))
            }
            ExprKind::In(state, of) => self.in_state(*state, |evaluator| evaluator.tuples(of)),
            ExprKind::IntegerAtom(number) => self.integer_atom(number),
            ExprKind::NextInteger => Tuples::owned(self.next_integer()),
            ExprKind::String(text) => {
                Tuples::owned(self.atoms(self.instance.universe.string(text)))
            }
        }
    }

    pub(super) fn none(&self, arity: usize) -> TupleSet {
        TupleSet::empty(self.instance.universe.len(), arity)
    }

    fn atoms(&self, atoms: impl IntoIterator<Item = AtomId>) -> TupleSet {
        let mut set = self.none(1);
        for atom in atoms {
            set.insert(&[atom]);
        }
        set
    }

    pub(super) fn identity(&self) -> TupleSet {
        TupleSet::identity(self.instance.sig(Sig::UNIVERSE))
    }

    fn variable(&mut self, variable: VariableId) -> Tuples<'a> {
        let bound = self.bound(variable);
        match &bound.content {
            Content::Relation(set) => {
                Tuples { set: Set::Shared(Rc::clone(set)), overflowed: bound.overflowed }
            }
            Content::Deferred(deferred) => {
                let deferred = Rc::clone(deferred);
                self.with_deferred(&deferred, |evaluator, value| match value {
                    Value::Relation(expr) => evaluator.tuples(expr),
                    _ => unreachable!("the resolver gives a relation's place to a relation only"),
                })
            }
            _ => unreachable!("the resolver gives a relation's place to a relation only"),
        }
    }

    #[inline(never)]
    fn reflexive_closure(&mut self, of: &Expr) -> Tuples<'a> {
        let identity = self.identity();
        self.closure(of).map(|set| set.union(&identity))
    }

    #[inline(never)]
    fn binary(&mut self, op: RelationOp, left: &Expr, right: &Expr, span: Span) -> Tuples<'a> {
        let (left, right) = (self.tuples(left), self.tuples(right));
        let (l, r) = (&*left.set, &*right.set);
        if op == RelationOp::Product && !self.can_hold(l.len().saturating_mul(r.len()), span) {
            return Tuples::owned(self.none(l.arity() + r.arity()));
        }
        let set = match op {
            RelationOp::Union => l.union(r),
            RelationOp::Difference => l.difference(r),
            RelationOp::Intersection => l.intersection(r),
            RelationOp::Override => l.overridden(r),
            RelationOp::Product => l.product(r),
            RelationOp::Join => l.join(r),
            RelationOp::DomainRestriction => r.domain_restricted(l),
            RelationOp::RangeRestriction => l.range_restricted(r),
        };
        Tuples { set: Set::Owned(set), overflowed: left.overflowed || right.overflowed }
    }

    #[inline(never)]
    fn comprehension(
        &mut self,
        arity: usize,
        declarations: &[Declaration],
        body: &Formula,
    ) -> Tuples<'a> {
        let variables: Vec<VariableId> =
            declarations.iter().flat_map(|declaration| &declaration.variables).copied().collect();
        let mut set = self.none(arity);
        let _ = self.for_each_binding(declarations, false, &mut |evaluator| {
            if evaluator.judge(body, Polarity::Positive) {
                let tuple: Vec<AtomId> =
                    variables.iter().map(|&variable| evaluator.atom_of(variable)).collect();
                set.insert(&tuple);
            }
            ControlFlow::Continue(())
        });
        Tuples::owned(set)
    }

    fn atom_of(&mut self, variable: VariableId) -> AtomId {
        self.variable(variable).set.single().expect("a comprehension's variables are single atoms")
    }

    #[inline(never)]
    fn let_tuples(&mut self, variable: VariableId, value: &Value, body: &Expr) -> Tuples<'a> {
        let bound = self.bound_value(value);
        self.with(variable, bound, |evaluator| evaluator.tuples(body))
    }

    #[inline(never)]
    fn call_tuples(&mut self, function: FunctionId, arguments: &[Expr]) -> Tuples<'a> {
        self.call(function, arguments, |evaluator, body| match body {
            Value::Relation(expr) => evaluator.tuples(expr),
            _ => unreachable!("the resolver lets relational functions only be called as relations"),
        })
    }

    /// A number that overflowed has no atom.
    #[inline(never)]
    fn integer_atom(&mut self, number: &IntExpr) -> Tuples<'a> {
        let number = self.number(number);
        let atom = self.instance.universe.integer(number.value);
        let set = self.atoms(atom.filter(|_| !number.overflowed));
        Tuples { set: Set::Owned(set), overflowed: number.overflowed }
    }
}

// The order of the integers: `fun/next` and its closures.
//
// A scope has all integers between two, but a heap may hold 3 and 70,000 and none between
// (docs/commands/eval.md). There `next` still is the successor, and an integer whose successor
// has no atom is followed by nothing: a heap in which 70,000 follows 3 must not pass for one in
// which 4 does. Its closure, however, is how the built-in module says *less than* (`max`, `min`,
// `prevs`, `nexts`), which gaps do not change. So the closure of `next` is taken to be that order.
// Where there are no gaps the two readings are one. Rejected: a universe of all integers between the
// least and the greatest, which a hash code makes larger than any memory.

/// The direction of the order that an expression stands for.
#[derive(Clone, Copy, Debug)]
pub(in crate::evaluate) enum Direction {
    Up,
    Down,
}

impl<'a> Evaluator<'a> {
    /// `^of`.
    #[inline(never)]
    pub(super) fn closure(&mut self, of: &Expr) -> Tuples<'a> {
        match self.direction(of) {
            None => self.tuples(of).map(TupleSet::closure),
            Some(Direction::Up) => Tuples::owned(self.less_than()),
            Some(Direction::Down) => Tuples::owned(self.less_than().transpose()),
        }
    }

    pub(super) fn next_integer(&self) -> TupleSet {
        let universe = &self.instance.universe;
        let is_step = |pair: &&[AtomId]| {
            let [number, above] = [pair[0], pair[1]].map(|atom| universe.number(atom));
            number.and_then(|number| number.checked_add(1)) == above
        };
        let integers = self.integers();
        TupleSet::from_tuples(universe.len(), 2, integers.windows(2).filter(is_step))
    }

    /// Each integer to all greater ones.
    fn less_than(&self) -> TupleSet {
        let integers = self.integers();
        let mut pairs = TupleSet::empty(self.instance.universe.len(), 2);
        for (at, &above) in integers.iter().enumerate() {
            integers[..at].iter().for_each(|&below| pairs.insert(&[below, above]));
        }
        pairs
    }

    fn integers(&self) -> Vec<AtomId> {
        self.instance.universe.block(Sig::INT).map(AtomId).collect()
    }

    /// The direction if the expression is `fun/next`, by that name or another, or its inverse.
    pub(in crate::evaluate) fn direction(&self, expr: &Expr) -> Option<Direction> {
        match &expr.kind {
            ExprKind::NextInteger => Some(Direction::Up),
            ExprKind::Unary(PairOp::Transpose, of) => {
                self.direction(of).map(|direction| match direction {
                    Direction::Up => Direction::Down,
                    Direction::Down => Direction::Up,
                })
            }
            ExprKind::Call(function, arguments) if arguments.is_empty() => {
                match &self.model.functions[*function].body {
                    Value::Relation(body) => self.direction(body),
                    _ => None,
                }
            }
            _ => None,
        }
    }
}
