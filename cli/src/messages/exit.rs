//! The exit codes of the program. Other people's scripts rely on these numbers.

use std::process::ExitCode;

/// Of several, the last in this order counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// The search found what was asked for. Every expectation was met.
    Success,
    /// Nothing was found, or an expectation was not met.
    Failure,
    /// A mistake in the command line or the spec, or a file that cannot be read.
    Usage,
    /// Time or memory ran out first.
    Incomplete,
    /// A bug in Korrel.
    Internal,
    /// Ctrl-C.
    Interrupted,
}

impl Exit {
    pub fn code(self) -> u8 {
        match self {
            Exit::Success => 0,
            Exit::Failure => 1,
            Exit::Usage => 2,
            Exit::Incomplete => 3,
            Exit::Internal => 4,
            Exit::Interrupted => 130,
        }
    }
}

/// Converts the codes that a report has.
impl From<u8> for Exit {
    fn from(code: u8) -> Exit {
        match code {
            0 => Exit::Success,
            1 => Exit::Failure,
            2 => Exit::Usage,
            3 => Exit::Incomplete,
            130 => Exit::Interrupted,
            _ => Exit::Internal,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit.code())
    }
}
