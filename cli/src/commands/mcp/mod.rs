//! `korrel mcp`: the questions of a program that writes code, as the Model Context Protocol has them.
//!
//! The questions and their answers are `korrel_agent`'s. Here are the protocol, by its official SDK, files, threads and
//! limits. That SDK brings many crates, so that only a program that is built with the feature `mcp` serves.

#[cfg(feature = "mcp")]
mod drivers;
#[cfg(feature = "mcp")]
mod messages;
#[cfg(feature = "mcp")]
mod roots;
#[cfg(feature = "mcp")]
mod server;
#[cfg(feature = "mcp")]
mod work;

use crate::flags::McpFlags;
use crate::messages::error::Error;
use crate::messages::exit::Exit;

#[cfg(feature = "mcp")]
pub fn run(flags: &McpFlags) -> Result<Exit, Error> {
    use std::sync::Arc;

    let asking = korrel_agent::Asking {
        limits: korrel_agent::AnswerLimits {
            time: flags.limits.time(),
            memory: flags.limits.memory(),
        },
        files: Arc::new(roots::FolderRoots::new(&flags.roots)?),
        drivers: Arc::new(drivers::drivers(&flags.drivers)?),
        #[cfg(target_os = "linux")]
        is_supervised: korrel_harness::can_supervise(),
        ..korrel_agent::Asking::default()
    };
    let jobs = flags.jobs.map_or_else(cores, std::num::NonZero::get);
    server::serve(work::Workers::new(asking, jobs))
}

/// Questions side by side, unless another number is wanted.
#[cfg(feature = "mcp")]
fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

/// This program was built without the server.
#[cfg(not(feature = "mcp"))]
pub fn run(flags: &McpFlags) -> Result<Exit, Error> {
    let McpFlags { roots: _, drivers: _, limits: _, jobs: _ } = flags;
    Err(super::left_out("mcp", "mcp"))
}
