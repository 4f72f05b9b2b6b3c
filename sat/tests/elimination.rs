//! Searches that eliminate gates on their way, against those that keep all clauses.

mod support;

use korrel_sat::{Enumerator, Models, Options, Step};
use support::{Question, Random, Row, enumerator, list, questions, questions_with_numbers, value};

fn options(random: &mut Random) -> Options {
    Options {
        learn: random.below(4) > 0,
        reduce_at: [0, 3, 4000][random.below(3)],
        guide_after: [None, Some(0), Some(3)][random.below(3)],
        eliminate_after: random.below(6) as u64,
        ..Options::default()
    }
}

fn eliminating(question: &Question, random: &mut Random) -> Enumerator {
    let engine = enumerator(question, options(random));
    let engine = if random.coin() { engine.with_bounds() } else { engine };
    engine.eliminating()
}

/// If this failed, instances would be lost, repeated, invented, or come in another order.
#[test]
fn lists_what_all_clauses_list() {
    let (mut eliminated, mut models, mut conflicts) = (0, 0, 0);
    for (question, mut random) in questions(40, 6000).chain(questions_with_numbers(41, 500)) {
        let mut plain = enumerator(&question, Options::default());
        let rows = list(&mut plain, &question.projection.order);
        let mut engine = eliminating(&question, &mut random);
        assert_eq!(list(&mut engine, &question.projection.order), rows, "{question:?}");
        let (plain, engine) = (plain.statistics(), engine.statistics());
        eliminated += usize::from(plain.propagations != engine.propagations);
        models += rows.len();
        conflicts += engine.conflicts;
    }
    assert!(eliminated > 2000, "{eliminated} searches propagate otherwise");
    assert!(models > 50_000 && conflicts > 2000, "{models} models, {conflicts} conflicts");
}

/// Clauses that refuse models outlive the elimination, and those that are made by it outlive a reduction.
#[test]
fn refused_models_are_not_listed() {
    for (question, mut random) in questions(42, 3000).chain(questions_with_numbers(43, 300)) {
        let mut plain = enumerator(&question, Options::default());
        let expected = question.unrefused_by(&mut plain, &mut random);
        let mut engine = eliminating(&question, &mut random);
        assert_eq!(question.unrefused_by(&mut engine, &mut random), expected, "{question:?}");
    }
}

/// A part is entered by a search that has eliminated in another one, and a stream is resumed.
#[test]
fn resumes_and_enters_parts() {
    for (question, mut random) in questions(44, 1600).chain(questions_with_numbers(45, 200)) {
        let order = &question.projection.order;
        let rows: Vec<Row> = list(&mut enumerator(&question, Options::default()), order);
        if let Some(last) = rows.len().checked_sub(1) {
            let at = random.below(last + 1);
            let mut engine = eliminating(&question, &mut random);
            engine.resume_after(value(&question, &rows[at]));
            assert_eq!(list(&mut engine, order), rows[at + 1..], "after {at}: {question:?}");
        }
        let mut cutter = enumerator(&question, Options::default());
        cutter.set_horizon(1 + random.below(order.len()));
        let mut engine = eliminating(&question, &mut random);
        let mut parts = Vec::new();
        while cutter.next() == Step::Model {
            engine.enter(&cutter.prefix());
            parts.extend(list(&mut engine, order));
        }
        assert_eq!(parts, rows, "{question:?}");
    }
}
