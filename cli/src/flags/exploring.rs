//! The command lines of `korrel explore`, `korrel minimise` and `korrel why`.

use std::ffi::OsString;
use std::num::NonZeroU64;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::shared::{
    ActionFlags, ExploreFormat, LanguageFlags, LimitFlags, MemoryFlags, StatesFormat,
};
use super::testing::DriverFlags;
use super::values::{self, CoverTracesFlag, FrameworkFlag, OverflowFlag, WhenFlag};

#[derive(Debug, Args)]
#[command(mut_arg("drivers", |threads| threads.help(THREADS)))]
pub struct ExploreFlags {
    /// The spec: a file, or - for standard input
    pub spec: PathBuf,
    /// Without a driver: a command's label, a predicate's or assertion's name, or a command's index from 0; without it, the
    /// first command
    #[arg(conflicts_with = "driver")]
    pub command: Option<String>,
    /// Only this operation; may be given several times
    #[arg(long = "op", value_name = "NAME")]
    pub ops: Vec<String>,
    /// Replaces the scope of the command, or of the operations' commands, which bounds the arguments and the size of states
    #[arg(long, value_name = "SCOPE", allow_hyphen_values = true, value_parser = values::unlike_a_flag)]
    pub scope: Option<String>,
    /// Take at most N steps from a first state, or make at most N calls after a constructor
    #[arg(long, value_name = "N")]
    pub depth: Option<u64>,
    /// Without a driver: instead of the states, a few behaviours that go through each of them, or take each
    /// transition, or each action
    #[arg(long, value_enum, value_name = "WHAT", conflicts_with = "driver")]
    pub cover_traces: Option<CoverTracesFlag>,
    #[command(flatten)]
    pub naming: ActionFlags,
    #[command(flatten)]
    pub size: MemoryFlags,
    /// With --format count: write to this file, which must not exist; until it is whole the states are in the folder FILE.part
    #[arg(short, long, value_name = "FILE", conflicts_with_all = ["driver", "cover_traces"])]
    pub output: Option<PathBuf>,
    /// Go on with the FILE.part that an earlier run has left
    #[arg(long, requires = "output")]
    pub resume: bool,
    /// A predicate of one parameter that must hold of each state; nothing is called where it does not
    #[arg(long, value_name = "NAME", conflicts_with = "against")]
    pub invariant: Option<String>,
    /// Compare the states with the instances of a predicate: those that it forbids, and those that no call
    /// reaches
    #[arg(long, value_name = "PREDICATE")]
    pub against: Option<String>,
    /// The effect of an integer overflow
    #[arg(long, value_enum, default_value_t = OverflowFlag::Forbid, help_heading = "Inputs")]
    pub overflow: OverflowFlag,
    #[command(flatten)]
    pub drivers: DriverFlags,
    /// Stop after N calls that fail
    #[arg(long, value_name = "N", help_heading = "Report")]
    pub stop_after: Option<NonZeroU64>,
    #[command(flatten)]
    pub answer: ExploreFormat,
    /// Emit only a few calls that cover all that is covered; the driver sends `cov`
    #[arg(long, requires = "emit_test", help_heading = "Report")]
    pub select: bool,
    /// Instead of the states, write the sequences that build them as tests
    #[arg(
        long,
        value_enum,
        value_name = "FRAMEWORK",
        conflicts_with = "format",
        help_heading = "Report"
    )]
    pub emit_test: Option<FrameworkFlag>,
    /// Progress on standard error
    #[arg(long, value_enum, default_value_t = WhenFlag::Auto, value_name = "WHEN", help_heading = "Report")]
    pub progress: WhenFlag,
    #[command(flatten)]
    pub language: LanguageFlags,
    /// The driver and its arguments; without one, the states are those of the spec
    #[arg(last = true, value_name = "DRIVER", conflicts_with = "memory")]
    pub driver: Vec<OsString>,
}

const THREADS: &str = "The number of drivers that work side by side, or without a driver of threads (0: as many as the machine has \
                       processors); the output is the same";

/// The flags of `korrel explore` that mean something for a driver only.
pub const OF_DRIVERS: [&str; 10] = [
    "ops",
    "invariant",
    "against",
    "stop_after",
    "select",
    "emit_test",
    "timeout",
    "start_timeout",
    "driver_memory",
    "progress",
];

#[derive(Debug, Args)]
pub struct MinimiseFlags {
    /// The spec: a file, or - for standard input
    pub spec: PathBuf,
    /// The input that fails: a heap, an input as a driver gets it, or a failure of a report; - for standard input
    #[arg(long, value_name = "FILE")]
    pub heap: PathBuf,
    /// The operation, if the file does not name it and the spec has several
    #[arg(long, value_name = "NAME")]
    pub op: Option<String>,
    /// Try the inputs of this scope; without it all that have fewer objects, and no other numbers
    #[arg(long, value_name = "SCOPE", allow_hyphen_values = true, value_parser = values::unlike_a_flag)]
    pub scope: Option<String>,
    /// Begin no input after this time
    #[arg(long, value_name = "TIME", value_parser = values::time, default_value = "60s")]
    pub budget: Duration,
    /// A predicate of one parameter: it holds of the inputs' roots of its type, and must hold afterwards
    #[arg(long, value_name = "NAME")]
    pub invariant: Option<String>,
    /// The effect of an integer overflow
    #[arg(long, value_enum, default_value_t = OverflowFlag::Forbid, help_heading = "Inputs")]
    pub overflow: OverflowFlag,
    #[command(flatten)]
    pub drivers: DriverFlags,
    #[command(flatten)]
    pub answer: StatesFormat,
    #[command(flatten)]
    pub language: LanguageFlags,
    /// The driver and its arguments
    #[arg(last = true, required = true, value_name = "DRIVER")]
    pub driver: Vec<OsString>,
}

#[derive(Debug, Args)]
#[command(mut_arg("timeout", |time| time.default_value("30s")))]
pub struct WhyFlags {
    /// A report of `korrel test --format json`; - for standard input
    pub report: PathBuf,
    /// Try formulas of up to N names and signs
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub size: usize,
    #[command(flatten)]
    pub limits: LimitFlags,
    #[command(flatten)]
    pub answer: StatesFormat,
}
