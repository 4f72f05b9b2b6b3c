//! `--proof`: that there is no instance, for others to check.

use std::fs::File;
use std::io::{self, BufWriter};
use std::path::Path;

use korrel_enumerate::Problem;
use korrel_sat::{Answer, prove, until};
use korrel_translate::Options;

use super::question::{Asked, refusal};
use crate::spec::{Error, Spec};
use crate::stop::Stop;

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

    /// Writes the proof that the clauses of a command without instances have no model; false if it was
    /// stopped.
    pub fn write(
        mut self,
        asked: &Asked,
        problem: &Problem<'_>,
        options: Options,
        stop: &Stop,
    ) -> Result<bool, Error> {
        let translation = match problem.translate(options) {
            Ok(translation) => translation,
            Err(error) => return refusal(&asked.spec, error).map_or(Ok(false), Err),
        };
        let unwritable = |error: io::Error| Spec::unwritable(self.path, &error);
        let file = self.file.try_clone().map_err(unwritable)?;
        let proved = until(&stop.flag(), move || prove(&translation.cnf, BufWriter::new(file)));
        match proved.transpose().map_err(unwritable)? {
            None => Ok(false),
            Some(Answer::Unsatisfiable) => {
                self.is_written = true;
                Ok(true)
            }
            Some(Answer::Satisfiable) => Err(Error::Internal(
                "no instance was found, but the clauses have a model".to_string(),
            )),
            Some(Answer::Stopped) => unreachable!("a proof asks no flag"),
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
