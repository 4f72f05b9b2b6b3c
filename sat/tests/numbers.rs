//! Numbers that are propagated without their clauses, against the search by clauses alone.

mod support;

use korrel_sat::{Enumerator, Models, Options, Step, Var};
use support::{Question, Random, Row, enumerator, list, questions, questions_with_numbers, row};

fn options(random: &mut Random) -> Options {
    Options {
        learn: random.below(4) > 0,
        reduce_at: [0, 4000][random.below(2)],
        guide_after: [None, Some(0), Some(3)][random.below(3)],
        bounds_from: usize::MAX,
        eliminate_after: [0, 1, 4, 1000][random.below(4)],
    }
}

fn value<'a>(question: &'a Question, row: &'a Row) -> impl Fn(Var) -> bool + 'a {
    let order = &question.projection.order;
    move |var| {
        let at = order.iter().position(|lit| lit.var() == var).expect("in the order");
        row[at] == order[at].is_positive()
    }
}

/// A search that knows of numbers, and perhaps walks those at the end of the order and eliminates gates.
fn with_bounds(question: &Question, options: Options, random: &mut Random) -> Enumerator {
    let engine = enumerator(question, options).with_bounds();
    let engine = if random.below(3) > 0 { engine.walking_numbers() } else { engine };
    if random.coin() { engine.eliminating() } else { engine }
}

fn is_propagated_differently(plain: &Enumerator, other: &Enumerator) -> bool {
    plain.statistics().propagations != other.statistics().propagations
}

/// If this failed, instances with numbers would be lost, repeated, invented, or come in another order.
#[test]
fn lists_what_clauses_list() {
    let (mut found, mut models, mut conflicts, mut walked) = (0, 0, 0, 0);
    for (question, mut random) in questions_with_numbers(10, 4000) {
        let order = &question.projection.order;
        let mut plain = enumerator(&question, Options::default());
        let rows = list(&mut plain, order);
        for _ in 0..3 {
            let options = options(&mut random);
            let mut engine = with_bounds(&question, options, &mut random);
            let mut listed: Vec<Row> = Vec::new();
            while engine.next() == Step::Model {
                walked += usize::from(engine.is_walking());
                listed.push(row(&engine, order));
            }
            assert_eq!(listed, rows, "{options:?} {question:?}");
            conflicts += engine.statistics().conflicts;
            found += usize::from(is_propagated_differently(&plain, &engine));
        }
        models += rows.len();
    }
    assert!(found > 4000, "{found} searches know of numbers");
    assert!(walked > 5_000, "{walked} models are steps of a walk");
    assert!(models > 100_000 && conflicts > 10_000, "{models} models, {conflicts} conflicts");
}

/// A formula that only looks as if it had numbers must keep its models.
#[test]
fn other_questions_stay() {
    for (question, mut random) in questions(90, 4000) {
        let options = options(&mut random);
        let mut engine = with_bounds(&question, options, &mut random);
        let rows = list(&mut engine, &question.projection.order);
        assert_eq!(rows, question.models(), "{question:?}");
    }
}

/// Lex-leader clauses that refuse models are learned beside bounds.
#[test]
fn refused_models_are_not_listed() {
    for (question, mut random) in questions_with_numbers(20, 1500) {
        let mut plain = enumerator(&question, Options::default());
        let expected = question.unrefused_by(&mut plain, &mut random);
        let engine = enumerator(&question, options(&mut random)).with_bounds();
        let mut engine = if random.coin() { engine.eliminating() } else { engine };
        let rows = question.unrefused_by(&mut engine, &mut random);
        assert_eq!(rows, expected, "{question:?}");
    }
}

/// A resumed stream, and one part after the other, must be the same as without bounds.
#[test]
fn resumes_and_enters_parts() {
    for (question, mut random) in questions_with_numbers(30, 800) {
        let order = &question.projection.order;
        let rows = list(&mut enumerator(&question, Options::default()), order);
        for _ in 0..3 {
            let Some(at) = rows.len().checked_sub(1).map(|last| random.below(last + 1)) else {
                break;
            };
            let options = options(&mut random);
            let mut engine = with_bounds(&question, options, &mut random);
            engine.resume_after(value(&question, &rows[at]));
            assert_eq!(list(&mut engine, order), rows[at + 1..], "after {at}: {question:?}");
        }
        let mut cutter = enumerator(&question, Options::default());
        cutter.set_horizon(1 + random.below(order.len()));
        let options = options(&mut random);
        let mut engine = with_bounds(&question, options, &mut random);
        let mut parts = Vec::new();
        while cutter.next() == Step::Model {
            engine.enter(&cutter.prefix());
            parts.extend(list(&mut engine, order));
        }
        assert_eq!(parts, rows, "{question:?}");
    }
}
