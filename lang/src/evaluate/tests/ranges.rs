//! Declarations: which bindings there are.

use super::build::*;
use super::world::*;
use crate::model::PairOp;
use crate::model::*;

/// The number of bindings of some declarations, as a sum of ones over them counts it.
fn count(world: &World, declarations: Vec<Declaration>) -> i64 {
    let exact = World::with(crate::universe::Arithmetic::Exact);
    let mut instance = exact.instance;
    instance.relations = world.instance.relations.clone();
    let counting = World { model: world.model.clone(), instance };
    let ones = IntExprKind::Sum(declarations, Box::new(int(constant(1))));
    counting.number(ones).expect("exact numbers do not overflow")
}

/// The same of one variable, whose range is an arrow.
fn count_of(world: &mut World, variable: VariableId, range: Range) -> i64 {
    let declared = Declaration::new(vec![variable], range, SPAN, |_| world.variable(1));
    count(world, vec![declared])
}

#[test]
fn variables_of_a_declaration_are_independent_unless_disjoint() {
    // If it failed, `disj` would be ignored, or hold without being written.
    let mut world = World::new();
    let (x, y, z) = (world.variable(1), world.variable(1), world.variable(1));
    let free = one(&[x, y, z], sig_expr(A));
    let disjoint = Declaration { is_disjoint: true, ..free.clone() };
    assert_eq!(count(&world, vec![free]), 27);
    assert_eq!(count(&world, vec![disjoint.clone()]), 6);
    let other = world.variable(1);
    let separate = vec![disjoint, one(&[other], sig_expr(A))];
    assert_eq!(count(&world, separate), 18, "disj speaks of its own declaration only");
}

#[test]
fn disjoint_sets_do_not_overlap() {
    // If it failed, `disj` would only forbid equal values: ordered pairs of disjoint subsets of
    // three atoms are 3^3 (each atom in one, the other, or neither), both empty among them.
    let mut world = World::new();
    let (x, y) = (world.variable(1), world.variable(1));
    let sets = declare(&[x, y], Range::of(Multiplicity::Set, sig_expr(A)));
    assert_eq!(count(&world, vec![Declaration { is_disjoint: true, ..sets.clone() }]), 27);
    assert_eq!(count(&world, vec![sets]), 64);
}

#[test]
fn later_declarations_depend_on_earlier_ones() {
    // If it failed, y: x.^r would not see x: 0 reaches 1 and 2, 1 reaches 2.
    let mut world = World::new();
    let (x, y) = (world.variable(1), world.variable(1));
    let closure = expr(ExprKind::Unary(PairOp::Closure, Box::new(r())), 2);
    let second = one(&[y], join(var(x, 1), closure));
    assert_eq!(count(&world, vec![one(&[x], sig_expr(A)), second]), 3);
}

#[test]
fn sets_are_bound_by_their_multiplicity() {
    // If it failed, a higher-order variable would miss a subset or have one too many.
    let mut world = World::new();
    let x = world.variable(1);
    let table = [
        (Multiplicity::One, 3),
        (Multiplicity::Lone, 4),
        (Multiplicity::Some, 7),
        (Multiplicity::Set, 8),
    ];
    for (multiplicity, expected) in table {
        let range = Range::of(multiplicity, sig_expr(A));
        assert_eq!(count(&world, vec![declare(&[x], range)]), expected, "{multiplicity:?}");
    }
    let pairs = declare(&[x], Range::of(Multiplicity::Set, r()));
    assert_eq!(count(&world, vec![pairs]), 4);
}

#[test]
fn arrows_count_functions_and_relations() {
    // If it failed, the two multiplicities of an arrow would be swapped or ignored. The numbers are
    // those of functions from 3 to 2 elements: all, partial, injective, onto.
    use Multiplicity::{Lone, One, Set, Some};
    let mut world = World::new();
    let x = world.variable(2);
    let two = world.set(&[0, 1]);
    let leaf = |domain: &Expr| Range::of(Set, domain.clone());
    let table = [
        ((Set, Set), 64),
        ((Set, One), 8),
        ((Set, Lone), 27),
        ((Set, Some), 27),
        ((Some, One), 6),
        ((Lone, One), 0),
        ((One, Set), 9),
        ((One, Lone), 6),
        ((Lone, Lone), 13),
        ((One, One), 0),
    ];
    for ((left, right), expected) in table {
        let range = Range::arrow(leaf(&sig_expr(A)), [left, right], leaf(&two));
        assert_eq!(count_of(&mut world, x, range), expected, "{left:?} -> {right:?}");
    }
}

#[test]
fn nested_arrows_bind_their_parts() {
    // If it failed, an inner arrow's multiplicity would not hold of each image. {0} -> ({0,1} -> one
    // {0,1}) are the 4 functions. ({0,1} -> one {0,1}) -> {0} are too. One more level is a choice of
    // a function for each of two atoms: 16.
    use Multiplicity::{One, Set};
    let mut world = World::new();
    let x = world.variable(3);
    let (single, two) = (world.set(&[0]), world.set(&[0, 1]));
    let leaf = |domain: &Expr| Range::of(Set, domain.clone());
    let functions = || Range::arrow(leaf(&two), [Set, One], leaf(&two));
    let mut number = |left, right| count_of(&mut world, x, Range::arrow(left, [Set, Set], right));
    assert_eq!(number(leaf(&single), functions()), 4);
    assert_eq!(number(functions(), leaf(&single)), 4);
    assert_eq!(number(leaf(&two), functions()), 16);
}

#[test]
fn a_higher_order_quantifier_finds_a_set() {
    // If it failed, `some s: set A | s = A.r` would have no witness.
    let mut world = World::new();
    let x = world.variable(1);
    let image = join(sig_expr(A), r());
    let body = FormulaKind::Equal(var(x, 1), image);
    let sets = vec![declare(&[x], Range::of(Multiplicity::Set, sig_expr(A)))];
    assert!(world.holds(quantified(Quantifier::Some, sets.clone(), body.clone())));
    assert!(!world.holds(quantified(Quantifier::All, sets, body)));
}
