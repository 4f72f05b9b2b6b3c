//! Problems whose numbers of solutions are known from elsewhere, as formulas built by hand.

mod support;

use std::sync::atomic::{AtomicBool, Ordering};

use korrel_sat::{
    Blocking, Cnf, Effort, Enumerator, Models, Options, Projection, Step, Var, Varisat,
};

/// n queens on an n × n board, a variable for each square.
fn queens(n: u32) -> Cnf {
    let square = |row: u32, column: u32| Var::new(row * n + column);
    let mut cnf = Cnf::with_primary(n * n);
    for row in 0..n {
        cnf.add_clause((0..n).map(|column| square(row, column).positive()));
    }
    let squares = || (0..n).flat_map(|row| (0..n).map(move |column| (row, column)));
    for (a, b) in squares() {
        for (c, d) in squares().filter(|&other| other > (a, b)) {
            if a == c || b == d || a.abs_diff(c) == b.abs_diff(d) {
                cnf.add_clause([square(a, b).negative(), square(c, d).negative()]);
            }
        }
    }
    cnf
}

/// n × n Latin squares, a variable for each row, column and symbol.
fn latin_squares(n: u32) -> Cnf {
    let cell = |row: u32, column: u32, symbol: u32| Var::new((row * n + column) * n + symbol);
    let mut cnf = Cnf::with_primary(n * n * n);
    let mut exactly_one = |vars: Vec<Var>| {
        cnf.add_clause(vars.iter().map(|var| var.positive()));
        for (index, a) in vars.iter().enumerate() {
            vars[..index].iter().for_each(|b| cnf.add_clause([a.negative(), b.negative()]));
        }
    };
    for i in 0..n {
        for j in 0..n {
            exactly_one((0..n).map(|k| cell(i, j, k)).collect());
            exactly_one((0..n).map(|k| cell(i, k, j)).collect());
            exactly_one((0..n).map(|k| cell(k, i, j)).collect());
        }
    }
    cnf
}

fn count(engine: &mut impl Models) -> usize {
    std::iter::from_fn(|| (engine.next() == Step::Model).then_some(())).count()
}

fn enumerate(cnf: &Cnf, options: Options) -> usize {
    let mut engine = Enumerator::new(cnf, &Projection::primary(cnf), options, Effort::default());
    count(&mut engine)
}

fn option_combinations() -> [Options; 5] {
    let default = Options::default();
    [
        default,
        Options { learn: false, guide_after: None, ..default },
        Options { reduce_at: 10, guide_after: None, ..default },
        Options { reduce_at: 10, guide_after: Some(0), ..default },
        Options { reduce_at: 50, guide_after: Some(5), learn: false, ..default },
    ]
}

/// The searches are long enough here for restarts, reductions and questions to come many times:
/// a wrong count means that one of them loses or repeats models. OEIS A000170 and A002860.
#[test]
fn known_numbers_of_solutions() {
    for (cnf, expected) in
        [(queens(6), 4), (queens(8), 92), (queens(9), 352), (latin_squares(4), 576)]
    {
        for options in option_combinations() {
            assert_eq!(enumerate(&cnf, options), expected, "{options:?}");
        }
    }
}

/// Memory must not grow with the number of models: blocking clauses in disguise would make it grow.
#[test]
fn many_models_leave_few_clauses() {
    let cnf = latin_squares(5);
    let projection = Projection::primary(&cnf);
    let mut engine = Enumerator::new(&cnf, &projection, Options::default(), Effort::default());
    assert_eq!(count(&mut engine), 161_280);
    assert!(engine.statistics().learned < 100, "{:?}", engine.statistics());
}

/// Without constraints, models count down in binary, and exactly the positions from the flipped
/// one on change. A smaller `changed_from` would be sound but make writers slow.
#[test]
fn changed_from_is_exact_on_a_cube() {
    let n = 12;
    let cnf = Cnf::with_primary(n);
    let projection = Projection::primary(&cnf);
    let mut engine = Enumerator::new(&cnf, &projection, Options::default(), Effort::default());
    assert_eq!((engine.next(), engine.changed_from()), (Step::Model, 0));
    for index in 1..1u32 << n {
        let exact = (n - 1 - index.trailing_zeros()) as usize;
        assert_eq!((engine.next(), engine.changed_from()), (Step::Model, exact));
    }
    assert_eq!(engine.next(), Step::Exhausted);
}

/// The reference engine must agree, or comparing with it would prove nothing.
#[test]
fn the_reference_engine_agrees() {
    for (cnf, expected) in [(queens(6), 4), (queens(8), 92), (latin_squares(4), 576)] {
        let projection = Projection::primary(&cnf);
        let solver = Varisat::with_clauses(&cnf);
        let mut engine = Blocking::new(solver, &projection, Effort::default());
        assert_eq!(count(&mut engine), expected);
    }
}

/// No model: more pigeons than holes. Guided search must end as well.
#[test]
fn pigeons_do_not_fit() {
    let (pigeons, holes) = (7, 6);
    let mut cnf = Cnf::with_primary(pigeons * holes);
    let at = |pigeon: u32, hole: u32| Var::new(pigeon * holes + hole);
    for pigeon in 0..pigeons {
        cnf.add_clause((0..holes).map(|hole| at(pigeon, hole).positive()));
        for other in 0..pigeon {
            for hole in 0..holes {
                cnf.add_clause([at(pigeon, hole).negative(), at(other, hole).negative()]);
            }
        }
    }
    for options in option_combinations() {
        assert_eq!(enumerate(&cnf, options), 0, "{options:?}");
    }
}

fn random_3_cnf(random: &mut support::Random, variables: usize, clauses: usize) -> Cnf {
    let mut cnf = Cnf::with_primary(variables as u32);
    for _ in 0..clauses {
        cnf.add_clause([(); 3].map(|()| random.lit(variables)));
    }
    cnf
}

/// A search that asks questions after so many conflicts, if at all.
fn asking_after(cnf: &Cnf, guide_after: Option<u64>) -> Enumerator {
    let options = Options { guide_after, ..Options::default() };
    Enumerator::new(cnf, &Projection::primary(cnf), options, Effort::default())
}

/// Random 3-CNFs near the threshold hold few models or none, and a fixed order is lost in them.
/// If asking in activity order did not pay, large checks of real models would not end.
#[test]
fn guidance_pays_where_models_are_rare() {
    let mut random = support::Random(60);
    let (mut fixed, mut guided) = (0, 0);
    for _ in 0..4 {
        let cnf = random_3_cnf(&mut random, 150, 645);
        let run = |guide_after| {
            let mut engine = asking_after(&cnf, guide_after);
            (count(&mut engine), engine.statistics().conflicts)
        };
        let (without, with) = (run(None), run(Some(100)));
        assert_eq!(without.0, with.0);
        fixed += without.1;
        guided += with.1;
    }
    assert!(guided * 4 < fixed, "{guided} conflicts instead of {fixed}");
}

/// Listings in which questions have many turns, some of them in vain, and teach lessons that are taken over. If a
/// lesson or the end of a turn lost a model, or repeated one, the lists would differ.
#[test]
fn turns_of_questions_change_no_list() {
    let mut random = support::Random(61);
    let (mut models, mut asked) = (0, 0);
    for _ in 0..6 {
        let cnf = random_3_cnf(&mut random, 60, 248);
        let run = |guide_after| {
            let mut engine = asking_after(&cnf, guide_after);
            let mut list: Vec<Vec<bool>> = Vec::new();
            while engine.next() == Step::Model {
                list.push((0..60).map(|var| engine.value(Var::new(var))).collect());
            }
            (list, engine.statistics().conflicts)
        };
        let without = run(None);
        models += without.0.len();
        for guide_after in [1, 20] {
            let with = run(Some(guide_after));
            assert!(with.0 == without.0, "after {guide_after} conflicts");
            asked += usize::from(with.1 != without.1);
        }
    }
    assert!(models > 300 && asked > 8, "{models} models, other conflicts {asked} times");
}

/// The flag is raised in the middle of searching, by another thread, again and again. The solutions
/// listed before and after must still be every solution once.
#[test]
fn stopping_in_the_middle_loses_nothing() {
    let cnf = queens(8);
    let (effort, done) = (Effort::default(), AtomicBool::new(false));
    let projection = Projection::primary(&cnf);
    // Before the first stop: an engine that was cut while it was built stays so.
    let engines = option_combinations()
        .map(|options| Enumerator::new(&cnf, &projection, options, effort.clone()));
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                if effort.is_stopped() {
                    effort.go_on()
                } else {
                    effort.stop()
                }
                std::thread::yield_now();
            }
            effort.go_on();
        });
        let mut found = 0;
        for mut engine in engines {
            loop {
                match engine.next() {
                    Step::Model => found += 1,
                    Step::Stopped => std::thread::yield_now(),
                    Step::Exhausted => break,
                }
            }
        }
        done.store(true, Ordering::Relaxed);
        assert_eq!(found, 92 * option_combinations().len());
    });
}
