//! A file that gets its name once it is whole.
//!
//! Until then it grows beside it, as `NAME.part`. A file that has the name can be trusted, and none that
//! has it is overwritten. The part is locked, so that no two programs write into one.

use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use crate::messages::error::Error;

/// Why a part stands in the way of one that is to be made, where a run can go on with it.
pub const LEFT: &str =
    "another run is writing it, or was cut off while it did; `--resume` goes on with it";

pub struct PartFile {
    path: PathBuf,
    part: PathBuf,
    file: File,
}

impl PartFile {
    /// Makes the part. `left` is the advice on a part that is there already.
    ///
    /// # Errors
    /// If the file exists, or the part does, or that cannot be made.
    pub fn create(path: &Path, left: &str) -> Result<PartFile, Error> {
        // Other faults of the path are reported when the part is made.
        if path.symlink_metadata().is_ok() {
            return Err(Error::unwritable(path, &io::ErrorKind::AlreadyExists.into()));
        }
        let part = beside(path);
        match File::create_new(&part) {
            Ok(file) => PartFile { path: path.to_owned(), part, file }.locked(),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                Err(Error::left(&part, left))
            }
            Err(error) => Err(Error::unwritable(path, &error)),
        }
    }

    /// The part that an earlier run has left, if there is one.
    ///
    /// # Errors
    /// If it cannot be read and written, or another program is writing it.
    pub fn reopen(path: &Path) -> Result<Option<PartFile>, Error> {
        let part = beside(path);
        match OpenOptions::new().read(true).write(true).open(&part) {
            Ok(file) => PartFile { path: path.to_owned(), part, file }.locked().map(Some),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(Error::unwritable(&part, &error)),
        }
    }

    fn locked(self) -> Result<PartFile, Error> {
        match self.file.try_lock() {
            Err(TryLockError::WouldBlock) => {
                let error = io::Error::other("another program is writing it");
                Err(Error::unwritable(&self.part, &error))
            }
            // Not every file system has locks.
            Err(TryLockError::Error(_)) | Ok(()) => Ok(self),
        }
    }

    /// The path of the growing file.
    pub fn place(&self) -> &Path {
        &self.part
    }

    pub fn file(&self) -> &File {
        &self.file
    }

    /// Gives the file its name, unless there is one of that name by now.
    ///
    /// # Errors
    /// An error of the system. Some disks report only here that they are full.
    pub fn publish(&self) -> io::Result<()> {
        self.file.sync_all()?;
        match std::fs::hard_link(&self.part, &self.path) {
            Ok(()) => std::fs::remove_file(&self.part),
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists && !self.path.exists() => {
                // Not every file system has links.
                std::fs::rename(&self.part, &self.path)
            }
            Err(error) => Err(error),
        }
    }

    /// Removes the part.
    pub fn remove(&self) {
        // If it cannot be removed, its name says that it is not whole.
        let _ = std::fs::remove_file(&self.part);
    }
}

pub fn beside(path: &Path) -> PathBuf {
    // Without the slash with which shells complete the name of a folder.
    let mut name = path.components().as_path().as_os_str().to_owned();
    name.push(".part");
    PathBuf::from(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// If it failed, a folder that a shell has completed could not be made.
    #[test]
    fn a_slash_at_the_end_is_of_no_name() {
        assert_eq!(beside(Path::new("a/proof/")), Path::new("a/proof.part"));
        assert_eq!(beside(Path::new("a/proof")), Path::new("a/proof.part"));
    }

    /// If it failed, a file that the user made meanwhile would be lost, or the new one be nowhere.
    #[test]
    fn a_name_is_given_once() {
        let folder = tempfile::tempdir().expect("there is room");
        let path = folder.path().join("a");
        let part = || PartFile::create(&path, "").unwrap_or_else(|_| panic!("the name is free"));
        let first = part();
        std::fs::write(first.place(), "whole").expect("there is room");
        first.publish().expect("the name is free");
        assert_eq!(std::fs::read_to_string(&path).expect("it is there"), "whole");
        assert!(!first.place().exists());
        std::fs::remove_file(&path).expect("it is ours");
        let second = part();
        std::fs::write(&path, "the user's").expect("there is room");
        assert!(second.publish().is_err());
        assert_eq!(std::fs::read_to_string(&path).expect("it is there"), "the user's");
        assert!(second.place().exists(), "nor is the new text lost");
    }

    /// If it failed, two runs would write into one file.
    #[test]
    fn a_part_has_one_writer() {
        let folder = tempfile::tempdir().expect("there is room");
        let path = folder.path().join("a");
        let first = PartFile::create(&path, "").unwrap_or_else(|_| panic!("the name is free"));
        assert!(PartFile::reopen(&path).is_err());
        drop(first);
        assert!(PartFile::reopen(&path).is_ok_and(|part| part.is_some()));
    }
}
