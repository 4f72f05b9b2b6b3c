//! The command lines of `korrel plan`, `work`, `merge` and `verify`: one question on many machines, and what they say of it.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use korrel::queue::PartName;

use super::shared::{KeyFlags, QuestionFlags};
use super::testing::ToldFlags;
use super::values::{self, ReportFormatFlag};

#[derive(Debug, Args)]
pub struct PlanFlags {
    #[command(flatten)]
    pub question: QuestionFlags,
    /// The number of parts; a part that takes long is split while it is done
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub cubes: u32,
    /// The new folder of the queue, which all workers see
    #[arg(short, long, value_name = "FOLDER")]
    pub output: PathBuf,
    /// Count the instances, and write none
    #[arg(long, conflicts_with = "keys")]
    pub count: bool,
    #[command(flatten)]
    pub keyed: KeyFlags,
}

#[derive(Debug, Args)]
pub struct WorkFlags {
    /// The folder that `korrel plan` has made
    pub folder: PathBuf,
    /// Do this part only: 3, or 3-1200 or 3-1200-01 of a shard that was split; `-`: those that standard input names, one a line
    #[arg(long, value_name = "PART", value_parser = part)]
    pub part: Option<PartChoice>,
    /// The worker's name in the folder: letters, digits, `-` and `_`
    #[arg(long = "as", value_name = "NAME", value_parser = worker)]
    pub name: Option<String>,
    /// Compute this share of the parts of other workers again, and compare
    #[arg(long, value_name = "PERCENT", default_value = "0%", value_parser = share)]
    pub audit: u32,
    /// A worker that gives no sign of life for so long has lost its part
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = values::time, help_heading = "Search")]
    pub lease: Duration,
    /// The number of threads that search (0: as many as the machine has)
    #[arg(short = 'j', long, default_value_t = 1, value_name = "N")]
    pub threads: usize,
}

/// The parts that a process does.
#[derive(Clone, Copy, Debug)]
pub enum PartChoice {
    One(PartName),
    /// Those that standard input names.
    Named,
}

#[derive(Debug, Args)]
pub struct MergeFlags {
    /// The folder of a queue; or the outputs of `find`, `count --format json` or `test --format json` with `--shard I/N`,
    /// one file for each shard
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// The format of the whole; by default a report is text, a stream JSON
    #[arg(long, value_enum)]
    pub format: Option<ReportFormatFlag>,
    /// Of a queue: write who did which part, with what digest, to a new file
    #[arg(long, value_name = "FILE")]
    pub receipt: Option<PathBuf>,
    #[command(flatten)]
    pub told: ToldFlags,
    /// A run that its budget cut off without a failure has exit code 0
    #[arg(long)]
    pub allow_incomplete: bool,
}

fn part(text: &str) -> Result<PartChoice, String> {
    if text == "-" {
        return Ok(PartChoice::Named);
    }
    text.parse()
        .map(PartChoice::One)
        .map_err(|()| "a part is written as in the folder: 3, 3-1200 or 3-1200-01".to_owned())
}

fn worker(text: &str) -> Result<String, String> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_".contains(c);
    match (1..=64).contains(&text.len()) && text.chars().all(is_plain) {
        true => Ok(text.to_owned()),
        false => Err("a name has 1 to 64 letters, digits, `-` and `_`".to_owned()),
    }
}

/// `2%`, `0.5%`: per mille.
fn share(text: &str) -> Result<u32, String> {
    let number: Option<f64> = text.strip_suffix('%').and_then(|number| number.parse().ok());
    match number.filter(|number| (0.0..=100.0).contains(number)) {
        Some(number) => Ok((number * 10.0).round() as u32),
        None => Err("a share is written 2%, from 0% to 100%".to_owned()),
    }
}

#[derive(Debug, Args)]
pub struct VerifyFlags {
    /// The folder that `korrel find --certify` or `count --certify` has written, or the folders of parts of a list (`--shard`)
    #[arg(required = true, value_name = "DIR")]
    pub folders: Vec<PathBuf>,
}
