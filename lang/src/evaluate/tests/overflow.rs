//! Cases that Alloy's probes do not reach: how an overflow travels to the atomic formula, and what
//! stops it.

use super::build::*;
use super::world::*;
use crate::model::Measure;
use crate::model::*;
use crate::universe::Arithmetic;

const FORBID: Arithmetic = Arithmetic::Forbid { bit_width: 3 };

/// A value with an overflow in it. The variable is a part of it.
fn beyond(variable: VariableId) -> IntExprKind {
    plus(int_of(var(variable, 1)), constant(1))
}

/// `all i: 3 | F` over all of `Int`, and over the set {3}, which overflows as well.
fn over(world: &mut World, variable: VariableId, body: FormulaKind) -> [bool; 2] {
    let three = world.set(&[ZERO + 3]);
    [sig_expr(Sig::INT), three].map(|domain| {
        world.holds(quantified(Quantifier::All, vec![one(&[variable], domain)], body.clone()))
    })
}

/// Formulas that are true for each i but for the overflow at 3, which a path as named carries.
fn carried(world: &mut World, i: VariableId) -> Vec<(&'static str, FormulaKind)> {
    let (x, p) = (world.variable(0), world.variable(1));
    let (y, z) = (world.variable(1), world.variable(0));
    let value = || int_of(var(i, 1));
    let number = |body| Value::Integer(int(body));
    let function = world.function(&[p], number(beyond(p)));
    let atom = world.function(&[p], Value::Relation(atom_of(beyond(p))));
    let predicate = world.function(&[p], Value::Formula(formula(less(value_of(p), beyond(p)))));
    let branch = |condition: bool| {
        let [then, otherwise] = [beyond(i), beyond(i)].map(|kind| Box::new(int(kind)));
        IntExprKind::Conditional(boxed(truth(condition)), then, otherwise)
    };
    let in_let = |variable, bound, body| FormulaKind::Let(variable, Box::new(bound), boxed(body));
    let singleton = |of: Expr| FormulaKind::Count(Count::One, of);
    vec![
        ("plain", less(value(), beyond(i))),
        ("atom", less(value(), int_of(atom_of(beyond(i))))),
        ("count", singleton(atom_of(beyond(i)))),
        ("subset", FormulaKind::Subset(atom_of(beyond(i)), sig_expr(Sig::INT))),
        ("left of a union", singleton(with_none(atom_of(beyond(i)), false))),
        ("right of a union", singleton(with_none(atom_of(beyond(i)), true))),
        (
            "cardinality",
            same(IntExprKind::Measure(Measure::Cardinality, atom_of(beyond(i))), constant(1)),
        ),
        ("let number", in_let(x, number(beyond(i)), less(value(), IntExprKind::Variable(x)))),
        ("let set", in_let(y, Value::Relation(atom_of(beyond(i))), less(value(), value_of(y)))),
        (
            "let formula",
            in_let(z, Value::Formula(formula(less(value(), beyond(i)))), FormulaKind::Variable(z)),
        ),
        ("function", less(value(), IntExprKind::Call(function, vec![var(i, 1)]))),
        ("set function", singleton(expr(ExprKind::Call(atom, vec![var(i, 1)]), 1))),
        ("predicate", FormulaKind::Call(predicate, vec![var(i, 1)])),
        ("conditional", less(value(), branch(true))),
        ("equal", FormulaKind::Equal(atom_of(beyond(i)), join(var(i, 1), next_integer()))),
        ("iff", FormulaKind::Iff(boxed(less(value(), beyond(i))), boxed(truth(true)))),
        ("not iff", not(FormulaKind::Iff(boxed(less(value(), beyond(i))), boxed(truth(false))))),
        (
            "condition",
            FormulaKind::Conditional(
                boxed(less(value(), beyond(i))),
                boxed(truth(true)),
                boxed(truth(false)),
            ),
        ),
    ]
}

/// A union with the empty set, which comes first if the flag says so.
fn with_none(of: Expr, first: bool) -> Expr {
    let none = sig_expr(Sig::NONE);
    let (left, right) = if first { (none, of) } else { (of, none) };
    binary(RelationOp::Union, left, right)
}

/// Terms that overflow for every i, which stands in them where the label says.
fn mentioning(world: &mut World, i: VariableId) -> Vec<(&'static str, IntExprKind)> {
    let j = world.variable(1);
    let all_but_i = binary(RelationOp::Difference, sig_expr(Sig::INT), var(i, 1));
    let is_not_i = not(FormulaKind::Equal(var(j, 1), var(i, 1)));
    let sized = |domain, body| {
        IntExprKind::Measure(Measure::Cardinality, comprehension(vec![one(&[j], domain)], body))
    };
    let [then, otherwise] = [4, 4].map(|value| Box::new(int(constant(value))));
    let condition = boxed(FormulaKind::Count(Count::Some, var(i, 1)));
    vec![
        ("comprehension's body", sized(sig_expr(Sig::INT), is_not_i)),
        ("comprehension's domain", sized(all_but_i.clone(), truth(true))),
        ("sum's domain", IntExprKind::Sum(vec![one(&[j], all_but_i)], Box::new(int(constant(1))))),
        ("condition", IntExprKind::Conditional(condition, then, otherwise)),
    ]
}

#[test]
fn a_variable_counts_wherever_it_stands() {
    // If it failed, `all i: Int | #{ x: A | x.k > i } < 3` would not skip what overflows.
    let mut world = World::with(FORBID);
    let i = world.variable(1);
    for (label, term) in mentioning(&mut world, i) {
        let kind = less(term, IntExprKind::Least);
        assert_eq!(over(&mut world, i, kind), [true, false], "{label}");
    }
}

fn value_of(variable: VariableId) -> IntExprKind {
    int_of(var(variable, 1))
}

fn next_integer() -> Expr {
    expr(ExprKind::NextInteger, 2)
}

#[test]
fn overflow_reaches_the_atomic_formula_and_its_variable_decides() {
    // If it failed, an operation would lose the overflow (then the second verdict is true) or the
    // variable it is due to (then the first is false).
    let mut world = World::with(FORBID);
    let i = world.variable(1);
    for (label, kind) in carried(&mut world, i) {
        assert_eq!(over(&mut world, i, kind.clone()), [true, false], "{label}");
        assert_eq!(over(&mut world, i, not(not(kind))), [true, false], "not not {label}");
    }
}

#[test]
fn the_negation_of_what_overflows_is_no_better() {
    // If it failed, an instance could pass because a comparison that overflows is false.
    let world = World::with(FORBID);
    let literal = less(plus(constant(3), constant(1)), constant(0));
    assert!(!world.holds(literal.clone()));
    assert!(!world.holds(not(literal.clone())));
    let guarded = FormulaKind::Or(vec![formula(literal.clone()), formula(truth(true))]);
    assert!(world.holds(guarded), "another disjunct may still hold");
    let condition = |then, otherwise| {
        FormulaKind::Conditional(
            boxed(literal.clone()),
            boxed(truth(then)),
            boxed(truth(otherwise)),
        )
    };
    assert!(world.holds(condition(true, true)));
    assert!(!world.holds(condition(true, false)) && !world.holds(condition(false, true)));
}

#[test]
fn the_innermost_variable_decides() {
    // If it failed, the outer quantifier, or one whose variable is not in the term, would decide.
    let mut world = World::with(FORBID);
    let (i, j) = (world.variable(1), world.variable(1));
    let nest = |outer, inner, body: FormulaKind| {
        let inner = quantified(inner, vec![one(&[j], sig_expr(Sig::INT))], body);
        quantified(outer, vec![one(&[i], sig_expr(Sig::INT))], inner)
    };
    let (i_is, j_is) = (int_of(var(i, 1)), int_of(var(j, 1)));
    let or = |a, b| FormulaKind::Or(vec![formula(a), formula(b)]);
    // Each holds for no number at all: whether it is true is the rule's word only.
    let never = |a: &IntExprKind, b: &IntExprKind| less(plus(a.clone(), b.clone()), constant(-4));
    let (all, some) = (Quantifier::All, Quantifier::Some);
    let body = or(at_most(i_is.clone(), constant(0)), never(&i_is, &j_is));
    assert!(!world.holds(nest(all, some, body)), "j is inner and existential");
    let is_three = same(i_is.clone(), constant(3));
    let others = or(at_most(j_is.clone(), constant(0)), never(&i_is, &j_is));
    let body = FormulaKind::And(vec![formula(is_three), formula(others)]);
    assert!(world.holds(nest(some, all, body)), "j is inner and universal");
    let body = or(at_most(i_is.clone(), constant(0)), never(&i_is, &IntExprKind::Greatest));
    assert!(world.holds(nest(all, some, body)), "j is not in the term");
}

#[test]
fn what_overflows_is_in_no_domain() {
    // If it failed, a quantifier would range over the number that an overflow wraps to.
    let mut world = World::with(FORBID);
    let x = world.variable(1);
    let domain = || one(&[x], atom_of(plus(constant(3), constant(1))));
    assert!(!world.holds(quantified(Quantifier::Some, vec![domain()], truth(true))));
    let wrapping = World { model: world.model.clone(), ..World::new() };
    assert!(wrapping.holds(quantified(Quantifier::Some, vec![domain()], truth(true))));
}

#[test]
fn conditions_and_comprehensions_are_judged_on_their_own() {
    // If it failed, an overflow in a condition would mark the branch that was taken.
    let world = World::with(FORBID);
    let literal = less(plus(constant(3), constant(1)), constant(0));
    let [then, otherwise] = [1, 2].map(|value| Box::new(int(constant(value))));
    let number = IntExprKind::Conditional(boxed(literal), then, otherwise);
    assert_eq!(world.number(number.clone()), Some(2));
    assert!(world.holds(not(same(number, constant(1)))));
    let mut world = World::with(FORBID);
    let i = world.variable(1);
    let wraps = boxed(less(beyond(i), value_of(i)));
    let [then, otherwise] = [1, 0].map(|value| Box::new(int(constant(value))));
    let body = Box::new(int(IntExprKind::Conditional(wraps, then, otherwise)));
    let sum = IntExprKind::Sum(vec![one(&[i], sig_expr(Sig::INT))], body);
    assert_eq!(world.number(sum), Some(0), "a sum's variable is not universal");
}
