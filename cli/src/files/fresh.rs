//! A text as a new file, or on standard output.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::part::PartFile;
use crate::messages::error::Error;

/// A file that is to be written once, and never one that was there. A device or a pipe takes the text as it is.
pub struct FreshFile {
    path: PathBuf,
    taker: Taker,
}

enum Taker {
    Device(File),
    Part { part: PartFile, is_named: bool },
}

impl FreshFile {
    /// Holds the place until there is a text: a run of hours does not end at a file that is in the way.
    ///
    /// # Errors
    /// If the file exists, or cannot be written.
    pub fn at(path: &Path) -> Result<FreshFile, Error> {
        let taker = if path.metadata().is_ok_and(|found| !found.is_file()) {
            let file = OpenOptions::new().write(true).open(path);
            Taker::Device(file.map_err(|error| Error::unwritable(path, &error))?)
        } else {
            let left = "another run is writing it, or was killed while it did";
            Taker::Part { part: PartFile::create(path, left)?, is_named: false }
        };
        Ok(FreshFile { path: path.to_owned(), taker })
    }

    /// Writes the text. The file is whole or not there.
    ///
    /// # Errors
    /// If it cannot be written, or a file of its name was made meanwhile.
    pub fn write(mut self, text: &str) -> Result<(), Error> {
        self.taker.take(text).map_err(|error| Error::unwritable(&self.path, &error))
    }
}

impl Taker {
    fn take(&mut self, text: &str) -> io::Result<()> {
        match self {
            Taker::Device(file) => file.write_all(text.as_bytes()),
            Taker::Part { part, is_named } => {
                part.file().write_all(text.as_bytes())?;
                part.publish()?;
                *is_named = true;
                Ok(())
            }
        }
    }
}

impl Drop for Taker {
    fn drop(&mut self) {
        if let Taker::Part { part, is_named: false } = self {
            part.remove();
        }
    }
}

/// Writes a text to a file that is whole or not there, and never one that was; without a path, to
/// standard output.
///
/// # Errors
/// If the file exists, or cannot be written.
pub fn write_text(path: Option<&Path>, text: &str) -> Result<(), Error> {
    match path {
        Some(path) => FreshFile::at(path)?.write(text),
        None => Ok(io::stdout().lock().write_all(text.as_bytes())?),
    }
}
