//! Every kind of formula.

use super::build::*;
use super::world::*;
use crate::model::*;

const BOTH: [bool; 2] = [false, true];

#[test]
fn connectives_have_their_truth_tables() {
    // If it failed, a connective would be another one, straight or negated.
    let world = World::new();
    assert!(world.holds(truth(true)) && !world.holds(truth(false)));
    assert!(world.holds(FormulaKind::And(vec![])) && !world.holds(FormulaKind::Or(vec![])));
    for a in BOTH {
        for b in BOTH {
            let pair = || vec![formula(truth(a)), formula(truth(b))];
            let (x, y) = (|| boxed(truth(a)), || boxed(truth(b)));
            let table = [
                (FormulaKind::And(pair()), a && b),
                (FormulaKind::Or(pair()), a || b),
                (FormulaKind::Implies(x(), y()), !a || b),
                (FormulaKind::Iff(x(), y()), a == b),
                (FormulaKind::Not(x()), !a),
            ];
            for (kind, expected) in table {
                assert_eq!(world.holds(kind.clone()), expected, "{kind:?}");
                assert_eq!(world.holds(not(kind.clone())), !expected, "not {kind:?}");
            }
            for c in BOTH {
                let kind = FormulaKind::Conditional(boxed(truth(c)), x(), y());
                assert_eq!(world.holds(kind.clone()), if c { a } else { b });
                assert_eq!(world.holds(not(kind)), !if c { a } else { b });
            }
        }
    }
}

#[test]
fn counts_compare_with_the_number_of_tuples() {
    // If it failed, `lone` would be `one`, `some` would want two tuples, or the like.
    for len in 0..3 {
        let mut world = World::new();
        let set = world.set(&[0, 1, 2][..len]);
        let table = [
            (Count::No, len == 0),
            (Count::Some, len >= 1),
            (Count::Lone, len <= 1),
            (Count::One, len == 1),
        ];
        for (count, expected) in table {
            assert_eq!(world.holds(FormulaKind::Count(count, set.clone())), expected);
            assert_eq!(world.holds(not(FormulaKind::Count(count, set.clone()))), !expected);
        }
    }
}

#[test]
fn subset_and_equality_compare_sets() {
    // If it failed, the operands of `in` would be swapped, or `=` be inclusion.
    let mut world = World::new();
    let (small, big) = (world.set(&[0]), world.set(&[0, 1]));
    let subset = |a: &Expr, b: &Expr| FormulaKind::Subset(a.clone(), b.clone());
    let equal = |a: &Expr, b: &Expr| FormulaKind::Equal(a.clone(), b.clone());
    assert!(world.holds(subset(&small, &big)) && !world.holds(subset(&big, &small)));
    assert!(world.holds(equal(&big, &big)) && !world.holds(equal(&small, &big)));
    assert!(world.holds(not(equal(&small, &big))) && !world.holds(not(subset(&small, &big))));
}

#[test]
fn comparisons_are_of_numbers() {
    // If it failed, `<` would be `=<`, or its operands be swapped.
    let world = World::new();
    for (a, b) in [(-4, 3), (1, 1), (2, -1)] {
        let (x, y) = (constant(a), constant(b));
        assert_eq!(world.holds(less(x.clone(), y.clone())), a < b);
        assert_eq!(world.holds(at_most(x.clone(), y.clone())), a <= b);
        assert_eq!(world.holds(same(x.clone(), y.clone())), a == b);
        assert_eq!(world.holds(not(less(x, y))), a >= b);
    }
}

#[test]
fn a_total_order_visits_every_element_once() {
    // If it failed, a cycle, a gap, a branch or a stray pair would pass for an order.
    let holds = |elem: &[u32], first: &[u32], next: &[[u32; 2]]| {
        let mut world = World::new();
        let operands = [world.set(elem), world.set(first), world.pairs(next)];
        let kind = FormulaKind::TotalOrder(Box::new(operands));
        assert_ne!(world.holds(kind.clone()), world.holds(not(kind.clone())));
        world.holds(kind)
    };
    assert!(holds(&[0, 1, 2], &[1], &[[1, 0], [0, 2]]));
    assert!(holds(&[2], &[2], &[]));
    assert!(!holds(&[], &[], &[]), "an order of nothing");
    assert!(!holds(&[], &[0], &[]), "a first element of nothing");
    assert!(!holds(&[], &[], &[[0, 1]]), "a successor in nothing");
    assert!(!holds(&[0, 1, 2], &[0], &[[1, 0], [0, 2]]), "first has a predecessor");
    assert!(!holds(&[0, 1, 2], &[], &[[0, 1], [1, 2]]), "no first");
    assert!(!holds(&[0, 1], &[0, 1], &[[0, 1]]), "two firsts");
    assert!(!holds(&[0, 1, 2], &[0], &[[0, 1], [1, 2], [2, 0]]), "a cycle");
    assert!(!holds(&[0, 1, 2], &[0], &[[0, 1], [2, 2]]), "an element left out");
    assert!(!holds(&[0, 1], &[0], &[[0, 1], [1, 2]]), "an element of something else");
    assert!(!holds(&[0, 1], &[0], &[[0, 1], [2, 2]]), "a stray pair");
    assert!(!holds(&[0, 1, 2], &[0], &[[0, 1], [0, 2]]), "two successors");
    assert!(!holds(&[0], &[0], &[[0, 0]]), "its own successor");
}

#[test]
fn quantifiers_range_over_single_atoms() {
    // If it failed, `all` would be `some`, or a variable be bound to the whole domain.
    let mut world = World::new();
    let x = world.variable(1);
    let leads_on = FormulaKind::Count(Count::Some, join(var(x, 1), r()));
    let is_single = FormulaKind::Count(Count::One, var(x, 1));
    let over = |quantifier, domain: Expr, body: &FormulaKind| {
        quantified(quantifier, vec![one(&[x], domain)], body.clone())
    };
    let (a, none) = (sig_expr(A), sig_expr(Sig::NONE));
    assert!(world.holds(over(Quantifier::Some, a.clone(), &leads_on)));
    assert!(!world.holds(over(Quantifier::All, a.clone(), &leads_on)), "2 leads nowhere");
    assert!(world.holds(over(Quantifier::All, a.clone(), &is_single)));
    assert!(!world.holds(over(Quantifier::Some, none.clone(), &truth(true))));
    assert!(world.holds(over(Quantifier::All, none, &truth(false))));
    assert!(!world.holds(not(over(Quantifier::Some, a, &leads_on))));
}

#[test]
fn let_and_predicates_stand_for_their_values() {
    // If it failed, a `let` would not be seen in its body, or an argument go to another parameter.
    let mut world = World::new();
    let (fact, set, number) = (world.variable(0), world.variable(1), world.variable(0));
    let let_in = |variable, value, body| FormulaKind::Let(variable, Box::new(value), boxed(body));
    for value in BOTH {
        let bound = Value::Formula(formula(truth(value)));
        let kind = let_in(fact, bound.clone(), FormulaKind::Variable(fact));
        assert_eq!(world.holds(kind), value);
        let kind = let_in(fact, bound, not(FormulaKind::Variable(fact)));
        assert_eq!(world.holds(kind), !value);
    }
    let empty = FormulaKind::Count(Count::No, var(set, 1));
    assert!(!world.holds(let_in(set, Value::Relation(sig_expr(A)), empty)));
    let is_two = same(IntExprKind::Variable(number), constant(2));
    assert!(world.holds(let_in(number, Value::Integer(int(constant(2))), is_two)));

    let (p, q) = (world.variable(1), world.variable(1));
    let body = formula(FormulaKind::Subset(var(p, 1), var(q, 1)));
    let function = world.function(&[p, q], Value::Formula(body));
    let call = |a, b| FormulaKind::Call(function, vec![sig_expr(a), sig_expr(b)]);
    assert!(world.holds(call(Sig::NONE, A)) && !world.holds(call(A, Sig::NONE)));
    assert!(world.holds(not(call(A, Sig::NONE))));
}

#[test]
fn deep_formulas_fit_the_stack() {
    // If it failed, a generated spec would end the program instead of getting an answer: a test's
    // thread has two megabytes.
    let world = World::new();
    let mut kind = truth(true);
    for _ in 0..2_500 {
        kind = not(FormulaKind::And(vec![formula(FormulaKind::Or(vec![formula(kind)]))]));
    }
    assert!(world.holds(kind));
}
