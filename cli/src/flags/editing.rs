//! The command lines of what an editor starts: of `korrel fmt` and `korrel lsp`.

use std::path::PathBuf;

use clap::Args;

use super::shared::{AnswerFormat, LanguageFlags};
use super::values::FromFlag;

#[derive(Debug, Args)]
pub struct FmtFlags {
    /// Files, and folders in which every .als file is laid out; - for standard input, which is written to standard output
    #[arg(required = true, value_name = "SPEC")]
    pub paths: Vec<PathBuf>,
    /// Rewrite specs of an older version first: names with primes, words that are keywords now, `disjoint`
    #[arg(long, value_enum, value_name = "VERSION")]
    pub from: Option<FromFlag>,
    /// Change nothing: show what would change, and fail if anything would
    #[arg(long)]
    pub check: bool,
    #[command(flatten)]
    pub answer: AnswerFormat,
}

#[derive(Debug, Args)]
pub struct LspFlags {
    /// Speak on standard input and output; there is no other way, and some editors say so
    #[arg(long)]
    pub stdio: bool,
    #[command(flatten)]
    pub language: LanguageFlags,
}
