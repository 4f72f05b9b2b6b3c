//! A process between a run and its driver, so that nothing of a driver outlives its run.
//!
//! *Problem.* A run that is killed cannot end its drivers any more. And a driver's child that has begun a
//! session of its own is in no group that the run could kill.
//!
//! *Choice.* The program starts itself as a supervisor, and that starts the driver. It is the subreaper of
//! everything that the driver leaves: a process whose parent ends becomes its child. The driver has the run's
//! pipes. The supervisor keeps the one for standard error and reads and writes nothing. As soon as nobody reads
//! that pipe any more, the run has ended or has had enough, and the driver is killed. Once the driver is gone, the
//! supervisor kills its own children until there are none. It kills only processes that it has not waited for yet,
//! so their ids are surely theirs. Then it ends as the driver did.
//!
//! *Rejected.* The signal that a parent's death sends. It comes already when the thread ends that started
//! the child, it needs a handler, and it does not help in a run that goes on. Killing by a walk over all
//! descendants: a grandchild's id may be another's by the time of the signal.

use std::ffi::{OsStr, OsString};
use std::io::{self, Write};
use std::os::unix::process::CommandExt;
use std::process::{Command, ExitCode};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, poll};
use rustix::process::{
    Pid, Signal, WaitId, WaitIdOptions, WaitOptions, WaitStatus, getpid, kill_process,
    kill_process_group, set_child_subreaper, wait, waitid,
};
use rustix::stdio::{dup2_stdin, dup2_stdout};

use super::processes::processes;
use crate::command::DriverCommand;

/// The first argument of a supervisor. The driver's words follow.
const SUPERVISE: &str = "--supervise-a-driver";
/// Begins the line of a supervisor that cannot start the driver. The system's code follows.
const UNSTARTED: &[u8] = b"\0korrel: the driver is not started: ";
/// The time after which a killed process is gone, or the system does not let go of it.
const DEATH: Duration = Duration::from_secs(2);
const NAP: Duration = Duration::from_micros(200);

/// The program that runs, as a supervisor of a driver.
pub(super) fn command(driver: &DriverCommand) -> Command {
    // This path holds also if the file was replaced meanwhile.
    let mut command = Command::new("/proc/self/exe");
    command.arg0("driver-supervisor").arg(SUPERVISE).arg(&driver.program).args(&driver.arguments);
    command
}

/// True if the system has everything that a supervisor needs.
pub fn can_supervise() -> bool {
    std::path::Path::new("/proc/self/exe").exists()
}

/// The error of a driver that its supervisor could not start, if the line says so.
pub(super) fn unstarted(line: &[u8]) -> Option<io::Error> {
    let code = std::str::from_utf8(line.strip_prefix(UNSTARTED)?).ok()?;
    code.parse().ok().map(io::Error::from_raw_os_error)
}

/// The whole life of a supervisor, if these are the words of one. A program whose plans are supervised calls this first
/// of all.
pub fn supervised(mut words: impl Iterator<Item = OsString>) -> Option<ExitCode> {
    words.nth(1).filter(|word| word == OsStr::new(SUPERVISE))?;
    let driver = DriverCommand::new(words)?;
    // If the system refuses, only the processes that the driver leaves behind are not found.
    let _ = set_child_subreaper(Some(getpid()));
    let mut command = Command::new(&driver.program);
    let started = match command.args(&driver.arguments).process_group(0).spawn() {
        Ok(started) => started,
        Err(error) => return Some(tell(&error)),
    };
    let driver = Pid::from_child(&started);
    leave_pipes();
    let unwaited = Arc::new(Mutex::new(Some(driver)));
    let watched = Arc::clone(&unwaited);
    // Without a thread the driver is ended as soon as it reads that there is nothing more.
    let _ = std::thread::Builder::new().stack_size(64 << 10).spawn(move || {
        wait_for_the_end_of_the_run();
        if let Some(driver) = *watched.lock().expect("no holder of the lock panics") {
            let _ = kill_process_group(driver, Signal::KILL);
            // It may have changed its group.
            let _ = kill_process(driver, Signal::KILL);
        }
    });
    let status = wait_for(driver, &unwaited);
    end_children();
    Some(end_as(status))
}

fn tell(error: &io::Error) -> ExitCode {
    let mut line = UNSTARTED.to_vec();
    line.extend(error.raw_os_error().unwrap_or_default().to_string().into_bytes());
    line.push(b'\n');
    // A reader that misses the line sees that nothing is ready.
    let _ = io::stdout().write_all(&line).and_then(|()| io::stdout().flush());
    ExitCode::from(127)
}

/// The driver alone has the ends of its pipes, so that a pipe that it closes is closed.
fn leave_pipes() {
    if let Ok(nothing) = std::fs::File::options().read(true).write(true).open("/dev/null") {
        let _ = dup2_stdin(&nothing);
        let _ = dup2_stdout(&nothing);
    }
}

/// Nobody reads standard error any more.
fn wait_for_the_end_of_the_run() {
    let stderr = io::stderr();
    loop {
        let mut polled = [PollFd::new(&stderr, PollFlags::empty())];
        match poll(&mut polled, None) {
            Ok(_) if polled[0].revents().intersects(PollFlags::ERR | PollFlags::HUP) => return,
            Ok(_) | Err(rustix::io::Errno::INTR) => {}
            Err(_) => std::thread::sleep(NAP),
        }
    }
}

/// Waits for the driver, and for all other processes that have become children meanwhile.
fn wait_for(driver: Pid, unwaited: &Mutex<Option<Pid>>) -> Option<WaitStatus> {
    loop {
        // Nobody is waited for in the end before the lock is held.
        match waitid(WaitId::All, WaitIdOptions::EXITED | WaitIdOptions::NOWAIT) {
            Ok(_) | Err(rustix::io::Errno::INTR) => {}
            Err(_) => return None,
        }
        let mut unwaited = unwaited.lock().expect("no holder of the lock panics");
        if let Ok(Some((ended, status))) = wait(WaitOptions::NOHANG)
            && ended == driver
        {
            *unwaited = None;
            return Some(status);
        }
    }
}

/// Each child that is killed leaves its own.
fn end_children() {
    let begun = Instant::now();
    while begun.elapsed() < DEATH {
        match wait(WaitOptions::NOHANG) {
            Ok(Some(_)) | Err(rustix::io::Errno::INTR) => continue,
            Ok(None) => {}
            // There are no children.
            Err(_) => return,
        }
        for child in processes().filter(|process| process.parent == getpid()) {
            let _ = kill_process(child.id, Signal::KILL);
        }
        std::thread::sleep(NAP);
    }
}

/// Passes the driver's end on to the process that waits for the supervisor.
fn end_as(status: Option<WaitStatus>) -> ExitCode {
    let Some(status) = status else { return ExitCode::FAILURE };
    if let Some(code) = status.exit_status() {
        return ExitCode::from(u8::try_from(code & 0xff).expect("it was cut to a byte"));
    }
    let signal = status.terminating_signal().unwrap_or_default();
    if signal == Signal::KILL.as_raw() {
        let _ = kill_process(getpid(), Signal::KILL);
    }
    // This program has handlers of its own. A shell has none.
    let script = format!("ulimit -c 0; kill -{signal} $$");
    let _ = Command::new("sh").args(["-c", &script]).exec();
    ExitCode::from(u8::try_from(128 + (signal & 0x7f)).unwrap_or(u8::MAX))
}
