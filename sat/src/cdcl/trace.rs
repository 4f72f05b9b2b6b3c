//! The steps of a refutation, in DRAT (Wetzler, Heule, Hunt 2014), as text: clauses that follow by propagation, and
//! clauses that are deleted.

use std::io::{self, Write};

use crate::{Answer, Cdcl, Cnf, Effort, Lit, Solver};

/// The target of the steps, if there is one.
#[derive(Default)]
pub(super) struct StepLog<'p> {
    out: Option<Box<dyn Write + Send + Sync + 'p>>,
    /// The failure of writing. Nothing is written after it.
    failure: Option<io::Error>,
}

impl<'p> StepLog<'p> {
    pub fn to(out: impl Write + Send + Sync + 'p) -> Self {
        Self { out: Some(Box::new(out)), failure: None }
    }

    /// A clause that follows from those before it.
    pub fn add(&mut self, clause: &[Lit]) {
        if self.out.is_some() {
            self.write("", clause.iter().copied());
        }
    }

    /// A clause that is not needed any more.
    pub fn delete(&mut self, clause: impl Iterator<Item = Lit>) {
        if self.out.is_some() {
            self.write("d ", clause);
        }
    }

    /// # Errors
    /// The first one at writing.
    pub fn finish(&mut self) -> io::Result<()> {
        match (self.failure.take(), &mut self.out) {
            (Some(failure), _) => Err(failure),
            (None, Some(out)) => out.flush(),
            (None, None) => Ok(()),
        }
    }

    fn write(&mut self, begin: &str, mut clause: impl Iterator<Item = Lit>) {
        let Some(out) = &mut self.out else { return };
        let mut write = || -> io::Result<()> {
            out.write_all(begin.as_bytes())?;
            clause.try_for_each(|lit| write!(out, "{} ", lit.to_dimacs()))?;
            out.write_all(b"0\n")
        };
        if let Err(error) = write() {
            self.failure = Some(error);
            self.out = None;
        }
    }
}

// Proofs that there is no model, in DRAT (Wetzler, Heule, Hunt 2014), for checkers such as
// `drat-trim`. The formula is decided once more: whichever search answered before is not believed.

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
