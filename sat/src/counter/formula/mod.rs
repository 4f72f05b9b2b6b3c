//! The clauses that are counted, with the places where each literal occurs.

mod eliminate;
mod residual;

use crate::Lit;

pub use eliminate::eliminated;
pub use residual::Residual;

/// Clauses without repeated literals, tautologies or the empty clause.
///
/// Invariant: clause c stands in `occurrences(lit)` exactly if `lit` stands in `clause(c)`.
pub struct CnfFormula {
    literals: Vec<Lit>,
    /// The index where each clause begins; one more for the end.
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
