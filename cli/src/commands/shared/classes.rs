//! Classes in place of a spec: the user's own, in Python. The predicate is Python, and so is the search: the package
//! `pykorrel` writes the stream, or a spec's skeleton. Here it is only started.

use std::path::Path;
use std::process::{Command, ExitStatus, Output, Stdio};

use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;

use crate::flags::ClassesFlags;
use crate::messages::error::Error;
use crate::messages::exit::Exit;
use crate::messages::tell::tell;

/// Ends with a code of its own if the package is missing, for an error of Python's has the code of "no instance".
const START: &str = "
import sys
try:
    from pykorrel.classes import main
except ImportError:
    sys.exit(99)
sys.exit(main())
";
const NO_PACKAGE: i32 = 99;

/// What is asked of the classes that a text names, `tree.py:Tree`.
pub struct ClassesQuestion<'a> {
    flags: &'a ClassesFlags,
    words: Vec<String>,
}

impl<'a> ClassesQuestion<'a> {
    pub fn new(flags: &'a ClassesFlags, classes: &Path, scope: Option<&str>) -> Self {
        let mut words = Vec::new();
        words.extend(flags.predicate.iter().map(|name| format!("--where={name}")));
        words.extend(scope.map(|scope| format!("--scope={scope}")));
        words.extend(["--".to_owned(), classes.display().to_string()]);
        ClassesQuestion { flags, words }
    }

    /// With more flags of `python -m pykorrel.classes`.
    #[must_use]
    pub fn with(mut self, flags: impl IntoIterator<Item = String>) -> Self {
        self.words.splice(0..0, flags);
        self
    }

    /// Writes to standard output.
    ///
    /// # Errors
    /// A Python that cannot be started, or that lacks the package.
    pub fn run(&self) -> Result<Exit, Error> {
        self.ended(self.command().status().map_err(|error| self.unstarted(&error))?)
    }

    /// What it writes, if all is well.
    ///
    /// # Errors
    /// A Python that cannot be started, or that lacks the package.
    pub fn text(&self) -> Result<Result<String, Exit>, Error> {
        let output = self.command().stdout(Stdio::piped()).spawn();
        let output = output.and_then(|child| child.wait_with_output());
        let Output { status, stdout, .. } = output.map_err(|error| self.unstarted(&error))?;
        Ok(match self.ended(status)? {
            Exit::Success => Ok(String::from_utf8_lossy(&stdout).into_owned()),
            exit => Err(exit),
        })
    }

    fn python(&self) -> &Path {
        self.flags.python.as_deref().unwrap_or(Path::new("python3"))
    }

    fn command(&self) -> Command {
        let mut command = Command::new(self.python());
        command.args(["-c", START]).args(&self.words).stdin(Stdio::null());
        command
    }

    fn unstarted(&self, error: &std::io::Error) -> Error {
        let name = self.python().display();
        let told = format!("cannot run `{name}`, which searches for heaps of classes: {error}");
        refused(told, "`--python PROGRAM` names another Python".to_owned())
    }

    fn ended(&self, status: ExitStatus) -> Result<Exit, Error> {
        let name = self.python().display();
        match status.code() {
            Some(NO_PACKAGE) => Err(refused(
                format!("`{name}` has no package pykorrel with the search for heaps of classes"),
                format!(
                    "`{name} -m pip install pykorrel` brings it, or `--python PROGRAM` names a Python that has it"
                ),
            )),
            Some(code) => Ok(Exit::from(u8::try_from(code).unwrap_or(u8::MAX))),
            None if signal(status) == Some(INTERRUPT) => Ok(Exit::Interrupted),
            None => {
                tell(format_args!("error: `{name}` was ended before it had written all heaps"));
                Ok(Exit::Incomplete)
            }
        }
    }
}

const INTERRUPT: i32 = 2;

#[cfg(unix)]
fn signal(status: ExitStatus) -> Option<i32> {
    std::os::unix::process::ExitStatusExt::signal(&status)
}

#[cfg(not(unix))]
fn signal(_: ExitStatus) -> Option<i32> {
    None
}

fn refused(message: String, help: String) -> Error {
    Error::Usage(Diagnostic::new(code::FILE, message).help(help))
}
