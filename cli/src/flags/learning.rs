//! The command lines that help to write a predicate: of `korrel learn`, `korrel choose` and `korrel watch`.

use std::path::PathBuf;

use clap::Args;

use super::instances::ClassesFlags;
use super::shared::{AnswerFormat, FrameFlags, LanguageFlags, LimitFlags, RecordsFormat};
use super::values::{self, OverflowFlag};

#[derive(Debug, Args)]
#[command(mut_arg("classes", |classes| classes.requires("where")))]
pub struct LearnFlags {
    /// The spec: a file, or - for standard input
    pub spec: PathBuf,
    /// The predicate that lacks something; what it says is kept
    #[arg(value_name = "PRED", required_unless_present = "classes")]
    pub predicate: Option<String>,
    #[command(flatten)]
    pub classes: ClassesFlags,
    /// Heaps that the predicate is to allow: streams of records, or objects one after the other
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub good: Vec<PathBuf>,
    /// Heaps that it is not to allow
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub bad: Vec<PathBuf>,
    /// Show instances that tell the best proposals apart, and read from standard input whether they are good: y, n, or q
    #[arg(long)]
    pub ask: bool,
    /// The command whose roots and scope count; without it that of PRED
    #[arg(long, value_name = "COMMAND")]
    pub command: Option<String>,
    /// Replaces the command's scope: "5 but exactly 3 Node, 0..4 Int"; with --classes the bounds: "4 Node, 1..4 int"
    #[arg(long, value_name = "SCOPE", allow_hyphen_values = true, value_parser = values::unlike_a_flag)]
    pub scope: Option<String>,
    #[command(flatten)]
    pub answer: AnswerFormat,
    #[command(flatten)]
    pub limits: LimitFlags,
    /// The effect of an integer overflow
    #[arg(long, value_enum, default_value_t = OverflowFlag::Forbid, help_heading = "Instances")]
    pub overflow: OverflowFlag,
    #[command(flatten)]
    pub language: LanguageFlags,
}

#[derive(Debug, Args)]
pub struct ChooseFlags {
    /// The spec: a file, or - for standard input
    pub spec: PathBuf,
    /// The candidates: predicates, called with the roots of their parameters' names, or formulas; with --mutants one predicate
    #[arg(value_name = "PRED", required = true)]
    pub predicates: Vec<String>,
    /// Tell the predicate apart from small changes of it: operators, multiplicities, closures, dropped conjuncts
    #[arg(long)]
    pub mutants: bool,
    /// Say which pairs the heaps in this file, or in the files of this folder, tell apart
    #[arg(long, value_name = "PATH")]
    pub examples: Option<PathBuf>,
    /// The command whose roots and scope count; without it that of the first candidate
    #[arg(long, value_name = "COMMAND")]
    pub command: Option<String>,
    /// Replaces the command's scope: "5 but exactly 3 Node, 0..4 Int"
    #[arg(long, value_name = "SCOPE", allow_hyphen_values = true, value_parser = values::unlike_a_flag)]
    pub scope: Option<String>,
    #[command(flatten)]
    pub frame: FrameFlags,
    #[command(flatten)]
    pub answer: RecordsFormat,
    #[command(flatten)]
    pub limits: LimitFlags,
    /// The effect of an integer overflow
    #[arg(long, value_enum, default_value_t = OverflowFlag::Forbid, help_heading = "Instances")]
    pub overflow: OverflowFlag,
    #[command(flatten)]
    pub language: LanguageFlags,
}

#[derive(Debug, Args)]
pub struct WatchFlags {
    /// The spec: a file
    pub spec: PathBuf,
    /// The command to begin with: a label or an index; without it the first one
    pub command: Option<String>,
    /// Write the view once, and end
    #[arg(long)]
    pub once: bool,
    #[command(flatten)]
    pub answer: AnswerFormat,
    #[command(flatten)]
    pub limits: LimitFlags,
    /// The effect of an integer overflow
    #[arg(long, value_enum, default_value_t = OverflowFlag::Forbid, help_heading = "Instances")]
    pub overflow: OverflowFlag,
    #[command(flatten)]
    pub language: LanguageFlags,
}
