//! The reference engine and the solver below it, against brute force.

mod support;

use korrel_sat::{Answer, Blocking, Cnf, Effort, Models, Projection, Solver, Step, Var, Varisat};
use support::{Question, Random, list, questions};

/// If this failed, the reference that other engines are compared with would itself lose, repeat
/// or invent models, with witnesses, gates or refusals.
#[test]
fn lists_what_brute_force_lists() {
    for (question, mut random) in questions(1, 1500) {
        let engine = || {
            let solver = Varisat::with_clauses(&question.cnf);
            Blocking::new(solver, &question.projection, Effort::default())
        };
        let mut rows = list(&mut engine(), &question.projection.order);
        rows.sort_by(|a, b| b.cmp(a));
        assert_eq!(rows, question.models(), "{question:?}");
        let (mut rows, forgotten) = question.unrefused_and_forgotten_by(&mut engine(), &mut random);
        assert_eq!(forgotten, 0, "{question:?}");
        rows.sort_by(|a, b| b.cmp(a));
        assert_eq!(rows, question.unrefused(), "{question:?}");
    }
}

/// A raised flag must stop the listing without losing the place.
#[test]
fn stops_and_goes_on() {
    let cnf = Cnf::with_primary(3);
    let effort = Effort::default();
    let solver = Varisat::with_clauses(&cnf);
    let mut engine = Blocking::new(solver, &Projection::primary(&cnf), effort.clone());
    for _ in 0..8 {
        effort.stop();
        assert_eq!(engine.next(), Step::Stopped);
        effort.go_on();
        assert_eq!(engine.next(), Step::Model);
    }
    assert_eq!(engine.next(), Step::Exhausted);
    assert_eq!(engine.statistics().models, 8);
}

/// Failed assumptions are shown to users as the reason why a spec has no instance: they must be
/// assumptions, and must contradict the clauses, over many questions to one growing solver.
#[test]
fn answers_under_assumptions() {
    let mut random = Random(2);
    for _ in 0..150 {
        let variables: Vec<Var> = (0..8).map(Var::new).collect();
        let mut cnf = Cnf::new(8);
        let mut solver = Varisat::new();
        for _ in 0..30 {
            let clause = random.clause(&variables);
            solver.add_clause(&clause);
            cnf.add_clause(clause);
            let assumptions: Vec<_> = (0..random.below(4)).map(|_| random.lit(8)).collect();
            let satisfiable = |assumed: &[_]| {
                let mut cnf = cnf.clone();
                assumed.iter().for_each(|&lit| cnf.add_clause([lit]));
                let projection = Projection::default();
                !Question { cnf, projection, hidden: Vec::new() }.models().is_empty()
            };
            let answer = solver.solve(&assumptions);
            assert_eq!(answer == Answer::Satisfiable, satisfiable(&assumptions), "{cnf:?}");
            if answer == Answer::Satisfiable {
                let holds =
                    |lit: &korrel_sat::Lit| solver.value(lit.var()) == Some(lit.is_positive());
                assert!(cnf.clauses().all(|clause| clause.iter().any(holds)), "{cnf:?}");
                assert!(assumptions.iter().all(holds), "{cnf:?} {assumptions:?}");
            } else {
                assert!(solver.failed().iter().all(|lit| assumptions.contains(lit)));
                assert!(!satisfiable(solver.failed()), "{cnf:?} {:?}", solver.failed());
            }
        }
    }
}

/// Variables that no clause mentions are absent from varisat's models. They count as false.
#[test]
fn unmentioned_variables_are_false() {
    let mut solver = Varisat::new();
    assert_eq!(solver.value(Var::new(5)), None);
    assert_eq!(solver.solve(&[Var::new(1).negative()]), Answer::Satisfiable);
    assert_eq!(solver.value(Var::new(5)), Some(false));
    assert_eq!(solver.solve(&[Var::new(7).positive()]), Answer::Satisfiable);
    assert_eq!(solver.value(Var::new(7)), Some(true));
    solver.add_clause(&[]);
    assert_eq!(solver.solve(&[]), Answer::Unsatisfiable);
    assert!(solver.failed().is_empty());
}
