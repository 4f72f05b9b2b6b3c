//! [`Solver`] by varisat (Harder 2019): another search than ours, written in Rust, incremental, with
//! assumptions and failed cores.

use varisat::ExtendFormula;

use super::solver::SolverOutcome;
use crate::{Answer, Cnf, Lit, Solver, Var};

/// [`Solver`] by the varisat crate.
#[derive(Default)]
pub struct Varisat {
    solver: varisat::Solver<'static>,
    /// The last answer and its evidence.
    pub(crate) outcome: SolverOutcome,
}

impl Varisat {
    /// A solver without clauses.
    pub fn new() -> Self {
        Self::default()
    }

    /// A solver with the clauses of `cnf`.
    pub fn with_clauses(cnf: &Cnf) -> Self {
        let mut solver = Self::new();
        cnf.clauses().for_each(|clause| solver.add_clause(clause));
        solver
    }
}

impl Solver for Varisat {
    fn add_clause(&mut self, clause: &[Lit]) {
        self.outcome = SolverOutcome::Unasked;
        self.solver.add_clause(&clause.iter().map(|&lit| theirs(lit)).collect::<Vec<_>>());
    }

    fn solve(&mut self, assumptions: &[Lit]) -> Answer {
        self.solver.assume(&assumptions.iter().map(|&lit| theirs(lit)).collect::<Vec<_>>());
        let satisfiable = self.solver.solve().expect("varisat fails only at writing proofs");
        self.outcome = if satisfiable {
            SolverOutcome::Model(values(&self.solver.model().expect("there is one")))
        } else {
            let core = self.solver.failed_core().unwrap_or_default();
            SolverOutcome::Core(core.iter().map(|&lit| ours(lit)).collect())
        };
        self.outcome.answer()
    }

    fn value(&self, var: Var) -> Option<bool> {
        self.outcome.value(var)
    }

    fn failed(&self) -> &[Lit] {
        self.outcome.failed()
    }
}

fn values(model: &[varisat::Lit]) -> Vec<bool> {
    let variables = model.iter().map(|lit| lit.index() + 1).max().unwrap_or(0);
    let mut values = vec![false; variables];
    model.iter().for_each(|lit| values[lit.index()] = lit.is_positive());
    values
}

fn theirs(lit: Lit) -> varisat::Lit {
    varisat::Lit::from_index(lit.var().index(), lit.is_positive())
}

fn ours(lit: varisat::Lit) -> Lit {
    let index = u32::try_from(lit.index()).expect("it was ours before");
    Var::new(index).lit(lit.is_positive())
}
