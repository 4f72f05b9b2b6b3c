//! Integer expressions: which numbers they can be.

use korrel_lang::model::{
    Declaration, Expr, ExprKind, IntExpr, IntExprKind, IntOp, Measure, RelationOp, Sig,
};
use korrel_lang::source::Span;
use korrel_lang::universe::{Arithmetic, AtomId};

use super::extent::TupleBounds;
use super::interval::Interval;
use super::message::{NumberOrigin, OverflowFault};
use super::{AbstractValue, PartialInterpretation};

impl PartialInterpretation<'_> {
    /// Within the integers of the scope.
    pub(super) fn number(&mut self, int: &IntExpr) -> Interval {
        match &int.kind {
            IntExprKind::Constant(number) => {
                let exact = Interval::new((*number).into(), (*number).into());
                self.stored(NumberOrigin::Constant, exact, int.span)
            }
            IntExprKind::Measure(Measure::Cardinality, set) => {
                let set = self.relation(set);
                let of_atoms = self.counts_integers(&set);
                let exact = Interval::new(set.least.into(), set.size().into());
                let exact = Interval { of_atoms, ..exact };
                self.stored(NumberOrigin::Cardinality, exact, int.span)
            }
            IntExprKind::Measure(Measure::Sum, expr) => {
                let set = self.relation(expr);
                let exact = self.sum_of_set(&set);
                let what =
                    if is_signed(expr) { NumberOrigin::SumOfUnion } else { NumberOrigin::Sum };
                self.stored(what, exact, int.span)
            }
            IntExprKind::Sum(declarations, body) => self.sum(declarations, body, int.span),
            IntExprKind::Binary(op, a, b) => {
                let (a, b) = (self.number(a), self.number(b));
                self.operation(*op, [&a, &b], int.span)
            }
            IntExprKind::Conditional(condition, a, b) => {
                self.formula(condition);
                self.number(a).union(&self.number(b))
            }
            IntExprKind::Let(variable, value, body) => {
                self.bind(*variable, value);
                self.number(body)
            }
            IntExprKind::Variable(variable) => match self.variables.get(variable) {
                Some(AbstractValue::Number(interval)) => *interval,
                _ => unreachable!("a number's variable stands for a number"),
            },
            IntExprKind::Call(function, arguments) => {
                match self.call(*function, arguments, int.span) {
                    AbstractValue::Number(interval) => interval,
                    _ => unreachable!("the body of a number's function is a number"),
                }
            }
            IntExprKind::In(_, inner) => self.number(inner),
            IntExprKind::Least => self.end(self.room.low),
            IntExprKind::Greatest => self.end(self.room.high),
        }
    }

    /// True if a set may hold all integers of the scope: then more bits make it greater, too.
    fn counts_integers(&self, set: &TupleBounds) -> bool {
        let universe = self.bounds.universe();
        let all = universe.block(Sig::INT).len();
        let is_integer = |atom: &usize| universe.number(AtomId(*atom as u32)).is_some();
        let integers = set.columns.iter().map(|column| column.indices().filter(is_integer).count());
        all > 0 && set.size() >= all as u64 && integers.max() == Some(all)
    }

    fn end(&self, number: i128) -> Interval {
        Interval { of_atoms: true, ..Interval::new(number, number) }
    }

    /// The least and the greatest sum of the numbers of at most so many atoms.
    fn sum_of_set(&self, set: &TupleBounds) -> Interval {
        let universe = self.bounds.universe();
        let atoms = set.columns[0].indices().map(|atom| AtomId(atom as u32));
        let mut numbers: Vec<i128> =
            atoms.filter_map(|atom| universe.number(atom)).map(i128::from).collect();
        numbers.sort_unstable();
        let most = usize::try_from(set.size()).unwrap_or(usize::MAX);
        let least_ones = numbers.iter().take(most).take_while(|&&number| number < 0);
        let greatest_ones = numbers.iter().rev().take(most).take_while(|&&number| number > 0);
        let sum = Interval::new(least_ones.sum(), greatest_ones.sum());
        Interval { of_atoms: !numbers.is_empty(), ..sum }
    }

    fn sum(&mut self, declarations: &[Declaration], body: &IntExpr, span: Span) -> Interval {
        let domains = self.declare(declarations);
        let number = self.number(body);
        let bindings = domains.into_iter().reduce(|a, b| a.product(&b));
        let exact = match bindings {
            Some(all) => number.repeated(all.least, all.size()),
            None => number,
        };
        self.stored(NumberOrigin::Sum, exact, span)
    }

    fn operation(&mut self, op: IntOp, [a, b]: [&Interval; 2], span: Span) -> Interval {
        let divides = matches!(op, IntOp::Divide | IntOp::Remainder);
        let forbids = matches!(self.scopes.arithmetic, Arithmetic::Forbid { .. });
        if divides && forbids && b.contains(0) {
            self.report(span, OverflowFault::division_by_zero(b));
        }
        let exact = Interval::apply(op, a, b, self.bit_width);
        self.stored(NumberOrigin::Operation(op), exact, span)
    }

    /// The possible values of a result that can be out of range. If overflow is forbidden, those in
    /// range. If it wraps around, any number.
    fn stored(&mut self, what: NumberOrigin, exact: Interval, span: Span) -> Interval {
        if exact.is_within(&self.room) {
            return exact;
        }
        self.report(span, OverflowFault::out_of_range(what, exact));
        match self.scopes.arithmetic {
            Arithmetic::Forbid { .. } => exact.clamped(&self.room),
            _ => Interval { of_atoms: exact.of_atoms, ..self.room },
        }
    }
}

/// `a + b` or `a - b`, which a newcomer takes for arithmetic.
fn is_signed(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Binary(RelationOp::Union | RelationOp::Difference, ..))
}
