//! The command lines of what answers many questions: of the page, of `korrel repl`, of `korrel mcp`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;

use super::shared::{LanguageFlags, LimitFlags};
use super::values::OverflowFlag;

#[derive(Debug, Args)]
#[command(mut_arg("timeout", |time| time.default_value("30s")))]
pub struct ServeFlags {
    /// The spec: a file
    pub spec: PathBuf,
    /// Show this report beside the spec, too: what `korrel test --format json` wrote
    #[arg(long, value_name = "FILE")]
    pub report: Option<PathBuf>,
    /// Draw instances as this theme of Alloy's viewer says
    #[arg(long, value_name = "FILE")]
    pub theme: Option<PathBuf>,
    /// The port on this machine (0: one that is free)
    #[arg(long, default_value_t = 0, value_name = "PORT")]
    pub port: u16,
    /// Print the address, and open no browser
    #[arg(long)]
    pub no_open: bool,
    #[command(flatten)]
    pub limits: LimitFlags,
    /// The effect of an integer overflow
    #[arg(long, value_enum, default_value_t = OverflowFlag::Forbid, help_heading = "Instances")]
    pub overflow: OverflowFlag,
    #[command(flatten)]
    pub language: LanguageFlags,
}

#[derive(Debug, Args)]
#[command(mut_arg("timeout", |time| time.default_value("30s")))]
pub struct ReplFlags {
    /// The spec: a file
    pub spec: PathBuf,
    /// A command's label, a predicate's or assertion's name, or a command's index from 0; without it, the first command
    pub command: Option<String>,
    #[command(flatten)]
    pub limits: LimitFlags,
    /// The effect of an integer overflow
    #[arg(long, value_enum, default_value_t = OverflowFlag::Forbid, help_heading = "Instances")]
    pub overflow: OverflowFlag,
    #[command(flatten)]
    pub language: LanguageFlags,
}

#[derive(Debug, Args)]
#[command(mut_arg("timeout", |time| time.default_value("30s")))]
#[command(mut_arg("memory", |size| size.default_value("2G")))]
pub struct McpFlags {
    /// Specs in this folder, and below it, may be asked for by their paths; nothing else is read
    #[arg(long = "root", value_name = "FOLDER")]
    pub roots: Vec<PathBuf>,
    /// A driver that agents may test, by a name of its own: `'list=python3 driver.py'`; no other program is run
    #[arg(long = "allow", value_name = "NAME=COMMAND")]
    pub drivers: Vec<String>,
    #[command(flatten)]
    pub limits: LimitFlags,
    /// Answer so many questions side by side; others wait (without it: one for each core)
    #[arg(short, long, value_name = "N")]
    pub jobs: Option<NonZeroUsize>,
}
