//! `--proof`: a proof that there is no instance, for others to check.
//!
//! A proof appears under its name when it is whole. Until then it grows in a file beside it, which is
//! made before the search, so that hours are not spent in vain.

use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};

use korrel::question::{NoAnswer, PosedQuestion};

use crate::files::part::PartFile;
use crate::limits::Stop;
use crate::messages::error::Error;

/// A file for a proof.
pub struct ProofFile(PartFile);

impl ProofFile {
    /// # Errors
    /// If it exists, or the file beside it does, or that cannot be made.
    pub fn new(path: &Path) -> Result<ProofFile, Error> {
        const LEFT: &str =
            "another run is writing it, or was killed while it did; it is not a complete proof";
        PartFile::create(path, LEFT).map(ProofFile)
    }

    /// The file that stays unless it is removed.
    pub fn part(&self) -> PathBuf {
        self.0.place().to_owned()
    }

    /// Writes the proof that the clauses of a command without instances have no model; false if it was
    /// stopped.
    pub fn write(self, posed: &PosedQuestion<'_>, stop: &Stop) -> Result<bool, Error> {
        let unwritable = |error: io::Error| Error::unwritable(self.0.place(), &error);
        let out = BufWriter::new(self.0.file().try_clone().map_err(unwritable)?);
        match posed.prove(out, &stop.effort()) {
            Ok(written) => written.map_err(unwritable)?,
            Err(NoAnswer::Stopped) => return Ok(false),
            Err(refused) => return Err(refused.into()),
        }
        // From here on, a thread that ends the program in our place removes nothing.
        stop.take_over();
        self.0.publish().map_err(unwritable)?;
        Ok(true)
    }
}

/// Without a proof there is no file.
impl Drop for ProofFile {
    fn drop(&mut self) {
        self.0.remove();
    }
}
