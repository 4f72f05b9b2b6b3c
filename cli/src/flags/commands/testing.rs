//! The command line of `korrel test` and `korrel merge`.

use std::ffi::OsString;
use std::num::{NonZeroU32, NonZeroU64};
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use korrel_enumerate::Shard;
use korrel_harness::Relabel;

use crate::flags::choices::{FrameworkFlag, OverflowFlag, ReportFormatFlag, WhenFlag};
use crate::flags::question::LanguageFlags;
use crate::flags::values;

#[derive(Debug, Args)]
pub struct TestFlags {
    /// The spec: a file, or - for standard input
    pub spec: PathBuf,
    #[command(flatten)]
    pub inputs: InputFlags,
    #[command(flatten)]
    pub judging: JudgingFlags,
    #[command(flatten)]
    pub drivers: DriverFlags,
    #[command(flatten)]
    pub outcome: OutcomeFlags,
    #[command(flatten)]
    pub language: LanguageFlags,
    /// The driver and its arguments; `--against -- OTHER ARGS…` after them names a second program,
    /// whose answers must be the same
    #[arg(last = true, required = true, value_name = "DRIVER")]
    pub driver: Vec<OsString>,
}

/// Which inputs are sent.
#[derive(Debug, Args)]
pub struct InputFlags {
    /// Only this operation; may be given several times
    #[arg(long = "op", value_name = "NAME")]
    pub ops: Vec<String>,
    /// Replaces the scope of the operations' commands: "5 but exactly 3 Node, 0..4 Int"
    #[arg(long, value_name = "SCOPE", allow_hyphen_values = true, value_parser = values::unlike_a_flag)]
    pub scope: Option<String>,
    /// A scope that names n, for n = 0, 1, 2, …: "exactly 1 Tree, exactly n Node, 1..n Int"
    #[arg(long, value_name = "SCOPE", allow_hyphen_values = true, value_parser = values::unlike_a_flag, conflicts_with = "scope")]
    pub grow: Option<String>,
    /// Begin no input after this time; 60s where the scope grows, else there is no such limit
    #[arg(long, value_name = "TIME", value_parser = values::time)]
    pub budget: Option<Duration>,
    /// What an integer overflow does
    #[arg(long, value_enum, default_value_t = OverflowFlag::Forbid)]
    pub overflow: OverflowFlag,
    /// Only the I-th of N disjoint parts of the inputs; `korrel merge` joins their reports
    #[arg(long, value_name = "I/N", value_parser = values::shard)]
    pub shard: Option<Shard>,
    /// Go on after the last input that an earlier report tells of, or after the input with this id
    #[arg(long, value_name = "FILE|N")]
    pub after: Option<PathBuf>,
    /// Only this input, KEY or KEY:j, or those that were recorded in a folder
    #[arg(long, value_name = "KEY|DIR", conflicts_with_all = ["after", "shard"])]
    pub replay: Option<String>,
    /// Send each input under so many other labellings, too, or under all of them
    #[arg(long, value_name = "K|all", value_parser = values::relabel)]
    pub relabel: Option<Relabel>,
    /// The labellings to send are drawn by this number and the input's id
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// Send each input so many times; a failure that comes and goes is reported as a rate
    #[arg(long, value_name = "N", default_value = "1")]
    pub repeat: NonZeroU32,
    /// Do not send inputs in which the program would read just what it has read in another one; the driver
    /// sends `read`, and is deterministic
    #[arg(long, conflicts_with_all = ["relabel", "repeat"])]
    pub lazy: bool,
    /// Requests carry the inputs' keys
    #[arg(long)]
    pub keys: bool,
}

impl InputFlags {
    /// Operations within a scope, and nothing else.
    pub fn plain(ops: Vec<String>, scope: Option<String>, overflow: OverflowFlag) -> InputFlags {
        InputFlags {
            ops,
            scope,
            grow: None,
            budget: None,
            overflow,
            shard: None,
            after: None,
            replay: None,
            relabel: None,
            seed: 0,
            repeat: NonZeroU32::MIN,
            lazy: false,
            keys: false,
        }
    }
}

/// Who judges.
#[derive(Debug, Args)]
pub struct JudgingFlags {
    /// A predicate of one parameter: it holds of the inputs' roots of its type, and must hold afterwards
    #[arg(long, value_name = "NAME")]
    pub invariant: Option<String>,
    /// Answers to labellings are only judged; they need not agree
    #[arg(long, requires = "relabel")]
    pub relabel_judge: bool,
    /// Failures that are known: a report, or lines with keys. They are no reason for exit code 1
    #[arg(long, value_name = "FILE")]
    pub known: Option<PathBuf>,
}

/// What drivers may take.
#[derive(Debug, Args)]
pub struct DriverFlags {
    /// How many drivers work side by side (0: as many as the machine has processors); the report is
    /// the same
    #[arg(short = 'j', default_value_t = 1, value_name = "N")]
    pub drivers: usize,
    /// How long an answer may take, from the one before it
    #[arg(long, value_name = "TIME", value_parser = values::time, default_value = "5s")]
    pub timeout: Duration,
    /// How long a driver may take until it is ready
    #[arg(long, value_name = "TIME", value_parser = values::time, default_value = "30s")]
    pub start_timeout: Duration,
    /// Stop after this time: 30s, 5m
    #[arg(long, value_name = "TIME", value_parser = values::time)]
    pub total_timeout: Option<Duration>,
    /// End a driver that takes more memory than this: 500M, 2G
    #[arg(long, value_name = "SIZE", value_parser = values::bytes)]
    pub driver_memory: Option<u64>,
    /// A process gets so many inputs at most
    #[arg(long, value_name = "N")]
    pub fresh_every: Option<NonZeroU64>,
}

/// What becomes of what is found.
#[derive(Debug, Args)]
pub struct OutcomeFlags {
    /// Stop after N failures that are not known
    #[arg(long, value_name = "N")]
    pub stop_after: Option<NonZeroU64>,
    /// How the report is written
    #[arg(long, value_enum, default_value_t = ReportFormatFlag::Text)]
    pub format: ReportFormatFlag,
    #[command(flatten)]
    pub told: ToldFlags,
    /// Write a file for each failing input into this folder
    #[arg(long, value_name = "DIR")]
    pub record: Option<PathBuf>,
    /// Say which few of the inputs cover what all of them cover; the driver sends `cov`
    #[arg(long, conflicts_with = "emit_test")]
    pub select: bool,
    /// Write what was proven to this new file
    #[arg(long, value_name = "FILE")]
    pub certificate: Option<PathBuf>,
    /// Instead of the report, write the smallest failure of each group as a test
    #[arg(long, value_enum, value_name = "FRAMEWORK", conflicts_with = "format")]
    pub emit_test: Option<FrameworkFlag>,
    /// A run that its budget cut off without a failure has exit code 0
    #[arg(long)]
    pub allow_incomplete: bool,
    /// When to report progress on standard error
    #[arg(long, value_enum, default_value_t = WhenFlag::Auto, value_name = "WHEN")]
    pub progress: WhenFlag,
}

/// How much of a report is told, and where.
#[derive(Debug, Default, Args)]
pub struct ToldFlags {
    /// Name all inputs of each group of failures, not only the smallest; in `text` and `html`
    #[arg(long)]
    pub list: bool,
    /// Write the report as a page, too, with pictures, to this new file
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub struct MergeFlags {
    /// What `find`, `count --format json` or `test --format json` wrote with `--shard I/N`, one file for
    /// each shard
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// How the whole is written: a report as text if nothing else is said, a stream as JSON
    #[arg(long, value_enum)]
    pub format: Option<ReportFormatFlag>,
    #[command(flatten)]
    pub told: ToldFlags,
    /// A run that its budget cut off without a failure has exit code 0
    #[arg(long)]
    pub allow_incomplete: bool,
}
