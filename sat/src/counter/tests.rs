//! Counts, graphs and draws beside brute force and closed formulas.

use num_bigint::BigUint;

use super::compiler::CountAlgebra;
use super::compiler::{Compiler, DecisionOrder};
use super::dissection::dissected;
use super::formula::{CnfFormula, Residual};
use super::{
    CompiledGraph, CountOutcome, Dice, Limits, Sampler, compile, count, count_in_order, count_soon,
};
use crate::testing::pigeons;
use crate::{Cnf, Effort, Lit, Var};

/// A formula of a few variables, the first ones projected.
fn random(dice: &mut Dice) -> Cnf {
    let mut below = |bound: u64| dice.bits() % bound;
    let (projected, others) = (below(7), below(6));
    let mut cnf = Cnf::with_primary(projected as u32);
    (0..others).for_each(|_| _ = cnf.fresh());
    let variables = projected + others;
    for _ in 0..below(3 * variables + 1) {
        let length = 1 + below(4).min(variables);
        let lit = |bits: u64| Var::new((bits >> 1) as u32).lit(bits & 1 == 0);
        cnf.add_clause((0..length).map(|_| lit(below(2 * variables))));
    }
    cnf
}

fn holds(lit: Lit, bits: u32) -> bool {
    (bits >> lit.var().index() & 1 == 1) == lit.is_positive()
}

/// The projected models, by trying every assignment.
fn models(cnf: &Cnf) -> Vec<u32> {
    let satisfies = |&bits: &u32| cnf.clauses().all(|c| c.iter().any(|&lit| holds(lit, bits)));
    let mask = (1 << cnf.primary()) - 1;
    let all = 0u32..1 << cnf.variables();
    let mut found: Vec<u32> = all.filter(satisfies).map(|bits| bits & mask).collect();
    found.sort_unstable();
    found.dedup();
    found
}

fn projected(cnf: &Cnf) -> Vec<Var> {
    (0..cnf.primary() as u32).rev().map(Var::new).collect()
}

fn counted(cnf: &Cnf) -> BigUint {
    let (outcome, _) = count(cnf, &projected(cnf), Limits::default(), &Effort::default());
    outcome.done().expect("it is small")
}

fn compiled(cnf: &Cnf) -> CompiledGraph {
    let (outcome, _) = compile(cnf, &projected(cnf), Limits::default(), &Effort::default());
    outcome.done().expect("it is small")
}

/// If it failed, a component, a propagation or an elimination would lose or invent models.
#[test]
fn counts_are_those_of_brute_force() {
    let mut dice = Dice::new(1);
    let mut with_models = 0;
    for round in 0..4_000 {
        let cnf = random(&mut dice);
        let expected = models(&cnf).len();
        with_models += usize::from(expected > 0);
        assert_eq!(counted(&cnf), BigUint::from(expected), "{round}: {cnf:?}");
        let (told, _) =
            count_in_order(&cnf, &projected(&cnf), Limits::default(), &Effort::default());
        let (number, mut order) = told.done().expect("it is small");
        order.sort_unstable_by(|a, b| b.cmp(a));
        assert_eq!((number, order), (BigUint::from(expected), projected(&cnf)), "{round}");
        let graph = compiled(&cnf);
        assert_eq!(graph.count(), BigUint::from(expected), "{round}: {cnf:?}");
        assert_eq!(graph.is_empty(), expected == 0);
    }
    assert!(with_models > 1_000, "{with_models} have models");
}

/// If it failed, the order, forgetting or elimination would change a count.
#[test]
fn neither_order_nor_memory_matters() {
    let mut dice = Dice::new(2);
    let effort = Effort::default();
    for _ in 0..1_000 {
        let cnf = random(&mut dice);
        let Some(clauses) = clauses(&cnf) else { continue };
        let mut is_projected = vec![false; cnf.variables()];
        is_projected[..cnf.primary()].fill(true);
        for order in [DecisionOrder::Given, DecisionOrder::Dissecting, DecisionOrder::Reverse] {
            let formula = CnfFormula::new(cnf.variables(), &clauses);
            let residual = Residual::new(formula, is_projected.clone());
            let given = projected(&cnf);
            let mut compiler = Compiler::new(CountAlgebra, residual, &given, 300, effort.clone());
            let models = models(&cnf).len();
            let has_models = compiler.begin();
            assert!(has_models || models == 0, "{cnf:?}");
            if has_models {
                assert!(compiler.decide_by(order), "{cnf:?}");
                let outcome = compiler.attempt(u64::MAX);
                assert_eq!(outcome, CountOutcome::Done(models.into()), "{cnf:?}");
            }
        }
    }
}

/// If it failed, an attempt that was given up would leave something behind.
#[test]
fn an_attempt_can_be_made_again() {
    let mut dice = Dice::new(6);
    let effort = Effort::default();
    for _ in 0..1_000 {
        let cnf = random(&mut dice);
        let Some(clauses) = clauses(&cnf) else { continue };
        let mut is_projected = vec![false; cnf.variables()];
        is_projected[..cnf.primary()].fill(true);
        let residual = Residual::new(CnfFormula::new(cnf.variables(), &clauses), is_projected);
        let given = projected(&cnf);
        let mut compiler = Compiler::new(CountAlgebra, residual, &given, 1 << 20, effort.clone());
        if !compiler.begin() {
            continue;
        }
        let orders = [DecisionOrder::Given, DecisionOrder::Dissecting, DecisionOrder::Reverse];
        let attempts = (1..).map(|round| {
            assert!(compiler.decide_by(orders[round % 3]), "{cnf:?}");
            compiler.attempt((round * round) as u64)
        });
        let outcome = attempts.into_iter().find(|outcome| *outcome != CountOutcome::Outgrown);
        assert_eq!(outcome, Some(CountOutcome::Done(models(&cnf).len().into())), "{cnf:?}");
    }
}

/// If it failed, an order that cannot be had would use up what the others may spend: of so many variables no
/// dissection is looked for, and the second order ends what the first one has begun.
#[test]
fn an_order_that_cannot_be_had_is_passed_over() {
    let pairs = 4_500;
    let mut cnf = Cnf::with_primary(2 * pairs);
    for pair in 0..pairs {
        cnf.add_clause([Var::new(2 * pair).positive(), Var::new(2 * pair + 1).positive()]);
    }
    let limits = Limits { nodes: 5_000, ..Limits::default() };
    let (outcome, cost) = compile(&cnf, &projected(&cnf), limits, &Effort::default());
    let graph = outcome.done().unwrap_or_else(|| panic!("{cost:?}"));
    assert_eq!(graph.count(), BigUint::from(3u8).pow(pairs));
}

/// Cells of which no two neighbours and the one between them are alike: they hold together everywhere.
fn grid(rows: u32, columns: u32) -> Cnf {
    let mut cnf = Cnf::with_primary(rows * columns);
    let cell = |row: u32, column: u32| Var::new(row * columns + column);
    for row in 1..rows {
        for column in 1..columns {
            let around = [cell(row, column), cell(row - 1, column), cell(row, column - 1)];
            cnf.add_clause(around.map(Var::positive));
            cnf.add_clause(around.map(Var::negative));
        }
    }
    cnf
}

/// If it failed, what an order costs to find would be no part of what may be spent.
#[test]
fn an_order_that_is_long_to_find_is_charged() {
    let cnf = grid(24, 40);
    let spent = |nodes| {
        let limits = Limits { nodes, ..Limits::default() };
        let (outcome, cost) = count(&cnf, &projected(&cnf), limits, &Effort::default());
        assert_eq!(outcome, CountOutcome::Outgrown);
        cost.nodes
    };
    // One step is never refused.
    let first = spent(4_096);
    assert!(spent(4_097) > first + 2, "the second order was looked for");
}

/// If it failed, components that are alike would be taken apart each for itself, or others be taken for alike:
/// several formulas beside each other, each with its variables in an order of its own.
#[test]
fn what_is_alike_is_known() {
    let (mut dice, mut alike) = (Dice::new(8), 0);
    for _ in 0..500 {
        let (first, second) = (random(&mut dice), random(&mut dice));
        let parts = [&first, &second, &first, &second, &first];
        let primary = parts.iter().map(|part| part.primary() as u32).sum();
        let mut cnf = Cnf::with_primary(primary);
        let (mut taken, mut expected) = (0, BigUint::from(1u8));
        for part in parts {
            expected *= models(part).len();
            let own = part.primary() as u32;
            let mut names: Vec<u32> = (taken..taken + own).collect();
            (1..names.len()).for_each(|at| names.swap(at, dice.bits() as usize % (at + 1)));
            names.extend((part.primary()..part.variables()).map(|_| cnf.fresh().index() as u32));
            taken += own;
            for clause in part.clauses() {
                let name = |lit: &Lit| Var::new(names[lit.var().index()]).lit(lit.is_positive());
                cnf.add_clause(clause.iter().map(name));
            }
        }
        let limits = Limits::default();
        let (outcome, cost) = count(&cnf, &projected(&cnf), limits, &Effort::default());
        assert_eq!(outcome, CountOutcome::Done(expected), "{first:?} {second:?}");
        alike += cost.alike;
    }
    assert!(alike > 100, "{alike} were alike");
}

/// If it failed, partial orders of a size would be counted one by one: OEIS A001035.
#[test]
fn few_partial_orders_are_not_alike() {
    let size = 7;
    let below = |a: u32, b: u32| Var::new(a * size + b);
    let mut cnf = Cnf::with_primary(size * size);
    for a in 0..size {
        cnf.add_clause([below(a, a).positive()]);
        for b in (0..size).filter(|&b| b != a) {
            cnf.add_clause([below(a, b).negative(), below(b, a).negative()]);
            for c in 0..size {
                let path = [below(a, b).negative(), below(b, c).negative()];
                cnf.add_clause(path.into_iter().chain([below(a, c).positive()]));
            }
        }
    }
    let (outcome, cost) = count(&cnf, &projected(&cnf), Limits::default(), &Effort::default());
    assert_eq!(outcome, CountOutcome::Done(6_129_859u32.into()));
    assert!(cost.nodes < 20_000, "{cost:?}");
}

/// If it failed, a formula would be decided on at its ends: a chain of cliques is cut where two of them meet.
#[test]
fn the_middle_is_decided_on_first() {
    let (cliques, size) = (9, 5);
    let mut cnf = Cnf::with_primary(cliques * (size - 1) + 1);
    for clique in 0..cliques {
        cnf.add_clause((0..size).map(|at| Var::new(clique * (size - 1) + at).positive()));
    }
    let clauses = clauses(&cnf).expect("there is no empty clause");
    let formula = CnfFormula::new(cnf.variables(), &clauses);
    let residual = Residual::new(formula, vec![true; cnf.variables()]);
    let rank = dissected(&residual, &Effort::default()).rank.expect("it is small");
    let first = rank.iter().position(|&place| place == 0).expect("one is the first");
    assert_eq!(first % 4, 0, "{first} stands in one clique only");
    let mut sorted = rank.clone();
    sorted.sort_unstable();
    assert_eq!(sorted, (0..rank.len() as u32).collect::<Vec<_>>());
}

/// If it failed, an order would be looked for without end, or after a stop: in a clique of all variables no one is
/// in the middle.
#[test]
fn what_takes_too_long_to_dissect_has_no_order() {
    let clique = |size: u32| {
        let clause: Vec<Lit> = (0..size).map(|at| Var::new(at).positive()).collect();
        Residual::new(CnfFormula::new(size as usize, &[clause]), vec![true; size as usize])
    };
    assert!(dissected(&clique(500), &Effort::default()).rank.is_some());
    assert!(dissected(&clique(500), &Effort::none()).rank.is_none());
    assert!(dissected(&clique(4_000), &Effort::default()).rank.is_none());
}

/// If it failed, the variables of a component would have no order, or that of their numbers.
#[test]
fn each_component_is_dissected_or_none_is() {
    let of = |sizes: [u32; 2]| {
        let clauses = [0..sizes[0], sizes[0]..sizes[0] + sizes[1]]
            .map(|vars| vars.map(|at| Var::new(at).positive()).collect::<Vec<Lit>>());
        let all = (sizes[0] + sizes[1]) as usize;
        let residual = Residual::new(CnfFormula::new(all, &clauses), vec![true; all]);
        dissected(&residual, &Effort::default())
    };
    let rank = of([3, 5]).rank.expect("both are small");
    for component in [&rank[..3], &rank[3..]] {
        let mut sorted = component.to_vec();
        sorted.sort_unstable();
        assert_eq!(sorted, (0..component.len() as u32).collect::<Vec<_>>());
    }
    assert!(of([3, (1 << 13) + 1]).rank.is_none());
    assert!(of([(1 << 13) + 1, 3]).rank.is_none());
}

/// If it failed, models with given literals would be counted wrong.
#[test]
fn a_graph_counts_under_assumptions() {
    let mut dice = Dice::new(3);
    for _ in 0..1_000 {
        let cnf = random(&mut dice);
        let assumed: Vec<Lit> = projected(&cnf)
            .into_iter()
            .filter_map(|var| match dice.bits() % 3 {
                0 => None,
                sign => Some(var.lit(sign == 1)),
            })
            .collect();
        let expected =
            models(&cnf).iter().filter(|&&m| assumed.iter().all(|&l| holds(l, m))).count();
        let found = compiled(&cnf).count_where(|lit| !assumed.contains(&!lit));
        assert_eq!(found, BigUint::from(expected), "{cnf:?} {assumed:?}");
    }
}

/// If it failed, the instance with an id would be another one than listing gives it to, or be looked for after a
/// stop, or in more memory than there is.
#[test]
fn ranks_are_places_in_the_list() {
    let mut dice = Dice::new(9);
    for _ in 0..500 {
        let cnf = random(&mut dice);
        let order: Vec<Lit> =
            projected(&cnf).into_iter().map(|var| var.lit(dice.bits() & 1 == 0)).collect();
        let mut sorted = models(&cnf);
        sorted
            .sort_by_key(|&bits| order.iter().map(|&lit| !holds(lit, bits)).collect::<Vec<bool>>());
        let graph = compiled(&cnf);
        let ranked = |graph: &CompiledGraph, rank: usize, effort: &Effort| {
            graph.ranked(&order, &rank.into(), effort)
        };
        for (rank, &bits) in sorted.iter().enumerate() {
            let place = ranked(&graph, rank, &Effort::default());
            let literals = place.done().flatten().expect("there are as many");
            assert!(literals.iter().all(|&lit| holds(lit, bits)), "{rank}: {cnf:?}");
            assert_eq!(literals.len(), order.len());
        }
        let beyond = ranked(&graph, sorted.len(), &Effort::default());
        assert_eq!(beyond, CountOutcome::Done(None), "{cnf:?}");
        assert_eq!(ranked(&graph, 0, &Effort::none()), CountOutcome::Stopped);
        assert_eq!(ranked(&graph, 0, &Effort::within(1)), CountOutcome::Outgrown);
    }
}

/// If it failed, draws would not be models, or some be drawn more often than others.
#[test]
fn draws_are_models_and_uniform() {
    let mut dice = Dice::new(4);
    let (mut chi_squared, mut freedom) = (0.0, 0);
    for _ in 0..300 {
        let cnf = random(&mut dice);
        let models = models(&cnf);
        if models.is_empty() {
            continue;
        }
        let mut sampler = Sampler::new(compiled(&cnf));
        let mut drawn = vec![0u32; models.len()];
        let each = 50;
        for _ in 0..each * models.len() {
            let (mut bits, mut set) = (0, 0);
            sampler.draw(&mut dice, |lit| {
                bits |= u32::from(lit.is_positive()) << lit.var().index();
                set += 1;
            });
            assert_eq!(set, cnf.primary(), "each projected variable once: {cnf:?}");
            drawn[models.binary_search(&bits).expect("it is a model")] += 1;
        }
        let off = |&times: &u32| (f64::from(times) - each as f64).powi(2) / each as f64;
        chi_squared += drawn.iter().map(off).sum::<f64>();
        freedom += models.len() - 1;
    }
    // The sum is nearly normal, so this is five standard deviations.
    let (mean, deviation) = (freedom as f64, (2.0 * freedom as f64).sqrt());
    assert!((chi_squared - mean).abs() < 5.0 * deviation, "{chi_squared} of {mean}");
}

/// If it failed, a factor would overflow, or free variables be lost: (2ⁿ − 1) for each of m clauses.
#[test]
fn closed_formulas() {
    let (clauses, width) = (40u32, 7u32);
    let mut cnf = Cnf::with_primary(clauses * width + 3);
    for clause in 0..clauses {
        cnf.add_clause((0..width).map(|at| Var::new(clause * width + at).positive()));
    }
    assert_eq!(counted(&cnf), (BigUint::from(127u8).pow(clauses)) << 3);
    assert_eq!(counted(&pigeons(6)), BigUint::ZERO);
    // Chains xᵢ → xᵢ₊₁ have one model more than variables.
    let mut chain = Cnf::with_primary(2_000);
    (1..2_000)
        .for_each(|at| chain.add_clause([Var::new(at - 1).negative(), Var::new(at).positive()]));
    assert_eq!(counted(&chain), BigUint::from(2_001u32));
}

/// If it failed, a count that ends early would be another number, or one that gets nowhere would go on.
#[test]
fn a_count_that_gets_nowhere_is_given_up() {
    let (mut dice, effort) = (Dice::new(11), Effort::default());
    for round in 0..500 {
        let cnf = random(&mut dice);
        let (outcome, _) = count_soon(&cnf, &projected(&cnf), Limits::default(), &effort);
        assert_eq!(outcome, CountOutcome::Done(models(&cnf).len().into()), "{round}: {cnf:?}");
    }
    let cnf = grid(24, 40);
    let (outcome, cost) = count_soon(&cnf, &projected(&cnf), Limits::default(), &effort);
    assert_eq!(outcome, CountOutcome::Outgrown);
    assert!(cost.nodes < 1 << 12, "{cost:?}");
}

/// If it failed, a gate that is defined on one side would be counted as a choice.
#[test]
fn one_sided_definitions_count_once() {
    let mut cnf = Cnf::with_primary(40);
    for at in 0..20 {
        let (x, y) = (Var::new(2 * at).positive(), Var::new(2 * at + 1).positive());
        let gate = cnf.fresh().positive();
        cnf.add_clause([!gate, x]);
        cnf.add_clause([!gate, y]);
        cnf.add_clause([gate, x]);
    }
    assert_eq!(counted(&cnf), BigUint::from(2u8).pow(20));
}

/// If it failed, a limit or a stop would be taken for an answer.
#[test]
fn limits_and_stops_are_no_answers() {
    let cnf = pigeons(9);
    let limits = Limits { nodes: 10, ..Limits::default() };
    let (outcome, cost) = count(&cnf, &projected(&cnf), limits, &Effort::default());
    assert_eq!(outcome, CountOutcome::Outgrown);
    assert!((10..20).contains(&cost.nodes), "{cost:?}");
    let (outcome, _) = count(&cnf, &projected(&cnf), Limits::default(), &Effort::none());
    assert_eq!(outcome, CountOutcome::Stopped);
}

/// If it failed, the same formula would be counted otherwise on another day.
#[test]
fn the_same_formula_costs_the_same() {
    let mut dice = Dice::new(5);
    for _ in 0..50 {
        let cnf = random(&mut dice);
        let once = || count(&cnf, &projected(&cnf), Limits::default(), &Effort::default());
        assert_eq!(once(), once());
    }
}

/// If it failed, the seed would not give the numbers that it gives now, and samples would change.
#[test]
fn dice_fall_as_ever() {
    let mut dice = Dice::new(7);
    let falls: Vec<u64> = (0..3).map(|_| dice.bits() >> 48).collect();
    let mut again = Dice::new(7);
    assert_eq!(falls, (0..3).map(|_| again.bits() >> 48).collect::<Vec<_>>());
    let bound = BigUint::from(10u8).pow(30);
    assert!((0..1_000).all(|_| dice.below(&bound) < bound));
    let small = BigUint::from(3u8);
    let fall = |dice: &mut Dice| dice.below(&small).to_u32_digits().first().copied().unwrap_or(0);
    let mut times = [0; 3];
    (0..3_000).for_each(|_| times[fall(&mut dice) as usize] += 1);
    assert!(times.iter().all(|&times| (850..1_150).contains(&times)), "{times:?}");
}

/// Clauses without repetitions and tautologies, or nothing if one is empty.
fn clauses(cnf: &Cnf) -> Option<Vec<Vec<Lit>>> {
    let mut clauses = Vec::with_capacity(cnf.len());
    for clause in cnf.clauses() {
        let mut clause = clause.to_vec();
        clause.sort_unstable();
        clause.dedup();
        if clause.is_empty() {
            return None;
        }
        if !clause.windows(2).any(|pair| pair[0] == !pair[1]) {
            clauses.push(clause);
        }
    }
    Some(clauses)
}
