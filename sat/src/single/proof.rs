//! Proofs that there is no model, in DRAT (Wetzler, Heule, Hunt 2014), for checkers such as
//! `drat-trim`. The formula is decided once more: whichever search answered before is not believed.

use std::io::{self, Write};

use crate::{Answer, Cdcl, Cnf, Effort, Solver};

/// Decides a formula, and writes the steps of its refutation, if it has no model, as text.
///
/// # Errors
/// If they cannot be written.
pub fn prove<'w>(
    cnf: &Cnf,
    proof: impl Write + Send + Sync + 'w,
    effort: &Effort,
) -> io::Result<Answer> {
    let mut search = Cdcl::proving(cnf, effort.clone(), proof);
    let answer = search.solve(&[]);
    search.finish_proof()?;
    Ok(answer)
}
