//! Searches that eliminate gates on their way, against those that keep all clauses.

mod support;

use korrel_sat::{Cnf, Effort, Enumerator, Lit, Models, Options, Projection, Step, Var};
use support::{
    Question, Random, Row, enumerator, list, questions, questions_with_numbers, row, value,
};

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

/// A stop amid an elimination leaves clauses that stand there twice. If these were watched twice, one of them would imply
/// what does not follow.
#[test]
fn stops_while_it_eliminates() {
    let (mut stops, mut models) = (0, 0);
    for (mut question, mut random) in questions(46, 3000).chain(questions_with_numbers(47, 300)) {
        let clauses: Vec<Vec<Lit>> = question.cnf.clauses().map(<[Lit]>::to_vec).collect();
        for clause in clauses.into_iter().filter(|_| random.below(3) == 0) {
            question.cnf.add_clause(clause);
        }
        let order = &question.projection.order;
        let rows = list(&mut enumerator(&question, Options::default()), order);
        let effort = Effort::default();
        let (cnf, projection) = (&question.cnf, &question.projection);
        let engine = Enumerator::new(cnf, projection, options(&mut random), effort.clone());
        let mut engine = engine.eliminating();
        let mut found: Vec<Row> = Vec::new();
        loop {
            let looks = random.below(20) as u64;
            match effort.patiently(looks, || Some(engine.next())) {
                Some(Step::Model) => found.push(row(&engine, order)),
                Some(Step::Stopped) => stops += 1,
                _ => break,
            }
        }
        assert_eq!(found, rows, "{question:?}");
        models += rows.len();
    }
    assert!(stops > 10_000 && models > 20_000, "{stops} stops, {models} models");
}

/// Where each literal is in so many clauses, nobody looks whether one of them stands twice.
#[test]
fn a_clause_that_stands_twice_is_watched_once() {
    let mut cnf = Cnf::with_primary(47);
    let literals: Vec<Lit> = (0..47).map(|var| Var::new(var).positive()).collect();
    for (at, &a) in literals.iter().enumerate() {
        for (below, &b) in literals[..at].iter().enumerate() {
            for &c in &literals[..below] {
                cnf.add_clause([a, b, c]);
                cnf.add_clause([a, b, c]);
            }
        }
    }
    let projection = Projection::primary(&cnf);
    let question = Question { cnf, projection, hidden: Vec::new() };
    let options = Options { eliminate_after: 0, ..Options::default() };
    let mut engine = enumerator(&question, options).eliminating();
    let models = list(&mut engine, &question.projection.order);
    assert_eq!(models.len(), 1 + 47 + 47 * 46 / 2, "none is false, or one, or two are");
}
