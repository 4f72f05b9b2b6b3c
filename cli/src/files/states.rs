//! The states of a graph in files, when memory has no room for them or they are to outlast the program.
//!
//! They are in a folder FILE.part until the text about them is whole and called FILE, or else in files without a name, which are
//! gone when the program is. The mark in the folder is replaced in one step, when what it speaks of has reached the disk. What
//! stands behind it in the other files was written later, and is written once more. The first file is locked, so that no two
//! programs write into one folder.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock};

use korrel_enumerate::states::{QuestionStop, StateStore, StorePart};
use serde_json::Value as Json;

use super::part::{LEFT, beside};
use super::read::read;
use crate::messages::error::Error;

pub struct StateFiles {
    /// For each part of the store.
    files: [Mutex<File>; 2],
    /// The first thing that went wrong.
    failure: OnceLock<io::Error>,
    /// `None` for files without a name.
    folder: Option<PathBuf>,
}

const NAMES: [&str; 2] = ["rows", "parents"];
const MARK: &str = "mark.json";
const NEW_MARK: &str = "mark.new";
const TEXT: &str = "text";

impl StateFiles {
    /// Files without a name.
    ///
    /// # Errors
    /// If they cannot be made.
    pub fn unnamed() -> Result<StateFiles, Error> {
        let file = || {
            let place = std::env::temp_dir();
            tempfile::tempfile().map_err(|error| Error::unwritable(&place, &error))
        };
        Ok(StateFiles::of([file()?, file()?], None))
    }

    /// The folder of a file that is to be made. With the mark in it, if an earlier run has left one. `goes_on`: it may
    /// exist.
    ///
    /// # Errors
    /// If it cannot be made, or another program writes it.
    pub fn named(path: &Path, goes_on: bool) -> Result<(StateFiles, Option<Json>), Error> {
        let folder = beside(path);
        let failed = |error: &io::Error| Error::unwritable(&folder, error);
        match fs::create_dir(&folder) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => {
                return Err(failed(&error));
            }
            Err(_) if !goes_on => return Err(Error::left(&folder, LEFT)),
            _ => {}
        }
        let open = |name: &str| {
            let mut options = OpenOptions::new();
            options.read(true).write(true).create(true).truncate(false).open(folder.join(name))
        };
        let rows = open(NAMES[0]).map_err(|error| failed(&error))?;
        if let Err(TryLockError::WouldBlock) = rows.try_lock() {
            return Err(failed(&io::Error::other("another program is writing it")));
        }
        let parents = open(NAMES[1]).map_err(|error| failed(&error))?;
        let mark = match fs::read(folder.join(MARK)) {
            Ok(mark) => Some(serde_json::from_slice(&mark).unwrap_or(Json::Null)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(failed(&error)),
        };
        Ok((StateFiles::of([rows, parents], Some(folder.clone())), mark))
    }

    fn of(files: [File; 2], folder: Option<PathBuf>) -> StateFiles {
        StateFiles { files: files.map(Mutex::new), failure: OnceLock::new(), folder }
    }

    /// Replaces the mark, when all that was written is on the disk.
    ///
    /// # Errors
    /// An error of the system.
    pub fn mark(&self, mark: &Json) -> io::Result<()> {
        let Some(folder) = &self.folder else { return Ok(()) };
        for file in &self.files {
            file.lock().expect("nobody panics").sync_data()?;
        }
        let mut file = File::create(folder.join(NEW_MARK))?;
        file.write_all(mark.to_string().as_bytes())?;
        file.sync_data()?;
        fs::rename(folder.join(NEW_MARK), folder.join(MARK))
    }

    /// Gives a text the name that was asked for, and removes the folder.
    ///
    /// # Errors
    /// An error of the system, or there is something of that name by now.
    pub fn publish(&self, text: &[u8], path: &Path) -> io::Result<()> {
        let Some(folder) = &self.folder else { return Ok(()) };
        let whole = folder.join(TEXT);
        let mut file = File::create(&whole)?;
        file.write_all(text)?;
        file.sync_all()?;
        match fs::hard_link(&whole, path) {
            Ok(()) => {}
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists || path.exists() => {
                return Err(error);
            }
            // Not every file system has links.
            Err(_) => fs::rename(&whole, path)?,
        }
        remove(path);
        Ok(())
    }

    /// What went wrong, if the store stopped.
    pub fn failure(&self) -> Option<Error> {
        let place = self.place();
        self.failure.get().map(|error| Error::unwritable(&place, error))
    }

    pub fn place(&self) -> PathBuf {
        self.folder.clone().unwrap_or_else(std::env::temp_dir)
    }

    fn told<T>(&self, result: io::Result<T>) -> Result<T, QuestionStop> {
        result.map_err(|error| {
            // The first one is the cause of all others.
            let _ = self.failure.set(error);
            QuestionStop
        })
    }
}

/// The text of a file that an earlier run has made. The folder beside it, if that was left, goes.
///
/// # Errors
/// If it cannot be read, or the folder is that of another text.
pub fn published(path: &Path) -> Result<String, Error> {
    let text = read(path, &path.display().to_string()).map_err(Error::File)?;
    let folder = beside(path);
    if folder.symlink_metadata().is_ok() {
        if fs::read(folder.join(TEXT)).ok().as_deref() != Some(text.as_bytes()) {
            let help = "both are there, and the folder is not of this file: move one of them away";
            return Err(Error::left(&folder, help));
        }
        remove(path);
    }
    Ok(text)
}

/// Removes the folder beside a file. What is not ours stays.
fn remove(path: &Path) {
    let folder = beside(path);
    // If it cannot be removed, its name says what it is.
    for name in NAMES.into_iter().chain([MARK, NEW_MARK, TEXT]) {
        let _ = fs::remove_file(folder.join(name));
    }
    let _ = fs::remove_dir(folder);
}

impl StateStore for StateFiles {
    fn write(&self, part: StorePart, at: u64, bytes: &[u8]) -> Result<(), QuestionStop> {
        let mut file = self.files[part as usize].lock().expect("nobody panics");
        self.told(file.seek(SeekFrom::Start(at)).and_then(|_| file.write_all(bytes)))
    }

    fn read(&self, part: StorePart, at: u64, bytes: &mut [u8]) -> Result<(), QuestionStop> {
        let mut file = self.files[part as usize].lock().expect("nobody panics");
        self.told(file.seek(SeekFrom::Start(at)).and_then(|_| file.read_exact(bytes)))
    }
}
