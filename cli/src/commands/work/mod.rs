//! `korrel work`: parts of a queue, one after the other, or one of them.
//!
//! *Problem.* Many processes on many machines are to share one question, without a server, and each may end at any moment,
//! be late, or be wrong. *Choice.* A folder is the queue. Who makes a file there first has it. A worker that takes a part
//! makes the file of its lease, and touches it as long as it lives. It has a process that does its parts, one after the other, so
//! that a part that ends the process is told, and ends no worker. A worker that finds nothing to do asks the one that has been
//! busy longest for a half of what is left. *Rejected.* Locks of the file system, which not all have over a network;
//! clocks, which differ from machine to machine: the age of a lease is told by the folder's own clock.

mod counted;
mod folder;
mod lease;
mod part;
mod process;
mod search;
mod tested;
mod worker;

pub use self::folder::{CUBES, PLAN, QueueFolder, SPEC, ended};
pub use self::tested::outcome;

use crate::flags::{PartChoice, WorkFlags};
use crate::messages::error::Error;
use crate::messages::exit::Exit;
use crate::messages::reporter::Reporter;

pub fn run(flags: &WorkFlags, report: &Reporter) -> Result<Exit, Error> {
    let folder = QueueFolder::open(&flags.folder)?;
    let name = flags.name.clone().unwrap_or_else(some_name);
    match flags.part {
        Some(PartChoice::One(part)) => part::run(&folder, part, (&name, flags), report),
        Some(PartChoice::Named) => part::run_named(&folder, (&name, flags), report),
        None => worker::run(&folder, (&name, flags), report),
    }
}

/// A name that no other worker has.
fn some_name() -> String {
    let host = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let host: String = host.chars().filter(char::is_ascii_alphanumeric).take(40).collect();
    let host = if host.is_empty() { "worker".to_owned() } else { host };
    format!("{host}-{}", std::process::id())
}
