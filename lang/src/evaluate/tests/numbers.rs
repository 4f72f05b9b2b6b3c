//! Every kind of expression whose value is a number.

use super::build::*;
use super::world::*;
use crate::model::Measure;
use crate::model::*;
use crate::universe::Arithmetic;

#[test]
fn constants_and_bounds() {
    // If it failed, a constant would not wrap, or `min` be `max`.
    let world = World::new();
    assert_eq!(world.number(constant(3)), Some(3));
    assert_eq!(world.number(constant(5)), Some(-3));
    assert_eq!(world.number(IntExprKind::Least), Some(-4));
    assert_eq!(world.number(IntExprKind::Greatest), Some(3));
}

#[test]
fn sets_are_counted_and_summed() {
    // If it failed, `#` would be `int`, or atoms that are no integers would count in a sum.
    let mut world = World::new();
    let set = world.set(&[0, ZERO - 1, ZERO + 3, TEXT]);
    assert_eq!(world.number(IntExprKind::Measure(Measure::Cardinality, set.clone())), Some(-4));
    assert_eq!(world.number(int_of(set)), Some(2));
    assert_eq!(world.number(IntExprKind::Measure(Measure::Cardinality, r())), Some(2));
    assert_eq!(world.number(int_of(sig_expr(Sig::NONE))), Some(0));
}

#[test]
fn a_sum_adds_the_body_for_each_binding() {
    // If it failed, equal summands would count once, or the domain itself be summed.
    let mut world = World::new();
    let (x, y) = (world.variable(1), world.variable(1));
    let degree = || IntExprKind::Measure(Measure::Cardinality, join(var(x, 1), r()));
    let sum = |declarations, body| IntExprKind::Sum(declarations, Box::new(int(body)));
    assert_eq!(world.number(sum(vec![one(&[x], sig_expr(A))], degree())), Some(2));
    let nested = vec![one(&[x], sig_expr(A)), one(&[y], join(var(x, 1), r()))];
    assert_eq!(world.number(sum(nested, constant(-2))), Some(-4));
    assert_eq!(world.number(sum(vec![one(&[x], sig_expr(Sig::NONE))], constant(1))), Some(0));
}

#[test]
fn operators_go_to_the_arithmetic() {
    // If it failed, an operator would be another one, or its operands be swapped.
    let world = World::new();
    let table = [
        (IntOp::Plus, 1),
        (IntOp::Minus, -3),
        (IntOp::Times, -2),
        (IntOp::Divide, 0),
        (IntOp::Remainder, -1),
        (IntOp::ShiftLeft, -4),
        (IntOp::ShiftRight, -1),
        (IntOp::UnsignedShiftRight, 1),
    ];
    for (operator, expected) in table {
        let number = world.number(op(operator, constant(-1), constant(2)));
        assert_eq!(number, Some(expected), "{operator:?}");
    }
}

#[test]
fn conditionals_lets_and_functions() {
    // If it failed, the branches would be swapped, or a `let` or a parameter not be seen.
    let mut world = World::new();
    for (condition, expected) in [(true, 1), (false, 2)] {
        let [then, otherwise] = [1, 2].map(|value| Box::new(int(constant(value))));
        let kind = IntExprKind::Conditional(boxed(truth(condition)), then, otherwise);
        assert_eq!(world.number(kind), Some(expected));
    }
    let (x, p) = (world.variable(0), world.variable(1));
    let value = Box::new(Value::Integer(int(constant(1))));
    let doubled = plus(IntExprKind::Variable(x), IntExprKind::Variable(x));
    assert_eq!(world.number(IntExprKind::Let(x, value, Box::new(int(doubled)))), Some(2));
    let size = Value::Integer(int(IntExprKind::Measure(Measure::Cardinality, var(p, 1))));
    let function = world.function(&[p], size);
    assert_eq!(world.number(IntExprKind::Call(function, vec![sig_expr(A)])), Some(3));
}

#[test]
fn an_overflow_has_no_number_where_it_is_forbidden() {
    // If it failed, an overflow would be lost in a further operation, a sum, a `let` or a set, or
    // one that did not happen would be reported.
    let mut world = World::with(Arithmetic::Forbid { bit_width: 3 });
    let over = || plus(constant(3), constant(1));
    let (x, y) = (world.variable(0), world.variable(1));
    let set = world.set(&[0, 1, 2, TEXT]);
    let five = world.pairs(&[[0, 1], [0, 2], [1, 2], [2, 2]]);
    assert_eq!(world.number(over()), None);
    assert_eq!(world.number(constant(4)), None);
    assert_eq!(world.number(plus(over(), constant(0))), None);
    assert_eq!(world.number(plus(constant(0), over())), None);
    assert_eq!(world.number(int_of(atom_of(over()))), None);
    assert_eq!(world.number(IntExprKind::Measure(Measure::Cardinality, set)), None);
    assert_eq!(world.number(IntExprKind::Measure(Measure::Cardinality, five)), None);
    assert_eq!(world.number(op(IntOp::Divide, constant(1), constant(0))), None);
    let sum = |body| IntExprKind::Sum(vec![one(&[y], sig_expr(A))], Box::new(int(body)));
    assert_eq!(world.number(sum(constant(1))), Some(3));
    assert_eq!(world.number(sum(constant(2))), None);
    assert_eq!(world.number(sum(op(IntOp::Minus, over(), over()))), None);
    let bound = Box::new(Value::Integer(int(over())));
    let body = Box::new(int(IntExprKind::Variable(x)));
    assert_eq!(world.number(IntExprKind::Let(x, bound, body)), None);
    let [then, otherwise] = [constant(1), over()].map(|kind| Box::new(int(kind)));
    let kind = IntExprKind::Conditional(boxed(truth(true)), then, otherwise);
    assert_eq!(world.number(kind), Some(1), "the other branch is not taken");
}

#[test]
fn exact_numbers_know_no_bit_width() {
    // If it failed, exact arithmetic would wrap or report an overflow.
    let world = World::with(Arithmetic::Exact);
    assert_eq!(world.number(op(IntOp::Times, constant(100), constant(100))), Some(10_000));
    assert_eq!(world.number(IntExprKind::Greatest), Some(3));
}
