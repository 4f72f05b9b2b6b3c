//! Every kind of relational expression.

use super::build::*;
use super::world::*;
use crate::model::PairOp;
use crate::model::*;

fn unary(op: PairOp, of: Expr) -> Expr {
    expr(ExprKind::Unary(op, Box::new(of)), 2)
}

#[test]
fn constants_are_those_of_the_instance() {
    // If it failed, `univ` or `iden` would have atoms that are not in use (3), or a number or a text
    // be another atom.
    let world = World::new();
    assert!(world.rows(&expr(ExprKind::Empty, 3)).is_empty());
    assert_eq!(world.rows(&sig_expr(A)), [[0], [1], [2]]);
    assert_eq!(world.rows(&r()), [[0, 1], [1, 2]]);
    let used: Vec<u32> = (0..13).filter(|&atom| atom != 3).collect();
    let pairs: Vec<[u32; 2]> = used.iter().map(|&atom| [atom, atom]).collect();
    assert_eq!(world.rows(&univ()).concat(), used);
    assert_eq!(world.rows(&expr(ExprKind::Identity, 2)), pairs);
    assert_eq!(world.rows(&atom_of(constant(-4))), [[4]]);
    assert_eq!(world.rows(&atom_of(constant(3))), [[11]]);
    let next: Vec<[u32; 2]> = (4..11).map(|atom| [atom, atom + 1]).collect();
    assert_eq!(world.rows(&expr(ExprKind::NextInteger, 2)), next);
    assert_eq!(world.rows(&expr(ExprKind::String("s".into()), 1)), [[TEXT]]);
    assert!(world.rows(&expr(ExprKind::String("t".into()), 1)).is_empty());
}

#[test]
fn unary_operators_on_a_chain() {
    // If it failed, `*` would lack the identity on atoms that the relation does not touch, or `^`
    // have it, or `~` do nothing.
    let world = World::new();
    assert_eq!(world.rows(&unary(PairOp::Transpose, r())), [[1, 0], [2, 1]]);
    assert_eq!(world.rows(&unary(PairOp::Closure, r())), [[0, 1], [0, 2], [1, 2]]);
    let reflexive = world.rows(&unary(PairOp::ReflexiveClosure, r()));
    assert_eq!(reflexive.len(), 3 + 12);
    assert!(reflexive.contains(&vec![0, 2]) && reflexive.contains(&vec![TEXT, TEXT]));
    assert!(!reflexive.contains(&vec![3, 3]), "3 is not in use");
}

#[test]
fn binary_operators_are_themselves() {
    // If it failed, one operator would be another, or its operands be swapped.
    let mut world = World::new();
    let s = world.pairs(&[[1, 0], [1, 2]]);
    let set = world.set(&[1]);
    let on = |op, left: &Expr, right: &Expr| binary(op, left.clone(), right.clone());
    let rows = |expr: Expr| world.rows(&expr);
    assert_eq!(rows(on(RelationOp::Union, &r(), &s)), [[0, 1], [1, 0], [1, 2]]);
    assert_eq!(rows(on(RelationOp::Difference, &r(), &s)), [[0, 1]]);
    assert_eq!(rows(on(RelationOp::Difference, &s, &r())), [[1, 0]]);
    assert_eq!(rows(on(RelationOp::Intersection, &r(), &s)), [[1, 2]]);
    assert_eq!(rows(on(RelationOp::Override, &r(), &s)), [[0, 1], [1, 0], [1, 2]]);
    assert_eq!(rows(on(RelationOp::Override, &s, &r())), [[0, 1], [1, 2]]);
    assert_eq!(rows(on(RelationOp::Product, &set, &r())), [[1, 0, 1], [1, 1, 2]]);
    assert_eq!(rows(on(RelationOp::Product, &r(), &set)), [[0, 1, 1], [1, 2, 1]]);
    assert_eq!(rows(on(RelationOp::Join, &set, &s)), [[0], [2]]);
    assert_eq!(rows(on(RelationOp::Join, &r(), &set)), [[0]]);
    assert_eq!(rows(on(RelationOp::Join, &r(), &s)), [[0, 0], [0, 2]]);
    assert_eq!(rows(on(RelationOp::DomainRestriction, &set, &r())), [[1, 2]]);
    assert_eq!(rows(on(RelationOp::RangeRestriction, &r(), &set)), [[0, 1]]);
}

#[test]
fn a_conditional_takes_one_branch() {
    // If it failed, the branches would be swapped or united.
    let world = World::new();
    for (condition, expected) in [(true, 3), (false, 0)] {
        let branches = [A, Sig::NONE].map(|sig| Box::new(sig_expr(sig)));
        let [then, otherwise] = branches;
        let kind = ExprKind::Conditional(boxed(truth(condition)), then, otherwise);
        assert_eq!(world.rows(&expr(kind, 1)).len(), expected);
    }
}

#[test]
fn a_comprehension_keeps_the_order_of_its_variables() {
    // If it failed, { x, y: A | y -> x in r } would be r and not its transpose, or the second
    // declaration would not see the first variable.
    let mut world = World::new();
    let (x, y) = (world.variable(1), world.variable(1));
    let pair = binary(RelationOp::Product, var(y, 1), var(x, 1));
    let body = FormulaKind::Subset(pair, r());
    let transpose = comprehension(vec![one(&[x, y], sig_expr(A))], body);
    assert_eq!(world.rows(&transpose), [[1, 0], [2, 1]]);
    let image = one(&[y], join(var(x, 1), r()));
    let same = comprehension(vec![one(&[x], sig_expr(A)), image], truth(true));
    assert_eq!(world.rows(&same), [[0, 1], [1, 2]]);
}

#[test]
fn let_and_functions_stand_for_their_values() {
    // If it failed, a call would see the parameters of another one: f[f[A]] is A.r.r.
    let mut world = World::new();
    let (x, p) = (world.variable(1), world.variable(1));
    let value = Box::new(Value::Relation(sig_expr(A)));
    let in_let = ExprKind::Let(x, value, Box::new(join(var(x, 1), r())));
    assert_eq!(world.rows(&expr(in_let, 1)), [[1], [2]]);
    let function = world.function(&[p], Value::Relation(join(var(p, 1), r())));
    let call = |argument| expr(ExprKind::Call(function, vec![argument]), 1);
    assert_eq!(world.rows(&call(call(sig_expr(A)))), [[2]]);
    let twice = binary(RelationOp::Union, call(call(sig_expr(A))), call(sig_expr(A)));
    assert_eq!(world.rows(&twice), [[1], [2]]);
}

#[test]
fn a_number_without_an_atom_is_the_empty_set() {
    // If it failed, exact arithmetic would wrap around.
    let world = World::with(crate::universe::Arithmetic::Exact);
    assert!(world.rows(&atom_of(constant(4))).is_empty());
    assert_eq!(world.rows(&atom_of(plus(constant(4), constant(-4)))), [[ZERO]]);
}
