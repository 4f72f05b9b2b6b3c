//! A program around the code under test: a process that is asked, and that may do anything.
//!
//! *Problem.* A driver may crash, hang, write nonsense, answer out of turn, close its pipe, leave
//! children behind, take all memory, or read and write when it likes. None of it may block the run, or
//! lose an input. *Choice.* One thread for each driver, which never blocks but in `poll`, over pipes
//! that never block: no order of reads and writes can lock, and every wait has an end. *Rejected.* A
//! thread for each pipe with channels between them, which is the usual first design: a thread that
//! reads a pipe cannot be stopped while a grandchild holds the other end, and a window of one input
//! costs four changes of thread instead of two.

#[cfg(not(unix))]
mod elsewhere;
mod ended;
#[cfg(unix)]
mod lines;
#[cfg(unix)]
mod memory;
#[cfg(unix)]
mod process;
#[cfg(target_os = "linux")]
mod processes;
mod start;
#[cfg(target_os = "linux")]
mod supervisor;
#[cfg(unix)]
mod tail;
#[cfg(unix)]
mod wait;

#[cfg(not(unix))]
use elsewhere as process;
#[cfg(not(unix))]
use elsewhere as wait;

pub(crate) use ended::{BAD_REPLY, DriverEnd, EndKind, NO_REPLY, OUT_OF_TURN};
pub(crate) use process::Process;
pub use start::Refusal;
pub(crate) use start::{StartFailure, Starter};
#[cfg(target_os = "linux")]
pub use supervisor::{can_supervise, supervised};
pub(crate) use wait::{TICK, wait};
