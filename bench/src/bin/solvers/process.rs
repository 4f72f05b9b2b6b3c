//! Programs that are run, and what they cost.

use std::fs::File;
use std::path::Path;
use std::process::{Command, Stdio};

use wait4::Wait4;

use crate::rows::Row;

/// A program's answer.
pub struct SolverAnswer {
    pub verdict: Verdict,
    /// CPU time.
    pub seconds: f64,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    Satisfiable,
    Unsatisfiable,
    Unknown,
}

impl Verdict {
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Satisfiable => "sat",
            Verdict::Unsatisfiable => "unsat",
            Verdict::Unknown => "?",
        }
    }
}

/// # Errors
/// That the program cannot be run, or fails.
pub fn translate(korrel: &Path, row: &Row, to: &Path) -> Result<(), String> {
    let out = File::create(to).map_err(|error| error.to_string())?;
    let mut command = Command::new(korrel);
    command.args(["translate", "--quiet", "--emit", "cnf"]);
    command.arg(&row.spec).arg(&row.command).args(&row.arguments).stdout(out);
    let failed = |what: String| format!("{}: {what}", korrel.display());
    let status = command.status().map_err(|error| failed(error.to_string()))?;
    if status.success() { Ok(()) } else { Err(failed(format!("{}: {status}", row.name))) }
}

/// Runs a program within a limit in seconds; nothing if there is no such program.
///
/// # Errors
/// That it cannot be run.
pub fn decide(words: &[&str], limit: u32) -> Result<Option<SolverAnswer>, String> {
    // The shell says 127 of a program that is not there.
    let script = format!("ulimit -t {limit}; exec \"$@\"");
    let mut command = Command::new("sh");
    command.args(["-c", &script, "sh"]).args(words);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let failed = |error: std::io::Error| format!("{}: {error}", words.join(" "));
    let ended = command.spawn().map_err(failed)?.wait4().map_err(failed)?;
    let verdict = match ended.status.code() {
        Some(127) => return Ok(None),
        Some(10) => Verdict::Satisfiable,
        Some(20) => Verdict::Unsatisfiable,
        _ => Verdict::Unknown,
    };
    let seconds = (ended.rusage.utime + ended.rusage.stime).as_secs_f64();
    Ok(Some(SolverAnswer { verdict, seconds }))
}
