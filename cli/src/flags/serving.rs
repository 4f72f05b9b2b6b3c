//! The command lines of what answers many questions: of the page, of `korrel repl`, of `korrel mcp`.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::shared::LanguageFlags;
use super::values::{self, OverflowFlag};

#[derive(Debug, Args)]
pub struct ServeFlags {
    /// The spec: a file
    pub spec: PathBuf,
    /// Show this report beside the spec, too: what `korrel test --format json` wrote
    #[arg(long, value_name = "FILE")]
    pub report: Option<PathBuf>,
    /// The port on this machine (0: one that is free)
    #[arg(long, default_value_t = 0, value_name = "PORT")]
    pub port: u16,
    /// Print the address, and open no browser
    #[arg(long)]
    pub no_open: bool,
    /// Give up a question of the page after this time: 30s, 5m
    #[arg(long, value_name = "TIME", default_value = "30s", value_parser = values::time)]
    pub timeout: Duration,
    /// The effect of an integer overflow
    #[arg(long, value_enum, default_value_t = OverflowFlag::Forbid, help_heading = "Instances")]
    pub overflow: OverflowFlag,
    #[command(flatten)]
    pub language: LanguageFlags,
}

#[derive(Debug, Args)]
pub struct ReplFlags {
    /// The spec: a file
    pub spec: PathBuf,
    /// A command's label, a predicate's or assertion's name, or a command's index from 0; without it, the first command
    pub command: Option<String>,
    /// Give up a line after this time: 30s, 5m
    #[arg(long, value_name = "TIME", default_value = "30s", value_parser = values::time)]
    pub timeout: Duration,
    /// Give up a line beyond this memory: 500M, 2G
    #[arg(long, value_name = "SIZE", value_parser = values::bytes)]
    pub memory: Option<u64>,
    /// The effect of an integer overflow
    #[arg(long, value_enum, default_value_t = OverflowFlag::Forbid, help_heading = "Instances")]
    pub overflow: OverflowFlag,
    #[command(flatten)]
    pub language: LanguageFlags,
}

#[derive(Debug, Args)]
pub struct McpFlags {
    /// Specs in this folder, and below it, may be asked for by their paths; nothing else is read
    #[arg(long = "root", value_name = "FOLDER")]
    pub roots: Vec<PathBuf>,
    /// A driver that agents may test, by a name of its own: `'list=python3 driver.py'`; no other program is run
    #[arg(long = "allow", value_name = "NAME=COMMAND")]
    pub drivers: Vec<String>,
    /// Give up a question after this time: 30s, 5m
    #[arg(long, value_name = "TIME", default_value = "30s", value_parser = values::time)]
    pub timeout: Duration,
    /// Give up all questions beyond this memory: 500M, 2G
    #[arg(long, value_name = "SIZE", default_value = "2G", value_parser = values::bytes)]
    pub memory: u64,
    /// Answer so many questions side by side; others wait (without it: one for each core)
    #[arg(short, long, value_name = "N")]
    pub jobs: Option<NonZeroUsize>,
}
