//! The probes of integer semantics that Alloy was asked (`models/integers.als`).
//!
//! Each formula is over two integers v and w (there `S.v` and `S.w`) and counted over all their
//! values. Alloy's classes also choose up to two atoms of a sig N with an integer each, which the
//! formulas do not mention: 1 + 8 + 36 = 45 ways.

use super::build::*;
use super::world::*;
use crate::instance::Relation;
use crate::model::*;
use crate::tuples::TupleSet;
use crate::universe::Arithmetic;

/// Formulas over v and w: given these and a supply of variables for quantifiers.
type Probe = fn(v: &Expr, w: &Expr, i: VariableId, j: VariableId) -> FormulaKind;

fn n(of: &Expr) -> IntExprKind {
    int_of(of.clone())
}

fn x(variable: VariableId) -> IntExprKind {
    int_of(var(variable, 1))
}

fn and(a: FormulaKind, b: FormulaKind) -> FormulaKind {
    FormulaKind::And(vec![formula(a), formula(b)])
}

fn equal(a: &Expr, value: i64) -> FormulaKind {
    FormulaKind::Equal(a.clone(), atom_of(constant(value)))
}

/// The formula, and v = w = 0.
fn at_zero(v: &Expr, w: &Expr, kind: FormulaKind) -> FormulaKind {
    and(kind, and(equal(v, 0), equal(w, 0)))
}

fn over_int(quantifier: Quantifier, variables: &[VariableId], body: FormulaKind) -> FormulaKind {
    quantified(quantifier, vec![one(variables, sig_expr(Sig::INT))], body)
}

fn all(variables: &[VariableId], body: FormulaKind) -> FormulaKind {
    over_int(Quantifier::All, variables, body)
}

fn some(variables: &[VariableId], body: FormulaKind) -> FormulaKind {
    over_int(Quantifier::Some, variables, body)
}

fn next(variable: VariableId) -> IntExprKind {
    plus(x(variable), constant(1))
}

/// Label, Alloy's classes with wrap-around and with overflow forbidden, the formula. Where Alloy
/// found too many to list, there is the number that follows from its rule.
const PROBES: [(&str, u32, u32, Probe); 30] = [
    ("plus_gt", 135, 135, |v, w, _, _| {
        and(less(constant(0), plus(n(v), constant(1))), equal(w, 0))
    }),
    ("plus_any", 64 * 45, 2160, |v, w, _, _| same(plus(n(v), n(w)), plus(n(w), n(v)))),
    ("not_plus", 225, 180, |v, w, _, _| {
        and(not(less(constant(0), plus(n(v), constant(1)))), equal(w, 0))
    }),
    ("all_int", 0, 45, |v, w, i, _| at_zero(v, w, all(&[i], less(x(i), next(i))))),
    ("all_int_not", 0, 45, |v, w, i, _| at_zero(v, w, all(&[i], not(at_most(next(i), x(i)))))),
    ("some_int", 45, 0, |v, w, i, _| at_zero(v, w, some(&[i], less(next(i), x(i))))),
    ("some_int_not", 45, 0, |v, w, i, _| at_zero(v, w, some(&[i], not(less(x(i), next(i)))))),
    ("no_int", 0, 45, |v, w, i, _| at_zero(v, w, all(&[i], not(less(next(i), x(i)))))),
    ("all_all", 45, 45, |v, w, i, j| {
        at_zero(v, w, all(&[i, j], same(plus(x(i), x(j)), plus(x(j), x(i)))))
    }),
    ("all_some", 45, 0, |v, w, i, j| {
        at_zero(v, w, all(&[i], some(&[j], same(plus(x(i), x(j)), constant(0)))))
    }),
    ("some_all", 45, 45, |v, w, i, j| {
        at_zero(v, w, some(&[i], all(&[j], same(plus(x(i), x(j)), x(j)))))
    }),
    ("all_some_big", 0, 0, |v, w, i, j| {
        at_zero(v, w, all(&[i], some(&[j], less(x(i), plus(x(i), x(j))))))
    }),
    ("mul_all", 0, 45, |v, w, i, _| {
        at_zero(v, w, all(&[i], at_most(constant(0), op(IntOp::Times, x(i), x(i)))))
    }),
    ("mul_val", 720, 450, |v, w, _, _| less(constant(0), op(IntOp::Times, n(v), n(w)))),
    ("negate_min", 90, 45, |v, w, _, _| {
        and(same(op(IntOp::Minus, constant(0), n(v)), n(v)), equal(w, 0))
    }),
    ("minus_min", 180, 135, |v, w, _, _| {
        and(less(op(IntOp::Minus, constant(0), n(v)), constant(0)), equal(w, 0))
    }),
    ("div_min", 90, 90, |v, w, _, _| same(op(IntOp::Divide, n(v), n(w)), constant(3))),
    ("div_zero", 360, 0, |v, w, _, _| same(op(IntOp::Divide, n(v), constant(0)), n(w))),
    ("rem_zero", 360, 0, |v, w, _, _| same(op(IntOp::Remainder, n(v), constant(0)), n(w))),
    ("shl", 360, 180, |v, w, _, _| same(op(IntOp::ShiftLeft, n(v), constant(1)), n(w))),
    ("shr", 360, 360, |v, w, _, _| same(op(IntOp::ShiftRight, n(v), constant(1)), n(w))),
    ("shru", 360, 360, |v, w, _, _| same(op(IntOp::UnsignedShiftRight, n(v), constant(1)), n(w))),
    ("implies_guard", 45, 45, |v, w, i, _| {
        let guarded =
            FormulaKind::Implies(boxed(less(x(i), constant(3))), boxed(less(x(i), next(i))));
        at_zero(v, w, all(&[i], guarded))
    }),
    ("set_literal", 90, 90, |v, w, _, _| {
        let atoms = |op, a, b| binary(op, atom_of(constant(a)), atom_of(constant(b)));
        let v_in = FormulaKind::Subset(v.clone(), atoms(RelationOp::Union, 1, 2));
        and(v_in, FormulaKind::Subset(w.clone(), atoms(RelationOp::Difference, 3, 1)))
    }),
    ("set_compare", 720, 450, |v, w, _, _| {
        less(constant(1), n(&binary(RelationOp::Union, v.clone(), w.clone())))
    }),
    ("let_plus", 225, 225, |v, w, i, _| {
        let value = Value::Relation(atom_of(plus(n(v), constant(3))));
        let body = boxed(less(n(v), x(i)));
        and(FormulaKind::Let(i, Box::new(value), body), equal(w, 0))
    }),
    ("comm", 0, 0, |_, _, i, j| not(all(&[i, j], same(plus(x(i), x(j)), plus(x(j), x(i)))))),
    ("mono", 64 * 45, 0, |_, _, i, _| not(all(&[i], less(x(i), next(i))))),
    // The next two are not of the file: the same rule, reached through a comprehension.
    ("comprehended", 45, 0, |v, w, i, _| {
        let set = comprehension(vec![one(&[i], sig_expr(Sig::INT))], less(next(i), x(i)));
        at_zero(v, w, FormulaKind::Count(Count::Some, set))
    }),
    ("comprehended_not", 45, 0, |v, w, i, _| {
        let set = comprehension(vec![one(&[i], sig_expr(Sig::INT))], not(less(x(i), next(i))));
        at_zero(v, w, FormulaKind::Count(Count::Some, set))
    }),
];

fn count(arithmetic: Arithmetic, probe: Probe) -> u32 {
    let mut world = World::with(arithmetic);
    let (v, w) = (world.set(&[ZERO]), world.set(&[ZERO]));
    let kind = probe(&v, &w, world.variable(1), world.variable(1));
    let values = (4..12u32).flat_map(|v| (4..12u32).map(move |w| [v, w]));
    let mut holds = |[v, w]: [u32; 2]| {
        *world.variable_mut(0) = tuples(1, &[&[v]]);
        *world.variable_mut(1) = tuples(1, &[&[w]]);
        world.holds(kind.clone())
    };
    values.filter(|&values| holds(values)).count() as u32
}

#[test]
fn integers_mean_what_they_mean_in_alloy() {
    // If it failed, a spec with integers would have other instances than Alloy finds.
    for (label, wrap, forbid, probe) in PROBES {
        let counted = [
            count(Arithmetic::Wrap { bit_width: 3 }, probe) * 45,
            count(Arithmetic::Forbid { bit_width: 3 }, probe) * 45,
        ];
        assert_eq!(counted, [wrap, forbid], "{label}");
    }
}

/// The number of values of the field k for which a formula about k of two interchangeable atoms
/// holds.
fn count_pairs(
    arithmetic: Arithmetic,
    (least, greatest): (i64, i64),
    body: fn(VariableId, IntExprKind) -> FormulaKind,
) -> usize {
    let mut world = World::over(arithmetic, (least, greatest));
    let atoms = world.instance.universe.len();
    let n = world.variable(1);
    let k = world.given(TupleSet::empty(atoms, 2));
    let kind = body(n, int_of(join(var(n, 1), k)));
    let mut count = 0;
    for first in 4..=(greatest - least + 4) as u32 {
        for second in 4..=first {
            let rows: [&[u32]; 2] = [&[0, first], &[1, second]];
            *world.instance.get_mut(Relation::Sig(A)) = tuples_over(atoms, 1, &[&[0], &[1]]);
            *world.variable_mut(0) = tuples_over(atoms, 2, &rows);
            count += usize::from(world.holds(kind.clone()));
        }
    }
    count
}

fn each(quantifier: Quantifier, n: VariableId, body: FormulaKind) -> FormulaKind {
    quantified(quantifier, vec![one(&[n], sig_expr(A))], body)
}

#[test]
fn overflow_under_a_quantifier_over_a_sig_is_no_witness() {
    // If it failed, `all n: N` would skip the binding that overflows, as `all i: Int` does. The rows
    // are all_sig, some_sig and (with four bits) sum_over.
    let three = (-4, 3);
    let four = (-8, 7);
    let (wrap, forbid) = (Arithmetic::Wrap { bit_width: 3 }, Arithmetic::Forbid { bit_width: 3 });
    let all_sig =
        |n, k: IntExprKind| each(Quantifier::All, n, less(k.clone(), plus(k, constant(1))));
    assert_eq!([wrap, forbid].map(|a| count_pairs(a, three, all_sig)), [28, 28]);
    let some_sig =
        |n, k: IntExprKind| each(Quantifier::Some, n, less(plus(k.clone(), constant(1)), k));
    assert_eq!([wrap, forbid].map(|a| count_pairs(a, three, some_sig)), [8, 0]);
    let (wrap, forbid) = (Arithmetic::Wrap { bit_width: 4 }, Arithmetic::Forbid { bit_width: 4 });
    let sum_over = |n, k| {
        let sum = IntExprKind::Sum(vec![one(&[n], sig_expr(A))], Box::new(int(k)));
        less(constant(3), sum)
    };
    assert_eq!([wrap, forbid].map(|a| count_pairs(a, four, sum_over)), [34, 20]);
}
