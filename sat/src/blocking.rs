//! Listing models with blocking clauses: the reference engine.
//!
//! After each model a clause forbids its projection. The clause has a literal for *every* variable
//! of the order: blocking only the true ones (the literature's usual economy) would also forbid
//! every model with more of them, and silently lose instances. Simple enough to be seen to be
//! right, and slow: the n-th model costs n clauses in time and memory. See
//! [`Enumerator`](crate::Enumerator) for the engine to use.

use crate::{Answer, Effort, Lit, Models, Projection, Solver, Statistics, Step, Var};

/// [`Models`] by any [`Solver`], in no particular order.
pub struct Blocking<S> {
    /// Holds the formula and all clauses of blocked and refused models.
    solver: S,
    /// The variables to project on.
    variables: Vec<Var>,
    /// The variables whose first values are shown with each model.
    witnesses: Vec<Var>,
    /// True if the solver stands at a model that nothing forbids yet.
    at_model: bool,
    /// Raised from outside to stop. It is looked at before each model.
    effort: Effort,
    /// Only models and refusals are counted.
    statistics: Statistics,
}

impl<S: Solver> Blocking<S> {
    /// Lists the models of the clauses in `solver`, projected on the projection's order.
    pub fn new(solver: S, projection: &Projection, effort: Effort) -> Self {
        let variables = projection.order.iter().map(|lit| lit.var()).collect();
        let witnesses = projection.witnesses.clone();
        let statistics = Statistics::default();
        Self { solver, variables, witnesses, at_model: false, effort, statistics }
    }

    /// Goes to the one of the models with this projection whose witnesses come first: true before
    /// false, in their order.
    fn choose_witnesses(&mut self) -> Answer {
        let same = |&var: &Var| var.lit(self.value(var));
        let mut chosen: Vec<Lit> = self.variables.iter().map(same).collect();
        for var in self.witnesses.clone() {
            chosen.push(var.positive());
            match self.solver.solve(&chosen) {
                Answer::Satisfiable => {}
                Answer::Unsatisfiable => {
                    chosen.pop();
                    chosen.push(var.negative());
                }
                Answer::Stopped => return Answer::Stopped,
            }
        }
        let answer = self.solver.solve(&chosen);
        assert_ne!(answer, Answer::Unsatisfiable, "the model found is one of them");
        answer
    }

    fn block(&mut self) {
        let differs = |&var: &Var| var.lit(!self.value(var));
        let clause: Vec<Lit> = self.variables.iter().map(differs).collect();
        self.solver.add_clause(&clause);
    }
}

impl<S: Solver> Models for Blocking<S> {
    fn next(&mut self) -> Step {
        if self.effort.is_stopped() {
            return Step::Stopped;
        }
        if std::mem::take(&mut self.at_model) {
            self.block();
        }
        match self.solver.solve(&[]) {
            Answer::Satisfiable => {}
            Answer::Unsatisfiable => return Step::Exhausted,
            Answer::Stopped => return Step::Stopped,
        }
        // A model that is left now is not blocked, and will be found again.
        if !self.witnesses.is_empty() && self.choose_witnesses() == Answer::Stopped {
            return Step::Stopped;
        }
        self.at_model = true;
        self.statistics.models += 1;
        Step::Model
    }

    fn value(&self, var: Var) -> bool {
        self.solver.value(var).expect("the last step was a model")
    }

    fn refuse(&mut self, clause: &[Lit]) {
        assert!(std::mem::take(&mut self.at_model), "only a model just found can be refused");
        let violated = |lit: &Lit| self.value(lit.var()) != lit.is_positive();
        assert!(clause.iter().all(violated), "the refused model must violate the clause");
        self.solver.add_clause(clause);
        self.statistics.refused += 1;
    }

    fn statistics(&self) -> Statistics {
        self.statistics
    }
}
