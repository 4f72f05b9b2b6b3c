//! `shards`: how evenly shards and threads share a search, in time.
//!
//! ```sh
//! cargo build --release -p korrel-bench --bin shards
//! target/release/shards                  # all rows: some minutes for each number of shards
//! target/release/shards posets --of 8,64 # rows whose name contains this
//! ```
//!
//! Each cube of all shards is searched once, in this process and in one thread, and its CPU time is recorded. Then the
//! times are added up as the cubes are dealt out, so that a thousand shards need no thousand machines:
//!
//! - *max*, *min*: the time of the longest shard and of the shortest one, beside the mean;
//! - *cut*: seconds that each shard takes to find its cubes; *share*: the mean of the search in one shard;
//! - *threads*: how many times as fast 64 threads are than one, if each takes the next cube when it is free.
//!
//! A count that is not the known one is an error (exit code 1).

mod rows;
mod schedule;

use std::process::ExitCode;

use clap::Parser;
use korrel_enumerate::{Instances, Meaning, Problem, Shard, Strategy, Stream};
use korrel_lang::load::no_files;
use korrel_lang::spec::Spec;
use korrel_sat::Effort;
use rustix::time::{ClockId, clock_gettime};

use rows::{ROWS, ShardRow};
use schedule::{balance, speedup};

/// Measures how evenly shards share a search
#[derive(Parser)]
struct Flags {
    /// Only rows whose name contains this
    #[arg(default_value = "")]
    filter: String,
    /// The numbers of shards
    #[arg(long, value_name = "N,…", value_delimiter = ',', default_value = "8,64,1000")]
    of: Vec<u32>,
}

/// So many threads are simulated.
const THREADS: usize = 64;

fn main() -> ExitCode {
    let flags = Flags::parse();
    println!("| structure | scope | shards | max | min | share, s | cut, s | cubes | threads |");
    println!("|---|---|--:|--:|--:|--:|--:|--:|--:|");
    let mut code = ExitCode::SUCCESS;
    for row in ROWS.iter().filter(|row| row.name.contains(&flags.filter)) {
        if let Err(message) = measure(row, &flags.of) {
            eprintln!("error: {}: {message}", row.name);
            code = ExitCode::FAILURE;
        }
    }
    code
}

fn measure(row: &ShardRow, shards: &[u32]) -> Result<(), String> {
    let text = std::fs::read_to_string(row.spec).map_err(|error| error.to_string())?;
    let mut spec = Spec::read(row.spec, &text, false, &mut no_files).map_err(told)?;
    let command = spec.command(Some("0")).map_err(told)?;
    let command = spec.with_scope(command, "--scope", row.scope).map_err(told)?;
    let effort = Effort::default();
    let problem = Problem::new(&spec.model, &command, Meaning::default(), &effort);
    let problem = problem.map_err(|why| format!("{why:?}"))?;
    for &of in shards {
        let mut instances =
            Instances::new(&problem, Strategy::default(), effort.clone()).map_err(told)?;
        let stream = instances.stream().ok_or("there is nothing to search")?;
        let times = CubeTimes::of(stream, of)?;
        if times.instances != row.known {
            return Err(format!("{} were found, but there are {}", times.instances, row.known));
        }
        let (most, least) = balance(&times.cubes, of);
        let share = times.cubes.iter().map(|(_, time)| time).sum::<f64>() / f64::from(of);
        // The cubes of groups do not come in the order in which threads would take them.
        let faster = match Shard::groups(Shard { part: 1, of }) {
            1 => format!("{:.1}", speedup(&times.cubes, THREADS)),
            _ => String::new(),
        };
        println!(
            "| {} | `{}` | {of} | {most:.2} | {least:.2} | {share:.3} | {:.3} | {} | {faster} |",
            row.name,
            row.scope,
            times.cut,
            times.cubes.len()
        );
    }
    Ok(())
}

/// The cost of each cube.
struct CubeTimes {
    /// Whose it is, and seconds.
    cubes: Vec<(u32, f64)>,
    /// Seconds, in the mean of all groups of shards.
    cut: f64,
    instances: u64,
}

impl CubeTimes {
    fn of(stream: &mut Stream<'_>, of: u32) -> Result<CubeTimes, String> {
        let groups = Shard { part: 1, of }.groups();
        let begun = seconds();
        let mut cubes = Vec::new();
        for part in 1..=groups {
            cubes.extend(stream.group_cubes(Shard { part, of }).ok_or("it was stopped")?);
        }
        let mut before = seconds();
        let cut = (before - begun) / f64::from(groups);
        let mut times = CubeTimes { cubes: Vec::new(), cut, instances: 0 };
        for cube in &cubes {
            times.instances += stream.search_cube(cube);
            let now = seconds();
            times.cubes.push((cube.part, now - before));
            before = now;
        }
        Ok(times)
    }
}

/// CPU time of this thread.
fn seconds() -> f64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}

fn told(error: impl std::fmt::Debug) -> String {
    format!("{error:?}")
}
