//! Where `ulimit -v` limits the address space: a program that watches over the one that works.
//!
//! *Problem.* An allocation that fails aborts the program, between two glances at how much is taken,
//! and its stream has no end then. Besides, the allocator of Linux reserves 64 MB of address space for
//! each thread that it meets, and where these do not fit tries again at each allocation: searches
//! were a hundred times slower. *Choice.* The work is done by a child that is told to reserve
//! nothing; its output goes through this program line by line, so that a stream that breaks off can be
//! given its end. *Rejected.* An allocator of our own, which could wait instead of failing: it needs
//! `unsafe`, and costs every search something for the sake of those few. To stop at half of the limit:
//! a table that doubles jumps over that, too.

use std::io::{self, ErrorKind, IsTerminal, Read, Write};
use std::os::unix::process::CommandExt;
use std::panic::PanicHookInfo;
use std::process::{Child, Command, ExitCode, Stdio};

use korrel_enumerate::heap::{self, Status};
use rustix::process::{Pid, Signal, kill_process, set_parent_process_death_signal};

use crate::exit::Exit;
use crate::memory;
use crate::stop::Reason;
use crate::tell::tell;

/// Set for the child, which otherwise would watch over a child of its own.
const MARK: &str = "KORREL_SUPERVISED";

/// How the work ended, if a child has done it; `None` if it is to be done here.
pub fn supervised() -> Option<ExitCode> {
    memory::address_space()?;
    if std::env::var_os(MARK).is_some() {
        // Without this it would only go on for nobody.
        let _ = set_parent_process_death_signal(Some(Signal::KILL));
        return None;
    }
    // What cannot be started is done here, as well as it goes.
    let mut child = start().ok()?;
    forward_signals(&child);
    let mut lines = Passed::default();
    let passed = lines.pass(child.stdout.take().expect("it is piped"));
    let status = child.wait().ok()?;
    Some(match (status.code(), passed) {
        // The reader has had enough.
        (_, Err(error)) if error.kind() == ErrorKind::BrokenPipe => Exit::Success.into(),
        (_, Err(error)) => {
            tell(format_args!("error: cannot write to standard output: {error}"));
            Exit::Usage.into()
        }
        (Some(code), Ok(())) => ExitCode::from(u8::try_from(code).unwrap_or(1)),
        (None, Ok(())) => broken_off(&lines),
    })
}

/// A stack that cannot be made panics, and is no mistake of ours: the child ends as it does when any
/// other allocation fails.
pub fn leave_if_no_memory_is_left(panic: &PanicHookInfo<'_>) {
    if std::env::var_os(MARK).is_some() && panic.to_string().contains(NO_MEMORY) {
        std::process::abort();
    }
}

/// `ENOMEM`, as the standard library writes it.
const NO_MEMORY: &str = "(os error 12)";

fn start() -> io::Result<Child> {
    let mut command = Command::new(std::env::current_exe()?);
    command.args(std::env::args_os().skip(1)).stdout(Stdio::piped());
    command.env(MARK, "1").env("MALLOC_ARENA_MAX", "1").env("RUST_BACKTRACE", "0");
    if !is_in_foreground() {
        command.process_group(0);
    }
    command.spawn()
}

/// Whether the child reads what is typed, which only the foreground's programs may; Ctrl-C reaches it
/// by itself then.
fn is_in_foreground() -> bool {
    io::stdin().is_terminal()
}

/// What should end this program ends the child.
fn forward_signals(child: &Child) {
    let pid = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
    let is_reached = is_in_foreground();
    // Without a handler this program ends, and the child with it.
    let _ = ctrlc::set_handler(move || {
        if let (Some(pid), false) = (pid, is_reached) {
            // It may have ended meanwhile.
            let _ = kill_process(pid, Signal::INT);
        }
    });
}

/// The child was killed: by an allocation that failed, or by the system.
fn broken_off(lines: &Passed) -> ExitCode {
    let mut out = io::stdout().lock();
    if lines.has_header && !lines.has_end {
        // If nobody takes it, the code says it still.
        let _ = writeln!(out, "{}", heap::end(Status::Memory, lines.instances));
        let _ = out.flush();
    }
    tell(Reason::Memory);
    Exit::Incomplete.into()
}

/// What has passed of a stream.
#[derive(Default)]
struct Passed {
    has_header: bool,
    has_end: bool,
    instances: u64,
}

impl Passed {
    /// Writes whole lines as they come, and what is left at the end unless it breaks off in a record.
    fn pass(&mut self, mut from: impl Read) -> io::Result<()> {
        let mut out = io::stdout().lock();
        let (mut chunk, mut held) = (vec![0; 1 << 16], Vec::new());
        loop {
            let read = match from.read(&mut chunk) {
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                read => read?,
            };
            held.extend_from_slice(&chunk[..read]);
            let is_over = read == 0;
            let whole = held.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
            let whole = if is_over && !self.has_header { held.len() } else { whole };
            held[..whole].split_inclusive(|&byte| byte == b'\n').for_each(|line| self.note(line));
            out.write_all(&held[..whole])?;
            out.flush()?;
            held.drain(..whole);
            if is_over {
                return Ok(());
            }
        }
    }

    fn note(&mut self, line: &[u8]) {
        self.has_header |= line.starts_with(br#"{"kind":"header""#);
        self.has_end |= line.starts_with(br#"{"kind":"end""#);
        self.instances += u64::from(line.starts_with(br#"{"kind":"instance""#));
    }
}
