//! A system as clauses, for a solver.

use korrel_sat::{StepClauses, Var};

use super::TraceSystem;
use crate::circuit::Bit;
use crate::clauses::{Definitions, to_cnf};

impl TraceSystem {
    /// The clauses of the system, in which a step for which `bad` holds is looked for. Each bit is defined in both
    /// directions: it is also asked whether something is no step.
    pub fn clauses(&self, bad: Option<Bit>) -> StepClauses {
        let inputs = self.circuit.inputs();
        let mut encoding = to_cnf(&self.circuit, &[], inputs, Definitions::Full);
        let mut lit = |bit: Bit| encoding.lit(&self.circuit, bit);
        let state: Vec<[Var; 2]> = self
            .variables
            .iter()
            .map(|variable| [lit(variable.now).var(), lit(variable.next).var()])
            .collect();
        let free = self.free_inputs().into_iter().map(|bit| lit(bit).var()).collect();
        let initial = self.initial.iter().map(|&bit| lit(bit)).collect();
        let step = self.step.iter().map(|&bit| lit(bit)).collect();
        let fair = self.fair.iter().map(|&bit| lit(bit)).collect();
        let bad = lit(bad.unwrap_or(Bit::FALSE));
        StepClauses { cnf: encoding.cnf, state, free, initial, step, fair, bad }
    }
}
