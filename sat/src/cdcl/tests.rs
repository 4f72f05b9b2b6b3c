//! The search beside brute force, beside varisat, and its proofs beside a checker.

use super::Cdcl;
use crate::counter::Dice;
use crate::testing::pigeons;
use crate::{Answer, Cnf, Effort, Lit, Solver, Var, Varisat};

/// A clause of so many different variables at most.
fn clause(dice: &mut Dice, variables: u64, length: u64) -> Vec<Lit> {
    let mut lit = || Var::new((dice.bits() % variables) as u32).lit(dice.bits() & 1 == 0);
    (0..length).map(|_| lit()).collect()
}

fn random(dice: &mut Dice, variables: u64, clauses: u64, longest: u64) -> Cnf {
    let mut cnf = Cnf::with_primary(variables as u32);
    for _ in 0..clauses {
        let length = longest - dice.bits() % 3 / 2;
        cnf.add_clause(clause(dice, variables, length));
    }
    cnf
}

fn holds(lit: Lit, bits: u32) -> bool {
    (bits >> lit.var().index() & 1 == 1) == lit.is_positive()
}

/// True if the clauses have a model with these literals, by trying all.
fn brute(clauses: &[Vec<Lit>], variables: u64, assumed: &[Lit]) -> bool {
    (0u32..1 << variables).any(|bits| {
        assumed.iter().all(|&lit| holds(lit, bits))
            && clauses.iter().all(|clause| clause.iter().any(|&lit| holds(lit, bits)))
    })
}

fn is_model(solver: &impl Solver, mut clauses: impl Iterator<Item = impl AsRef<[Lit]>>) -> bool {
    let holds = |lit: &Lit| solver.value(lit.var()) == Some(lit.is_positive());
    clauses.all(|clause| clause.as_ref().iter().any(holds))
}

/// If this failed, an answer, a model or a core would be wrong: after assumptions, after clauses that came
/// later, or after variables were eliminated and mentioned again.
#[test]
fn questions_in_turn_are_answered_as_by_brute_force() {
    let mut dice = Dice::new(11);
    for _ in 0..1500 {
        let variables = 3 + dice.bits() % 10;
        let (count, longest) = (variables * (25 + dice.bits() % 30) / 10, 2 + dice.bits() % 3);
        let cnf = random(&mut dice, variables, count, longest);
        let mut clauses: Vec<Vec<Lit>> = cnf.clauses().map(<[Lit]>::to_vec).collect();
        let mut solver = Cdcl::with_clauses(&cnf, Effort::default()).hasty();
        for question in 0..4 {
            let assumed = clause(&mut dice, variables, question);
            let expected = brute(&clauses, variables, &assumed);
            let answer = solver.solve(&assumed);
            assert_eq!(answer == Answer::Satisfiable, expected, "{clauses:?} {assumed:?}");
            if expected {
                let units = assumed.iter().map(|&lit| vec![lit]);
                assert!(is_model(&solver, clauses.iter().cloned().chain(units)), "{clauses:?}");
            } else {
                let core = solver.failed();
                assert!(core.iter().all(|lit| assumed.contains(lit)), "{core:?} of {assumed:?}");
                assert!(!brute(&clauses, variables, core), "{clauses:?} {core:?}");
            }
            let length = 1 + dice.bits() % 3;
            clauses.push(clause(&mut dice, variables, length));
            solver.add_clause(clauses.last().expect("it was just added"));
        }
    }
}

/// If this failed, a caller that assumes a literal many times would meet a panic: each time is a level.
#[test]
fn assumptions_may_be_repeated() {
    let mut cnf = Cnf::with_primary(3);
    let [a, b, c] = [0, 1, 2].map(|var| Var::new(var).positive());
    cnf.add_clause([!a, !b, c]);
    cnf.add_clause([!a, !b, !c]);
    let mut solver = Cdcl::with_clauses(&cnf, Effort::default());
    let assumed = [vec![a; 20], vec![b]].concat();
    assert_eq!(solver.solve(&assumed), Answer::Unsatisfiable);
    assert_eq!(solver.failed(), [a, b]);
}

/// If this failed, larger questions would get wrong answers: those that need restarts, reductions and both modes.
#[test]
fn larger_questions_are_answered_as_by_varisat() {
    let mut dice = Dice::new(12);
    let (mut models, mut refutations) = (0, 0);
    for _ in 0..40 {
        let count = 190 + dice.bits() % 100;
        let cnf = random(&mut dice, 90, count, 3);
        let mut solver = Cdcl::with_clauses(&cnf, Effort::default()).hasty();
        let answer = solver.solve(&[]);
        assert_eq!(answer, Varisat::with_clauses(&cnf).solve(&[]));
        if answer == Answer::Satisfiable {
            assert!(is_model(&solver, cnf.clauses()));
            models += 1;
        } else {
            refutations += 1;
        }
    }
    assert!(models > 3 && refutations > 3, "{models} and {refutations}: both are to be tried");
}

/// If this failed, a caller that takes over learned clauses would lose models, or get the same clauses again and again.
#[test]
fn lessons_follow_from_the_clauses_and_are_given_once() {
    let mut dice = Dice::new(14);
    let mut count = 0;
    for _ in 0..4 {
        let mut cnf = Cnf::with_primary(120);
        (0..490).for_each(|_| cnf.add_clause(clause(&mut dice, 120, 3)));
        let mut solver = Cdcl::with_clauses(&cnf, Effort::default());
        for _ in 0..3 {
            let assumed = clause(&mut dice, 120, 4);
            solver.solve(&assumed);
            let mut lessons = Vec::new();
            solver.take_lessons(&mut |clause| lessons.push(clause.to_vec()));
            for lesson in lessons.iter().step_by(20) {
                let denied: Vec<Lit> = lesson.iter().map(|&lit| !lit).collect();
                let answer = Varisat::with_clauses(&cnf).solve(&denied);
                assert_eq!(answer, Answer::Unsatisfiable, "{lesson:?}");
            }
            count += lessons.len();
            solver.take_lessons(&mut |clause| panic!("once more: {clause:?}"));
        }
    }
    assert!(count > 500, "{count} are too few for a test");
}

/// True if unit propagation refutes the clauses together with the denial of one.
fn follows(clauses: &[Vec<i64>], clause: &[i64]) -> bool {
    let mut holds: std::collections::HashSet<i64> = clause.iter().map(|lit| -lit).collect();
    loop {
        let mut unit = None;
        for clause in clauses.iter().filter(|clause| !clause.iter().any(|l| holds.contains(l))) {
            let mut open = clause.iter().filter(|lit| !holds.contains(&-**lit));
            match (open.next(), open.next()) {
                (None, _) => return true,
                (Some(&lit), None) => unit = Some(lit),
                _ => {}
            }
        }
        match unit {
            Some(lit) => holds.insert(lit),
            None => return false,
        };
    }
}

/// Goes through a proof forwards: each step must follow, and each clause that is deleted be there.
fn check(cnf: &Cnf, proof: &str) {
    let sorted = |mut clause: Vec<i64>| {
        clause.sort_unstable();
        clause
    };
    let numbers = |clause: &[Lit]| sorted(clause.iter().map(|lit| lit.to_dimacs()).collect());
    let mut clauses: Vec<Vec<i64>> = cnf.clauses().map(numbers).collect();
    for line in proof.lines() {
        let deleted = line.strip_prefix("d ");
        let step = deleted.unwrap_or(line).split_whitespace().map(|word| word.parse::<i64>());
        let step = step.map(|number| number.expect("a number")).take_while(|&number| number != 0);
        let step = sorted(step.collect());
        if deleted.is_some() {
            let at = clauses.iter().position(|clause| *clause == step);
            clauses.swap_remove(at.unwrap_or_else(|| panic!("{line}: there is no such clause")));
            continue;
        }
        assert!(follows(&clauses, &step), "this step does not follow: {line}");
        if step.is_empty() {
            return;
        }
        clauses.push(step);
    }
    panic!("the proof does not reach the empty clause");
}

/// If this failed, `--proof` would write what no checker accepts.
#[test]
fn proofs_are_accepted() {
    let mut dice = Dice::new(13);
    let mut formulas = vec![pigeons(5), pigeons(6)];
    formulas.extend((0..60).map(|_| random(&mut dice, 12, 60, 3)));
    formulas.extend((0..6).map(|_| random(&mut dice, 40, 200, 3)));
    for cnf in formulas {
        let mut proof = Vec::new();
        let answer = Cdcl::proving(&cnf, Effort::default(), &mut proof).hasty().solve(&[]);
        if answer == Answer::Unsatisfiable {
            check(&cnf, &String::from_utf8(proof).expect("numbers"));
        }
    }
}

/// If this failed, Ctrl-C would be waited out. This question takes years.
#[test]
fn a_question_can_be_left_and_asked_again() {
    let effort = Effort::default();
    let mut solver = Cdcl::with_clauses(&pigeons(40), effort.clone());
    let raised = effort.clone();
    let thread = std::thread::spawn(move || {
        std::thread::sleep(std::time::Duration::from_millis(200));
        raised.stop();
    });
    assert_eq!(solver.solve(&[]), Answer::Stopped);
    thread.join().expect("it only sleeps");
    effort.go_on();
    let two = [Var::new(0).positive(), Var::new(39).positive()];
    assert_eq!(solver.solve(&two), Answer::Unsatisfiable, "two pigeons in one hole");
    assert_eq!(solver.failed().len(), 2);
}
