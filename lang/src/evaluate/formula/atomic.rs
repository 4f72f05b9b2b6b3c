//! Atomic formulas: a truth about the values of some operands, which an overflow in one of them
//! overrules.

use crate::integer::Number;
use crate::model::{Comparison, Count, Expr, IntExpr, Node};
use crate::tuples::TupleSet;

use crate::evaluate::Evaluator;
use crate::evaluate::overflow::{Operand, Polarity};
use crate::evaluate::value::Tuples;

impl Evaluator<'_> {
    #[inline(never)]
    pub(super) fn count(&mut self, count: Count, expr: &Expr, polarity: Polarity) -> bool {
        let value = self.tuples(expr);
        let len = value.set.len();
        let truth = match count {
            Count::No => len == 0,
            Count::Some => len > 0,
            Count::Lone => len <= 1,
            Count::One => len == 1,
        };
        self.literal(truth, &[operand(expr, &value)], polarity)
    }

    #[inline(never)]
    pub(super) fn subset(&mut self, a: &Expr, b: &Expr, polarity: Polarity) -> bool {
        if !self.is_lazy(b) {
            return self.relate(TupleSet::is_subset, a, b, polarity);
        }
        let left = self.tuples(a);
        let truth = self.within(&left.set, b) == *left.set;
        self.literal(truth, &[operand(a, &left)], polarity)
    }

    #[inline(never)]
    pub(super) fn relate(
        &mut self,
        related: fn(&TupleSet, &TupleSet) -> bool,
        a: &Expr,
        b: &Expr,
        polarity: Polarity,
    ) -> bool {
        let (left, right) = (self.tuples(a), self.tuples(b));
        let truth = related(&left.set, &right.set);
        self.literal(truth, &[operand(a, &left), operand(b, &right)], polarity)
    }

    #[inline(never)]
    pub(super) fn compare(
        &mut self,
        how: Comparison,
        a: &IntExpr,
        b: &IntExpr,
        polarity: Polarity,
    ) -> bool {
        let (left, right) = (self.number(a), self.number(b));
        let truth = match how {
            Comparison::Equal => left.value == right.value,
            Comparison::Less => left.value < right.value,
            Comparison::LessOrEqual => left.value <= right.value,
        };
        let operand = |term, number: Number| Operand {
            term: Node::Integer(term),
            overflowed: number.overflowed,
        };
        self.literal(truth, &[operand(a, left), operand(b, right)], polarity)
    }

    #[inline(never)]
    pub(super) fn total_order(&mut self, operands: &[Expr; 3], polarity: Polarity) -> bool {
        let [elem, first, next] = operands.each_ref().map(|operand| self.tuples(operand));
        let truth = if elem.set.is_empty() {
            // There is no order of nothing, but of a union.
            self.model.is_union(&operands[0]) && first.set.is_empty() && next.set.is_empty()
        } else {
            is_total_order(&elem.set, &first.set, &next.set)
        };
        let [a, b, c] = operands;
        self.literal(truth, &[operand(a, &elem), operand(b, &first), operand(c, &next)], polarity)
    }
}

fn operand<'e>(expr: &'e Expr, value: &Tuples<'_>) -> Operand<'e> {
    Operand { term: Node::Relation(expr), overflowed: value.overflowed }
}

/// True if `next` leads from `first` through all of `elem`, each element once, and nowhere else.
fn is_total_order(elem: &TupleSet, first: &TupleSet, next: &TupleSet) -> bool {
    let mut reached = TupleSet::empty(elem.atoms(), 1);
    let mut at = first.clone();
    while at.single().is_some() && at.is_subset(elem) && at.is_disjoint(&reached) {
        at.indices().for_each(|atom| reached.insert_index(atom));
        at = at.join(next);
    }
    reached == *elem && next.len() + 1 == elem.len()
}
