//! Resuming and cutting into parts, against the whole list.

mod support;

use korrel_sat::{Cnf, Enumerator, Lit, Models, Options, Projection, Step, Var};
use support::{Question, Random, Row, enumerator, list, questions, row, value};

fn options(random: &mut Random) -> Options {
    Options {
        learn: random.coin(),
        reduce_at: [0, 4000][random.below(2)],
        guide_after: [None, Some(0), Some(3)][random.below(3)],
        ..Options::default()
    }
}

fn engine(question: &Question, random: &mut Random) -> Enumerator {
    enumerator(question, options(random))
}

/// If this failed, a resumed stream would repeat instances or leave some out.
#[test]
fn resumes_behind_each_model() {
    for (question, mut random) in questions(60, 1500) {
        let models = question.models();
        for (at, row) in models.iter().enumerate() {
            let mut engine = engine(&question, &mut random);
            engine.resume_after(value(&question, row));
            let rest = list(&mut engine, &question.projection.order);
            assert_eq!(rest, models[at + 1..], "after {at}: {question:?}");
        }
    }
}

/// The same with refusals, as symmetry breaking makes them: the resumed search has learned none of
/// the lex-leader clauses of the first one, and must find them again.
#[test]
fn resumes_where_models_are_refused() {
    for (question, mut random) in questions(70, 1500) {
        let models = question.unrefused();
        for (at, row) in models.iter().enumerate() {
            let mut engine = engine(&question, &mut random);
            engine.resume_after(value(&question, row));
            let rest = question.unrefused_by(&mut engine, &mut random);
            assert_eq!(rest, models[at + 1..], "after {at}: {question:?}");
        }
    }
}

/// Shards are skipped by assignments that are no models. One of another place would lose instances.
#[test]
fn resumes_at_what_is_no_model() {
    for (question, mut random) in questions(80, 3000) {
        let models = question.models();
        let row: Row = question.projection.order.iter().map(|_| random.coin()).collect();
        let mut engine = engine(&question, &mut random);
        // Rows come greatest first.
        let from = if random.coin() {
            engine.resume_after(value(&question, &row));
            models.partition_point(|model| *model >= row)
        } else {
            engine.resume_at(value(&question, &row));
            models.partition_point(|model| *model > row)
        };
        let rest = list(&mut engine, &question.projection.order);
        assert_eq!(rest, models[from..], "{row:?} {question:?}");
    }
}

/// If this failed, shards or threads would lose or repeat instances. The horizon moves at random, as it does where
/// parts turn out to be too large or too small, and there may be a grain. One engine goes through all parts, so that
/// what it learned in one must hold in the others.
#[test]
fn parts_are_the_whole() {
    let mut most = 0;
    for (question, mut random) in questions(90, 3000) {
        let (mut cutter, mut engine) =
            (engine(&question, &mut random), engine(&question, &mut random));
        let order = &question.projection.order;
        let mut rows = Vec::new();
        let mut parts = 0;
        let move_on = |cutter: &mut Enumerator, random: &mut Random| {
            let grain = (random.below(3) == 0).then(|| random.below(question.cnf.variables() + 1));
            cutter.set_grain(grain);
            cutter.set_horizon(random.below(order.len() + 1));
        };
        move_on(&mut cutter, &mut random);
        while cutter.next() == Step::Model {
            let prefix = cutter.prefix();
            engine.enter(&prefix);
            let part = question.unrefused_by(&mut engine, &mut random);
            let begins =
                |row: &Row| (0..prefix.len()).all(|at| row[at] == (prefix[at] == order[at]));
            assert!(part.iter().all(begins), "{prefix:?} {part:?} {question:?}");
            rows.extend(part);
            parts += 1;
            move_on(&mut cutter, &mut random);
        }
        assert_eq!(rows, question.unrefused(), "{question:?}");
        most = most.max(parts);
    }
    assert!(most > 10, "some space was cut into several parts");
}

/// A resumed shard resumes within one of its parts.
#[test]
fn resumes_within_a_part() {
    for (question, mut random) in questions(100, 1500) {
        let order = &question.projection.order;
        let models = question.models();
        let Some(row) = models.get(random.below(models.len().max(1))) else { continue };
        let length = random.below(order.len() + 1);
        let literal = |at: usize| if row[at] { order[at] } else { !order[at] };
        let prefix: Vec<Lit> = (0..length).map(literal).collect();
        let mut engine = engine(&question, &mut random);
        for part in [Vec::new(), prefix] {
            engine.enter(&part);
            engine.resume_after(value(&question, row));
            let rest = models.iter().filter(|model| *model < row);
            let rest: Vec<&Row> =
                rest.filter(|model| model[..part.len()] == row[..part.len()]).collect();
            let found = list(&mut engine, order);
            assert_eq!(found.iter().collect::<Vec<_>>(), rest, "{part:?} {question:?}");
        }
    }
}

/// A writer keeps what it wrote for the positions before `changed_from`, also from one part to the
/// next. If these differed, it would write instances that do not exist.
#[test]
fn the_prefix_before_changed_from_stays_between_parts() {
    for (question, mut random) in questions(110, 1500) {
        let order = &question.projection.order;
        let (mut cutter, mut engine) =
            (engine(&question, &mut random), engine(&question, &mut random));
        cutter.set_horizon(1 + random.below(order.len()));
        let mut kept: Row = vec![false; order.len()];
        while cutter.next() == Step::Model {
            engine.enter(&cutter.prefix());
            while engine.next() == Step::Model {
                let row = row(&engine, order);
                let from = engine.changed_from();
                assert_eq!(kept[..from], row[..from], "{question:?}");
                kept = row;
            }
        }
    }
}

/// What is learned in the last branch but one holds for good, and so does what follows from it. If the part entered next did
/// not know of that, gates would have no value there, and it would list what is no model.
#[test]
fn what_holds_for_good_holds_in_the_next_part() {
    let mut cnf = Cnf::with_primary(5);
    let [a, b, u, c, d] = [0, 1, 2, 3, 4].map(|var| Var::new(var).positive());
    let [s, x, p, q] = [(); 4].map(|()| cnf.fresh().positive());
    // By two conflicts, neither of which is seen by propagation alone: u does not hold, and b does.
    [[!u, s], [!u, !s], [b, u]].into_iter().for_each(|clause| cnf.add_clause(clause));
    // x = not u, q = x, p = x and c.
    [[u, x], [!u, !x], [!q, x], [q, !x]].into_iter().for_each(|clause| cnf.add_clause(clause));
    [[!p, x], [!p, c]].into_iter().for_each(|clause| cnf.add_clause(clause));
    [[p, !x, !c], [!p, !q, d]].into_iter().for_each(|clause| cnf.add_clause(clause));
    let projection = Projection { order: vec![a, b, !u, c, d], witnesses: Vec::new() };
    let question = Question { cnf, projection, hidden: Vec::new() };
    let models = question.models();
    let mut engine = enumerator(&question, Options::default());
    for _ in 0..2 {
        assert_eq!(list(&mut engine, &question.projection.order), models);
        engine.enter(&[]);
    }
}
