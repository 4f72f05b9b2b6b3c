//! Several orders in turn, with growing limits: the same ones on every machine.

use num_bigint::BigUint;

use super::compiler::{Algebra, CountAlgebra};
use super::compiler::{Compiler, DecisionOrder};
use super::formula::{CnfFormula, Residual, eliminated};
use super::graph::CompiledGraph;
use super::{Cost, CountOutcome, Limits};
use crate::{Cnf, Effort, Lit, Var};

/// The number of models of a formula, projected on these variables, and its cost. The variables are
/// best decided on in this order.
///
/// # Panics
/// If a variable is not the formula's, or stands there twice.
pub fn count(
    cnf: &Cnf,
    projected: &[Var],
    limits: Limits,
    effort: &Effort,
) -> (CountOutcome<BigUint>, Cost) {
    let (outcome, cost) = in_turn(cnf, projected, limits, effort, CountAlgebra);
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
) -> (CountOutcome<CompiledGraph>, Cost) {
    let (outcome, cost) = in_turn(cnf, projected, limits, effort, CompiledGraph::new());
    (outcome.map(|(graph, root)| graph.with_root(root)), cost)
}

/// The first try has so many nodes, each further round twice as many. The values of components are
/// remembered from try to try, whichever order met them: so each order goes on about where it was
/// given up, and all tries together cost about twice as much for each order as the best order
/// alone, unless too much had to be forgotten.
const FIRST: u64 = 1 << 12;

fn in_turn<A: Algebra>(
    cnf: &Cnf,
    projected: &[Var],
    limits: Limits,
    effort: &Effort,
    algebra: A,
) -> (CountOutcome<(A, A::Value)>, Cost) {
    let mut compiler = compiler(cnf, projected, limits.bytes, effort, algebra);
    let outcome = rounds(&mut compiler, limits.nodes);
    let cost = compiler.cost();
    (outcome.map(|value| (compiler.algebra, value)), cost)
}

/// A search for the models of a formula, projected on these variables, before its first step.
///
/// # Panics
/// As [`count`].
pub(super) fn compiler<A: Algebra>(
    cnf: &Cnf,
    projected: &[Var],
    bytes: usize,
    effort: &Effort,
    algebra: A,
) -> Compiler<A> {
    let mut is_projected = vec![false; cnf.variables()];
    for var in projected {
        let before = std::mem::replace(&mut is_projected[var.index()], true);
        assert!(!before, "{var:?} is projected twice");
    }
    let clauses = match clauses(cnf) {
        Some(clauses) => eliminated(clauses, &is_projected, effort),
        None => vec![Vec::new()],
    };
    let residual = Residual::new(CnfFormula::new(cnf.variables(), &clauses), is_projected);
    Compiler::new(algebra, residual, projected, bytes, effort.clone())
}

fn rounds<A: Algebra>(compiler: &mut Compiler<A>, most: u64) -> CountOutcome<A::Value> {
    if !compiler.begin() {
        return CountOutcome::Done(compiler.none());
    }
    let mut nodes = FIRST;
    loop {
        for order in [DecisionOrder::Given, DecisionOrder::Dissecting, DecisionOrder::Reverse] {
            if !compiler.decide_by(order) {
                continue;
            }
            let until = compiler.cost().nodes.saturating_add(nodes).min(most);
            match compiler.attempt(until) {
                CountOutcome::Outgrown if until < most => {}
                outcome => return outcome,
            }
        }
        nodes *= 2;
    }
}

/// Clauses without repetitions and tautologies, or nothing if one is empty.
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
