//! Formulas in conjunctive normal form.
//!
//! Clauses lie one after another in one array, with the end of each in a second: a translation
//! makes millions of short clauses, and a `Vec` for each would cost more than its literals.

use crate::{Lit, Var};

/// A conjunction of clauses.
///
/// Invariant: every literal's variable is below `variables`, and `primary ≤ variables`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cnf {
    /// The variables 0..primary are the question's own; the others define gates or are witnesses.
    primary: u32,
    /// Number of variables.
    variables: u32,
    /// The literals of all clauses, clause after clause.
    literals: Vec<Lit>,
    /// The end of each clause's literals in `literals`; it begins where the last one ended.
    ends: Vec<usize>,
}

impl Cnf {
    /// No clauses over this many variables, none of them primary.
    pub fn new(variables: u32) -> Self {
        Self { variables, ..Self::default() }
    }

    /// No clauses over this many variables, all of them primary; [`Cnf::fresh`] adds auxiliary
    /// ones.
    pub fn with_primary(primary: u32) -> Self {
        Self { primary, ..Self::new(primary) }
    }

    /// Declares the first `primary` variables to be the primary ones.
    pub(crate) fn set_primary(&mut self, primary: u32) {
        assert!(primary <= self.variables, "primary variables must exist");
        self.primary = primary;
    }

    /// A new auxiliary variable.
    pub fn fresh(&mut self) -> Var {
        let var = Var::new(self.variables);
        self.variables += 1;
        var
    }

    /// Adds the disjunction of these literals; the empty clause is false.
    ///
    /// # Panics
    /// If a literal's variable does not exist.
    pub fn add_clause(&mut self, clause: impl IntoIterator<Item = Lit>) {
        let start = self.literals.len();
        self.literals.extend(clause);
        let exists = |lit: &Lit| lit.var().index() < self.variables();
        assert!(self.literals[start..].iter().all(exists), "a clause over unknown variables");
        self.ends.push(self.literals.len());
    }

    /// The clauses, in the order in which they were added, with their literals as given.
    pub fn clauses(&self) -> impl Iterator<Item = &[Lit]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.literals[start..end])
    }

    /// Number of variables, auxiliary ones included.
    pub fn variables(&self) -> usize {
        self.variables as usize
    }

    /// Number of primary variables, which are the first ones.
    pub fn primary(&self) -> usize {
        self.primary as usize
    }

    /// Number of clauses.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// True if there is no clause, so that every assignment is a model.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The flat storage must give back exactly the clauses that were put in, empty ones included.
    #[test]
    fn clauses_come_back_as_given() {
        let mut cnf = Cnf::with_primary(2);
        let [x, y, z] = [Var::new(0), Var::new(1), cnf.fresh()];
        let clauses = [vec![x.positive(), z.negative()], vec![], vec![y.negative()], vec![]];
        clauses.iter().for_each(|clause| cnf.add_clause(clause.iter().copied()));
        assert!(cnf.clauses().eq(clauses.iter().map(Vec::as_slice)));
        assert_eq!((cnf.primary(), cnf.variables(), cnf.len()), (2, 3, 4));
    }

    /// A clause over a variable that does not exist is a bug of the caller and must not pass.
    #[test]
    #[should_panic(expected = "unknown variables")]
    fn unknown_variables_are_refused() {
        Cnf::new(1).add_clause([Var::new(1).positive()]);
    }
}
