//! Forbidden overflow: the probes of `models/integers.als`, with Alloy's answers, and states in
//! which each case of the rule shows.

use korrel_lang::model::{ExprKind, Formula, IntExpr, IntExprKind, IntOp, RelationOp, Sig, Value};
use korrel_lang::universe::Arithmetic;

use super::build::*;
use super::world::{A, K, S, State, V, W, World};

const FORBID: Arithmetic = Arithmetic::Forbid { bit_width: 3 };
const WRAP: Arithmetic = Arithmetic::Wrap { bit_width: 3 };

fn v() -> IntExpr {
    value_of(join(sig(S), field(V)))
}

fn w() -> IntExpr {
    value_of(join(sig(S), field(W)))
}

fn of(x: korrel_lang::model::VariableId) -> IntExpr {
    value_of(var(x))
}

fn ints(x: korrel_lang::model::VariableId) -> Vec<korrel_lang::model::Declaration> {
    vec![each(&[x], sig(Sig::INT))]
}

fn not_more(a: IntExpr, b: IntExpr) -> Formula {
    compare(korrel_lang::model::Comparison::LessOrEqual, a, b)
}

/// Closed formulas and their answers: (formula, wrapped, forbidden), from integer-answers.jsonl. A
/// wrong polarity, or the outer binding instead of the innermost, changes one of them.
#[test]
fn alloys_answers() {
    let next = |x| plus(of(x), number(1));
    let sum = || plus(of(X), of(Y));
    let zero = || number(0);
    let probes = [
        ("all_int", all(ints(X), less(of(X), next(X))), false, true),
        ("all_int_not", all(ints(X), not(not_more(next(X), of(X)))), false, true),
        ("some_int", exists(ints(X), less(next(X), of(X))), true, false),
        ("some_int_not", exists(ints(X), not(less(of(X), next(X)))), true, false),
        ("no_int", all(ints(X), not(less(next(X), of(X)))), false, true),
        ("no_int, as written", not(exists(ints(X), less(next(X), of(X)))), false, true),
        ("all_some", all(ints(X), exists(ints(Y), same(sum(), zero()))), true, false),
        ("some_all", exists(ints(X), all(ints(Y), same(sum(), of(Y)))), true, true),
        ("all_some_big", all(ints(X), exists(ints(Y), less(of(X), sum()))), false, false),
        ("mul_all", all(ints(X), not_more(zero(), calc(IntOp::Times, of(X), of(X)))), false, true),
        (
            "implies_guard",
            all(ints(X), implies(less(of(X), number(3)), less(of(X), next(X)))),
            true,
            true,
        ),
    ];
    for (name, formula, wrapped, forbidden) in probes {
        for (arithmetic, expected) in [(WRAP, wrapped), (FORBID, forbidden)] {
            let answer = World::new(arithmetic).closed(&formula);
            assert_eq!(answer, expected, "{name} under {arithmetic:?}");
        }
    }
}

/// An overflow that depends on no quantified integer fails the comparison, negated or not.
#[test]
fn overflow_fails_both_polarities() {
    let world = World::new(FORBID);
    let fits = |number: i64| (-4..=3).contains(&number);
    let sum = || plus(v(), w());
    world.check(&less(number(0), sum()), |s| fits(s.v + s.w) && s.v + s.w > 0);
    world.check(&not(less(number(0), sum())), |s| fits(s.v + s.w) && s.v + s.w <= 0);
    let both = implies(less(number(0), sum()), less(number(0), sum()));
    world.check(&both, |s| fits(s.v + s.w));
    let excluded = or(vec![less(number(0), sum()), not(less(number(0), sum()))]);
    world.check(&excluded, |s| fits(s.v + s.w));
    world.check(&iff(less(number(0), sum()), less(number(0), v())), |s| {
        fits(s.v + s.w) && (s.v + s.w > 0) == (s.v > 0)
    });
    let chosen = if_else(less(number(0), sum()), and(vec![]), or(vec![]));
    world.check(&chosen, |s| fits(s.v + s.w) && s.v + s.w > 0);
}

/// Over atoms of a sig a quantifier does not excuse an overflow, even a universal one.
#[test]
fn only_integer_variables_excuse() {
    let world = World::new(FORBID);
    let key = |x| value_of(join(var(x), field(K)));
    let grows = all(vec![each(&[X], sig(A))], less(key(X), plus(key(X), number(1))));
    world.check(&grows, |s| s.atoms().iter().all(|&x| s.k[x] < 3));
    let from_int = all(ints(X), all(vec![each(&[Y], var(X))], less(of(Y), plus(of(Y), number(1)))));
    world.check(&from_int, |_| false);
}

/// Every operation that can overflow says so, with unknown operands and with a constant.
#[test]
fn every_operation_is_traced() {
    use crate::encode::number::scalar::{apply, wrapped};
    let world = World::new(FORBID);
    let outcome = |op, a: i64, b: i64| {
        let outcome = apply(op, a, b, Some(3));
        let number = wrapped(outcome.number, 3);
        (number as i64, outcome.overflow || number != outcome.number)
    };
    for op in IntOp::ALL {
        world.check(&same(calc(op, v(), w()), calc(op, v(), w())), |s| !outcome(op, s.v, s.w).1);
        world.check(&less(calc(op, v(), w()), number(1)), |s| {
            let (number, overflow) = outcome(op, s.v, s.w);
            !overflow && number < 1
        });
        for constant in [-1, 0, 2] {
            let right = calc(op, v(), number(constant));
            world.check(&less(right, number(1)), |s| {
                let (number, overflow) = outcome(op, s.v, constant);
                !overflow && number < 1
            });
            let left = calc(op, number(constant), v());
            world.check(&less(left, number(1)), |s| {
                let (number, overflow) = outcome(op, constant, s.v);
                !overflow && number < 1
            });
        }
    }
    let edges = |s: &State| s.f.iter().flatten().filter(|&&bit| bit).count();
    let count = size(field(super::world::F));
    world.check(&less(number(-4), count), |s| edges(s) <= 3);
    let keys = value_of(join(sig(A), field(K)));
    world.check(&not_more(number(-4), keys), |s| {
        let mut numbers: Vec<i64> = s.atoms().iter().map(|&x| s.k[x]).collect();
        numbers.sort_unstable();
        numbers.dedup();
        (-4..=3).contains(&numbers.iter().sum::<i64>())
    });
    world.check(&same(number(5), v()), |_| false);
    world.check(&not(same(number(5), v())), |_| false);
}

/// Overflow goes on through sets, `let`, conditionals and sums. A comprehension stops it. The atom
/// of an overflowed number does not exist.
#[test]
fn overflow_is_carried_along() {
    let world = World::new(FORBID);
    let fits = |number: i64| (-4..=3).contains(&number);
    let sum = || plus(v(), w());
    let atom = || atom_of(sum());
    world.check(&subset(atom(), sig(Sig::INT)), |s| fits(s.v + s.w));
    world.check(&not(subset(atom(), sig(A))), |s| fits(s.v + s.w));
    let from_overflow = exists(vec![each(&[X], atom())], and(vec![]));
    world.check(&from_overflow, |s| fits(s.v + s.w));
    world.check(&equal(union(atom(), sig(A)), union(atom(), sig(A))), |s| fits(s.v + s.w));
    let named =
        let_formula(X, Value::Integer(sum()), not_more(int(IntExprKind::Variable(X)), number(3)));
    world.check(&named, |s| fits(s.v + s.w));
    let lazy = let_formula(
        X,
        Value::Formula(less(number(0), sum())),
        not(formula(korrel_lang::model::FormulaKind::Variable(X))),
    );
    world.check(&lazy, |s| fits(s.v + s.w) && s.v + s.w <= 0);
    let taken = int(IntExprKind::Conditional(
        Box::new(less(v(), number(0))),
        Box::new(v()),
        Box::new(sum()),
    ));
    world.check(&not_more(taken, number(3)), |s| s.v < 0 || fits(s.v + s.w));
    let of_bindings = IntExprKind::Sum(
        vec![each(&[X], sig(A))],
        Box::new(plus(value_of(join(var(X), field(K))), number(1))),
    );
    world.check(&not_more(int(of_bindings), number(3)), |s| {
        let terms: Vec<i64> = s.atoms().iter().map(|&x| s.k[x] + 1).collect();
        terms.iter().all(|&term| fits(term)) && fits(terms.iter().sum())
    });
    let grows = less(of(X), plus(of(X), number(1)));
    let kind = ExprKind::Comprehension(ints(X), Box::new(grows));
    let rest = binary(RelationOp::Difference, sig(Sig::INT), expr(1, kind));
    world.check(&equal(rest, atom_of(number(3))), |_| true);
}
