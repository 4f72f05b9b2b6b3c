//! The command line of `korrel test` and `korrel merge`.

use std::ffi::OsString;
use std::fs::OpenOptions;
use std::io::{self, Write};
use std::num::{NonZeroU32, NonZeroU64};
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{Args, ValueEnum};
use korrel::stream::Shard;
use korrel_harness::Relabel;
use korrel_harness::report::Claim;

use super::shared::{KeyFlags, LanguageFlags, ReportFormat};
use super::values::{self, FrameworkFlag, OverflowFlag, WhenFlag};

/// What a short suite covers.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum CoverFlag {
    Transitions,
}

#[derive(Debug, Args)]
pub struct TestFlags {
    /// The spec: a file, or - for standard input
    #[arg(required_unless_present = "itf", conflicts_with = "itf")]
    spec: Option<PathBuf>,
    #[command(flatten)]
    pub behaviours: BehaviourFlags,
    #[command(flatten)]
    pub inputs: InputFlags,
    #[command(flatten)]
    pub judging: JudgingFlags,
    #[command(flatten)]
    pub drivers: DriverFlags,
    #[command(flatten)]
    pub outcome: OutcomeFlags,
    #[command(flatten)]
    pub queue: TestQueueFlags,
    #[command(flatten)]
    pub language: LanguageFlags,
    /// The driver and its arguments; `--against -- OTHER ARGS…` after them names a second program,
    /// whose answers must be the same
    #[arg(last = true, required = true, value_name = "DRIVER")]
    pub driver: Vec<OsString>,
}

impl TestFlags {
    /// The spec; empty where traces stand in its place.
    pub fn spec(&self) -> &Path {
        self.spec.as_deref().unwrap_or(Path::new(""))
    }
}

/// A queue in place of the test.
#[derive(Debug, Args)]
pub struct TestQueueFlags {
    /// Test nothing yet: make a queue of the test in this new folder, for `korrel work` and `korrel merge`
    #[arg(long, value_name = "FOLDER", help_heading = "Inputs", conflicts_with_all = QUEUED_ELSEWHERE)]
    pub plan: Option<PathBuf>,
    /// The number of the queue's parts
    #[arg(
        long,
        value_name = "N",
        requires = "plan",
        default_value_t = 64,
        help_heading = "Inputs"
    )]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub cubes: u32,
}

/// What a part of a queue has of its worker, or only the whole has, or makes a part of what is not one.
const QUEUED_ELSEWHERE: [&str; 20] = [
    "shard",
    "grow",
    "after",
    "replay",
    "itf",
    "cover_traces",
    "clients",
    "budget",
    "drivers",
    "total_timeout",
    "stop_after",
    "format",
    "list",
    "html",
    "record",
    "select",
    "certificate",
    "emit_test",
    "allow_incomplete",
    "progress",
];

/// Behaviours, whose calls the driver makes one after the other.
#[derive(Debug, Args)]
pub struct BehaviourFlags {
    /// The behaviours of this command of traces, call by call: all up to its number of steps, one of each class
    #[arg(long, value_name = "COMMAND", help_heading = "Behaviours")]
    pub traces: Option<String>,
    /// The number of states of a behaviour, or the least and the greatest; k states are k - 1 calls
    #[arg(long, value_name = "RANGE", requires = "traces", help_heading = "Behaviours")]
    pub steps: Option<String>,
    /// The predicates that are calls, instead of those that prime something and are called under `always`
    #[arg(long, value_name = "NAME,…", requires = "traces", help_heading = "Behaviours")]
    pub actions: Option<String>,
    /// A short suite: each call once in each state, up to the names of objects
    #[arg(
        long,
        value_name = "WHAT",
        requires = "traces",
        conflicts_with = "shard",
        help_heading = "Behaviours"
    )]
    pub cover_traces: Option<CoverFlag>,
    /// What the driver shows of its state: fields as `Queue.items`, types, subset sigs; the rest is inferred
    #[arg(
        long,
        value_name = "NAME,…",
        value_delimiter = ',',
        requires = "traces",
        help_heading = "Behaviours"
    )]
    pub observe: Vec<String>,
    /// Programs of so many clients that call the object at the same time: all, one of each class. Their schedules are
    /// sampled, each program is run `--repeat` times
    #[arg(long, value_name = "N", requires = "traces", conflicts_with_all = ["steps", "observe", "cover_traces", "shard", "select"], value_parser = clap::value_parser!(u8).range(2..=2), help_heading = "Behaviours")]
    pub clients: Option<u8>,
    /// The greatest number of calls of a client
    #[arg(
        long,
        value_name = "N",
        requires = "clients",
        default_value = "2",
        help_heading = "Behaviours"
    )]
    pub calls: NonZeroU32,
    /// Instead of a spec, traces of Quint or Apalache (ITF): their steps are the calls, their states the right answers
    #[arg(long, value_name = "FILE", num_args = 1.., help_heading = "Behaviours")]
    #[arg(conflicts_with_all = ["traces", "scope", "overflow", "folders", "strict_alloy", "recursion"])]
    pub itf: Vec<PathBuf>,
    /// The variable that names the action of each step, where there is no `mbt::actionTaken`
    #[arg(long, value_name = "VAR", requires = "itf", help_heading = "Behaviours")]
    pub itf_action: Option<String>,
}

/// The inputs that are sent.
#[derive(Debug, Args)]
#[command(mut_arg("keys", |keys| keys.help_heading("Inputs")))]
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
    /// Begin no input after this time; by default 60s where the scope grows, else no limit
    #[arg(long, value_name = "TIME", value_parser = values::time)]
    pub budget: Option<Duration>,
    /// The effect of an integer overflow
    #[arg(long, value_enum, default_value_t = OverflowFlag::Forbid, help_heading = "Inputs")]
    pub overflow: OverflowFlag,
    /// Only the I-th of N disjoint parts of the inputs; `korrel merge` joins their reports
    #[arg(long, value_name = "I/N", value_parser = values::shard, help_heading = "Inputs")]
    pub shard: Option<Shard>,
    /// Go on after the last input of an earlier report, or after the input with this id
    #[arg(long, value_name = "FILE|N", help_heading = "Inputs")]
    pub after: Option<PathBuf>,
    /// Send only this input, under its labelling j, or the inputs that were recorded in a folder, or saved there by Alloy, in XML
    #[arg(long, value_name = "KEY|KEY:j|DIR", conflicts_with_all = ["after", "shard"])]
    pub replay: Option<String>,
    /// Also send each input under K other labellings, or under all of them
    #[arg(long, value_name = "K|all", value_parser = values::relabel, help_heading = "Inputs")]
    pub relabel: Option<Relabel>,
    /// The seed by which, with the id of the input, labellings are drawn
    #[arg(long, value_name = "N", default_value_t = 0, help_heading = "Inputs")]
    pub seed: u64,
    /// Send each input N times; a failure that comes and goes is reported as a rate
    #[arg(long, value_name = "N", default_value = "1", help_heading = "Inputs")]
    pub repeat: NonZeroU32,
    /// Leave out inputs in which the program would read the same values as in another one; the driver
    /// sends `read`, and is deterministic
    #[arg(long, conflicts_with_all = ["relabel", "repeat"], help_heading = "Inputs")]
    pub lazy: bool,
    #[command(flatten)]
    pub keyed: KeyFlags,
}

/// The judging of answers.
#[derive(Debug, Args)]
pub struct JudgingFlags {
    /// A predicate of one parameter: it holds of the inputs' roots of its type, and must hold afterwards
    #[arg(long, value_name = "NAME")]
    pub invariant: Option<String>,
    /// Answers to labellings are only judged; they need not agree
    #[arg(long, requires = "relabel", help_heading = "Judging")]
    pub relabel_judge: bool,
    /// Failures that are known: a report, or lines with keys. They are no reason for exit code 1
    #[arg(long, value_name = "FILE", help_heading = "Judging")]
    pub known: Option<PathBuf>,
}

/// The limits of drivers.
#[derive(Debug, Args)]
pub struct DriverFlags {
    /// The number of drivers that work side by side (0: as many as the machine has processors); the
    /// report is the same
    #[arg(short = 'j', default_value_t = 1, value_name = "N")]
    pub drivers: usize,
    /// The time limit of an answer, from the one before it
    #[arg(long, value_name = "TIME", value_parser = values::time, default_value = "5s")]
    pub timeout: Duration,
    /// The time limit until a driver is ready
    #[arg(long, value_name = "TIME", value_parser = values::time, default_value = "30s", help_heading = "Drivers")]
    pub start_timeout: Duration,
    /// Stop after this time: 30s, 5m
    #[arg(long, value_name = "TIME", value_parser = values::time, help_heading = "Drivers")]
    pub total_timeout: Option<Duration>,
    /// End a driver that takes more memory than this: 500M, 2G
    #[arg(long, value_name = "SIZE", value_parser = values::bytes, help_heading = "Drivers")]
    pub driver_memory: Option<u64>,
}

/// The report, and the exit code.
#[derive(Debug, Args)]
pub struct OutcomeFlags {
    /// Stop after N failures that are not known
    #[arg(long, value_name = "N", help_heading = "Report")]
    pub stop_after: Option<NonZeroU64>,
    /// Go on although each of the first ten inputs ends the driver by one cause, or the first three get no answer
    #[arg(long, help_heading = "Report")]
    pub keep_going: bool,
    #[command(flatten)]
    pub answer: ReportFormat,
    #[command(flatten)]
    pub told: ToldFlags,
    /// Write a file for each failing input into this folder
    #[arg(long, value_name = "DIR", help_heading = "Report")]
    pub record: Option<PathBuf>,
    /// Name a few inputs that cover all that is covered; the driver sends `cov`
    #[arg(long, conflicts_with = "emit_test", help_heading = "Report")]
    pub select: bool,
    /// Write a certificate of the result to this new file
    #[arg(long, value_name = "FILE", help_heading = "Report")]
    pub certificate: Option<PathBuf>,
    /// What the certificate is about, in words: `version=rfc6902 5.4.0`, `options=…`, `mutants=5 of 5`
    #[arg(long, value_name = "NAME=TEXT", value_parser = values::claim, requires = "certificate", help_heading = "Report")]
    pub about: Vec<(Claim, String)>,
    /// Instead of the report, write the smallest failure of each group as a test
    #[arg(
        long,
        value_enum,
        value_name = "FRAMEWORK",
        conflicts_with = "format",
        help_heading = "Report"
    )]
    pub emit_test: Option<FrameworkFlag>,
    /// A run that its budget cut off without a failure has exit code 0
    #[arg(long, help_heading = "Report")]
    pub allow_incomplete: bool,
    /// Progress on standard error
    #[arg(long, value_enum, default_value_t = WhenFlag::Auto, value_name = "WHEN", help_heading = "Report")]
    pub progress: WhenFlag,
    /// Of a queue's part: the file of its report, in place of standard output.
    #[arg(skip)]
    pub output: Option<PathBuf>,
    /// Of the same: where the report so far is kept, from which another worker goes on.
    #[arg(skip)]
    pub so_far: Option<PathBuf>,
}

impl OutcomeFlags {
    /// The number of first inputs after which a driver that ends over each of them is given up.
    pub fn give_up_after(&self) -> Option<u64> {
        (!self.keep_going).then_some(10)
    }

    /// Writes a piece of the report.
    ///
    /// # Errors
    /// Those of standard output, or of the file in its place.
    pub fn write(&self, text: &str) -> io::Result<()> {
        let Some(path) = &self.output else {
            let mut out = io::stdout().lock();
            out.write_all(text.as_bytes())?;
            return out.flush();
        };
        OpenOptions::new().create(true).append(true).open(path)?.write_all(text.as_bytes())
    }
}

/// The extent of a report, and its place.
#[derive(Clone, Debug, Default, Args)]
pub struct ToldFlags {
    /// Name all inputs of each group of failures, not only the smallest; in `text` and `html`
    #[arg(long, help_heading = "Report")]
    pub list: bool,
    /// Also write the report as a page with pictures, to this new file
    #[arg(long, value_name = "FILE", help_heading = "Report")]
    pub html: Option<PathBuf>,
    /// Draw the page's pictures as this theme of Alloy's viewer says
    #[arg(long, value_name = "FILE", requires = "html", help_heading = "Report")]
    pub theme: Option<PathBuf>,
}
