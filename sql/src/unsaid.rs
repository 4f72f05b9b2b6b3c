//! What a spec of databases does not say, and what cannot be read.

use std::fmt;

/// A part of a schema that the spec leaves out. The spec may list databases that it forbids.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsaid {
    /// The place of the file among those that were read.
    pub file: usize,
    /// From 1.
    pub line: u64,
    /// What it is, and why: `CHECK (f(a)): the function f is not known`.
    pub text: String,
}

/// A file that is not SQL.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SqlMistake {
    /// The place of the file among those that were read.
    pub file: usize,
    pub message: String,
}

impl fmt::Display for SqlMistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for SqlMistake {}
