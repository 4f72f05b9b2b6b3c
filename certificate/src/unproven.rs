//! The reason for which a folder is not accepted.

use std::fmt;
use std::io;
use std::path::PathBuf;

/// A place in a folder, and what is wrong there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unproven {
    /// The folder at fault, if several are given.
    pub folder: Option<PathBuf>,
    /// The name of the file in the folder.
    pub file: String,
    /// The line in the file, from 1, where one line is at fault.
    pub line: Option<u64>,
    /// What is wrong.
    pub why: String,
    /// The file is missing, or the system does not give its bytes.
    pub is_unreadable: bool,
    /// The caller has stopped the check, so nothing is known.
    pub is_stopped: bool,
}

impl Unproven {
    /// A line of a file is at fault.
    pub(crate) fn at(file: &str, line: u64, why: impl Into<String>) -> Unproven {
        Unproven { line: Some(line), ..Unproven::within(file, why) }
    }

    /// A file is at fault, and no line is to blame.
    pub(crate) fn within(file: &str, why: impl Into<String>) -> Unproven {
        Unproven {
            folder: None,
            file: file.to_owned(),
            line: None,
            why: why.into(),
            is_unreadable: false,
            is_stopped: false,
        }
    }

    /// The system does not give the bytes of a file.
    pub(crate) fn unreadable(file: &str, error: &io::Error) -> Unproven {
        Unproven { is_unreadable: true, ..Unproven::within(file, error.to_string()) }
    }

    /// The caller has stopped the check.
    pub(crate) fn stopped(file: &str) -> Unproven {
        Unproven { is_stopped: true, ..Unproven::within(file, "the check was stopped") }
    }
}

impl fmt::Display for Unproven {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.folder {
            Some(folder) => write!(to, "{}", folder.join(&self.file).display())?,
            None => write!(to, "{}", self.file)?,
        }
        match self.line {
            Some(line) => write!(to, ":{line}: {}", self.why),
            None => write!(to, ": {}", self.why),
        }
    }
}

impl std::error::Error for Unproven {}
