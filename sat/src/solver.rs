//! Single questions: is there a model, and if not, which assumptions are to blame?
//!
//! The trait is as narrow as IPASIR, so that one solver can stand for another.

use crate::{Lit, Statistics, Var};

/// An incremental solver.
pub trait Solver {
    /// Adds a clause for good. The empty one makes everything unsatisfiable.
    fn add_clause(&mut self, clause: &[Lit]);

    /// Tells whether the clauses have a model in which the assumptions hold.
    fn solve(&mut self, assumptions: &[Lit]) -> Answer;

    /// The value in the model last found, or none if the last answer was not
    /// [`Answer::Satisfiable`]. Variables that occur nowhere are false.
    fn value(&self, var: Var) -> Option<bool>;

    /// Assumptions that cannot hold together, after [`Answer::Unsatisfiable`]. They are not
    /// necessarily the fewest.
    fn failed(&self) -> &[Lit];

    /// Gives up from now on after so many more conflicts, where these are counted.
    fn limit_conflicts(&mut self, _conflicts: u64) {}

    /// Announces that a variable will be mentioned in later clauses or questions.
    fn freeze(&mut self, _var: Var) {}

    /// Announces that models with this literal are wanted rather than others, where there is a choice.
    fn prefer(&mut self, _lit: Lit) {}

    /// Hands out clauses that follow from those that were added, and are short or of much use: each once.
    fn take_lessons(&mut self, _take: &mut dyn FnMut(&[Lit])) {}

    /// The cost of the search so far, or nothing where that is not known.
    fn statistics(&self) -> Statistics {
        Statistics::default()
    }
}

/// The answer to one question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// There is a model.
    Satisfiable,
    /// There is none.
    Unsatisfiable,
    /// The caller did not wait: a flag was raised.
    Stopped,
}

/// The last answer and its evidence.
#[derive(Default)]
pub(crate) enum SolverOutcome {
    /// Nothing was asked, or the search was stopped.
    #[default]
    Unasked,
    /// The values of the variables. Those beyond are false.
    Model(Vec<bool>),
    /// Assumptions that contradict the clauses.
    Core(Vec<Lit>),
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
