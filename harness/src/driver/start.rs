//! Starting a driver until it is ready.

use std::fmt::{self, Display, Formatter};
use std::io;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

use super::ended::{EndKind, seconds};
use super::process::{Process, unstarted};
use super::wait::wait;
use crate::command::{DriverCommand, DriverLimits};
use crate::input::TestedOperation;
use crate::plan::{Plan, Stops};
use crate::protocol::{Breach, Ready};

/// The number of failures in a row after which a driver is given up. Each worker counts its own.
const ATTEMPTS: u32 = 20;
/// The same for a driver that has never been ready: a thing it lacks, it will lack again.
const FIRST_ATTEMPTS: u32 = 3;

/// The rule that the author of a first driver forgets.
const HOW: &str =
    "it answers the first line by a line {\"ready\":true}, and flushes its output after each line";

/// The reason why a run cannot go on: exit code 2.
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
    /// It wrote a line that is no proper answer before it ever gave one.
    Misspoken {
        program: String,
        /// It was to say that it is ready, or else to answer an input.
        is_header: bool,
        breach: Breach,
    },
    /// Its report of its reads cannot be true.
    Untrusted {
        why: String,
    },
    /// It does not run several clients.
    NotConcurrent {
        program: String,
    },
    UnknownOperations {
        unknown: Vec<String>,
        asked: Vec<String>,
        known: Vec<String>,
    },
}

impl Refusal {
    /// The advice on it, if there is any.
    pub fn help(&self) -> Option<String> {
        match self {
            Refusal::Misspoken { breach, .. } => Some(breach.instead.clone()),
            Refusal::NotConcurrent { .. } => Some(
                "a driver that takes `clients` answers the header by {\"ready\":true,\"concurrent\":true}"
                    .to_owned(),
            ),
            Refusal::GivenUp { .. } => Some(format!("a driver reads and answers lines: {HOW}")),
            _ => None,
        }
    }
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
            Refusal::Misspoken { program, is_header, breach: Breach { line, why, .. } } => {
                let line = match line.as_str() {
                    "" => "an empty line".to_owned(),
                    line => format!("`{line}`"),
                };
                match is_header {
                    true => {
                        write!(f, "`{program}` does not say that it is ready, but {line} ({why})")
                    }
                    false => {
                        write!(f, "the first answer of `{program}` is no reply, but {line} ({why})")
                    }
                }
            }
            Refusal::Untrusted { why } => f.write_str(why),
            Refusal::NotConcurrent { program } => write!(
                f,
                "`{program}` does not say that several clients can call it at the same time"
            ),
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

/// The reason why there is no driver.
#[derive(Debug)]
pub(crate) enum StartFailure {
    Stopped,
    Refused(Refusal),
}

/// The reason why a process does not await inputs.
enum NotReady {
    Ended,
    /// Its supervisor could not start it.
    Unstarted(io::Error),
    Misspoken(Breach),
    /// It took too long, or its line is too long.
    Late(String),
}

/// Starts processes of one driver, for all workers.
pub(crate) struct Starter<'r> {
    command: &'r DriverCommand,
    limits: DriverLimits,
    is_supervised: bool,
    header: String,
    operations: &'r [TestedOperation],
    stop: &'r Stops<'r>,
    /// Some process of it was.
    has_been_ready: AtomicBool,
    /// The number of the first input that it has answered properly.
    spoken: AtomicU64,
}

impl<'r> Starter<'r> {
    pub fn new(
        command: &'r DriverCommand,
        plan: &Plan,
        header: &str,
        operations: &'r [TestedOperation],
        stop: &'r Stops<'r>,
    ) -> Starter<'r> {
        let header = format!("{header}\n");
        let spoken = AtomicU64::new(if plan.has_spoken { 0 } else { u64::MAX });
        Starter {
            command,
            limits: plan.limits,
            is_supervised: plan.is_supervised,
            header,
            operations,
            stop,
            has_been_ready: AtomicBool::new(false),
            spoken,
        }
    }

    pub fn limits(&self) -> &DriverLimits {
        &self.limits
    }

    /// It has answered the input with this number properly.
    pub fn has_spoken(&self, number: u64) {
        self.spoken.fetch_min(number, Ordering::Relaxed);
    }

    /// The reason why it is asked no further, if it has answered neither this input properly nor one
    /// before it.
    pub fn misspoken(&self, number: u64, breach: &Breach) -> Option<Refusal> {
        let is_first = number < self.spoken.load(Ordering::Relaxed);
        is_first.then(|| self.misspeaks(false, breach.clone()))
    }

    fn no_program(&self, error: io::Error) -> StartFailure {
        StartFailure::Refused(Refusal::NoProgram { program: self.program(), error })
    }

    fn misspeaks(&self, is_header: bool, breach: Breach) -> Refusal {
        Refusal::Misspoken { program: self.program(), is_header, breach }
    }

    pub fn is_stopped(&self) -> bool {
        self.stop.is_raised()
    }

    /// A process that awaits inputs.
    pub fn start(&self) -> Result<(Process, Ready), StartFailure> {
        let mut failures = 0;
        loop {
            let spawned = Process::spawn(self.command, self.is_supervised, self.limits.line);
            let mut process = spawned.map_err(|error| self.no_program(error))?;
            match self.awaits(&mut process) {
                Ok(Some(ready)) => {
                    self.has_been_ready.store(true, Ordering::Relaxed);
                    return self.knows(ready).map(|ready| (process, ready));
                }
                Ok(None) => return Err(StartFailure::Stopped),
                Err(NotReady::Unstarted(error)) => return Err(self.no_program(error)),
                // It will say the same again.
                Err(NotReady::Misspoken(breach))
                    if !self.has_been_ready.load(Ordering::Relaxed) =>
                {
                    return Err(StartFailure::Refused(self.misspeaks(true, breach)));
                }
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

    /// Waits for the driver's message that it is ready. Returns `None` if the run is stopped.
    fn awaits(&self, process: &mut Process) -> Result<Option<Ready>, NotReady> {
        let begun = Instant::now();
        process.outbox().extend_from_slice(self.header.as_bytes());
        loop {
            if self.is_stopped() {
                return Ok(None);
            }
            let is_read = wait(&mut [process], self.limits.start);
            if let Some(line) =
                process.next_line().map_err(|how| NotReady::Late(how.to_string()))?
            {
                if let Some(error) = unstarted(line) {
                    return Err(NotReady::Unstarted(error));
                }
                let ready = Ready::parse(line).map(Some);
                return ready.map_err(|why| NotReady::Misspoken(Breach::of_ready(line, why)));
            }
            if !is_read && process.is_over() {
                return Err(NotReady::Ended);
            }
            if begun.elapsed() > self.limits.start {
                return Err(match process.hung(self.limits.start) {
                    EndKind::NoReply(breach) => NotReady::Misspoken(breach),
                    _ => {
                        let time = seconds(self.limits.start);
                        NotReady::Late(format!("it was not ready within {time}"))
                    }
                });
            }
        }
    }

    /// A refusal with the output of the last attempt.
    fn give_up(&self, mut process: Process, why: NotReady) -> StartFailure {
        let (why, stderr) = match why {
            NotReady::Late(why) => (why, process.last_words()),
            NotReady::Misspoken(Breach { line, why, .. }) => {
                (format!("its first line is not `ready` ({why}): {line}"), process.last_words())
            }
            NotReady::Unstarted(error) => (error.to_string(), String::new()),
            NotReady::Ended => match process.end() {
                (EndKind::NoReply(breach), _) => {
                    return StartFailure::Refused(self.misspeaks(true, breach));
                }
                (how, stderr) => (format!("it was not ready: {how}"), stderr),
            },
        };
        StartFailure::Refused(Refusal::GivenUp { program: self.program(), why, stderr })
    }

    fn knows(&self, ready: Ready) -> Result<Ready, StartFailure> {
        let asked = || self.operations.iter().map(|op| op.name.as_str());
        let unknown = ready.unknown(asked());
        if unknown.is_empty() {
            return Ok(ready);
        }
        let asked = asked().map(str::to_owned).collect();
        let known = ready.ops.unwrap_or_default();
        Err(StartFailure::Refused(Refusal::UnknownOperations { unknown, asked, known }))
    }

    fn program(&self) -> String {
        self.command.program.to_string_lossy().into_owned()
    }
}
