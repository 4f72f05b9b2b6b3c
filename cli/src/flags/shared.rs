//! Flags that several commands share: what is asked, how it is searched for and drawn, and what is asked instead of all
//! instances.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use clap::{Args, ValueEnum};
use korrel::question::SpecCommand;
use korrel::stream::{CubeRange, Shard};
use korrel_lang::load::Dialect;
use korrel_lang::spec::Mistakes;

use super::values::{
    self, AnswerFormatFlag, CheckFormatFlag, CountFormatFlag, ExploreFormatFlag, OverflowFlag,
    RecordsFormatFlag, ReportFormatFlag, SampleFormatFlag, SolverFlag, SqlFormatFlag,
    StatesFormatFlag, SymmetryFlag, WhenFlag,
};

/// The question, and the way to its answer.
#[derive(Clone, Debug, Args)]
pub struct QuestionFlags {
    /// The spec: a file, or - for standard input
    pub spec: PathBuf,
    /// A command's label, a predicate's or assertion's name, or a command's index from 0; without
    /// it, the first command
    pub command: Option<String>,
    /// Replaces the command's scope: "5 but exactly 3 Node, 0..4 Int"
    #[arg(long, value_name = "SCOPE", allow_hyphen_values = true, value_parser = values::unlike_a_flag)]
    pub scope: Option<String>,
    /// The number of states of a trace, or the least and the greatest: 6, 3..6
    #[arg(long, value_name = "RANGE", help_heading = "Traces")]
    pub steps: Option<String>,
    /// Traces that begin with the states of the one in this file, up to the names of objects
    #[arg(long, value_name = "FILE", help_heading = "Traces")]
    pub prefix: Option<PathBuf>,
    /// Beginnings of traces, instead of infinite traces that end in a loop
    #[arg(long, help_heading = "Traces")]
    pub prefixes: bool,
    /// The instances that count as different
    #[arg(long, value_enum, default_value_t = SymmetryFlag::Full, help_heading = "Instances")]
    pub symmetry: SymmetryFlag,
    /// A command's parameters are witnesses, not part of an instance
    #[arg(long, help_heading = "Instances")]
    pub ignore_parameters: bool,
    /// The solver; the set of instances is the same with each
    #[arg(long, value_enum, default_value_t = SolverFlag::Enumerator, help_heading = "Search")]
    pub solver: SolverFlag,
    /// The effect of an integer overflow
    #[arg(long, value_enum, default_value_t = OverflowFlag::Forbid, help_heading = "Instances")]
    pub overflow: OverflowFlag,
    #[command(flatten)]
    pub language: LanguageFlags,
}

/// The names of steps of traces.
#[derive(Clone, Debug, Default, Args)]
pub struct ActionFlags {
    /// The predicates by which steps of traces are called, instead of those that prime something and are
    /// called under `always`
    #[arg(long, value_name = "NAME,…", help_heading = "Traces")]
    pub actions: Option<String>,
}

impl ActionFlags {
    /// The names, if there is the flag.
    pub fn names(&self) -> Option<Vec<&str>> {
        self.actions.as_deref().map(listed)
    }

    /// The same command with these actions.
    ///
    /// # Errors
    /// A name that no predicate has; a command that is not about traces.
    pub fn applied(&self, asked: SpecCommand) -> Result<SpecCommand, Mistakes> {
        let Some(names) = self.names() else { return Ok(asked) };
        let command = asked.spec.with_actions(asked.command, &names)?;
        Ok(SpecCommand { command, ..asked })
    }
}

/// The names in a list with commas.
pub fn listed(names: &str) -> Vec<&str> {
    names.split(',').map(str::trim).filter(|name| !name.is_empty()).collect()
}

/// The way in which a spec is read.
#[derive(Clone, Debug, Args)]
pub struct LanguageFlags {
    /// A folder to look for opened modules in, after the spec's own; may be given several times
    #[arg(short = 'I', value_name = "DIR", help_heading = "Language")]
    pub folders: Vec<PathBuf>,
    /// Refuse what Korrel adds to Alloy, and drop the multiplicities in macros that Alloy drops
    #[arg(long, help_heading = "Language")]
    pub strict_alloy: bool,
    /// Call a predicate or function that calls itself N times within itself, and no deeper
    #[arg(long, value_name = "N", help_heading = "Language")]
    pub recursion: Option<u32>,
    /// Of a queue's part: the places of the files by the names that they had when the queue was planned. There are no others.
    #[arg(skip)]
    pub files: Option<Arc<BTreeMap<PathBuf, PathBuf>>>,
}

impl LanguageFlags {
    /// The place of a file of the spec.
    pub fn place<'p>(&'p self, path: &'p Path) -> &'p Path {
        match &self.files {
            Some(files) => files.get(path).map_or(Path::new(""), PathBuf::as_path),
            None => path,
        }
    }

    pub fn dialect(&self) -> Dialect {
        Dialect { is_strict: self.strict_alloy, recursion: self.recursion }
    }
}

/// What an answer may cost.
#[derive(Clone, Debug, Args)]
pub struct LimitFlags {
    /// Stop after this time: 30s, 5m
    #[arg(long, value_name = "TIME", value_parser = values::time)]
    pub timeout: Option<Duration>,
    #[command(flatten)]
    pub size: MemoryFlags,
}

impl LimitFlags {
    /// The time of a command whose flag has a default.
    pub fn time(&self) -> Duration {
        self.timeout.expect("the flag has a default here")
    }

    /// The same of the memory.
    #[cfg(feature = "mcp")]
    pub fn memory(&self) -> u64 {
        self.size.memory.expect("the flag has a default here")
    }
}

#[derive(Clone, Debug, Args)]
pub struct MemoryFlags {
    /// Stop when the program takes more memory than this: 500M, 2G
    #[arg(long, value_name = "SIZE", value_parser = values::bytes, help_heading = "Search")]
    pub memory: Option<u64>,
}

/// How many instances are written.
#[derive(Clone, Debug, Args)]
pub struct AmountFlags {
    /// Stop after N instances
    #[arg(short = 'n', long, value_name = "N")]
    pub limit: Option<u64>,
}

impl AmountFlags {
    /// The greatest number; `None` for all, which are 0, too.
    pub fn most(&self) -> Option<u64> {
        self.limit.filter(|&limit| limit > 0)
    }
}

/// How instances are written.
#[derive(Clone, Debug, Default, Args)]
pub struct StreamFlags {
    #[command(flatten)]
    pub frame: FrameFlags,
    #[command(flatten)]
    pub keyed: KeyFlags,
    #[command(flatten)]
    pub judged: JudgedFlags,
}

#[derive(Clone, Debug, Default, Args)]
pub struct FrameFlags {
    /// Print the instances only, without the header and the end record
    #[arg(long)]
    pub bare: bool,
}

#[derive(Clone, Debug, Default, Args)]
pub struct KeyFlags {
    /// Write each instance's key, which all its labellings share
    #[arg(long, help_heading = "Output")]
    pub keys: bool,
}

#[derive(Clone, Debug, Default, Args)]
pub struct JudgedFlags {
    /// Evaluate each instance against the whole spec first
    #[arg(long, help_heading = "Search")]
    pub verify: bool,
}

/// The flag `--format` of the commands that have these formats; the first is the default.
macro_rules! formats {
    ($($name:ident: $format:ident),*) => {$(
        #[derive(Clone, Debug, Args)]
        pub struct $name {
            /// The format of the output
            #[arg(long, value_enum, default_value_t = $format::value_variants()[0])]
            pub format: $format,
        }
    )*};
}

formats! {
    AnswerFormat: AnswerFormatFlag, RecordsFormat: RecordsFormatFlag, StatesFormat: StatesFormatFlag,
    CountFormat: CountFormatFlag, CheckFormat: CheckFormatFlag, ReportFormat: ReportFormatFlag,
    ExploreFormat: ExploreFormatFlag, SampleFormat: SampleFormatFlag, SqlFormat: SqlFormatFlag
}

/// The course of the search; none of it changes the instances or their order.
#[derive(Clone, Debug, Args)]
pub struct SearchFlags {
    /// Search only the I-th of N disjoint parts, which together are the whole set
    #[arg(long, value_name = "I/N", value_parser = values::shard, help_heading = "Search")]
    pub shard: Option<Shard>,
    /// Of a queue's part: its cubes of the shard.
    #[arg(skip)]
    pub cubes: Option<Arc<CubeRange>>,
    /// Cut shards into equal numbers of instances, where these can be counted
    #[arg(long, requires = "shard", help_heading = "Search")]
    pub balanced: bool,
    /// The number of threads that search (0: as many as the machine has); the output is the same
    #[arg(short = 'j', long, default_value_t = 1, value_name = "N")]
    pub threads: usize,
    #[command(flatten)]
    pub limits: LimitFlags,
    /// Print the sizes of the universe, the bounds and the translation, and do not search
    #[arg(long, help_heading = "Search")]
    pub dry_run: bool,
    /// Print the cost of the search on standard error, at the end
    #[arg(long, help_heading = "Search")]
    pub stats: bool,
    /// Progress on standard error
    #[arg(long, value_enum, default_value_t = WhenFlag::Auto, value_name = "WHEN", help_heading = "Search")]
    pub progress: WhenFlag,
}

/// Flags that fit one question only: what is asked part by part has no one place to go on from, no one
/// order to be cut into shards, and no one formula to be shown or refuted.
const WHOLE: [&str; 8] = ["shard", "balanced", "after", "resume", "key", "id", "dry_run", "proof"];

/// The other questions than all instances.
#[derive(Clone, Debug, Default, Args)]
#[group(multiple = true)]
pub struct AskingFlags {
    /// Complete each of these heaps in every way: given objects keep their ids, given fields are exact, a
    /// field that is missing or {"?": true} is open; - for standard input
    #[arg(long, value_name = "HEAP", conflicts_with_all = WHOLE, help_heading = "Other questions")]
    pub complete: Option<PathBuf>,
    /// Find the instances that break exactly one conjunct of this predicate and satisfy all others and
    /// the facts; each record names the conjunct
    #[arg(long, value_name = "PRED", allow_hyphen_values = true, value_parser = values::unlike_a_flag, conflicts_with_all = WHOLE, conflicts_with = "complete", help_heading = "Other questions")]
    pub near_miss: Option<String>,
    /// Find N near misses of each conjunct (0: all)
    #[arg(
        long,
        value_name = "N",
        requires = "near_miss",
        default_value_t = 0,
        help_heading = "Other questions"
    )]
    pub per_conjunct: u64,
    /// Find the smallest instance for each combination of truth values that these formulas, P,Q,R, have in
    /// some instance, and list the combinations that none has (of more than 12 formulas: of each two); `conjuncts` stands for the conjuncts of the
    /// command's predicate, which is then not required
    #[arg(long, value_name = "P,Q,R", allow_hyphen_values = true, value_parser = values::unlike_a_flag, conflicts_with_all = WHOLE, conflicts_with_all = ["complete", "near_miss"], help_heading = "Other questions")]
    pub cover: Option<String>,
    /// Find the smallest instance for each combination of values of these expressions
    #[arg(long, value_name = "EXPR,…", allow_hyphen_values = true, value_parser = values::unlike_a_flag, conflicts_with_all = WHOLE, conflicts_with_all = ["complete", "near_miss", "cover"], help_heading = "Other questions")]
    pub distinct_by: Option<String>,
}

impl AskingFlags {
    /// True if the question is asked part by part.
    pub fn is_parted(&self) -> bool {
        self.complete.is_some()
            || self.near_miss.is_some()
            || self.cover.is_some()
            || self.distinct_by.is_some()
    }
}
