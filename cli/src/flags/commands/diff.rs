//! The command line of `korrel diff`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use crate::flags::choices::{OverflowFlag, SymmetryFlag};
use crate::flags::question::LanguageFlags;
use crate::flags::values;

#[derive(Debug, Args)]
pub struct DiffFlags {
    /// The spec: a file, or - for standard input
    pub spec: PathBuf,
    /// A predicate, called with the roots of its parameters' names, or a formula
    #[arg(value_name = "P")]
    pub left: String,
    /// Another one
    #[arg(value_name = "Q")]
    pub right: String,
    /// The command whose roots and scope count; without it that of P, else the first one
    #[arg(long, value_name = "COMMAND")]
    pub command: Option<String>,
    /// Replaces the command's scope: "5 but exactly 3 Node, 0..4 Int"
    #[arg(long, value_name = "SCOPE", allow_hyphen_values = true, value_parser = values::unlike_a_flag)]
    pub scope: Option<String>,
    /// Show N instances of each difference, the smallest (0: all)
    #[arg(short = 'n', long, default_value_t = 1, value_name = "N")]
    pub limit: u64,
    /// Which instances count as different
    #[arg(long, value_enum, default_value_t = SymmetryFlag::Full)]
    pub symmetry: SymmetryFlag,
    /// What an integer overflow does
    #[arg(long, value_enum, default_value_t = OverflowFlag::Forbid)]
    pub overflow: OverflowFlag,
    /// Write each instance's key, which all its labellings share
    #[arg(long)]
    pub keys: bool,
    /// Print the instances only, without the header and the end record
    #[arg(long)]
    pub bare: bool,
    /// Evaluate each instance against the whole spec before it is printed
    #[arg(long)]
    pub verify: bool,
    /// Stop after this time: 30s, 5m
    #[arg(long, value_name = "TIME", value_parser = values::time)]
    pub timeout: Option<Duration>,
    /// Stop when the program takes more memory than this: 500M, 2G
    #[arg(long, value_name = "SIZE", value_parser = values::bytes)]
    pub memory: Option<u64>,
    #[command(flatten)]
    pub language: LanguageFlags,
}
