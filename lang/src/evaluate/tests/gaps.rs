//! Integers with gaps between them, as heaps have them.

use super::text::text;
use crate::evaluate::Evaluator;
use crate::model::{Sig, Value};
use crate::universe::{Arithmetic, AtomId, Universe};

/// The tuples of an expression, by number.
fn numbers(expression: &str) -> Vec<Vec<i64>> {
    let text = text("sig A {}", &[expression]);
    let instance = text.instance(&[(text.sig("A"), 2)], &[-3, 0, 1, 2, 70_000]);
    let Value::Relation(expr) = &text.values[0] else { panic!("{expression} is a relation") };
    let tuples = Evaluator::new(&text.model, &instance).relation(expr);
    let number = |&atom: &AtomId| instance.universe.number(atom).expect("a tuple of numbers");
    tuples.tuples().map(|tuple| tuple.iter().map(number).collect()).collect()
}

/// If this failed, a heap in which 70,000 follows 2 would pass for one in which 3 does, or the
/// greatest of two numbers would be both of them.
#[test]
fn next_is_the_successor_and_its_closure_the_order() {
    assert_eq!(numbers("integer/next"), [[0, 1], [1, 2]]);
    assert_eq!(numbers("integer/prev"), [[1, 0], [2, 1]]);
    assert_eq!(numbers("2.(integer/next)"), Vec::<Vec<i64>>::new());
    assert_eq!(numbers("(0 + 1).^(integer/next)"), [[1], [2], [70_000]]);
    assert_eq!(numbers("1.*(integer/next)"), [[1], [2], [70_000]]);
    assert_eq!(numbers("1.^~(integer/next)"), [[-3], [0]]);
    assert_eq!(numbers("1.^(integer/prev)"), [[-3], [0]]);
    assert_eq!(numbers("integer/max[2 + 70000]"), [[70_000]]);
    assert_eq!(numbers("integer/min[-3 + 70000]"), [[-3]]);
    assert_eq!(numbers("integer/prevs[70000]"), [[-3], [0], [1], [2]]);
    assert_eq!(numbers("integer/max"), [[70_000]]);
    assert_eq!(numbers("1.plus[1] + 2.plus[1]"), [[2]]);
}

/// If this failed, a number would be another one's atom, or `seq/Int` would hold a number that is no index.
#[test]
fn atoms_of_numbers() {
    let universe = |integers: &[i64]| {
        Universe::with_integers(&[], integers.to_vec(), &["x".into()], 3, Arithmetic::Exact)
    };
    let gaps = universe(&[i64::MIN, 0, 1, 2, 5, i64::MAX]);
    assert_eq!(gaps.integer(i64::MIN), Some(AtomId(0)));
    assert_eq!(gaps.integer(5), Some(AtomId(4)));
    assert_eq!(gaps.integer(4), None);
    assert_eq!(gaps.integer_range(), Some((i64::MIN, i64::MAX)));
    assert_eq!(gaps.block(Sig::SEQ_INT), 1..4);
    assert_eq!(universe(&[-5, 1, 2]).block(Sig::SEQ_INT).len(), 0);
    assert_eq!(universe(&[]).integer_range(), None);
}
