//! The enumerating search against brute force, with every technique on and off.

mod support;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use korrel_sat::{Effort, Enumerator, Lit, Models, Options, PrefixTest, Step, Var};
use support::{Question, Row, enumerator, list, questions, row};

/// All combinations of techniques, with limits so small that each is used on tiny formulas.
fn option_combinations() -> Vec<Options> {
    let mut all = vec![Options::default()];
    for learn in [true, false] {
        for reduce_at in [0, 4000] {
            for guide_after in [None, Some(0), Some(3)] {
                all.push(Options { learn, reduce_at, guide_after, ..Options::default() });
            }
        }
    }
    all
}

/// If this failed, instances would be lost, repeated, invented, or come in another order than the
/// one that resuming and sharding rely on.
#[test]
fn lists_what_brute_force_lists_in_order() {
    let combinations = option_combinations();
    for (question, _) in questions(10, 4000) {
        let models = question.models();
        for &options in &combinations {
            let rows = list(&mut enumerator(&question, options), &question.projection.order);
            assert_eq!(rows, models, "{options:?} {question:?}");
        }
    }
}

/// If this failed, symmetry breaking by learned lex-leader clauses would lose classes or repeat
/// them. Refusing any violated clause of a hidden formula must list the models of the conjunction.
#[test]
fn refused_models_are_not_listed() {
    let combinations = option_combinations();
    let mut all_forgotten = 0;
    for (question, mut random) in questions(20, 4000) {
        let expected = question.unrefused();
        for &options in &combinations {
            let mut engine = enumerator(&question, options);
            let (rows, forgotten) = question.unrefused_and_forgotten_by(&mut engine, &mut random);
            assert_eq!(rows, expected, "{options:?} {question:?}");
            let statistics = engine.statistics();
            assert_eq!(statistics.models - statistics.refused, expected.len() as u64);
            assert!(options.reduce_at == 0 || forgotten == 0, "{options:?} {question:?}");
            all_forgotten += forgotten;
        }
    }
    assert!(all_forgotten > 0, "clauses are forgotten on the way");
}

/// Refutes a beginning that violates a hidden clause, and counts how often.
struct HiddenInPrefix {
    order: Vec<Lit>,
    hidden: Vec<Vec<Lit>>,
    checkpoints: Vec<usize>,
    refuted: Arc<AtomicUsize>,
}

impl PrefixTest for HiddenInPrefix {
    fn checkpoints(&self) -> &[usize] {
        &self.checkpoints
    }

    fn refute(&mut self, checkpoint: usize, value: &dyn Fn(Var) -> bool) -> Option<Vec<Lit>> {
        let beginning = &self.order[..self.checkpoints[checkpoint]];
        let is_false = |lit: &Lit| {
            beginning.iter().any(|other| other.var() == lit.var())
                && value(lit.var()) != lit.is_positive()
        };
        let clause = self.hidden.iter().find(|clause| clause.iter().all(is_false))?;
        self.refuted.fetch_add(1, Ordering::Relaxed);
        Some(clause.clone())
    }
}

/// If this failed, a class would be lost, or be there twice, whose beginning is tested before the rest
/// is decided.
#[test]
fn refuted_beginnings_lose_no_model() {
    let combinations = option_combinations();
    let refuted = Arc::new(AtomicUsize::new(0));
    for (question, mut random) in questions(40, 4000) {
        let expected = question.unrefused();
        for &options in &combinations {
            let mut engine = enumerator(&question, options);
            let order = question.projection.order.clone();
            let checkpoints = (1..order.len()).filter(|_| random.coin()).collect();
            let hidden = question.hidden.clone();
            let refuted = Arc::clone(&refuted);
            engine.test_prefixes(Box::new(HiddenInPrefix { order, hidden, checkpoints, refuted }));
            let rows = question.unrefused_by(&mut engine, &mut random);
            assert_eq!(rows, expected, "{options:?} {question:?}");
        }
    }
    assert!(refuted.load(Ordering::Relaxed) > 1000, "beginnings are asked about");
}

/// A writer keeps what it wrote for the positions before `changed_from`: if these differed, it
/// would write instances that do not exist.
#[test]
fn the_prefix_before_changed_from_stays() {
    let combinations = option_combinations();
    for (question, mut random) in questions(30, 1000) {
        let order = &question.projection.order;
        let options = combinations[random.below(combinations.len())];
        let mut engine = enumerator(&question, options);
        let mut kept: Row = vec![false; order.len()];
        let expected = question.unrefused();
        for row in expected {
            while !step_to(&mut engine, &question, &row) {}
            let from = engine.changed_from();
            assert_eq!(kept[..from], row[..from], "{options:?} {question:?}");
            kept = row;
        }
    }
}

/// A test of models keeps what it read for the positions before `touched_from`: if these differed, it would test another
/// model.
#[test]
fn the_prefix_before_touched_from_is_that_of_the_last_model() {
    let combinations = option_combinations();
    for (question, mut random) in questions(30, 1000) {
        let order = &question.projection.order;
        let options = combinations[random.below(combinations.len())];
        let mut engine = enumerator(&question, options);
        let mut last: Row = vec![false; order.len()];
        while engine.next() == Step::Model {
            let found = row(&engine, order);
            let from = engine.touched_from();
            assert_eq!(last[..from], found[..from], "{options:?} {question:?}");
            if let Some(violated) = question.hidden.iter().find(|c| question.violates(&found, c)) {
                engine.refuse(violated);
            }
            last = found;
        }
    }
}

/// Goes one model on, refusing it if it is not the expected one. Returns whether it is.
fn step_to(engine: &mut Enumerator, question: &Question, expected: &Row) -> bool {
    assert_eq!(engine.next(), Step::Model);
    let found = row(engine, &question.projection.order);
    if found != *expected {
        let violated = |clause: &&Vec<Lit>| question.violates(&found, clause);
        let violated = question.hidden.iter().find(violated).expect("no other models");
        engine.refuse(violated);
    }
    found == *expected
}

/// A time limit or Ctrl-C stops the search anywhere. Going on must lose and repeat nothing.
#[test]
fn stops_and_goes_on() {
    let combinations = option_combinations();
    for (question, mut random) in questions(40, 1000) {
        let effort = Effort::default();
        let options = combinations[random.below(combinations.len())];
        let (cnf, projection) = (&question.cnf, &question.projection);
        let mut engine = Enumerator::new(cnf, projection, options, effort.clone());
        let mut rows: Vec<Row> = Vec::new();
        loop {
            if random.coin() {
                effort.stop()
            } else {
                effort.go_on()
            }
            match engine.next() {
                Step::Stopped => assert!(effort.is_stopped()),
                Step::Exhausted => break,
                Step::Model => rows.push(row(&engine, &projection.order)),
            }
        }
        assert_eq!(rows, question.models(), "{options:?} {question:?}");
    }
}

/// While a hard search pauses, models come from elsewhere, right ones and wrong ones: the list must stay.
#[test]
fn suggestions_change_nothing() {
    let options = Options { guide_after: Some(0), ..Options::default() };
    let mut pauses = 0;
    for (question, mut random) in questions(60, 4000) {
        let models = question.models();
        let mut engine = enumerator(&question, options).pausing_after(0);
        let order = &question.projection.order;
        let mut rows: Vec<Row> = Vec::new();
        loop {
            match engine.next() {
                Step::Model => rows.push(row(&engine, order)),
                Step::Exhausted => break,
                Step::Stopped => {
                    assert!(engine.is_paused(), "nobody raised the flag");
                    pauses += 1;
                    let any: Row = order.iter().map(|_| random.coin()).collect();
                    let of = |row: &Row| -> Vec<Lit> {
                        let literal =
                            |(&lit, &holds): (&Lit, &bool)| if holds { lit } else { !lit };
                        order.iter().zip(row).map(literal).collect()
                    };
                    match random.below(3) {
                        0 => engine.go_on(Some(random.below(3) as u64)),
                        1 => engine.suggest(&of(&any)),
                        _ => engine.suggest(&of(models.last().unwrap_or(&any))),
                    }
                }
            }
        }
        assert_eq!(rows, models, "{question:?}");
    }
    assert!(pauses > 50, "{pauses} pauses");
}

/// Probing tightens bounds: a literal that does not hold in every model would lose instances. It
/// must find at least what unit propagation finds for each single literal, and change nothing.
#[test]
fn probing_fixes_only_what_holds_everywhere() {
    let (mut found, mut all) = (0, 0);
    for (question, _) in questions(50, 4000) {
        let models = question.models();
        let mut engine = enumerator(&question, Options::default());
        let order = &question.projection.order;
        match engine.probe() {
            None => assert!(models.is_empty(), "{question:?}"),
            Some(fixed) => {
                for lit in &fixed {
                    let at = order.iter().position(|o| o.var() == lit.var()).expect("projected");
                    assert!(models.iter().all(|row| row[at] == (order[at] == *lit)));
                }
                // Whoever begins with what was found finds nothing more.
                let mut told = question.clone();
                fixed.iter().for_each(|&lit| told.cnf.add_clause([lit]));
                let again = enumerator(&told, Options::default()).probe();
                assert!(again.is_none_or(|again| again.len() == fixed.len()), "{question:?}");
                if !models.is_empty() {
                    let same = |at: &usize| models.iter().all(|row| row[*at] == models[0][*at]);
                    found += fixed.len();
                    all += (0..order.len()).filter(same).count();
                }
            }
        }
        assert_eq!(list(&mut engine, order), models, "{question:?}");
    }
    assert!(found * 100 >= all * 95, "probing finds {found} of {all} fixed literals");
}
