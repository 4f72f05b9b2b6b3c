//! Systems without Unix's processes, such as Windows: no driver starts there, and the caller gets the reason.
//! Everything else of the program works.

use std::convert::Infallible;
use std::io::{self, ErrorKind};
use std::time::Duration;

use super::ended::{DriverEnd, EndKind};
use crate::command::DriverCommand;

/// No wait is longer.
pub(crate) const TICK: Duration = Duration::from_millis(25);

/// A process that is asked.
///
/// Invariant: there is no such process.
pub(crate) struct Process(Infallible);

impl Process {
    /// # Errors
    /// Always.
    pub fn spawn(_: &DriverCommand, _: bool, _: usize) -> io::Result<Process> {
        Err(io::Error::new(ErrorKind::Unsupported, "drivers need the processes of Unix: use WSL"))
    }

    pub fn outbox(&mut self) -> &mut Vec<u8> {
        match self.0 {}
    }

    pub fn write(&mut self) {
        match self.0 {}
    }

    pub fn next_line(&mut self) -> Result<Option<&[u8]>, EndKind> {
        match self.0 {}
    }

    pub fn hung(&self, _: Duration) -> EndKind {
        match self.0 {}
    }

    pub fn is_over(&mut self) -> bool {
        match self.0 {}
    }

    pub fn ended(self, _: EndKind) -> DriverEnd {
        match self.0 {}
    }

    pub fn end(self) -> (EndKind, String) {
        match self.0 {}
    }

    pub fn last_words(&mut self) -> String {
        match self.0 {}
    }

    pub fn parting_line(&mut self, _: Duration) -> Option<Vec<u8>> {
        match self.0 {}
    }

    pub fn finish(self, _: Duration) {
        match self.0 {}
    }

    pub fn resident(&self) -> u64 {
        match self.0 {}
    }
}

/// Returns at once: nothing can be read from no process.
pub(crate) fn wait(_: &mut [&mut Process], _: Duration) -> bool {
    false
}

/// No supervisor says that it could not start a driver.
pub(super) fn unstarted(_: &[u8]) -> Option<io::Error> {
    None
}
