//! A child process and what it cost.

use std::io::{self, BufRead, BufReader, Read};
use std::process::{ChildStdout, Command, ExitStatus, Stdio};

use wait4::Wait4;

/// The kernel's figures for a process that has ended.
#[derive(Clone, Copy)]
pub struct ProcessCost {
    /// CPU time, user and system, all threads together. Other processes disturb it less than the
    /// time on the clock.
    pub seconds: f64,
    /// Bytes that were resident at most. A process starts as an image of its parent, whose size is
    /// therefore the least that is ever seen: this one keeps itself small.
    pub peak: u64,
}

/// Runs a program to its end; `read` gets what it prints.
///
/// # Errors
/// That it cannot be started or read, or says that it failed.
pub fn run<T>(
    command: &mut Command,
    read: impl FnOnce(ChildStdout) -> io::Result<T>,
) -> Result<(T, ProcessCost), String> {
    let (printed, status, cost) = run_to_end(command, read)?;
    if !status.success() {
        return Err(format!("{}: {status}", describe(command)));
    }
    Ok((printed, cost))
}

/// As [`run`], of a program whose exit code is an answer.
///
/// # Errors
/// That it cannot be started or read.
pub fn run_to_end<T>(
    command: &mut Command,
    read: impl FnOnce(ChildStdout) -> io::Result<T>,
) -> Result<(T, ExitStatus, ProcessCost), String> {
    let described = describe(command);
    let failed = |error: io::Error| format!("{described}: {error}");
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().map_err(failed)?;
    let stdout = child.stdout.take().expect("standard output is a pipe");
    let printed = read(stdout);
    let ended = child.wait4().map_err(failed)?;
    let usage = ended.rusage;
    let seconds = (usage.utime + usage.stime).as_secs_f64();
    Ok((printed.map_err(failed)?, ended.status, ProcessCost { seconds, peak: usage.maxrss }))
}

/// Reads and throws away; how many lines there were.
pub fn lines(mut stdout: ChildStdout) -> io::Result<u64> {
    let mut buffer = vec![0; 1 << 16];
    let mut lines = 0;
    loop {
        match stdout.read(&mut buffer)? {
            0 => return Ok(lines),
            length => {
                lines += buffer[..length].iter().filter(|&&byte| byte == b'\n').count() as u64;
            }
        }
    }
}

/// Reads the number that a program prints.
pub fn number(stdout: ChildStdout) -> io::Result<u64> {
    let mut text = String::new();
    BufReader::new(stdout).read_line(&mut text)?;
    text.trim().parse().map_err(io::Error::other)
}

/// Reads and throws away.
pub fn nothing(mut stdout: ChildStdout) -> io::Result<()> {
    io::copy(&mut stdout, &mut io::sink()).map(drop)
}

fn describe(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        command
    }

    /// The time of a child that sleeps is not counted, that of one that works is: else the numbers
    /// would be those of the clock.
    #[test]
    fn cpu_time_is_measured() {
        let (_, asleep) = run(&mut shell("sleep 0.2"), nothing).expect("sh runs");
        let work = "i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done";
        let (_, awake) = run(&mut shell(work), nothing).expect("sh runs");
        assert!(asleep.seconds < 0.1 && awake.seconds > asleep.seconds);
        assert!(asleep.peak > 0);
    }

    /// A line lost at the edge of a buffer would be taken for a lost instance.
    #[test]
    fn all_lines_are_counted() {
        let (count, _) = run(&mut shell("yes | head -n 100000"), lines).expect("sh runs");
        assert_eq!(count, 100_000);
    }

    /// A program that fails after it printed the right number must not pass.
    #[test]
    fn a_failure_is_an_error() {
        let failure = run(&mut shell("echo 5; exit 3"), number).err();
        assert!(failure.is_some_and(|message| message.contains('3')));
    }
}
