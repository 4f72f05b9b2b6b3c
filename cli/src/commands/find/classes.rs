//! `find --classes`: heaps of the user's own Python classes. The predicate is Python, and so is the search: the
//! package `pykorrel` writes the stream. Here it is only started.

use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};

use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;

use crate::flags::FindFlags;
use crate::messages::error::Error;
use crate::messages::exit::Exit;
use crate::messages::reporter::Reporter;
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

pub fn run(find: &FindFlags, report: &Reporter) -> Result<Exit, Error> {
    let python = find.classes.python.as_deref().unwrap_or(Path::new("python3"));
    let (name, install) = (python.display(), "-m pip install pykorrel");
    let status = Command::new(python)
        .args(["-c", START])
        .args(words(find, report))
        .stdin(Stdio::null())
        .status()
        .map_err(|error| {
            let told = format!("cannot run `{name}`, which searches for heaps of classes: {error}");
            refused(told, "`--python PROGRAM` names another Python".to_owned())
        })?;
    match status.code() {
        Some(NO_PACKAGE) => Err(refused(
            format!("`{name}` has no package pykorrel with the search for heaps of classes"),
            format!(
                "`{name} {install}` brings it, or `--python PROGRAM` names a Python that has it"
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

fn words(find: &FindFlags, report: &Reporter) -> Vec<String> {
    let limit = find.amount.limit.unwrap_or(0);
    let mut words = vec![format!("--limit={limit}")];
    words.extend(find.classes.predicate.iter().map(|name| format!("--where={name}")));
    words.extend(find.question.scope.iter().map(|scope| format!("--scope={scope}")));
    let timeout = find.search.limits.timeout;
    words.extend(timeout.map(|timeout| format!("--timeout={}ms", timeout.as_millis())));
    let switches = [
        ("--keys", find.stream.keyed.keys),
        ("--bare", find.stream.frame.bare),
        ("--quiet", report.is_quiet()),
    ];
    words.extend(switches.iter().filter(|(_, is_on)| *is_on).map(|(flag, _)| (*flag).to_owned()));
    words.extend(["--".to_owned(), find.question.spec.display().to_string()]);
    words
}
