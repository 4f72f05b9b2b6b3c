//! `--proof`: that there is no instance, for others to check.

use std::fs::File;
use std::io::BufWriter;
use std::path::Path;

use korrel_enumerate::Problem;
use korrel_sat::{Answer, prove};
use korrel_translate::Options;

use super::question::Asked;
use crate::spec::{Error, Spec};

/// A file for a proof, made before the search, so that hours are not spent in vain.
pub struct ProofFile<'a> {
    path: &'a Path,
    file: File,
    is_written: bool,
}

impl<'a> ProofFile<'a> {
    /// # Errors
    /// If it exists or cannot be made.
    pub fn new(path: &'a Path) -> Result<ProofFile<'a>, Error> {
        let file = File::create_new(path).map_err(|error| Spec::unwritable(path, &error))?;
        Ok(ProofFile { path, file, is_written: false })
    }

    /// Writes the proof that the clauses of a command without instances have no model.
    pub fn write(
        mut self,
        asked: &Asked,
        problem: &Problem<'_>,
        options: Options,
    ) -> Result<(), Error> {
        let translation =
            problem.translate(options).map_err(|mistake| asked.spec.error(mistake))?;
        let answer = prove(&translation.cnf, BufWriter::new(&self.file))
            .map_err(|error| Spec::unwritable(self.path, &error))?;
        match answer {
            Answer::Unsatisfiable => {
                self.is_written = true;
                Ok(())
            }
            Answer::Satisfiable => Err(Error::Internal(
                "no instance was found, but the clauses have a model".to_string(),
            )),
        }
    }
}

/// Without a proof there is no file.
impl Drop for ProofFile<'_> {
    fn drop(&mut self) {
        if !self.is_written {
            // If it cannot be removed, it is no proof all the same.
            let _ = std::fs::remove_file(self.path);
        }
    }
}
