//! A process in a group of its own, and its three pipes.

use std::io::{self, ErrorKind, Read, Write};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
use rustix::process::{
    Pid, Signal, WaitId, WaitIdOptions, kill_process, kill_process_group, waitid,
};

use super::ended::{DriverEnd, EndKind, seconds};
use super::lines::DriverLines;
use super::memory;
#[cfg(target_os = "linux")]
use super::supervisor;
use super::tail::Tail;
use crate::command::DriverCommand;
use crate::protocol::Breach;

/// The number of bytes read at a time.
const CHUNK: usize = 64 << 10;
/// The time that a driver which has closed its output may take to end, so that its exit code can be
/// reported.
const LAST_MOMENT: Duration = Duration::from_millis(300);

/// The time that a supervisor may take to end its driver.
const ENDING: Duration = Duration::from_secs(5);

/// A process that is asked. It is killed when it is dropped, with all that it has started where it is supervised, and
/// else with its group.
///
/// Invariant: until `is_gone` the process has not been waited for, so its id, which is that of the
/// group, belongs to no other one.
pub(crate) struct Process {
    /// The driver, or its supervisor.
    child: Child,
    group: Pid,
    is_supervised: bool,
    pub(super) stdin: Option<ChildStdin>,
    pub(super) stdout: Option<ChildStdout>,
    pub(super) stderr: Option<ChildStderr>,
    /// The bytes that the process has not taken yet, from `sent` on.
    unsent: Vec<u8>,
    sent: usize,
    lines: DriverLines,
    tail: Tail,
    longest_line: usize,
    /// It was waited for, so its id may be another's by now.
    is_gone: bool,
}

impl Process {
    /// # Errors
    /// An error of the system.
    pub fn spawn(
        command: &DriverCommand,
        is_supervised: bool,
        longest_line: usize,
    ) -> io::Result<Process> {
        let mut child = if is_supervised { supervised(command) } else { plain(command) }
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .process_group(0)
            .spawn()?;
        let group = Pid::from_child(&child);
        let (stdin, stdout, stderr) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let process = Process {
            child,
            group,
            is_supervised,
            stdin,
            stdout,
            stderr,
            unsent: Vec::new(),
            sent: 0,
            lines: DriverLines::default(),
            tail: Tail::default(),
            longest_line,
            is_gone: false,
        };
        process.never_block()?;
        Ok(process)
    }

    /// Our ends only: the driver's own are others.
    fn never_block(&self) -> io::Result<()> {
        let pipes = (self.stdin.as_ref(), self.stdout.as_ref(), self.stderr.as_ref());
        if let (Some(stdin), Some(stdout), Some(stderr)) = pipes {
            fcntl_setfl(stdin, fcntl_getfl(stdin)? | OFlags::NONBLOCK)?;
            fcntl_setfl(stdout, fcntl_getfl(stdout)? | OFlags::NONBLOCK)?;
            fcntl_setfl(stderr, fcntl_getfl(stderr)? | OFlags::NONBLOCK)?;
        }
        Ok(())
    }

    /// The buffer to which lines to be sent are added.
    pub fn outbox(&mut self) -> &mut Vec<u8> {
        &mut self.unsent
    }

    pub fn has_unsent(&self) -> bool {
        self.stdin.is_some() && self.sent < self.unsent.len()
    }

    /// Writes as much as the process takes.
    pub fn write(&mut self) {
        let Some(stdin) = &mut self.stdin else { return };
        while self.sent < self.unsent.len() {
            match stdin.write(&self.unsent[self.sent..]) {
                Ok(written) => self.sent += written,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => return,
                // It reads no more, but its answers still count.
                Err(_) => {
                    self.stdin = None;
                    break;
                }
            }
        }
        self.unsent.clear();
        self.sent = 0;
    }

    /// Reads some of the bytes that are there. Returns true if there were any. A process that
    /// writes without end waits until the bytes read are taken.
    pub fn read(&mut self) -> bool {
        if self.lines.rest().len() > self.longest_line {
            return false;
        }
        let lines = &mut self.lines;
        read_from(&mut self.stdout, |bytes| lines.add(bytes))
    }

    pub fn read_stderr(&mut self) {
        let tail = &mut self.tail;
        read_from(&mut self.stderr, |bytes| tail.add(bytes));
    }

    /// The next line that it wrote.
    ///
    /// # Errors
    /// It is too long.
    pub fn next_line(&mut self) -> Result<Option<&[u8]>, EndKind> {
        if self.lines.rest().len() > self.longest_line && !self.lines.rest().contains(&b'\n') {
            return Err(EndKind::LongLine(self.longest_line));
        }
        Ok(self.lines.next())
    }

    /// No answer came in time, though a part of one may have.
    pub fn hung(&self, time: Duration) -> EndKind {
        match self.lines.rest() {
            b"" => EndKind::Hung(time),
            rest => {
                let why = format!("no line break ended it within {}", seconds(time));
                EndKind::NoReply(Breach::unended(rest, why))
            }
        }
    }

    /// True if it will write no more: its output is closed, or it has ended and all of its output was
    /// read. Children that it left may hold the output open.
    pub fn is_over(&mut self) -> bool {
        self.stdout.is_none() || (self.has_exited() && !self.read())
    }

    fn has_exited(&self) -> bool {
        // Without being waited for, see the invariant.
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        matches!(waitid(WaitId::Pid(self.group), options), Ok(Some(_)))
    }

    /// Kills it, for it did not answer as it should. Returns how it ended.
    pub fn ended(mut self, how: EndKind) -> DriverEnd {
        match how {
            // The output ended. Did the process end, too?
            EndKind::Closed => {
                let (how, stderr) = self.end();
                DriverEnd { how, stderr }
            }
            how => DriverEnd { how, stderr: self.last_words() },
        }
    }

    /// Kills it, after it said no more. Returns how it ended, and its last words.
    pub fn end(mut self) -> (EndKind, String) {
        let how = match self.waits_to_exit(LAST_MOMENT) {
            false => EndKind::Closed,
            true => self.exit(),
        };
        self.read_stderr();
        let how = match (how, self.lines.rest()) {
            (how, b"") => how,
            (how, rest) => {
                EndKind::NoReply(Breach::unended(rest, format!("it ended within a line ({how})")))
            }
        };
        (how, self.tail.text())
    }

    /// The text that it wrote to standard error so far.
    pub fn last_words(&mut self) -> String {
        self.read_stderr();
        self.tail.text()
    }

    /// Tells it that no more comes. Returns its next line, if there is one within this time.
    pub fn parting_line(&mut self, time: Duration) -> Option<Vec<u8>> {
        self.stdin = None;
        self.waits_to_exit(time);
        while self.read() {}
        self.lines.next().map(<[u8]>::to_vec)
    }

    /// Tells it that no more comes, and gives it time to end.
    pub fn finish(mut self, time: Duration) {
        self.stdin = None;
        self.waits_to_exit(time);
    }

    fn waits_to_exit(&mut self, time: Duration) -> bool {
        let begun = Instant::now();
        let mut nap = Duration::from_millis(1);
        while !self.has_exited() {
            if begun.elapsed() > time {
                return false;
            }
            // It may wait for us to read.
            self.read_stderr();
            self.read();
            std::thread::sleep(nap);
            nap = (2 * nap).min(Duration::from_millis(20));
        }
        true
    }

    fn exit(&mut self) -> EndKind {
        // Once it is killed nobody reads it.
        self.read_stderr();
        match self.kill().map(|status| (status.code(), status.signal())) {
            Ok((Some(code), _)) => EndKind::Exited(code),
            Ok((None, Some(signal))) => EndKind::Killed(signal),
            Ok((None, None)) | Err(_) => EndKind::Closed,
        }
    }

    /// The whole group goes, while its id is surely its own.
    fn kill(&mut self) -> io::Result<ExitStatus> {
        match self.is_supervised {
            true => self.dismiss(),
            // It fails where no process is left.
            false => drop(kill_process_group(self.group, Signal::KILL)),
        }
        self.is_gone = true;
        self.child.wait()
    }

    /// Its supervisor sees that nobody reads any more, and ends.
    fn dismiss(&mut self) {
        self.stderr = None;
        let (begun, mut nap) = (Instant::now(), Duration::from_micros(50));
        while !self.has_exited() {
            if begun.elapsed() > ENDING {
                let _ = kill_process(self.group, Signal::KILL);
                return;
            }
            std::thread::sleep(nap);
            nap = (2 * nap).min(Duration::from_millis(5));
        }
    }

    /// Bytes that it and its children have resident.
    pub fn resident(&self) -> u64 {
        #[cfg(target_os = "linux")]
        if self.is_supervised {
            return memory::of_descendants(self.group);
        }
        memory::of_group(self.group)
    }
}

fn plain(command: &DriverCommand) -> Command {
    let mut plain = Command::new(&command.program);
    plain.args(&command.arguments);
    plain
}

#[cfg(target_os = "linux")]
fn supervised(command: &DriverCommand) -> Command {
    supervisor::command(command)
}

#[cfg(not(target_os = "linux"))]
fn supervised(command: &DriverCommand) -> Command {
    plain(command)
}

/// The error of a driver that its supervisor could not start, if the line says so.
pub(super) fn unstarted(line: &[u8]) -> Option<io::Error> {
    #[cfg(target_os = "linux")]
    return supervisor::unstarted(line);
    #[cfg(not(target_os = "linux"))]
    return line.is_empty().then_some(()).and(None);
}

impl Drop for Process {
    fn drop(&mut self) {
        if !self.is_gone {
            // There is nothing left to report to.
            let _ = self.kill();
        }
    }
}

/// Reads a chunk. Returns whether there was any. A pipe that ends is closed.
fn read_from(pipe: &mut Option<impl Read>, mut take: impl FnMut(&[u8])) -> bool {
    let mut chunk = [0; CHUNK];
    loop {
        let Some(open) = pipe else { return false };
        match open.read(&mut chunk) {
            Ok(0) => *pipe = None,
            Ok(read) => {
                take(&chunk[..read]);
                return true;
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) if error.kind() == ErrorKind::WouldBlock => return false,
            Err(_) => *pipe = None,
        }
    }
}
