//! Algebraic laws on random relations: each side is a tree of its own.

use super::build::*;
use super::world::*;
use crate::model::*;
use crate::model::{Measure, PairOp};
use crate::universe::Arithmetic;

const ROUNDS: usize = 40;

/// Shows a law random relations: a set and three binary ones.
fn for_random(law: fn(&World, [Expr; 4])) {
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    for _ in 0..ROUNDS {
        let mut world = World::new();
        let operands = [1, 2, 2, 2].map(|arity| world.given(random.relation(arity)));
        law(&world, operands);
    }
}

fn assert_same(world: &World, left: Expr, right: Expr) {
    assert_eq!(world.rows(&left), world.rows(&right));
}

fn union(a: &Expr, b: &Expr) -> Expr {
    binary(RelationOp::Union, a.clone(), b.clone())
}

fn closure(of: &Expr) -> Expr {
    expr(ExprKind::Unary(PairOp::Closure, Box::new(of.clone())), 2)
}

#[test]
fn closure_is_the_union_of_powers() {
    // If it failed, ^r would miss a long way round, or hold a pair that no path connects. Over three
    // atoms three powers suffice.
    for_random(|world, [_, r, ..]| {
        let square = join(r.clone(), r.clone());
        let cube = join(square.clone(), r.clone());
        assert_same(world, closure(&r), union(&union(&r, &square), &cube));
        let reflexive = expr(ExprKind::Unary(PairOp::ReflexiveClosure, Box::new(r.clone())), 2);
        let identity = expr(ExprKind::Identity, 2);
        assert_same(world, reflexive, union(&closure(&r), &identity));
    });
}

#[test]
fn override_is_what_its_definition_says() {
    // If it failed, r ++ s would keep a tuple whose first atom s maps, or drop another.
    for_random(|world, [_, r, s, _]| {
        let mapped = join(s.clone(), univ());
        let kept = binary(RelationOp::DomainRestriction, mapped, r.clone());
        let rest = binary(RelationOp::Difference, r.clone(), kept);
        assert_same(world, binary(RelationOp::Override, r, s.clone()), union(&s, &rest));
    });
}

#[test]
fn join_is_associative_and_distributes() {
    // If it failed, a join would drop the wrong column.
    for_random(|world, [set, r, s, t]| {
        let left = join(join(r.clone(), s.clone()), t.clone());
        assert_same(world, left, join(r.clone(), join(s.clone(), t.clone())));
        let left = join(join(set.clone(), r.clone()), s.clone());
        assert_same(world, left, join(set.clone(), join(r.clone(), s.clone())));
        let both = union(&join(set.clone(), r.clone()), &join(set.clone(), s.clone()));
        assert_same(world, join(set, union(&r, &s)), both);
    });
}

#[test]
fn operators_are_comprehensions() {
    // If it failed, an operator or the comprehension that defines it would be wrong.
    for_random(|world, [set, r, s, _]| {
        let mut world = World { model: world.model.clone(), instance: world.instance.clone() };
        let [x, y, z] = [world.variable(1), world.variable(1), world.variable(1)];
        let atom = |variable| var(variable, 1);
        let pair = |a, b, of: &Expr| {
            FormulaKind::Subset(binary(RelationOp::Product, atom(a), atom(b)), of.clone())
        };
        let is_in = |a, of: &Expr| FormulaKind::Subset(atom(a), of.clone());
        let and = |a, b| FormulaKind::And(vec![formula(a), formula(b)]);
        let pairs = |body| comprehension(vec![one(&[x, y], univ())], body);
        let meet = and(pair(x, z, &r), pair(z, y, &s));
        let meets = quantified(Quantifier::Some, vec![one(&[z], univ())], meet);
        assert_same(&world, join(r.clone(), s.clone()), pairs(meets));
        let transpose = expr(ExprKind::Unary(PairOp::Transpose, Box::new(r.clone())), 2);
        assert_same(&world, transpose, pairs(pair(y, x, &r)));
        let restricted = binary(RelationOp::DomainRestriction, set.clone(), r.clone());
        assert_same(&world, restricted, pairs(and(is_in(x, &set), pair(x, y, &r))));
        let restricted = binary(RelationOp::RangeRestriction, r.clone(), set.clone());
        assert_same(&world, restricted, pairs(and(is_in(y, &set), pair(x, y, &r))));
        let difference = binary(RelationOp::Difference, r.clone(), s.clone());
        assert_same(&world, difference, pairs(and(pair(x, y, &r), not(pair(x, y, &s)))));
        let common = binary(RelationOp::Intersection, r.clone(), s.clone());
        assert_same(&world, common, pairs(and(pair(x, y, &r), pair(x, y, &s))));
    });
}

#[test]
fn counts_are_cardinalities() {
    // If it failed, `lone` or `one` would not be what `#` says.
    for_random(|world, [set, r, ..]| {
        for of in [set, r] {
            // With exact numbers: nine tuples do not fit three bits.
            let size = || IntExprKind::Measure(Measure::Cardinality, of.clone());
            let world = World {
                model: world.model.clone(),
                instance: crate::instance::Instance {
                    relations: world.instance.relations.clone(),
                    ..World::with(Arithmetic::Exact).instance
                },
            };
            let table = [
                (Count::No, same(size(), constant(0))),
                (Count::Some, less(constant(0), size())),
                (Count::Lone, at_most(size(), constant(1))),
                (Count::One, same(size(), constant(1))),
            ];
            for (count, by_size) in table {
                let counted = FormulaKind::Count(count, of.clone());
                assert_eq!(world.holds(counted), world.holds(by_size), "{count:?}");
            }
        }
    });
}

/// A random formula over i and j, which are bound over `Int`, with comparisons that may overflow.
fn random_formula(random: &mut Random, depth: u32, i: VariableId, j: VariableId) -> FormulaKind {
    let number = |random: &mut Random| match random.below(4) {
        0 => constant(random.below(8) as i64 - 4),
        1 => int_of(var(i, 1)),
        2 => plus(int_of(var(i, 1)), int_of(var(j, 1))),
        _ => op(IntOp::Times, int_of(var(j, 1)), constant(2)),
    };
    if depth == 0 {
        return less(number(random), number(random));
    }
    let mut part = || boxed(random_formula(random, depth - 1, i, j));
    let (a, b, c) = (part(), part(), part());
    match random.below(6) {
        0 => FormulaKind::Not(a),
        1 => FormulaKind::And(vec![*a, *b]),
        2 => FormulaKind::Or(vec![*a, *b]),
        3 => FormulaKind::Implies(a, b),
        4 => FormulaKind::Iff(a, b),
        _ => FormulaKind::Conditional(a, b, c),
    }
}

/// The same in negation normal form, by the textbook.
fn normal(kind: &FormulaKind, positive: bool) -> FormulaKind {
    let part = |of: &Formula, positive| formula(normal(&of.kind, positive));
    let junction = |parts: Vec<Formula>, all: bool| match all {
        true => FormulaKind::And(parts),
        false => FormulaKind::Or(parts),
    };
    match kind {
        FormulaKind::Not(of) => normal(&of.kind, !positive),
        FormulaKind::And(parts) | FormulaKind::Or(parts) => {
            let is_and = matches!(kind, FormulaKind::And(_));
            junction(parts.iter().map(|of| part(of, positive)).collect(), is_and == positive)
        }
        FormulaKind::Implies(a, b) => {
            junction(vec![part(a, !positive), part(b, positive)], !positive)
        }
        FormulaKind::Iff(a, b) => {
            let there = formula(FormulaKind::Implies(a.clone(), b.clone()));
            let back = formula(FormulaKind::Implies(b.clone(), a.clone()));
            normal(&FormulaKind::And(vec![there, back]), positive)
        }
        FormulaKind::Conditional(c, a, b) => {
            let then = formula(FormulaKind::Implies(c.clone(), a.clone()));
            let otherwise =
                formula(FormulaKind::Implies(Box::new(formula(not(c.kind.clone()))), b.clone()));
            normal(&FormulaKind::And(vec![then, otherwise]), positive)
        }
        FormulaKind::Quantified { quantifier, declarations, body } => {
            let is_all = (*quantifier == Quantifier::All) == positive;
            let quantifier = if is_all { Quantifier::All } else { Quantifier::Some };
            quantified(quantifier, declarations.clone(), normal(&body.kind, positive))
        }
        atomic if positive => atomic.clone(),
        atomic => not(atomic.clone()),
    }
}

#[test]
fn a_formula_means_its_negation_normal_form() {
    // If it failed, De Morgan's laws would not hold, across quantifiers and with overflow: polarity
    // would be lost somewhere, or a formula's two verdicts be mixed up.
    let mut random = Random(20_261_120);
    for arithmetic in [Arithmetic::Wrap { bit_width: 3 }, Arithmetic::Forbid { bit_width: 3 }] {
        let mut world = World::with(arithmetic);
        let (i, j) = (world.variable(1), world.variable(1));
        let mut verdicts = [0; 2];
        for round in 0..400 {
            let quantifier = |bit: u32| {
                if round >> bit & 1 == 0 { Quantifier::All } else { Quantifier::Some }
            };
            let body = random_formula(&mut random, 1 + round % 3, i, j);
            let inner = quantified(quantifier(0), vec![one(&[j], sig_expr(Sig::INT))], body);
            let kind = quantified(quantifier(1), vec![one(&[i], sig_expr(Sig::INT))], not(inner));
            let holds = world.holds(kind.clone());
            verdicts[usize::from(holds)] += 1;
            assert_eq!(holds, world.holds(normal(&kind, true)), "{kind:?}");
            assert_eq!(
                world.holds(not(kind.clone())),
                world.holds(normal(&kind, false)),
                "{kind:?}"
            );
            if matches!(arithmetic, Arithmetic::Wrap { .. }) {
                assert_ne!(holds, world.holds(not(kind)));
            }
        }
        assert!(verdicts.iter().all(|&count| count > 40), "the formulas are varied: {verdicts:?}");
    }
}
