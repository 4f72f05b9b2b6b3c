//! The end of a driver that should have answered.

use std::fmt::{self, Display, Formatter};
use std::time::Duration;

use crate::protocol::Breach;

/// The reason why no answer will come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DriverEnd {
    pub how: EndKind,
    /// The last of its standard error.
    pub stderr: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum EndKind {
    Exited(i32),
    Killed(i32),
    /// It still runs, but its standard output is closed.
    Closed,
    Hung(Duration),
    NoReply(Breach),
    OutOfTurn(Breach),
    LongLine(usize),
    Memory(u64),
}

/// Causes of failures, as reports have them.
pub(crate) const NO_REPLY: &str = "not a reply";
pub(crate) const OUT_OF_TURN: &str = "answered out of turn";
pub(crate) const BAD_REPLY: &str = "bad reply: ";

impl Display for EndKind {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            EndKind::Exited(0) => f.write_str("the driver ended (exit code 0)"),
            EndKind::Exited(code) => write!(f, "crash: exit code {code}"),
            EndKind::Killed(signal) => write!(f, "crash: {}", named(*signal)),
            EndKind::Closed => f.write_str("the driver closed its output"),
            EndKind::Hung(time) => write!(f, "no answer within {}", seconds(*time)),
            EndKind::NoReply(..) => f.write_str(NO_REPLY),
            EndKind::OutOfTurn(..) => f.write_str(OUT_OF_TURN),
            EndKind::LongLine(bytes) => write!(f, "a line of more than {}", size(*bytes as u64)),
            EndKind::Memory(bytes) => write!(f, "takes more memory than {}", size(*bytes)),
        }
    }
}

impl EndKind {
    /// The line that is no answer, if there is one.
    pub fn breach(&self) -> Option<&Breach> {
        match self {
            EndKind::NoReply(breach) | EndKind::OutOfTurn(breach) => Some(breach),
            _ => None,
        }
    }

    /// The details beside the cause.
    pub fn details(&self) -> Vec<String> {
        let told = |breach: &Breach| vec![breach.why.clone(), format!("the line: {}", breach.line)];
        self.breach().map(told).unwrap_or_default()
    }
}

/// A time as people write it.
pub(crate) fn seconds(time: Duration) -> String {
    match time.as_millis() {
        millis if millis % 1000 != 0 => format!("{millis} ms"),
        millis => format!("{} s", millis / 1000),
    }
}

fn size(bytes: u64) -> String {
    let units = [("G", 30), ("M", 20), ("K", 10)];
    let whole =
        units.iter().find(|(_, shift)| bytes >= 1 << shift && bytes.is_multiple_of(1 << shift));
    whole.map_or(format!("{bytes} bytes"), |(unit, shift)| format!("{}{unit}", bytes >> shift))
}

fn named(signal: i32) -> String {
    let names = [
        (4, "SIGILL"),
        (6, "SIGABRT"),
        (8, "SIGFPE"),
        (9, "SIGKILL"),
        (11, "SIGSEGV"),
        (13, "SIGPIPE"),
        (15, "SIGTERM"),
    ];
    let name = names.iter().find(|(number, _)| *number == signal);
    name.map_or(format!("signal {signal}"), |(_, name)| format!("signal {signal} ({name})"))
}
