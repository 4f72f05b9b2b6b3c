//! The process that does a worker's parts.
//!
//! The worker names a part on its standard input, and it says how that went on its standard output: the exit code that a process
//! for this part alone would have. A part that ends the process ends no worker, and costs no other part: those before it are
//! done, and the next one has a new process.

use std::io::{BufRead, BufReader, Write};
use std::process::{self, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};

use korrel::queue::PartName;

use super::folder::QueueFolder;
use crate::flags::WorkFlags;
use crate::messages::error::Error;
use crate::messages::exit::Exit;

pub struct PartProcess {
    child: process::Child,
    /// `None` once it is to end.
    names: Option<ChildStdin>,
    outcomes: BufReader<ChildStdout>,
    /// It computes parts again.
    pub is_again: bool,
}

impl PartProcess {
    /// # Errors
    /// A process that cannot be started.
    pub fn start(
        folder: &QueueFolder,
        (worker, flags): (&str, &WorkFlags),
        is_again: bool,
    ) -> Result<PartProcess, Error> {
        let program = std::env::current_exe().map_err(Error::Output)?;
        let audit = if is_again { "100%" } else { "0%" };
        let mut child = Command::new(&program)
            .arg("work")
            .arg(&folder.path)
            .args(["--part", "-", "--as", worker, "--audit", audit, "--quiet"])
            .args(["--lease", &format!("{}ms", flags.lease.as_millis())])
            .args(["-j", &flags.threads.to_string()])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| Error::unwritable(&program, &error))?;
        let outcomes = BufReader::new(child.stdout.take().expect("it is piped"));
        Ok(PartProcess { names: child.stdin.take(), outcomes, child, is_again })
    }

    /// The same, unless it has ended between two parts.
    pub fn living(mut self) -> Option<PartProcess> {
        matches!(self.child.try_wait(), Ok(None)).then_some(self)
    }

    /// Has a part done. `None` if that has ended it.
    pub fn does(&mut self, part: PartName) -> Option<Child> {
        writeln!(self.names.as_ref()?, "{part}").ok()?;
        let mut code = String::new();
        self.outcomes.read_line(&mut code).ok()?;
        Some(Child::of(Some(code.trim().parse().ok()?)))
    }

    /// Waits for its end.
    ///
    /// # Errors
    /// A system that does not tell it.
    pub fn end(mut self) -> Result<ExitStatus, Error> {
        self.names = None;
        self.child.wait().map_err(Error::Output)
    }
}

impl Drop for PartProcess {
    fn drop(&mut self) {
        self.names = None;
        // It has ended already, or does so now that no more parts come.
        let _ = self.child.wait();
    }
}

/// What became of a part that was tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Child {
    Done,
    /// Another worker is at it.
    Taken,
    /// By a signal, for want of memory, or by a mistake of ours.
    Ended,
    Interrupted,
}

impl Child {
    /// `code`: none of a process that a signal has ended.
    pub fn of(code: Option<i32>) -> Child {
        let is = |exit: Exit| code == Some(i32::from(exit.code()));
        match () {
            () if is(Exit::Success) => Child::Done,
            () if is(Exit::Failure) => Child::Taken,
            () if is(Exit::Interrupted) => Child::Interrupted,
            () => Child::Ended,
        }
    }
}

pub fn how(status: ExitStatus) -> String {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return format!("signal {signal}");
    }
    format!("exit code {}", status.code().unwrap_or(-1))
}

#[cfg(test)]
mod tests {
    use super::Child;

    /// If it failed, a part that has no memory would be tried for ever, or one that is taken would be given up.
    #[test]
    fn a_part_that_has_ended_is_not_tried_again() {
        let of = [Some(0), Some(1), Some(130)].map(Child::of);
        assert_eq!(of, [Child::Done, Child::Taken, Child::Interrupted]);
        for code in [Some(3), Some(4), Some(101), None] {
            assert_eq!(Child::of(code), Child::Ended, "{code:?}");
        }
    }
}
