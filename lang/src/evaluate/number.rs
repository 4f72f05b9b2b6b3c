//! Expressions whose value is a number.

use std::ops::ControlFlow;
use std::rc::Rc;

use crate::integer::{Number, compute, fit};
use crate::model::{
    Declaration, Expr, FunctionId, IntExpr, IntExprKind, IntOp, Measure, Value, VariableId,
};
use crate::tuples::TupleSet;
use crate::universe::Arithmetic;

use super::Evaluator;
use super::overflow::Polarity;
use super::value::Content;

impl Evaluator<'_> {
    pub(super) fn number(&mut self, expr: &IntExpr) -> Number {
        match &expr.kind {
            IntExprKind::Constant(value) => fit(self.arithmetic(), i128::from(*value)),
            IntExprKind::Measure(Measure::Cardinality, of) => {
                self.measured(of, Evaluator::cardinality)
            }
            IntExprKind::Measure(Measure::Sum, of) => self.measured(of, Evaluator::sum_of_members),
            IntExprKind::Sum(declarations, body) => self.sum(declarations, body),
            IntExprKind::Binary(op, left, right) => self.computed(*op, left, right),
            IntExprKind::Conditional(condition, then, otherwise) => {
                match self.judge(condition, Polarity::Positive) {
                    true => self.number(then),
                    false => self.number(otherwise),
                }
            }
            IntExprKind::Let(variable, value, body) => self.let_number(*variable, value, body),
            IntExprKind::Variable(variable) => self.number_of(*variable),
            IntExprKind::Call(function, arguments) => self.call_number(*function, arguments),
            IntExprKind::In(state, of) => self.in_state(*state, |evaluator| evaluator.number(of)),
            IntExprKind::Least => self.bounds().0,
            IntExprKind::Greatest => self.bounds().1,
        }
    }

    fn arithmetic(&self) -> Arithmetic {
        self.instance.universe.arithmetic()
    }

    /// A number made of a set.
    #[inline(never)]
    fn measured(&mut self, expr: &Expr, measure: fn(&Self, &TupleSet) -> i128) -> Number {
        let tuples = self.tuples(expr);
        let number = fit(self.arithmetic(), measure(self, &tuples.set));
        Number { overflowed: number.overflowed || tuples.overflowed, ..number }
    }

    fn cardinality(&self, set: &TupleSet) -> i128 {
        set.len() as i128
    }

    /// The sum of the integers in a set. Other atoms do not count.
    fn sum_of_members(&self, set: &TupleSet) -> i128 {
        let numbers = set.tuples().filter_map(|tuple| self.instance.universe.number(tuple[0]));
        numbers.map(i128::from).sum()
    }

    #[inline(never)]
    fn sum(&mut self, declarations: &[Declaration], body: &IntExpr) -> Number {
        let mut total = 0;
        let mut overflowed = false;
        let _ = self.for_each_binding(declarations, false, &mut |evaluator| {
            let number = evaluator.number(body);
            total += i128::from(number.value);
            overflowed |= number.overflowed;
            ControlFlow::Continue(())
        });
        let number = fit(self.arithmetic(), total);
        Number { overflowed: number.overflowed || overflowed, ..number }
    }

    #[inline(never)]
    fn computed(&mut self, op: IntOp, left: &IntExpr, right: &IntExpr) -> Number {
        let (left, right) = (self.number(left), self.number(right));
        let number = compute(self.arithmetic(), op, left.value, right.value);
        let overflowed = left.overflowed || right.overflowed || number.overflowed;
        Number { overflowed, ..number }
    }

    #[inline(never)]
    fn let_number(&mut self, variable: VariableId, value: &Value, body: &IntExpr) -> Number {
        let bound = self.bound_value(value);
        self.with(variable, bound, |evaluator| evaluator.number(body))
    }

    #[inline(never)]
    fn number_of(&mut self, variable: VariableId) -> Number {
        let bound = self.bound(variable);
        match &bound.content {
            Content::Number(value) => Number { value: *value, overflowed: bound.overflowed },
            Content::Deferred(deferred) => {
                let deferred = Rc::clone(deferred);
                self.with_deferred(&deferred, |evaluator, value| match value {
                    Value::Integer(expr) => evaluator.number(expr),
                    _ => unreachable!("the resolver gives a number's place to a number only"),
                })
            }
            _ => unreachable!("the resolver gives a number's place to a number only"),
        }
    }

    #[inline(never)]
    fn call_number(&mut self, function: FunctionId, arguments: &[Expr]) -> Number {
        self.call(function, arguments, |evaluator, body| match body {
            Value::Integer(expr) => evaluator.number(expr),
            _ => unreachable!("the resolver lets integer functions only be called as numbers"),
        })
    }

    /// Least and greatest integer of the scope.
    fn bounds(&self) -> (Number, Number) {
        let range = self.instance.universe.integer_range();
        let (least, greatest) = range.expect("a spec that names its integers has some");
        let number = |value| Number { value, overflowed: false };
        (number(least), number(greatest))
    }
}
