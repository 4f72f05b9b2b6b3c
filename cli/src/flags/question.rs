//! Flags that several commands share: what is asked, and how it is searched for.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use korrel_enumerate::Shard;

use super::choices::{OverflowFlag, SolverFlag, SymmetryFlag, WhenFlag};
use super::values;

/// What is asked, and how it is answered.
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
    /// Which instances count as different
    #[arg(long, value_enum, default_value_t = SymmetryFlag::Full)]
    pub symmetry: SymmetryFlag,
    /// A command's parameters are witnesses, not part of an instance
    #[arg(long)]
    pub ignore_parameters: bool,
    /// Who searches; the set of instances is the same: enumerator, varisat (with blocking clauses), brute
    /// (every assignment, judged by the evaluator; for tiny scopes), or a program that reads DIMACS, such as
    /// cadical, kissat, glucose or minisat, which is asked whether there is any instance and whether the
    /// enumerator is to go on where it is
    #[arg(long, default_value = "enumerator", value_parser = values::solver)]
    pub solver: SolverFlag,
    /// What an integer overflow does
    #[arg(long, value_enum, default_value_t = OverflowFlag::Forbid)]
    pub overflow: OverflowFlag,
    #[command(flatten)]
    pub language: LanguageFlags,
}

/// How a spec is read.
#[derive(Clone, Debug, Args)]
pub struct LanguageFlags {
    /// A folder to look for opened modules in, after the spec's own; may be given several times
    #[arg(short = 'I', value_name = "DIR")]
    pub folders: Vec<PathBuf>,
    /// Refuse what Korrel adds to Alloy, and drop the multiplicities in macros that Alloy drops
    #[arg(long)]
    pub strict_alloy: bool,
}

/// How the search goes; none of it changes what an instance is, or the order.
#[derive(Clone, Debug, Args)]
pub struct SearchFlags {
    /// Only the I-th of N disjoint parts, which together are the whole set
    #[arg(long, value_name = "I/N", value_parser = values::shard)]
    pub shard: Option<Shard>,
    /// Cut shards by how many instances there are, where these can be counted
    #[arg(long, requires = "shard")]
    pub balanced: bool,
    /// How many threads search (0: as many as the machine has); the output is the same
    #[arg(short = 'j', long, default_value_t = 1, value_name = "N")]
    pub threads: usize,
    /// Stop after this time: 30s, 5m
    #[arg(long, value_name = "TIME", value_parser = values::time)]
    pub timeout: Option<Duration>,
    /// Stop when the program takes more memory than this: 500M, 2G
    #[arg(long, value_name = "SIZE", value_parser = values::bytes)]
    pub memory: Option<u64>,
    /// Print the sizes of the universe, the bounds and the translation, and do not search
    #[arg(long)]
    pub dry_run: bool,
    /// Print what the search cost, on standard error, at the end
    #[arg(long)]
    pub stats: bool,
    /// When to report progress on standard error
    #[arg(long, value_enum, default_value_t = WhenFlag::Auto, value_name = "WHEN")]
    pub progress: WhenFlag,
}
