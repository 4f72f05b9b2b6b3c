//! `korrel-bench`: what Korrel costs, beside generators written by hand.
//!
//! ```sh
//! cargo build --release
//! target/release/korrel-bench                # all of it: minutes
//! target/release/korrel-bench --quick        # small sizes: seconds
//! target/release/korrel-bench "heap arrays"  # rows whose name contains this
//! target/release/korrel-bench generate heap_array 8  # what the generator prints
//! target/release/korrel-bench counts         # counting beside listing
//! target/release/korrel-bench peers          # beside the programs that are best at a row, where they are installed
//! ```
//!
//! A row is a structure of a size:
//!
//! - *start-up*: `korrel count --dry-run`, from the start of the process to the clauses;
//! - *search*: `korrel count --method list`, less the start-up;
//! - *find*: `korrel find --bare`, all of it: start, translation, search, JSON written to a pipe that
//!   this program reads and throws away;
//! - *instances/s*: of *find*; *peak*: the most memory that it held;
//! - *generator*: the same lines, in another order, written to the same pipe by a program that knows
//!   the structure ([`generators`]). It decides nothing wrongly and renders nothing twice; no general
//!   program will be faster. *ratio* is how many times as long *find* takes, both without their start-up (that of a
//!   generator is its run at size 1); a generator of less than a millisecond is not compared with.
//!
//! Times are seconds of CPU time (user and system, all threads) of a child process, medians of three
//! rounds in which the programs take turns ([`measure`]). They hold for one machine; the ratio
//! travels better, where instances are many: below some hundredths of a second it compares how two
//! processes start. Every count is compared with the known one ([`cases`]); another count is an error
//! (exit code 1), for a fast search that loses instances is worth nothing.

mod cases;
mod child;
mod counts;
mod generators;
mod measure;
mod peers;
mod table;

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand};

use generators::Structure;
use generators::output::{InstanceCounter, NumberedLines};

/// Measures Korrel beside generators written by hand
#[derive(Parser)]
#[command(name = "korrel-bench", args_conflicts_with_subcommands = true)]
#[command(disable_help_subcommand = true)]
struct BenchFlags {
    #[command(subcommand)]
    command: Option<BenchCommand>,
    /// Only structures whose name contains this
    filter: Option<String>,
    /// Small sizes: whether all is well, rather than how fast it is
    #[arg(long)]
    quick: bool,
    /// The program to measure [default: the one beside this program]
    #[arg(long, value_name = "PATH")]
    korrel: Option<PathBuf>,
}

#[derive(Subcommand)]
enum BenchCommand {
    /// Print all instances of a structure, as `korrel find --bare` does, without Korrel
    Generate(Generate),
    /// Print the table of what is counted without a list, beside listing
    Counts(CountsFlags),
    /// Print the table of Korrel beside other programs, as far as they are installed
    Peers(PeersFlags),
}

#[derive(Args)]
struct PeersFlags {
    /// Only rows whose name contains this
    #[arg(default_value = "")]
    filter: String,
    /// After so many CPU seconds a run is ended
    #[arg(long, value_name = "SECONDS", default_value_t = 120)]
    limit: u32,
    /// The program to measure [default: the one beside this program]
    #[arg(long, value_name = "PATH")]
    korrel: Option<PathBuf>,
}

#[derive(Args)]
struct CountsFlags {
    /// Only structures whose name contains this
    #[arg(default_value = "")]
    filter: String,
    /// After so long on the clock a run is stopped
    #[arg(long, value_name = "TIME", default_value = "60s")]
    timeout: String,
    /// The program to measure [default: the one beside this program]
    #[arg(long, value_name = "PATH")]
    korrel: Option<PathBuf>,
}

#[derive(Args)]
struct Generate {
    structure: Structure,
    size: usize,
    /// The number of values or keys, for a structure that has them; SIZE, if not given
    values: Option<usize>,
    /// Print how many there are
    #[arg(long)]
    count: bool,
}

fn main() -> ExitCode {
    let arguments = BenchFlags::parse();
    let result = match &arguments.command {
        Some(BenchCommand::Generate(generate)) => print(generate).map(|()| ExitCode::SUCCESS),
        Some(BenchCommand::Counts(flags)) => counts(flags),
        Some(BenchCommand::Peers(flags)) => peers(flags),
        None => bench(&arguments),
    };
    match result {
        Ok(code) => code,
        // The reader has had enough.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

fn print(generate: &Generate) -> io::Result<()> {
    if generate.values.is_some() && !generate.structure.has_values() {
        return Err(io::Error::other("a structure of this kind has a SIZE and no VALUES"));
    }
    let (size, values) = (generate.size, generate.values.unwrap_or(generate.size));
    if generate.count {
        let mut count = InstanceCounter::default();
        generate.structure.generate(size, values, &mut count)?;
        return writeln!(io::stdout(), "{}", count.instances);
    }
    let mut lines = NumberedLines::new(io::stdout().lock());
    generate.structure.generate(size, values, &mut lines)?;
    lines.finish().map(drop)
}

fn counts(flags: &CountsFlags) -> io::Result<ExitCode> {
    let korrel = korrel(flags.korrel.as_ref())?;
    let is_right = counts::print(&korrel, &flags.filter, &flags.timeout, &mut io::stdout().lock())?;
    Ok(if is_right { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn peers(flags: &PeersFlags) -> io::Result<ExitCode> {
    let korrel = korrel(flags.korrel.as_ref())?;
    let is_right = peers::print(&korrel, &flags.filter, flags.limit, &mut io::stdout().lock())?;
    Ok(if is_right { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn bench(arguments: &BenchFlags) -> io::Result<ExitCode> {
    let korrel = korrel(arguments.korrel.as_ref())?;
    let mut cases = cases::all();
    let filter = arguments.filter.as_deref().unwrap_or("");
    cases.retain(|case| case.is_quick == arguments.quick && case.title().contains(filter));
    if cases.is_empty() {
        return Err(io::Error::other(format!("no structure is called `{filter}`")));
    }
    let mut out = io::stdout().lock();
    writeln!(out, "{}", table::heading())?;
    let mut code = ExitCode::SUCCESS;
    for case in &cases {
        match measure::measure(case, &korrel) {
            Ok(row) => writeln!(out, "{}", table::row(case, &row))?,
            Err(message) => {
                eprintln!("error: {message}");
                code = ExitCode::FAILURE;
            }
        }
    }
    Ok(code)
}

/// The program to measure.
fn korrel(given: Option<&PathBuf>) -> io::Result<PathBuf> {
    let korrel = match given {
        Some(path) => path.clone(),
        None => std::env::current_exe()?.with_file_name("korrel"),
    };
    if korrel.is_file() {
        return Ok(korrel);
    }
    let missing = format!("there is no {}: cargo build --release -p korrel", korrel.display());
    Err(io::Error::other(missing))
}
