//! Several orders in turn, with growing limits: the same ones on every machine.
//!
//! *Problem.* Who can list instead wants to know soon whether counting is hopeless. Of search trees of 12 nodes it takes
//! fifty times as long as the list, and of heap arrays it is the other way round. *Choice.* Each attempt tells about which part
//! of the formula it has taken apart. What is counted sooner than it is listed has half of it behind it within two thousand nodes,
//! most often, and the rest seldom has ([`count_soon`]). *Rejected.* To estimate how long the list
//! would take: the part of the order that is behind a search is off by a factor of a million where instances are shown
//! canonical, and estimates by random cubes cost more than many lists.

use num_bigint::BigUint;

use super::compiler::{Algebra, CountAlgebra};
use super::compiler::{Compiler, DecisionOrder};
use super::formula::{CnfFormula, Residual};
use super::graph::CompiledGraph;
use super::{Cost, CountOutcome, Limits};
use crate::{Cdcl, Cnf, Effort, Lit, Solver, Var};

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
    let (outcome, cost) = in_turn(cnf, projected, limits, effort, CountAlgebra, Patience::Whole);
    (outcome.map(|(_, count)| count), cost)
}

/// The same, with the order in which the variables were decided on: whoever counts again needs no second try.
///
/// # Panics
/// As [`count`].
pub fn count_in_order(
    cnf: &Cnf,
    projected: &[Var],
    limits: Limits,
    effort: &Effort,
) -> (CountOutcome<(BigUint, Vec<Var>)>, Cost) {
    let mut compiler = compiler(cnf, projected, limits.bytes, effort, CountAlgebra);
    let outcome = rounds(&mut compiler, limits.nodes, Patience::Whole);
    (outcome.map(|number| (number, compiler.order(projected))), compiler.cost())
}

/// The same, but given up where after a while no order has got far.
///
/// # Panics
/// As [`count`].
pub fn count_soon(
    cnf: &Cnf,
    projected: &[Var],
    limits: Limits,
    effort: &Effort,
) -> (CountOutcome<BigUint>, Cost) {
    let (outcome, cost) = in_turn(cnf, projected, limits, effort, CountAlgebra, Patience::Short);
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
    let algebra = CompiledGraph::new();
    let (outcome, cost) = in_turn(cnf, projected, limits, effort, algebra, Patience::Whole);
    (outcome.map(|(graph, root)| graph.with_root(root)), cost)
}

/// How long a count goes on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Patience {
    /// Up to the limits.
    Whole,
    /// As long as some order gets on, too.
    Short,
}

impl Patience {
    /// The nodes of the first try of each order.
    fn first(self) -> u64 {
        match self {
            Patience::Whole => FIRST,
            Patience::Short => FIRST / 16,
        }
    }

    /// The part that some order must have done after so many nodes of all orders: half of all after two thousand.
    fn least(self, nodes: u64) -> f64 {
        const ALL: f64 = (1 << 12) as f64;
        match self {
            Patience::Whole => 0.0,
            Patience::Short => (nodes as f64 / ALL).clamp(1.0 / 16.0, 0.5),
        }
    }

    /// The very first try is so many times as long: more formulas fall apart in the order that is given than in any other.
    fn longer(self) -> u64 {
        match self {
            Patience::Whole => 1,
            Patience::Short => 3,
        }
    }

    /// True if an order has its next try before the others have theirs: it has done more than half.
    fn goes_on_at_once(self, done: f64) -> bool {
        self == Patience::Short && done > 0.5
    }
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
    patience: Patience,
) -> (CountOutcome<(A, A::Value)>, Cost) {
    let mut compiler = compiler(cnf, projected, limits.bytes, effort, algebra);
    let outcome = rounds(&mut compiler, limits.nodes, patience);
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
    let clauses = simplified(cnf, projected, effort).unwrap_or_else(|| vec![Vec::new()]);
    let residual = Residual::new(CnfFormula::new(cnf.variables(), &clauses), is_projected);
    Compiler::new(algebra, residual, projected, bytes, effort.clone())
}

/// Clauses with the same projected models, or `None` if there are none: the variables that are not counted are resolved
/// away where that makes the formula no larger. Gates that are used once or twice go like this, and with them the variables on
/// which components would have to agree.
fn simplified(cnf: &Cnf, projected: &[Var], effort: &Effort) -> Option<Vec<Vec<Lit>>> {
    let mut solver = Cdcl::new(effort.clone());
    projected.iter().for_each(|&var| solver.freeze(var));
    cnf.clauses().for_each(|clause| solver.add_clause(clause));
    solver.simplified(0)
}

fn rounds<A: Algebra>(
    compiler: &mut Compiler<A>,
    most: u64,
    patience: Patience,
) -> CountOutcome<A::Value> {
    if !compiler.begin() {
        return CountOutcome::Done(compiler.none());
    }
    let mut nodes = patience.first();
    let mut longer = patience.longer();
    loop {
        let mut furthest = 0f64;
        for order in [DecisionOrder::Given, DecisionOrder::Dissecting, DecisionOrder::Reverse] {
            if !compiler.decide_by(order) {
                continue;
            }
            let tried = nodes * std::mem::replace(&mut longer, 1);
            for nodes in [tried, 2 * tried] {
                let until = compiler.cost().nodes.saturating_add(nodes).min(most);
                match compiler.attempt(until) {
                    CountOutcome::Outgrown if until < most => {}
                    outcome => return outcome,
                }
                furthest = furthest.max(compiler.progress());
                if !patience.goes_on_at_once(compiler.progress()) {
                    break;
                }
            }
        }
        if furthest < patience.least(compiler.cost().nodes) {
            return CountOutcome::Outgrown;
        }
        nodes *= 2;
    }
}
