//! The order of the integers: `fun/next` and its closures.
//!
//! A scope has all integers between two, but a heap may hold 3 and 70,000 and none between
//! (docs/commands.md, "eval"). There `next` still is the successor, and an integer whose successor
//! has no atom is followed by nothing: a heap in which 70,000 follows 3 must not pass for one in
//! which 4 does. Its closure, however, is how the built-in module says *less than* (`max`, `min`,
//! `prevs`, `nexts`), which gaps do not change. So the closure of `next` is taken to be that order.
//! Where there are no gaps the two readings are one. Rejected: a universe of all integers between the
//! least and the greatest, which a hash code makes larger than any memory.

use crate::model::{Expr, ExprKind, PairOp, Sig, Value};
use crate::tuples::TupleSet;
use crate::universe::AtomId;

use crate::evaluate::Evaluator;
use crate::evaluate::value::Tuples;

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
