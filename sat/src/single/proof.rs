//! Proofs that there is no model, in DRAT (Wetzler, Heule, Hunt 2014), for checkers such as
//! `drat-trim`. varisat writes them; the enumerator, which the answer came from, is not believed.

use std::io::{self, Write};

use varisat::{ExtendFormula, ProofFormat};

use super::solver::theirs;
use crate::{Answer, Cnf};

/// Decides a formula, and writes the steps of its refutation, if it has no model, as text.
///
/// # Errors
/// If they cannot be written.
pub fn prove<'w>(cnf: &Cnf, proof: impl Write + 'w) -> io::Result<Answer> {
    let mut solver = varisat::Solver::new();
    solver.write_proof(proof, ProofFormat::Drat);
    for clause in cnf.clauses() {
        solver.add_clause(&clause.iter().map(|&lit| theirs(lit)).collect::<Vec<_>>());
    }
    let satisfiable = solver.solve().map_err(io::Error::other)?;
    solver.close_proof().map_err(io::Error::other)?;
    Ok(if satisfiable { Answer::Satisfiable } else { Answer::Unsatisfiable })
}
