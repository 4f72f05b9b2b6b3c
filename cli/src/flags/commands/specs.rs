//! The command lines that list no instances: of `korrel check`, `list`, `eval`, `translate` and
//! `explain`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use korrel_lang::code::Code;

use crate::flags::choices::{CheckFormatFlag, EmitFlag, ListFormatFlag, OverflowFlag, StageFlag};
use crate::flags::question::{LanguageFlags, QuestionFlags};
use crate::flags::values;

#[derive(Debug, Args)]
pub struct CheckFlags {
    /// Files, and folders in which every .als file is checked
    #[arg(required = true)]
    pub paths: Vec<PathBuf>,
    /// Stop each command after this time: 30s, 5m
    #[arg(long, value_name = "TIME", value_parser = values::time)]
    pub timeout: Option<Duration>,
    /// What an integer overflow does
    #[arg(long, value_enum, default_value_t = OverflowFlag::Forbid)]
    pub overflow: OverflowFlag,
    /// How the outcomes are written
    #[arg(long, value_enum, default_value_t = CheckFormatFlag::Text)]
    pub format: CheckFormatFlag,
    /// Write the count that was found where another one is expected, and show what was changed
    #[arg(long)]
    pub update: bool,
    /// Say which facts and conjuncts change nothing within the scopes, and which checks hold for want of
    /// instances
    #[arg(long)]
    pub vacuity: bool,
    /// How many files are checked side by side (0: as many as the machine can); the output is the same
    #[arg(short = 'j', long, default_value_t = 1, value_name = "N")]
    pub threads: usize,
    #[command(flatten)]
    pub language: LanguageFlags,
}

#[derive(Debug, Args)]
pub struct ListFlags {
    /// The specs: files, or - for standard input
    #[arg(required = true, value_name = "SPEC")]
    pub specs: Vec<PathBuf>,
    /// How they are listed
    #[arg(long, value_enum, default_value_t = ListFormatFlag::Text)]
    pub format: ListFormatFlag,
    #[command(flatten)]
    pub language: LanguageFlags,
}

#[derive(Debug, Args)]
pub struct EvalFlags {
    /// The spec: a file, or - for standard input
    pub spec: PathBuf,
    /// Predicates, formulas and expressions; without any, the command's own formula
    #[arg(value_name = "EXPR|PRED")]
    pub expressions: Vec<String>,
    /// Heaps as JSON: a stream of records, or objects one after the other; - for standard input
    #[arg(long, value_name = "FILE")]
    pub heap: PathBuf,
    /// Write the key of each heap
    #[arg(long)]
    pub keys: bool,
    /// The command whose parameters are the roots; without it, the first one
    #[arg(long, value_name = "COMMAND")]
    pub command: Option<String>,
    /// Stop after this time: 30s, 5m
    #[arg(long, value_name = "TIME", value_parser = values::time)]
    pub timeout: Option<Duration>,
    /// Stop when the program takes more memory than this: 500M, 2G
    #[arg(long, value_name = "SIZE", value_parser = values::bytes)]
    pub memory: Option<u64>,
    #[command(flatten)]
    pub language: LanguageFlags,
}

#[derive(Debug, Args)]
pub struct TranslateFlags {
    #[command(flatten)]
    pub question: QuestionFlags,
    /// What to print
    #[arg(long, value_enum)]
    pub emit: EmitFlag,
    /// As first translated, or as it is searched: within the bounds that probing has found
    #[arg(long, value_enum, default_value_t = StageFlag::First)]
    pub stage: StageFlag,
}

#[derive(Debug, Args)]
pub struct ExplainFlags {
    /// As messages show it: E0006
    #[arg(value_parser = values::code)]
    pub code: Option<Code>,
}
