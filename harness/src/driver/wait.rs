//! Waiting for pipes, and moving the bytes that they take and give.

use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};

use super::process::Process;

/// No wait is longer, so that a stop, an end and the memory are seen.
pub(crate) const TICK: Duration = Duration::from_millis(25);

#[derive(Clone, Copy)]
enum Pipe {
    In,
    Out,
    Error,
}

/// Writes to the processes and reads from them whatever can be, waiting until something can, for a
/// tick at most. Returns whether anything was read.
pub(crate) fn wait(processes: &mut [&mut Process], time: Duration) -> bool {
    let mut is_read = false;
    for (which, pipe) in ready(processes, time.min(TICK)) {
        match pipe {
            Pipe::In => processes[which].write(),
            Pipe::Out => is_read |= processes[which].read(),
            Pipe::Error => processes[which].read_stderr(),
        }
    }
    is_read
}

fn ready(processes: &[&mut Process], time: Duration) -> Vec<(usize, Pipe)> {
    let mut pipes = Vec::new();
    let mut polled = Vec::new();
    for (which, process) in processes.iter().enumerate() {
        if let (Some(stdin), true) = (&process.stdin, process.has_unsent()) {
            pipes.push((which, Pipe::In));
            polled.push(PollFd::new(stdin, PollFlags::OUT));
        }
        if let Some(stdout) = &process.stdout {
            pipes.push((which, Pipe::Out));
            polled.push(PollFd::new(stdout, PollFlags::IN));
        }
        if let Some(stderr) = &process.stderr {
            pipes.push((which, Pipe::Error));
            polled.push(PollFd::new(stderr, PollFlags::IN));
        }
    }
    let time = Timespec { tv_sec: time.as_secs() as _, tv_nsec: time.subsec_nanos() as _ };
    match poll(&mut polled, Some(&time)) {
        Ok(_) => {}
        // The call was interrupted, or short of memory: the caller looks again.
        Err(_) => return Vec::new(),
    }
    let is_ready = |polled: &PollFd<'_>| !polled.revents().is_empty();
    let ready = pipes.iter().zip(&polled).filter(|(_, polled)| is_ready(polled));
    ready.map(|(pipe, _)| *pipe).collect()
}
