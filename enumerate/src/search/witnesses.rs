//! The values that no primary variable gives: those of parameters that tell no instances apart.

use korrel_sat::{Answer, Cdcl, Effort, Lit, Solver, Var};
use korrel_translate::Translation;

/// Finds them for one labelling after another.
pub(crate) struct WitnessSearch {
    solver: Cdcl<'static>,
    primary: usize,
    variables: usize,
}

impl WitnessSearch {
    /// `None` where there are none.
    pub fn of(translation: &Translation, effort: &Effort) -> Option<WitnessSearch> {
        translation.has_witnesses().then(|| WitnessSearch {
            solver: Cdcl::with_clauses(&translation.cnf, effort.clone()),
            primary: translation.cells.len(),
            variables: translation.cnf.variables(),
        })
    }

    /// Makes all values those of a model in which the primary variables have theirs. Returns false after a stop.
    ///
    /// # Panics
    /// If there is no such model.
    pub fn complete(&mut self, values: &mut Vec<bool>) -> bool {
        let primary = (0..self.primary as u32).map(Var::new);
        let same: Vec<Lit> = primary.map(|var| var.lit(values[var.index()])).collect();
        match self.solver.solve(&same) {
            Answer::Satisfiable => {}
            Answer::Unsatisfiable => panic!("each labelling of an instance is one"),
            Answer::Stopped => return false,
        }
        let value = |at| self.solver.value(Var::new(at as u32)) == Some(true);
        *values = (0..self.variables).map(value).collect();
        true
    }
}
