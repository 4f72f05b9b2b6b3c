//! Eliminated variables: their values in a model, and how they come back.
//!
//! The clauses of an eliminated variable are kept here. A model of the others is extended from the end: where a
//! clause does not hold, the variable for which it was removed is flipped (Järvisalo, Heule, Biere 2012).
//! If such a variable is spoken of again, all of them come back with all their clauses, and are not
//! eliminated any more; what was learned in the meantime follows from the clauses that come back.
//!
//! *Rejected.* To bring back one variable with those that depend on it (Fazekas, Biere, Scholl 2019): who asks again
//! freezes what he will speak of, so it hardly happens.

use crate::Lit;
use crate::single::cdcl::Cdcl;

#[derive(Default)]
pub(in crate::single::cdcl) struct Eliminated {
    /// True for each variable that is eliminated.
    pub is_gone: Vec<bool>,
    /// The clauses that were removed, each after the literal that makes it hold.
    clauses: Vec<(Lit, Vec<Lit>)>,
}

impl Eliminated {
    pub fn grow(&mut self, variables: usize) {
        self.is_gone.resize(variables, false);
    }

    pub fn keep(&mut self, witness: Lit, clause: Vec<Lit>) {
        self.clauses.push((witness, clause));
    }
}

impl Cdcl<'_> {
    /// The values of all variables.
    pub(in crate::single::cdcl) fn model(&self) -> Vec<bool> {
        let variables = 0..self.places.len();
        let mut model: Vec<bool> = variables.map(|var| self.values[2 * var] > 0).collect();
        for (witness, clause) in self.eliminated.clauses.iter().rev() {
            if !clause.iter().any(|lit| model[lit.var().index()] == lit.is_positive()) {
                model[witness.var().index()] = witness.is_positive();
            }
        }
        model
    }

    /// If one of these literals was eliminated, brings all back.
    pub(in crate::single::cdcl) fn bring_back(&mut self, lits: &[Lit]) {
        if !lits.iter().any(|lit| self.eliminated.is_gone[lit.var().index()]) {
            return;
        }
        self.backtrack(0);
        for (var, is_gone) in self.eliminated.is_gone.iter_mut().enumerate() {
            self.frozen[var] |= std::mem::take(is_gone);
            self.activity.insert(var as u32);
        }
        for (_, clause) in std::mem::take(&mut self.eliminated.clauses) {
            self.trace.add(&clause);
            self.add_given(&clause);
        }
        (0..self.places.len()).for_each(|var| self.queue.reconsider(var));
    }
}
