//! `--proof`: that there is no instance, for others to check.
//!
//! A proof appears under its name when it is whole. Until then it grows in a file beside it, which is
//! made before the search, so that hours are not spent in vain.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use korrel_enumerate::Problem;
use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use korrel_sat::{Answer, prove, until};
use korrel_translate::Contents;

use crate::commands::shared::question::{Asked, refusal};
use crate::limits::stop::Stop;
use crate::messages::error::Error;

/// A file for a proof.
pub struct ProofFile<'a> {
    path: &'a Path,
    part: PathBuf,
    file: File,
}

impl<'a> ProofFile<'a> {
    /// # Errors
    /// If it exists, or the file beside it does, or that cannot be made.
    pub fn new(path: &'a Path) -> Result<ProofFile<'a>, Error> {
        // Whatever else is wrong with the path is reported when the file beside it is made.
        if path.symlink_metadata().is_ok() {
            return Err(Error::unwritable(path, &io::Error::from(io::ErrorKind::AlreadyExists)));
        }
        let part = beside(path);
        match File::create_new(&part) {
            Ok(file) => Ok(ProofFile { path, part, file }),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(left_behind(&part)),
            Err(error) => Err(Error::unwritable(path, &error)),
        }
    }

    /// What is left behind unless it is removed.
    pub fn part(&self) -> PathBuf {
        self.part.clone()
    }

    /// Writes the proof that the clauses of a command without instances have no model; false if it was
    /// stopped.
    pub fn write(
        self,
        asked: &Asked,
        problem: &Problem<'_>,
        contents: Contents,
        stop: &Stop,
    ) -> Result<bool, Error> {
        let translation = match problem.translate(contents, &stop.effort()) {
            Ok(translation) => translation,
            Err(error) => return refusal(&asked.spec, error).map_or(Ok(false), Err),
        };
        let unwritable = |error: io::Error| Error::unwritable(self.path, &error);
        let file = self.file.try_clone().map_err(unwritable)?;
        let proved = until(&stop.effort(), move || {
            let mut out = BufWriter::new(file);
            let answer = prove(&translation.cnf, &mut out)?;
            out.flush()?;
            // Some disks say only here that they are full.
            out.get_ref().sync_all()?;
            Ok(answer)
        });
        match proved.transpose().map_err(unwritable)? {
            None => Ok(false),
            Some(Answer::Unsatisfiable) => {
                // Whoever would end the program in our place removes nothing from here on.
                stop.take_over();
                publish(&self.part, self.path).map_err(unwritable)?;
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
        // If it cannot be removed, its name says that it is no whole proof.
        let _ = std::fs::remove_file(&self.part);
    }
}

fn beside(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".part");
    PathBuf::from(name)
}

/// Gives a file the name that it is to have, unless there is one of that name by now.
fn publish(part: &Path, path: &Path) -> io::Result<()> {
    match std::fs::hard_link(part, path) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists && !path.exists() => {
            // Not every file system has links.
            std::fs::rename(part, path)
        }
        linked => linked,
    }
}

fn left_behind(part: &Path) -> Error {
    let message = format!("cannot write `{}`: it exists", part.display());
    let help = "another run is writing it, or was killed while it did; it is not a complete proof";
    Error::File(Diagnostic::new(code::FILE, message).help(help))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// If it failed, a file that the user made meanwhile would be lost, or a proof be nowhere.
    #[test]
    fn a_name_is_given_once() {
        let folder = std::env::temp_dir().join(format!("korrel-proof-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("there is room");
        let (part, path) = (folder.join("a.part"), folder.join("a"));
        std::fs::write(&part, "proof").expect("there is room");
        publish(&part, &path).expect("the name is free");
        assert_eq!(std::fs::read_to_string(&path).expect("it is there"), "proof");
        std::fs::write(&path, "the user's").expect("there is room");
        assert!(publish(&part, &path).is_err());
        assert_eq!(std::fs::read_to_string(&path).expect("it is there"), "the user's");
        std::fs::remove_dir_all(&folder).expect("it is ours");
    }
}
