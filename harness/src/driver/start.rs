//! Starting a driver until it is ready.

use std::fmt::{self, Display, Formatter};
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use super::command::{DriverCommand, DriverLimits};
use super::ended::{seconds, shortened};
use super::process::Process;
use super::wait::wait;
use crate::asked::input::TestedOperation;
use crate::protocol::Ready;
use crate::schedule::Stops;

/// After how many failures in a row a driver is given up. Each worker counts its own.
const ATTEMPTS: u32 = 20;
/// The same for one that has never been ready: what it lacks, it will lack again.
const FIRST_ATTEMPTS: u32 = 3;

/// What whoever writes a first driver forgets.
const HOW: &str =
    "it answers the first line by a line {\"ready\":true}, and flushes its output after each line";

/// Why a run cannot go on: exit code 2.
#[derive(Debug)]
pub enum Refusal {
    /// There is no such program, or it may not be run.
    NoProgram {
        program: String,
        error: io::Error,
    },
    /// It failed to start too often.
    GivenUp {
        program: String,
        why: String,
        stderr: String,
    },
    /// What it says of its reads cannot be.
    Untrusted {
        why: String,
    },
    UnknownOperations {
        unknown: Vec<String>,
        asked: Vec<String>,
        known: Vec<String>,
    },
}

impl Display for Refusal {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::NoProgram { program, error } => {
                write!(f, "the driver `{program}` cannot be started: {error}")
            }
            Refusal::GivenUp { program, why, stderr } => {
                write!(f, "the driver `{program}` cannot be started: {why}")?;
                match stderr.trim_end() {
                    "" => Ok(()),
                    stderr => write!(f, "; it wrote to standard error:\n{stderr}"),
                }
            }
            Refusal::Untrusted { why } => f.write_str(why),
            Refusal::UnknownOperations { unknown, asked, known } => write!(
                f,
                "the driver does not know {}; asked for are {}, known to it are {}",
                unknown.join(", "),
                asked.join(", "),
                known.join(", ")
            ),
        }
    }
}

impl std::error::Error for Refusal {}

/// Why there is no driver.
#[derive(Debug)]
pub(crate) enum Unstarted {
    Stopped,
    Refused(Refusal),
}

/// Starts processes of one driver, for all workers.
pub(crate) struct Starter<'r> {
    command: &'r DriverCommand,
    limits: DriverLimits,
    header: String,
    operations: &'r [TestedOperation],
    stop: &'r Stops<'r>,
    /// Some process of it was.
    has_been_ready: AtomicBool,
}

impl<'r> Starter<'r> {
    pub fn new(
        command: &'r DriverCommand,
        limits: DriverLimits,
        header: &str,
        operations: &'r [TestedOperation],
        stop: &'r Stops<'r>,
    ) -> Starter<'r> {
        let (header, has_been_ready) = (format!("{header}\n"), AtomicBool::new(false));
        Starter { command, limits, header, operations, stop, has_been_ready }
    }

    pub fn limits(&self) -> &DriverLimits {
        &self.limits
    }

    pub fn is_stopped(&self) -> bool {
        self.stop.is_raised()
    }

    /// A process that awaits inputs.
    pub fn start(&self) -> Result<(Process, Ready), Unstarted> {
        let mut failures = 0;
        loop {
            let spawned = Process::spawn(self.command, self.limits.line);
            let mut process = spawned.map_err(|error| {
                Unstarted::Refused(Refusal::NoProgram { program: self.program(), error })
            })?;
            match self.awaits(&mut process) {
                Ok(Some(ready)) => {
                    self.has_been_ready.store(true, Ordering::Relaxed);
                    return self.knows(ready).map(|ready| (process, ready));
                }
                Ok(None) => return Err(Unstarted::Stopped),
                Err(why) => {
                    failures += 1;
                    let is_known = self.has_been_ready.load(Ordering::Relaxed);
                    if failures >= if is_known { ATTEMPTS } else { FIRST_ATTEMPTS } {
                        return Err(self.give_up(process, why));
                    }
                }
            }
        }
    }

    /// What it says; `None` if the run is stopped. An error without a reason: it ended.
    fn awaits(&self, process: &mut Process) -> Result<Option<Ready>, Option<String>> {
        let begun = Instant::now();
        process.outbox().extend_from_slice(self.header.as_bytes());
        loop {
            if self.is_stopped() {
                return Ok(None);
            }
            let is_read = wait(&mut [process], self.limits.start);
            if let Some(line) = process.next_line().map_err(|how| Some(how.to_string()))? {
                let wrong =
                    |why| format!("its first line is not `ready` ({why}): {}", shortened(line));
                return Ready::parse(line).map(Some).map_err(|why| Some(wrong(why)));
            }
            if !is_read && process.is_over() {
                return Err(None);
            }
            if begun.elapsed() > self.limits.start {
                let time = seconds(self.limits.start);
                return Err(Some(format!("it was not ready within {time}; {HOW}")));
            }
        }
    }

    /// A refusal with what the last attempt told.
    fn give_up(&self, mut process: Process, why: Option<String>) -> Unstarted {
        let (why, stderr) = match why {
            Some(why) => (why, process.last_words()),
            None => {
                let (how, stderr) = process.end();
                (format!("it was not ready: {how}"), stderr)
            }
        };
        Unstarted::Refused(Refusal::GivenUp { program: self.program(), why, stderr })
    }

    fn knows(&self, ready: Ready) -> Result<Ready, Unstarted> {
        let asked = || self.operations.iter().map(|op| op.name.as_str());
        let unknown = ready.unknown(asked());
        if unknown.is_empty() {
            return Ok(ready);
        }
        let asked = asked().map(str::to_owned).collect();
        let known = ready.ops.unwrap_or_default();
        Err(Unstarted::Refused(Refusal::UnknownOperations { unknown, asked, known }))
    }

    fn program(&self) -> String {
        self.command.program.to_string_lossy().into_owned()
    }
}
