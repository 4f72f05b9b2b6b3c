//! The clauses that are counted, with the places where each literal occurs.

use crate::{Lit, Var};

/// Clauses without repeated literals or tautologies.
///
/// Invariant: clause c stands in `occurrences(lit)` exactly if `lit` stands in `clause(c)`.
pub struct CnfFormula {
    literals: Vec<Lit>,
    /// The index where each clause begins, and one more for the end.
    starts: Vec<u32>,
    /// The clauses of each literal, literal by literal.
    places: Vec<u32>,
    place_starts: Vec<u32>,
}

impl CnfFormula {
    pub fn new(variables: usize, clauses: &[Vec<Lit>]) -> CnfFormula {
        let mut starts = vec![0];
        let mut literals: Vec<Lit> = Vec::new();
        for clause in clauses {
            literals.extend(clause);
            starts.push(literals.len() as u32);
        }
        let mut place_starts = vec![0; 2 * variables + 1];
        literals.iter().for_each(|lit| place_starts[lit.code() + 1] += 1);
        (0..2 * variables).for_each(|code| place_starts[code + 1] += place_starts[code]);
        let mut next = place_starts.clone();
        let mut places = vec![0; literals.len()];
        for (number, clause) in clauses.iter().enumerate() {
            for lit in clause {
                places[next[lit.code()] as usize] = number as u32;
                next[lit.code()] += 1;
            }
        }
        CnfFormula { literals, starts, places, place_starts }
    }

    /// Number of clauses.
    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    #[inline]
    pub fn clause(&self, number: u32) -> &[Lit] {
        let number = number as usize;
        &self.literals[self.starts[number] as usize..self.starts[number + 1] as usize]
    }

    /// The clauses that a literal stands in, ascending.
    #[inline]
    pub fn occurrences(&self, lit: Lit) -> &[u32] {
        let code = lit.code();
        &self.places[self.place_starts[code] as usize..self.place_starts[code + 1] as usize]
    }
}

// The rest of a formula under assignments: propagation, and back.
//
// Each clause knows how many of its literals are true and how many are open, each literal in how many
// clauses it stands that are not yet satisfied. So a clause is looked at only when it changes, a unit
// is seen at once, and so is a variable of which one sign is left. If it is not projected, that sign
// is chosen, for it takes away no projected model and only satisfies clauses. (Watched literals would
// propagate faster, but components need to know which clauses are satisfied.)

/// A formula under a partial assignment.
///
/// Invariant: for the literals on the trail that were propagated the counters are exact.
pub struct Residual {
    pub formula: CnfFormula,
    is_projected: Vec<bool>,
    /// The value of each literal: 1 if true, −1 if false, 0 if open.
    values: Vec<i8>,
    /// The number of true literals of each clause.
    satisfied: Vec<u32>,
    /// The number of literals of each clause that are not false.
    open: Vec<u32>,
    /// The number of clauses of each literal that are not satisfied.
    active: Vec<u32>,
    pub trail: Vec<Lit>,
    /// The length of the part of the trail that has been propagated.
    propagated: usize,
    /// Literals in no clause any more that is not satisfied.
    gone: Vec<Lit>,
    /// The number of clauses and literals that were looked at.
    pub steps: u64,
}

impl Residual {
    pub fn new(formula: CnfFormula, is_projected: Vec<bool>) -> Residual {
        let variables = is_projected.len();
        let active = (0..2 * variables)
            .map(|code| formula.occurrences(Lit::from_code(code)).len() as u32)
            .collect();
        let open = (0..formula.len() as u32).map(|c| formula.clause(c).len() as u32).collect();
        Residual {
            values: vec![0; 2 * variables],
            satisfied: vec![0; formula.len()],
            open,
            active,
            trail: Vec::with_capacity(variables),
            propagated: 0,
            gone: Vec::new(),
            steps: 0,
            formula,
            is_projected,
        }
    }

    pub fn variables(&self) -> usize {
        self.is_projected.len()
    }

    #[inline]
    pub fn is_open(&self, var: Var) -> bool {
        self.values[var.positive().code()] == 0
    }

    #[inline]
    pub fn is_projected(&self, var: Var) -> bool {
        self.is_projected[var.index()]
    }

    #[inline]
    pub fn is_satisfied(&self, clause: u32) -> bool {
        self.satisfied[clause as usize] > 0
    }

    /// The number of clauses of a variable that are not satisfied.
    pub fn activity(&self, var: Var) -> u32 {
        self.active[var.positive().code()] + self.active[var.negative().code()]
    }

    /// Does all that can be done before the first decision. Returns false if the clauses are refuted.
    pub fn begin(&mut self) -> bool {
        for clause in 0..self.formula.len() as u32 {
            match *self.formula.clause(clause) {
                [] => return false,
                [unit] => match self.values[unit.code()] {
                    0 => self.set(unit),
                    1 => {}
                    _ => return false,
                },
                _ => {}
            }
        }
        let literals = (0..self.values.len()).map(Lit::from_code);
        self.gone = literals.filter(|lit| self.active[lit.code()] == 0).collect();
        self.propagate()
    }

    /// Makes an open literal true, with all that follows. Returns false if that refutes the clauses. Either
    /// way [`Residual::undo`] takes it back.
    pub fn assign(&mut self, lit: Lit) -> bool {
        self.set(lit);
        self.propagate()
    }

    fn set(&mut self, lit: Lit) {
        self.values[lit.code()] = 1;
        self.values[(!lit).code()] = -1;
        self.trail.push(lit);
    }

    fn propagate(&mut self) -> bool {
        loop {
            while self.propagated < self.trail.len() {
                let lit = self.trail[self.propagated];
                self.propagated += 1;
                self.satisfy(lit);
                if !self.falsify(!lit) {
                    self.gone.clear();
                    return false;
                }
            }
            let Some(lit) = self.gone.pop() else { return true };
            let is_free = self.is_open(lit.var()) && !self.is_projected(lit.var());
            // A literal that was gone stays gone as long as nothing is taken back.
            if is_free {
                self.set(!lit);
            }
        }
    }

    /// Counts the clauses that this literal satisfies out of their other literals' occurrences.
    fn satisfy(&mut self, lit: Lit) {
        self.steps += self.formula.occurrences(lit).len() as u64;
        for &clause in self.formula.occurrences(lit) {
            self.satisfied[clause as usize] += 1;
            if self.satisfied[clause as usize] == 1 {
                self.steps += self.formula.clause(clause).len() as u64;
                for &other in self.formula.clause(clause) {
                    self.active[other.code()] -= 1;
                    if self.active[other.code()] == 0 {
                        self.gone.push(other);
                    }
                }
            }
        }
    }

    /// False if a clause of the literal has no other left. All its clauses are counted even so, for the
    /// counters to be exact.
    fn falsify(&mut self, lit: Lit) -> bool {
        let mut holds = true;
        self.steps += self.formula.occurrences(lit).len() as u64;
        for at in 0..self.formula.occurrences(lit).len() {
            let clause = self.formula.occurrences(lit)[at];
            let open = &mut self.open[clause as usize];
            *open -= 1;
            if *open > 1 || self.satisfied[clause as usize] > 0 {
                continue;
            }
            // A literal that is to be propagated may have made it true.
            let unit = self.formula.clause(clause).iter().find(|l| self.values[l.code()] >= 0);
            match unit {
                None => holds = false,
                Some(&unit) if self.values[unit.code()] == 0 => self.set(unit),
                Some(_) => {}
            }
        }
        holds
    }

    /// Takes back the assignments since the trail had this length.
    pub fn undo(&mut self, length: usize) {
        while self.trail.len() > length {
            let lit = self.trail.pop().expect("it is longer");
            self.values[lit.code()] = 0;
            self.values[(!lit).code()] = 0;
            if self.trail.len() < self.propagated {
                self.unsatisfy(lit);
                for &clause in self.formula.occurrences(!lit) {
                    self.open[clause as usize] += 1;
                }
            }
        }
        self.propagated = self.propagated.min(length);
    }

    fn unsatisfy(&mut self, lit: Lit) {
        for &clause in self.formula.occurrences(lit) {
            self.satisfied[clause as usize] -= 1;
            if self.satisfied[clause as usize] == 0 {
                for &other in self.formula.clause(clause) {
                    self.active[other.code()] += 1;
                }
            }
        }
    }
}
