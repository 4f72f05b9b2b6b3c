//! The rows that are counted without a list, each beside listing: `korrel-bench counts`.
//!
//! Seconds are CPU time of one run; listing is stopped after a time on the clock, and a dash stands for it then. Each
//! count is compared with one that is not from Korrel.

use std::fmt::Write;
use std::io::{self, Read};
use std::path::Path;
use std::process::{Command, Stdio};

use crate::cases::rows;
use crate::child;

/// A row of `bench/counts.tsv`: a spec of the library or of this folder, at a scope.
struct CountedCase {
    structure: &'static str,
    size: &'static str,
    spec: &'static str,
    command: &'static str,
    scope: &'static str,
    known: &'static str,
}

fn cases() -> impl Iterator<Item = CountedCase> {
    rows(include_str!("../counts.tsv")).map(|mut cell| CountedCase {
        structure: cell(),
        size: cell(),
        spec: cell(),
        command: cell(),
        scope: cell(),
        known: cell(),
    })
}

/// Prints the table; whether all counts are as known.
///
/// # Errors
/// A program that cannot be run, an output that cannot be written.
pub fn print(
    korrel: &Path,
    filter: &str,
    timeout: &str,
    out: &mut impl io::Write,
) -> io::Result<bool> {
    let mut is_right = true;
    writeln!(out, "| structure | size | instances | s | by | nodes | listed, s |")?;
    writeln!(out, "|---|---|--:|--:|---|--:|--:|")?;
    for case in cases().filter(|case| case.structure.contains(filter)) {
        let counted = CountRun::run(&case, korrel, timeout)?;
        let mut row = format!("| {} | {} | {} ", case.structure, case.size, case.known);
        match &counted {
            Some(counted) if counted.number == case.known => {
                let CountRun { seconds, way, nodes, .. } = counted;
                let _ = write!(row, "| {seconds:.2} | {way} | {nodes} ");
            }
            other => {
                is_right = false;
                let found = other.as_ref().map_or("nothing", |counted| &counted.number);
                eprintln!("error: {} {}: {found} found", case.structure, case.size);
                row.push_str("| – | – | – ");
            }
        }
        let mut list = question(&case, korrel, timeout);
        list.args(["--method", "list"]).stderr(Stdio::null());
        match child::run(&mut list, text) {
            Ok((found, cost)) if found == case.known => {
                let _ = write!(row, "| {:.2} |", cost.seconds);
            }
            _ => row.push_str("| – |"),
        }
        writeln!(out, "{row}")?;
        out.flush()?;
    }
    Ok(is_right)
}

/// The answer of `korrel count`, and its cost.
struct CountRun {
    number: String,
    seconds: f64,
    way: String,
    nodes: String,
}

impl CountRun {
    /// By the method that the structure is for: that of classes, or that of labellings.
    fn run(case: &CountedCase, korrel: &Path, timeout: &str) -> io::Result<Option<CountRun>> {
        for method in ["compile", "burnside"] {
            let mut count = question(case, korrel, timeout);
            count.args(["--method", method, "--stats"]);
            // A method that does not fit says so at once.
            let told = count.output()?;
            if !told.status.success() {
                continue;
            }
            let told = String::from_utf8_lossy(&told.stderr).into_owned();
            let way = told.lines().find_map(|line| line.strip_prefix("method ")).unwrap_or("");
            let mut words = way.split(", ").map(str::trim);
            let way = words.next().unwrap_or("").to_owned();
            let nodes = words.find_map(|word| word.strip_suffix(" nodes")).unwrap_or("").to_owned();
            let mut again = question(case, korrel, timeout);
            again.args(["--method", method]);
            let (number, cost) = child::run(&mut again, text).map_err(io::Error::other)?;
            return Ok(Some(CountRun { number, seconds: cost.seconds, way, nodes }));
        }
        Ok(None)
    }
}

fn question(case: &CountedCase, korrel: &Path, timeout: &str) -> Command {
    let mut command = Command::new(korrel);
    command.args(["count", case.spec, case.command, "--scope", case.scope]);
    command.args(["--timeout", timeout]);
    command
}

fn text(mut stdout: impl Read) -> io::Result<String> {
    let mut text = String::new();
    stdout.read_to_string(&mut text)?;
    Ok(text.trim().to_owned())
}
