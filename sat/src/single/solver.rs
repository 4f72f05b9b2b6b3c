//! Single questions: is there a model, and if not, which assumptions are to blame?
//!
//! Questions such as "is this assertion valid" need one answer from a general solver with an
//! activity order, not an enumerator with a fixed one. The choice is varisat (Harder 2019):
//! incremental, with assumptions and failed cores, and written in Rust. CaDiCaL is faster on hard
//! formulas, but would bring a C++ compiler into every build. The trait is as narrow as IPASIR, so
//! another solver can be put after it.

use varisat::ExtendFormula;

use crate::{Cnf, Lit, Var};

/// An incremental solver.
pub trait Solver {
    /// Adds a clause for good; the empty one makes everything unsatisfiable.
    fn add_clause(&mut self, clause: &[Lit]);

    /// Whether the clauses have a model in which the assumptions hold.
    fn solve(&mut self, assumptions: &[Lit]) -> Answer;

    /// The value in the model last found; none if the last answer was not
    /// [`Answer::Satisfiable`]. Variables that occur nowhere are false.
    fn value(&self, var: Var) -> Option<bool>;

    /// Assumptions that cannot hold together, after [`Answer::Unsatisfiable`]; not necessarily
    /// the fewest.
    fn failed(&self) -> &[Lit];
}

/// The answer to one question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// There is a model.
    Satisfiable,
    /// There is none.
    Unsatisfiable,
    /// Whoever asked did not wait: a flag was raised.
    Stopped,
}

/// [`Solver`] by the varisat crate.
#[derive(Default)]
pub struct Varisat {
    solver: varisat::Solver<'static>,
    /// The last answer and its evidence.
    pub(crate) outcome: SolverOutcome,
}

#[derive(Default)]
pub(crate) enum SolverOutcome {
    #[default]
    Unasked,
    /// The values of the variables, as far as varisat mentions them.
    Model(Vec<bool>),
    /// Assumptions that contradict the clauses.
    Core(Vec<Lit>),
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

impl SolverOutcome {
    pub fn answer(&self) -> Answer {
        match self {
            SolverOutcome::Unasked => Answer::Stopped,
            SolverOutcome::Model(_) => Answer::Satisfiable,
            SolverOutcome::Core(_) => Answer::Unsatisfiable,
        }
    }

    pub fn value(&self, var: Var) -> Option<bool> {
        match self {
            SolverOutcome::Model(values) => Some(values.get(var.index()).copied().unwrap_or(false)),
            _ => None,
        }
    }

    pub fn failed(&self) -> &[Lit] {
        match self {
            SolverOutcome::Core(core) => core,
            _ => &[],
        }
    }
}

fn values(model: &[varisat::Lit]) -> Vec<bool> {
    let variables = model.iter().map(|lit| lit.index() + 1).max().unwrap_or(0);
    let mut values = vec![false; variables];
    model.iter().for_each(|lit| values[lit.index()] = lit.is_positive());
    values
}

pub(crate) fn theirs(lit: Lit) -> varisat::Lit {
    varisat::Lit::from_index(lit.var().index(), lit.is_positive())
}

fn ours(lit: varisat::Lit) -> Lit {
    let index = u32::try_from(lit.index()).expect("it was ours before");
    Var::new(index).lit(lit.is_positive())
}
