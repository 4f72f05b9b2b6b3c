use korrel_lang::model::{
    Count, ExprKind, FormulaKind, Function, FunctionId, PairOp, RelationOp, Sig, Value, VariableId,
};
use korrel_lang::universe::Arithmetic;

use super::build::*;
use super::world::{A, F, K, N, S, State, V, World};
use crate::circuit::Bit;
use crate::circuit::matrix::Matrix;
use crate::encode::formula::is_chain;

fn world() -> World {
    World::new(Arithmetic::Wrap { bit_width: 3 })
}

fn closure(e: korrel_lang::model::Expr) -> korrel_lang::model::Expr {
    expr(2, ExprKind::Unary(PairOp::Closure, Box::new(e)))
}

/// Each connective must be the one of its name, on formulas that may hold or not.
#[test]
fn connectives() {
    let world = world();
    let (p, q, r) = (
        || count(Count::Some, field(F)),
        || count(Count::Lone, sig(A)),
        || count(Count::One, sig(A)),
    );
    let p_holds = |s: &State| s.f.iter().flatten().any(|&bit| bit);
    let q_holds = |s: &State| s.atoms().len() <= 1;
    let r_holds = |s: &State| s.atoms().len() == 1;
    world.check(&formula(FormulaKind::Constant(true)), |_| true);
    world.check(&p(), p_holds);
    world.check(&count(Count::No, field(F)), |s| !p_holds(s));
    world.check(&not(p()), |s| !p_holds(s));
    world.check(&and(vec![p(), q()]), |s| p_holds(s) && q_holds(s));
    world.check(&or(vec![p(), q()]), |s| p_holds(s) || q_holds(s));
    world.check(&and(vec![]), |_| true);
    world.check(&or(vec![]), |_| false);
    world.check(&implies(p(), q()), |s| !p_holds(s) || q_holds(s));
    world.check(&iff(p(), r()), |s| p_holds(s) == r_holds(s));
    let conditional = if_else(p(), q(), r());
    world.check(&conditional, |s| if p_holds(s) { q_holds(s) } else { r_holds(s) });
}

/// Quantifiers range over what the domain holds. A later domain may use an earlier variable. `disj`
/// concerns its own declaration only.
#[test]
fn quantifiers() {
    let world = world();
    let edge = |from, to| subset(var(to), join(var(from), field(F)));
    let every = |s: &State, p: &dyn Fn(usize) -> bool| s.atoms().into_iter().all(p);
    let any = |s: &State, p: &dyn Fn(usize) -> bool| s.atoms().into_iter().any(p);
    world.check(&all(vec![each(&[X], sig(A))], edge(X, X)), |s| every(s, &|x| s.f[x][x]));
    world.check(&exists(vec![each(&[X], sig(A))], edge(X, X)), |s| any(s, &|x| s.f[x][x]));
    world.check(&all(vec![each(&[X, Y], sig(A))], edge(X, Y)), |s| {
        every(s, &|x| every(s, &|y| s.f[x][y]))
    });
    world.check(&all(vec![distinct(&[X, Y], sig(A))], edge(X, Y)), |s| {
        every(s, &|x| every(s, &|y| x == y || s.f[x][y]))
    });
    let apart = vec![distinct(&[X, Y], sig(A)), each(&[Z], sig(A))];
    world.check(&exists(apart, and(vec![edge(X, Z), edge(Y, Z)])), |s| {
        any(s, &|x| any(s, &|y| any(s, &|z| x != y && s.f[x][z] && s.f[y][z])))
    });
    let dependent = vec![each(&[X], sig(A)), each(&[Y], join(var(X), field(F)))];
    world.check(&all(dependent, edge(Y, X)), |s| {
        every(s, &|x| every(s, &|y| !s.f[x][y] || s.f[y][x]))
    });
    let nested = all(vec![each(&[X], sig(A))], exists(vec![each(&[Y], sig(A))], edge(X, Y)));
    world.check(&nested, |s| every(s, &|x| any(s, &|y| s.f[x][y])));
}

/// Parts may stand below `let`s and calls, in disjunctions and below negations, and mention none,
/// some or all of the variables. A part that excludes a value excludes it wherever the others are
/// taken out.
#[test]
fn quantifiers_fall_into_parts() {
    let mut world = world();
    let edge = |from, to| subset(var(to), join(var(from), field(F)));
    let any = |s: &State, p: &dyn Fn(usize) -> bool| s.atoms().into_iter().any(p);
    let of_three = || vec![each(&[X, Y], sig(A)), each(&[Z], join(var(X), field(F)))];
    let chain = || and(vec![edge(X, Y), not(implies(edge(Y, Z), edge(Z, Z)))]);
    let chained =
        |s: &State, x: usize, y: usize, z: usize| s.f[x][z] && s.f[x][y] && s.f[y][z] && !s.f[z][z];
    let some_chain = |s: &State| any(s, &|x| any(s, &|y| any(s, &|z| chained(s, x, y, z))));
    world.check(&exists(of_three(), chain()), some_chain);
    world.check(&all(of_three(), not(chain())), |s| !some_chain(s));
    let apart = || vec![distinct(&[X, Y, Z], sig(A))];
    world.check(&exists(apart(), or(vec![edge(X, X), and(vec![edge(X, Y), edge(Z, Z)])])), |s| {
        any(s, &|x| {
            any(s, &|y| {
                any(s, &|z| x != y && x != z && y != z && (s.f[x][x] || s.f[x][y] && s.f[z][z]))
            })
        })
    });
    let [p, q] = [VariableId(40), VariableId(41)];
    let parameters = vec![each(&[p, q], sig(A))];
    let body = Value::Formula(and(vec![edge(p, p), edge(p, q)]));
    let function =
        Function { name: "called".into(), parameters, body, is_private: false, span: SPAN };
    let called = world.model.functions.push(function);
    let value = Value::Relation(join(var(X), field(F)));
    let below = let_formula(
        VariableId(42),
        value,
        and(vec![call(called, vec![var(Y), var(Z)]), count(Count::Some, var(VariableId(42)))]),
    );
    world.check(&exists(vec![each(&[X, Y, Z], sig(A))], below), |s| {
        let some_next = any(s, &|x| s.f[x].contains(&true));
        some_next && any(s, &|y| s.f[y][y] && any(s, &|z| s.f[y][z]))
    });
}

/// Seven variables have few gates if no part mentions more than two of them.
#[test]
fn tables_are_small() {
    let world = world();
    let variables: Vec<VariableId> = (30..37).map(VariableId).collect();
    let edges = variables.windows(2).map(|pair| subset(var(pair[1]), join(var(pair[0]), field(F))));
    let path = exists(vec![each(&variables, sig(A))], and(edges.collect()));
    assert!(
        world.gates(&path) < 200,
        "{} gates, not one for each of 3^7 bindings",
        world.gates(&path)
    );
}

/// Each relational operator, on a relation and its square.
#[test]
fn relational_operators() {
    let world = world();
    let f = || field(F);
    let loops = |op, other: korrel_lang::model::Expr| {
        all(vec![each(&[X], sig(A))], subset(var(X), join(var(X), binary(op, f(), other))))
    };
    let square = || join(f(), f());
    let two = |s: &State, x: usize| (0..N).any(|y| s.f[x][y] && s.f[y][x]);
    let every = |s: &State, p: &dyn Fn(usize) -> bool| s.atoms().into_iter().all(p);
    world.check(&loops(RelationOp::Union, square()), |s| every(s, &|x| s.f[x][x] || two(s, x)));
    world.check(&loops(RelationOp::Intersection, square()), |s| {
        every(s, &|x| s.f[x][x] && two(s, x))
    });
    let transposed = expr(2, ExprKind::Unary(PairOp::Transpose, Box::new(f())));
    world.check(&count(Count::No, binary(RelationOp::Difference, f(), transposed)), |s| {
        (0..N).all(|x| (0..N).all(|y| !s.f[x][y] || s.f[y][x]))
    });
    let overridden = binary(RelationOp::Override, f(), square());
    world.check(&subset(f(), overridden), |s| {
        let square = |x: usize, z: usize| (0..N).any(|y| s.f[x][y] && s.f[y][z]);
        (0..N).all(|x| {
            let is_empty = !(0..N).any(|z| square(x, z));
            (0..N).all(|z| !s.f[x][z] || is_empty || square(x, z))
        })
    });
    let product = binary(RelationOp::Product, sig(A), sig(A));
    world.check(&equal(f(), product), |s| every(s, &|x| every(s, &|y| s.f[x][y])));
    let single = || join(sig(S), field(V));
    let low = binary(RelationOp::RangeRestriction, field(K), single());
    world.check(&count(Count::Some, low), |s| s.atoms().iter().any(|&x| s.k[x] == s.v));
    let heads = join(f(), sig(A));
    let restricted = binary(RelationOp::DomainRestriction, heads, field(K));
    world.check(&count(Count::Lone, restricted), |s| {
        s.atoms().iter().filter(|&&x| s.f[x].contains(&true)).count() <= 1
    });
}

/// Closures follow paths of every length. The reflexive one holds every atom in use, of `A` or not.
#[test]
fn closures_and_constants() {
    let world = world();
    let acyclic =
        all(vec![each(&[X], sig(A))], not(subset(var(X), join(var(X), closure(field(F))))));
    world.check(&acyclic, |s| (0..N).all(|x| !s.reaches(x, x)));
    let reflexive = || expr(2, ExprKind::Unary(PairOp::ReflexiveClosure, Box::new(field(F))));
    let pairs = || binary(RelationOp::Product, sig(A), sig(A));
    world.check(&subset(pairs(), reflexive()), |s| {
        s.atoms().iter().all(|&x| s.atoms().iter().all(|&y| x == y || s.reaches(x, y)))
    });
    let identity = || expr(2, ExprKind::Identity);
    world.check(&subset(identity(), reflexive()), |_| true);
    world.check(&equal(join(sig(A), identity()), sig(A)), |_| true);
    world.check(&subset(identity(), field(F)), |_| false);
    world.check(&equal(expr(1, ExprKind::Empty), sig(A)), |s| s.atoms().is_empty());
    world.check(&equal(sig(Sig::NONE), sig(A)), |s| s.atoms().is_empty());
    let text = |text: &str| expr(1, ExprKind::String(text.into()));
    world.check(&equal(text("text"), sig(Sig::STRING)), |_| true);
    world.check(&count(Count::No, text("other")), |_| true);
    let next = expr(2, ExprKind::NextInteger);
    world.check(&equal(join(join(sig(S), field(V)), next), atom_of(number(2))), |s| s.v == 1);
}

/// A comprehension holds the tuples whose body holds, its columns in order of declaration.
#[test]
fn comprehensions() {
    let world = world();
    let reached = subset(var(Y), join(var(X), closure(field(F))));
    let kind = ExprKind::Comprehension(vec![each(&[X, Y], sig(A))], Box::new(reached));
    let comprehension = || expr(2, kind.clone());
    world.check(&equal(comprehension(), closure(field(F))), |_| true);
    let transposed = expr(2, ExprKind::Unary(PairOp::Transpose, Box::new(comprehension())));
    world.check(&subset(transposed, comprehension()), |s| {
        (0..N).all(|x| (0..N).all(|y| !s.reaches(x, y) || s.reaches(y, x)))
    });
}

/// A `let` stands for the value of its expression, whatever its kind. A conditional takes one side.
#[test]
fn lets_and_conditionals() {
    let world = world();
    let loops = || subset(var(Y), join(var(Y), field(F)));
    let body = exists(vec![each(&[Y], var(X))], loops());
    let chosen = expr(
        1,
        ExprKind::Conditional(
            Box::new(count(Count::Some, field(F))),
            Box::new(join(sig(A), field(F))),
            Box::new(sig(A)),
        ),
    );
    let formula = let_formula(X, Value::Relation(chosen), body);
    world.check(&formula, |s| (0..N).any(|y| s.f[y][y]));
    let named = let_formula(
        Z,
        Value::Formula(subset(var(X), join(var(X), field(F)))),
        not(super::build::formula(FormulaKind::Variable(Z))),
    );
    world.check(&all(vec![each(&[X], sig(A))], named), |s| (0..N).all(|x| !s.f[x][x]));
    let inner = expr(
        1,
        ExprKind::Let(
            Y,
            Box::new(Value::Relation(join(var(X), field(F)))),
            Box::new(join(var(Y), field(F))),
        ),
    );
    let two_steps = all(vec![each(&[X], sig(A))], subset(var(X), inner));
    world.check(&two_steps, |s| s.atoms().iter().all(|&x| (0..N).any(|y| s.f[x][y] && s.f[y][x])));
}

/// A call binds its parameters to the arguments' values, anew at each call, within the arguments of
/// another call too. Memory that mixed up calls would give the second the first one's result.
#[test]
fn calls() {
    let mut world = world();
    let declaration = || each(&[Y], sig(A));
    let step = Function {
        name: "step".into(),
        parameters: vec![declaration()],
        body: Value::Relation(join(var(Y), field(F))),
        is_private: false,
        span: SPAN,
    };
    let is_loop = Function {
        name: "loop".into(),
        parameters: vec![each(&[Z], sig(A))],
        body: Value::Formula(subset(var(Z), join(var(Z), field(F)))),
        is_private: false,
        span: SPAN,
    };
    world.model.functions.push(step);
    world.model.functions.push(is_loop);
    let step = |e| expr(1, ExprKind::Call(FunctionId(0), vec![e]));
    let some_loop = exists(vec![each(&[X], sig(A))], call(FunctionId(1), vec![var(X)]));
    let no_loop = all(vec![each(&[X], sig(A))], not(call(FunctionId(1), vec![var(X)])));
    world.check(&some_loop, |s| (0..N).any(|x| s.f[x][x]));
    world.check(&and(vec![or(vec![no_loop, some_loop])]), |_| true);
    let twice = all(vec![each(&[X], sig(A))], subset(var(X), step(step(var(X)))));
    world.check(&twice, |s| s.atoms().iter().all(|&x| (0..N).any(|y| s.f[x][y] && s.f[y][x])));
}

/// `pred/totalOrder` must hold exactly of successor relations of total orders, here of `f` on `A`
/// with the loops as candidates for the first atom.
#[test]
fn total_orders() {
    let world = world();
    let first = binary(RelationOp::Difference, sig(A), join(sig(A), field(F)));
    let order = formula(FormulaKind::TotalOrder(Box::new([sig(A), first, field(F)])));
    world.check(&order, is_order);
    let all_first = FormulaKind::TotalOrder(Box::new([sig(A), sig(A), field(F)]));
    world.check(&formula(all_first), |s| s.atoms().len() == 1 && is_order(s));
    let none_first =
        FormulaKind::TotalOrder(Box::new([sig(A), expr(1, ExprKind::Empty), field(F)]));
    world.check(&formula(none_first), |_| false);
}

/// If it failed, bounds that are no order would pass for one.
#[test]
fn constants_are_an_order_as_formulas_say() {
    let matrix = |set: usize, arity: u32| {
        let cells = (0..N.pow(arity)).filter(|cell| set >> cell & 1 == 1);
        Matrix::from_entries(N, arity as usize, cells.map(|cell| (cell, Bit::TRUE)))
    };
    let mut orders = 0;
    for (elem, first, next) in (0..1 << (2 * N + N * N)).map(|all: usize| {
        let mask = (1 << N) - 1;
        (all & mask, all >> N & mask, all >> (2 * N))
    }) {
        let f = (0..N).map(|x| (0..N).map(|y| next >> (x * N + y) & 1 == 1).collect());
        let a = (0..N).map(|x| elem >> x & 1 == 1).collect();
        let s = State { a, f: f.collect(), k: Vec::new(), v: 0, w: 0 };
        let least = s.atoms().into_iter().find(|&x| (0..N).all(|y| !s.f[y][x]));
        let expected = is_order(&s) && least.is_some_and(|x| first == 1 << x);
        let found = is_chain(&matrix(elem, 1), &matrix(first, 1), &matrix(next, 2), N);
        assert_eq!(found, expected, "{elem:b} {first:b} {next:b}");
        orders += usize::from(found);
    }
    // Of one atom, of two, of all three.
    assert_eq!(orders, 3 + 6 + 6);
}

fn is_order(s: &State) -> bool {
    let atoms = s.atoms();
    if atoms.is_empty() {
        return false;
    }
    let permutations: [[usize; 3]; 6] =
        [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    permutations.iter().any(|permutation| {
        let order: Vec<usize> =
            permutation.iter().copied().filter(|atom| atoms.contains(atom)).collect();
        (0..N).all(|x| (0..N).all(|y| s.f[x][y] == order.windows(2).any(|pair| pair == [x, y])))
    })
}

/// A closed subexpression must not be made again for each binding or each quantifier: three uses of
/// one closure may cost a few guards more than one use.
#[test]
fn closed_subexpressions_cost_once() {
    let world = world();
    let reach = |x| subset(var(x), join(var(x), closure(field(F))));
    let once = world.gates(&all(vec![each(&[X], sig(A))], reach(X)));
    let thrice = and(vec![
        all(vec![each(&[X], sig(A))], reach(X)),
        all(vec![each(&[X, Y], sig(A))], reach(Y)),
        exists(vec![each(&[Z], sig(A))], reach(Z)),
    ]);
    assert!(world.gates(&thrice) < once + 20);
}
