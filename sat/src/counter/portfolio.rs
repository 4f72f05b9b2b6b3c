//! Several orders in turn, with growing limits: the same ones on every machine.

use num_bigint::BigUint;

use super::algebra::{Algebra, Number};
use super::compiler::{Compiler, Order};
use super::eliminate::eliminated;
use super::formula::Formula;
use super::graph::Graph;
use super::residual::Residual;
use super::{Cost, Limits, Outcome};
use crate::{Cnf, Effort, Lit, Var};

/// How many models a formula has, projected on these variables, which are best decided on in this
/// order; and what it cost.
///
/// # Panics
/// If a variable is not the formula's, or stands there twice.
pub fn count(
    cnf: &Cnf,
    projected: &[Var],
    limits: Limits,
    effort: &Effort,
) -> (Outcome<BigUint>, Cost) {
    let (outcome, cost) = in_turn(cnf, projected, limits, effort, || Number);
    (outcome.map(|(_, count)| count), cost)
}

/// The same models as a graph.
///
/// # Panics
/// As [`count`].
pub fn compile(
    cnf: &Cnf,
    projected: &[Var],
    limits: Limits,
    effort: &Effort,
) -> (Outcome<Graph>, Cost) {
    let (outcome, cost) = in_turn(cnf, projected, limits, effort, Graph::new);
    (outcome.map(|(graph, root)| graph.with_root(root)), cost)
}

/// The first try has so many nodes, each further round twice as many: so all tries together cost at
/// most four times as much as the best order alone.
const FIRST: u64 = 1 << 12;

fn in_turn<A: Algebra>(
    cnf: &Cnf,
    projected: &[Var],
    limits: Limits,
    effort: &Effort,
    algebra: impl Fn() -> A,
) -> (Outcome<(A, A::Value)>, Cost) {
    let mut is_projected = vec![false; cnf.variables()];
    for var in projected {
        let before = std::mem::replace(&mut is_projected[var.index()], true);
        assert!(!before, "{var:?} is projected twice");
    }
    let mut cost = Cost::default();
    let Some(clauses) = clauses(cnf) else {
        let mut algebra = algebra();
        let none = algebra.none();
        return (Outcome::Done((algebra, none)), cost);
    };
    let clauses = eliminated(clauses, &is_projected, effort);
    let mut nodes = FIRST;
    loop {
        for order in [Order::Given, Order::Busiest] {
            let left = limits.nodes.saturating_sub(cost.nodes);
            let within = Limits { nodes: nodes.min(left), ..limits };
            let formula = Formula::new(cnf.variables(), &clauses);
            let residual = Residual::new(formula, is_projected.clone());
            let mut algebra = algebra();
            let mut compiler = Compiler::new(
                &mut algebra,
                residual,
                projected,
                order,
                within,
                effort,
                cnf.variables(),
            );
            let outcome = compiler.run();
            cost += compiler.cost();
            match outcome {
                Outcome::Outgrown if nodes < left => {}
                outcome => return (outcome.map(|value| (algebra, value)), cost),
            }
        }
        nodes *= 2;
    }
}

/// Clauses without repetitions and tautologies; nothing if one is empty.
pub(super) fn clauses(cnf: &Cnf) -> Option<Vec<Vec<Lit>>> {
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
