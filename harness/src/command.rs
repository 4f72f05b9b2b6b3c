//! The command that starts a driver, and the limits of a driver.

use std::ffi::OsString;
use std::time::Duration;

/// A program and its arguments.
#[derive(Clone, Debug)]
pub struct DriverCommand {
    pub program: OsString,
    pub arguments: Vec<OsString>,
}

impl DriverCommand {
    /// `None` if there is no word.
    pub fn new(words: impl IntoIterator<Item = impl Into<OsString>>) -> Option<DriverCommand> {
        let mut words = words.into_iter().map(Into::into);
        let program = words.next()?;
        Some(DriverCommand { program, arguments: words.collect() })
    }

    /// Its words, for people and for hashes.
    pub fn words(&self) -> Vec<String> {
        let words = std::iter::once(&self.program).chain(&self.arguments);
        words.map(|word| word.to_string_lossy().into_owned()).collect()
    }
}

/// The limits of a driver.
#[derive(Clone, Copy, Debug)]
pub struct DriverLimits {
    /// The time for an answer, from the one before it.
    pub answer: Duration,
    /// The time from its start until it is ready.
    pub start: Duration,
    /// Bytes that it and its children have resident.
    pub memory: Option<u64>,
    /// Bytes of a line.
    pub line: usize,
}

impl Default for DriverLimits {
    fn default() -> DriverLimits {
        DriverLimits {
            answer: Duration::from_secs(5),
            start: Duration::from_secs(30),
            memory: None,
            line: 64 << 20,
        }
    }
}
