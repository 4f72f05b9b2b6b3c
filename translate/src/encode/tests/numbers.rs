use korrel_lang::model::{
    Comparison, Function, FunctionId, IntExpr, IntExprKind, IntOp, RelationOp, Sig, Value,
};
use korrel_lang::universe::Arithmetic;

use super::super::Obstacle;
use super::build::*;
use super::world::{A, F, K, N, S, State, V, W, World, integer};
use crate::encode::number::scalar::{apply, wrapped};

fn v() -> IntExpr {
    value_of(join(sig(S), field(V)))
}

fn w() -> IntExpr {
    value_of(join(sig(S), field(W)))
}

fn wrap(number: i64) -> i64 {
    wrapped(number.into(), 3) as i64
}

/// The numbers of `A`'s atoms, each counted once, as a set.
fn numbers(s: &State) -> Vec<i64> {
    let mut numbers: Vec<i64> = s.atoms().iter().map(|&x| s.k[x]).collect();
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}

/// Kodkod's rules for the corners, on 3 bits, as Alloy's answers show them. The circuits are checked
/// against this function below.
#[test]
fn scalars_follow_the_rules() {
    let at = |op, a, b| {
        let outcome = apply(op, a, b, Some(3));
        let number = wrapped(outcome.number, 3);
        (number, outcome.overflow || number != outcome.number)
    };
    assert_eq!(at(IntOp::Plus, 3, 1), (-4, true));
    assert_eq!(at(IntOp::Divide, -4, -1), (-4, true));
    assert_eq!(at(IntOp::Divide, -3, 2), (-1, false));
    assert_eq!(at(IntOp::Remainder, -3, 2), (-1, false));
    assert_eq!(at(IntOp::Divide, 3, 0), (-1, true));
    assert_eq!(at(IntOp::Divide, -3, 0), (1, true));
    assert_eq!(at(IntOp::Divide, 0, 0), (0, true));
    assert_eq!(at(IntOp::Remainder, -3, 0), (-3, true));
    assert_eq!(at(IntOp::ShiftLeft, 1, 1), (2, false));
    assert_eq!(at(IntOp::ShiftLeft, 2, 1), (-4, true));
    assert_eq!(at(IntOp::ShiftLeft, 1, -4), (1, true), "an amount of 100 in binary");
    assert_eq!(at(IntOp::ShiftRight, -4, 1), (-2, false));
    assert_eq!(at(IntOp::ShiftRight, -4, -1), (-1, false), "an amount of 3");
    assert_eq!(at(IntOp::UnsignedShiftRight, -4, 1), (2, false));
    assert_eq!(at(IntOp::UnsignedShiftRight, -1, 0), (-1, false));
    let exact = |op, a, b| apply(op, a, b, None).number;
    assert_eq!(exact(IntOp::ShiftLeft, 3, 4), 48);
    assert_eq!(exact(IntOp::ShiftLeft, 5, -1), 0);
    assert!(exact(IntOp::ShiftLeft, 1, 100) > i64::MAX.into());
    assert_eq!(exact(IntOp::ShiftRight, -5, 1), -3);
    assert_eq!(exact(IntOp::ShiftRight, -5, -1), -1);
    assert_eq!(exact(IntOp::UnsignedShiftRight, -1, 0), -1);
    assert_eq!(exact(IntOp::UnsignedShiftRight, -1, 60), 15);
    assert_eq!(exact(IntOp::UnsignedShiftRight, 9, 64), 0);
}

/// Each operation, of two unknown numbers and with a constant on either side (which takes another
/// way through the encoder), wrapped and exact.
#[test]
fn operations_are_those_of_scalars() {
    for exact in [false, true] {
        let arithmetic = if exact { Arithmetic::Exact } else { Arithmetic::Wrap { bit_width: 3 } };
        let world = World::new(arithmetic);
        let scalar = |op, a: i64, b: i64| {
            let number = apply(op, a, b, (!exact).then_some(3)).number;
            if exact { number as i64 } else { wrapped(number, 3) as i64 }
        };
        for op in IntOp::ALL {
            world.check_number(&calc(op, v(), w()), |s| scalar(op, s.v, s.w));
            let nested = || calc(IntOp::Plus, v(), w());
            let sum = |s: &State| scalar(IntOp::Plus, s.v, s.w);
            world.check_number(&calc(op, nested(), w()), |s| scalar(op, sum(s), s.w));
            for constant in [-2, 0, 3] {
                let right = calc(op, v(), number(constant));
                world.check_number(&right, |s| scalar(op, s.v, constant));
                let left = calc(op, number(constant), w());
                world.check_number(&left, |s| scalar(op, constant, s.w));
            }
        }
    }
}

/// Counting, sums over sets of integers (each once) and over bindings, and the ends of the scope.
#[test]
fn counts_and_sums() {
    let world = World::new(Arithmetic::Wrap { bit_width: 3 });
    let edges = |s: &State| s.f.iter().flatten().filter(|&&bit| bit).count() as i64;
    world.check_number(&size(sig(A)), |s| s.atoms().len() as i64);
    world.check_number(&size(field(F)), |s| wrap(edges(s)));
    let keys = || join(sig(A), field(K));
    world.check_number(&value_of(keys()), |s| wrap(numbers(s).iter().sum()));
    let body = plus(value_of(join(var(X), field(K))), size(join(var(X), field(F))));
    let sum = int(IntExprKind::Sum(vec![each(&[X], sig(A))], Box::new(body.clone())));
    let of_atom = |s: &State, x: usize| wrap(s.k[x] + s.f[x].iter().filter(|&&b| b).count() as i64);
    world.check_number(&sum, |s| wrap(s.atoms().iter().map(|&x| of_atom(s, x)).sum()));
    world.check_number(&int(IntExprKind::Least), |_| -4);
    world.check_number(&int(IntExprKind::Greatest), |_| 3);
    world.check_number(&number(5), |_| -3);
    let exact = World::new(Arithmetic::Exact);
    exact.check_number(&size(field(F)), edges);
    exact.check_number(&value_of(keys()), |s| numbers(s).iter().sum());
    exact.check_number(&number(5), |_| 5);
}

/// Comparisons of counts, of columns, of words, with one another and with constants.
#[test]
fn comparisons() {
    let world = World::new(Arithmetic::Exact);
    let edges = |s: &State| s.f.iter().flatten().filter(|&&bit| bit).count() as i64;
    type Meaning = fn(&State) -> i64;
    let operands: Vec<(IntExpr, Meaning)> = vec![
        (size(sig(A)), |s| s.atoms().len() as i64),
        (size(field(F)), |s| s.f.iter().flatten().filter(|&&bit| bit).count() as i64),
        (v(), |s| s.v),
        (calc(IntOp::Times, v(), w()), |s| s.v * s.w),
        (value_of(join(sig(A), field(K))), |s| numbers(s).iter().sum()),
        (number(2), |_| 2),
        (number(-1), |_| -1),
        (plus(v(), number(1)), |s| s.v + 1),
    ];
    for (a, m) in &operands {
        for (b, n) in &operands {
            let pair = |comparison| compare(comparison, a.clone(), b.clone());
            world.check(&pair(Comparison::Equal), |s| m(s) == n(s));
            world.check(&pair(Comparison::Less), |s| m(s) < n(s));
            world.check(&pair(Comparison::LessOrEqual), |s| m(s) <= n(s));
            world.check(&not(pair(Comparison::Equal)), |s| m(s) != n(s));
        }
    }
    world.check(&less(number(2), size(field(F))), |s| edges(s) > 2);
}

/// The empty set counts as 0 in a comparison, also where the number of an atom is asked for.
#[test]
fn absent_numbers_are_zero() {
    let world = World::new(Arithmetic::Wrap { bit_width: 3 });
    let key = |x| value_of(join(var(x), field(K)));
    let every = |body| all(vec![each(&[X], sig(Sig::UNIVERSE))], body);
    let numbers_of =
        |s: &State| -> Vec<i64> { s.atoms().iter().map(|&x| s.k[x]).chain([0]).collect() };
    world.check(&every(less(key(X), v())), |s| numbers_of(s).iter().all(|&k| k < s.v));
    world.check(&every(less(v(), key(X))), |s| numbers_of(s).iter().all(|&k| s.v < k));
    world.check(&every(not(same(key(X), v()))), |s| numbers_of(s).iter().all(|&k| s.v != k));
    world.check(&exists(vec![each(&[X], sig(Sig::UNIVERSE))], same(key(X), v())), |s| {
        numbers_of(s).contains(&s.v)
    });
    let atom = equal(atom_of(key(X)), atom_of(number(0)));
    world.check(&every(atom), |s| numbers_of(s).iter().all(|&k| k == 0));
}

/// Sets of one atom each: unequal keys, in both polarities, empty ones among them.
#[test]
fn equality_of_single_atoms() {
    let world = World::new(Arithmetic::Wrap { bit_width: 3 });
    let key = |x| join(var(x), field(K));
    let distinct_keys = all(vec![distinct(&[X, Y], sig(A))], not(equal(key(X), key(Y))));
    world.check(&distinct_keys, |s| numbers(s).len() == s.atoms().len());
    let atoms = || vec![distinct(&[X, Y], sig(Sig::UNIVERSE))];
    world.check(&all(atoms(), not(equal(key(X), key(Y)))), |_| false);
    world.check(&exists(atoms(), not(equal(key(X), key(Y)))), |s| !s.atoms().is_empty());
    world
        .check(&all(vec![each(&[X, Y], sig(A))], equal(key(X), key(Y))), |s| numbers(s).len() <= 1);
}

/// The atom of a number, or none where the range has no such number, and back.
#[test]
fn atoms_of_numbers() {
    let world = World::new(Arithmetic::Exact);
    let sum = || plus(v(), w());
    let in_range = |s: &State| (-4..=3).contains(&(s.v + s.w));
    let atom = || atom_of(sum());
    world.check(&super::build::count(korrel_lang::model::Count::One, atom()), in_range);
    world.check(&same(value_of(atom()), sum()), |s| in_range(s) || s.v + s.w == 0);
    let of_count = atom_of(size(sig(A)));
    world.check(&equal(of_count, join(sig(S), field(V))), |s| s.atoms().len() as i64 == s.v);
    assert_eq!(integer(&world, -4).0 as usize, N + 1);
}

/// A `let`, a call and a conditional of numbers.
#[test]
fn lets_calls_and_conditionals() {
    let mut world = World::new(Arithmetic::Wrap { bit_width: 3 });
    world.model.functions.push(Function {
        name: "double".into(),
        parameters: vec![each(&[Y], sig(Sig::INT))],
        body: Value::Integer(plus(value_of(var(Y)), value_of(var(Y)))),
        is_private: false,
        span: SPAN,
    });
    let call = |e| int(IntExprKind::Call(FunctionId(0), vec![e]));
    let doubled = || call(join(sig(S), field(V)));
    world.check_number(&doubled(), |s| wrap(2 * s.v));
    let named = IntExprKind::Let(
        X,
        Box::new(Value::Integer(doubled())),
        Box::new(plus(int(IntExprKind::Variable(X)), int(IntExprKind::Variable(X)))),
    );
    world.check_number(&int(named), |s| wrap(4 * s.v));
    let chosen = IntExprKind::Conditional(Box::new(less(v(), w())), Box::new(v()), Box::new(w()));
    world.check_number(&int(chosen), |s| s.v.min(s.w));
    let mixed = IntExprKind::Conditional(
        Box::new(less(v(), w())),
        Box::new(size(field(F))),
        Box::new(plus(v(), w())),
    );
    world.check_number(&int(mixed), |s| {
        let edges = s.f.iter().flatten().filter(|&&bit| bit).count() as i64;
        wrap(if s.v < s.w { edges } else { s.v + s.w })
    });
    let each_call = all(vec![each(&[X], sig(A))], same(call(join(var(X), field(K))), number(2)));
    world.check(&each_call, |s| s.atoms().iter().all(|&x| wrap(2 * s.k[x]) == 2));
}

/// Numbers that no 64 bits hold are refused rather than wrapped.
#[test]
fn numbers_beyond_all_bounds_are_refused() {
    let world = World::new(Arithmetic::Exact);
    let huge = || number(i64::MAX);
    let product = same(calc(IntOp::Times, plus(v(), w()), huge()), v());
    assert_eq!(world.refusal(&product), Some(Obstacle::TooLarge("a number beyond 64 bits")));
    let constant = same(plus(huge(), huge()), v());
    assert_eq!(world.refusal(&constant), Some(Obstacle::TooLarge("a number beyond 64 bits")));
    let shift = same(calc(IntOp::ShiftLeft, plus(v(), w()), plus(size(field(F)), number(60))), v());
    assert_eq!(world.refusal(&shift), Some(Obstacle::TooLarge("a number beyond 64 bits")));
    let mut product = sig(Sig::UNIVERSE);
    for _ in 0..30 {
        product = binary(RelationOp::Product, product, sig(Sig::UNIVERSE));
    }
    let refused = super::build::count(korrel_lang::model::Count::Some, product);
    let construct = "a relation of so high an arity over so many atoms";
    assert_eq!(world.refusal(&refused), Some(Obstacle::TooLarge(construct)));
}
