//! Asks the program, and gives up on it when it does not keep its own time.

use std::collections::BTreeMap;
use std::io::{self, BufRead, BufReader, Read};
use std::path::PathBuf;
use std::process::{Child, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use serde_json::Value as Json;
use wait4::{ResUse, Wait4};

use crate::rows::Question;

/// The program that is asked, and its time for each answer.
pub struct Asker {
    pub korrel: PathBuf,
    pub timeout: Duration,
}

/// The program's answer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Found {
    /// The number of instances that it listed, one more than expected at the most.
    pub instances: u64,
    /// The same by the number of states, of traces.
    pub lengths: BTreeMap<u64, u64>,
    pub end: End,
    /// CPU time of all its threads.
    pub seconds: f64,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum End {
    /// That is all, or as many as were asked for.
    #[default]
    Complete,
    /// Time ran out before.
    Timeout,
    /// It has not ended although time was over, and was killed.
    Hung,
    /// It failed: what it said.
    Failed(String),
}

/// The program may run so much longer than its time before it is killed.
const GRACE: Duration = Duration::from_secs(10);

impl Asker {
    pub fn ask(&self, question: &Question) -> Found {
        match self.command(question).spawn() {
            Ok(child) => {
                let read = if question.traces.is_some() { read_traces } else { count_lines };
                watch(child, self.timeout + GRACE, read)
            }
            Err(error) => Found::failed(format!("{}: {error}", self.korrel.display())),
        }
    }

    fn command(&self, question: &Question) -> Command {
        let limit = question.classes.unwrap_or(0) + 1;
        let mut command = Command::new(&self.korrel);
        command.arg("find").arg(&question.path);
        command.arg(question.index.to_string());
        command.args(["--bare", "--quiet", "--color", "never", "--ignore-parameters"]);
        command.args(["--overflow", question.overflow, "--limit", &limit.to_string()]);
        if let Some(depth) = question.recursion {
            command.args(["--recursion", &depth.to_string()]);
        }
        if question.classes.is_none() {
            // Alloy was asked if there is an instance, not which one is the first.
            command.arg("--any");
        }
        command.args(["--timeout", &format!("{}ms", self.timeout.as_millis())]);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }
}

impl Found {
    fn failed(message: String) -> Found {
        Found { end: End::Failed(message), ..Found::default() }
    }
}

/// The number of lines, and of those that are traces by their number of states.
type Lines = (u64, BTreeMap<u64, u64>);

fn watch(
    mut child: Child,
    patience: Duration,
    read: fn(ChildStdout) -> io::Result<Lines>,
) -> Found {
    let lines = in_background(child.stdout.take().expect("it is a pipe"), read);
    let message = in_background(child.stderr.take().expect("it is a pipe"), io::read_to_string);
    let instances = match lines.recv_timeout(patience) {
        Ok(read) => read,
        Err(RecvTimeoutError::Timeout) => return kill(child, &lines),
        Err(RecvTimeoutError::Disconnected) => unreachable!("the thread sends before it ends"),
    };
    let (Ok((instances, lengths)), Ok(ended)) = (instances, child.wait4()) else {
        return Found::failed("its output cannot be read".to_owned());
    };
    let message = message.recv().expect("the thread sends before it ends").unwrap_or_default();
    Found { instances, lengths, end: end(ended.status, &message), seconds: seconds(&ended) }
}

/// Kills the program, and counts the lines until then.
fn kill(mut child: Child, lines: &Receiver<io::Result<Lines>>) -> Found {
    // It may just have ended by itself; what else could fail is seen by `wait4`.
    let _ = child.kill();
    let ended = child.wait4().expect("a child can be waited for");
    let lines = lines.recv().expect("the thread sends before it ends");
    let (instances, lengths) = lines.unwrap_or_default();
    Found { instances, lengths, end: End::Hung, seconds: seconds(&ended) }
}

fn seconds(ended: &ResUse) -> f64 {
    (ended.rusage.utime + ended.rusage.stime).as_secs_f64()
}

fn in_background<R: Read + Send + 'static, T: Send + 'static>(
    pipe: R,
    read: impl FnOnce(R) -> T + Send + 'static,
) -> Receiver<T> {
    let (sender, receiver) = channel();
    // Nobody waits for the message of a program that was killed.
    thread::spawn(move || drop(sender.send(read(pipe))));
    receiver
}

fn count_lines(mut pipe: ChildStdout) -> io::Result<Lines> {
    let mut buffer = vec![0; 1 << 16];
    let mut lines = 0;
    loop {
        match pipe.read(&mut buffer)? {
            0 => return Ok((lines, BTreeMap::new())),
            length => {
                lines += buffer[..length].iter().filter(|&&byte| byte == b'\n').count() as u64
            }
        }
    }
}

fn read_traces(pipe: ChildStdout) -> io::Result<Lines> {
    let (mut lines, mut lengths) = (0, BTreeMap::new());
    for line in BufReader::new(pipe).lines() {
        let record: Json = serde_json::from_str(&line?)?;
        let states = record["states"].as_array().map_or(0, Vec::len) as u64;
        *lengths.entry(states).or_default() += 1;
        lines += 1;
    }
    Ok((lines, lengths))
}

/// The meaning of exit codes stands in docs/commands.md.
fn end(status: ExitStatus, message: &str) -> End {
    match status.code() {
        Some(0 | 1) => End::Complete,
        Some(3) => End::Timeout,
        Some(2) => End::Failed(message.lines().next().unwrap_or("no message").to_owned()),
        _ => End::Failed(format!("{status}: {}", message.lines().next().unwrap_or("no message"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str) -> (u64, End) {
        let mut command = Command::new("sh");
        command.args(["-c", script]).stdout(Stdio::piped()).stderr(Stdio::piped());
        let child = command.spawn().expect("there is a shell");
        let found = watch(child, Duration::from_secs(2), count_lines);
        (found.instances, found.end)
    }

    /// If this fails, a trace that is too long or too short passes for the right one.
    #[test]
    fn traces_are_counted_by_their_states() {
        let mut command = Command::new("echo");
        command.arg(r#"{"states":[{},{}],"loop":0}"#).stdout(Stdio::piped());
        let mut child = command.stderr(Stdio::piped()).spawn().expect("there is an echo");
        let pipe = child.stdout.take().expect("it is a pipe");
        assert_eq!(read_traces(pipe).ok(), Some((1, BTreeMap::from([(2, 1)]))));
        child.wait().expect("it ends by itself");
    }

    /// If this fails, an answer that is wrong, late or missing is taken for a right one.
    #[test]
    fn each_ending_is_told_from_the_others() {
        let failed = |message: &str| End::Failed(message.to_owned());
        assert_eq!(shell("echo a; echo b"), (2, End::Complete));
        assert_eq!(shell("exit 1"), (0, End::Complete));
        assert_eq!(shell("echo a; exit 3"), (1, End::Timeout));
        assert_eq!(shell("echo a; exec sleep 60"), (1, End::Hung));
        assert_eq!(shell("echo no >&2; exit 2"), (0, failed("no")));
        assert_eq!(shell("exit 4"), (0, failed("exit status: 4: no message")));
    }
}
