//! A process that is waited for until it ends, or the search is stopped.
//!
//! Its output goes to files: no pipe can then fill up and block it.

use std::ffi::OsString;
use std::fs::File;
use std::io;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::Duration;

use tempfile::TempDir;

use crate::limits::Stop;

/// The end of a process, and its output.
pub struct EndedProcess {
    pub status: ExitStatus,
    pub output: String,
    pub messages: String,
}

const OUTPUT: &str = "output";
const MESSAGES: &str = "messages";

/// The times between two looks at it.
const FIRST_GLANCE: Duration = Duration::from_micros(200);
const LAST_GLANCE: Duration = Duration::from_millis(20);

/// A new folder for the files of one question, which is removed with them.
///
/// # Errors
/// If it cannot be made.
pub fn folder() -> io::Result<TempDir> {
    tempfile::Builder::new().prefix("korrel-").tempdir()
}

/// The text of a file in such a folder, empty if there is none.
pub fn text(folder: &TempDir, name: &str) -> String {
    let bytes = std::fs::read(folder.path().join(name)).unwrap_or_default();
    String::from_utf8_lossy(&bytes).into_owned()
}

/// # Errors
/// If it cannot be started or waited for.
pub fn run(
    program: &Path,
    arguments: &[OsString],
    scratch: &TempDir,
    stop: &Stop,
) -> io::Result<Option<EndedProcess>> {
    let file = |name| File::create_new(scratch.path().join(name)).map(Stdio::from);
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::null()).stdout(file(OUTPUT)?).stderr(file(MESSAGES)?);
    apart(&mut command);
    let mut child = command.spawn()?;
    let Some(status) = wait(&mut child, stop)? else { return Ok(None) };
    let (output, messages) = (text(scratch, OUTPUT), text(scratch, MESSAGES));
    Ok(Some(EndedProcess { status, output, messages }))
}

/// Ctrl-C at a terminal does not reach it.
#[cfg(unix)]
fn apart(command: &mut Command) {
    std::os::unix::process::CommandExt::process_group(command, 0);
}

#[cfg(not(unix))]
fn apart(_: &mut Command) {}

fn wait(child: &mut Child, stop: &Stop) -> io::Result<Option<ExitStatus>> {
    let mut glance = FIRST_GLANCE;
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if stop.is_raised() {
            // It may have ended meanwhile.
            let _ = child.kill();
            child.wait()?;
            return Ok(None);
        }
        std::thread::sleep(glance);
        glance = (glance * 2).min(LAST_GLANCE);
    }
}
