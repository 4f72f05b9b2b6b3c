//! The command line of questions about queries: of `korrel sql`.

use std::ops::RangeInclusive;
use std::path::PathBuf;

use clap::Args;

use super::shared::{LimitFlags, SqlFormat};
use super::values::{self, SqlQuestionFlag};

#[derive(Debug, Args)]
pub struct SqlFlags {
    /// What is asked
    pub question: SqlQuestionFlag,
    /// The schema: a file with CREATE TABLE
    pub schema: PathBuf,
    /// The queries, a file each, with a SELECT or a CREATE VIEW: two for diff, one for check, cover and mutants
    #[arg(value_name = "QUERY", required = true)]
    pub queries: Vec<PathBuf>,
    /// The engine: sqlite, which is inside the program, postgres, duckdb, or a command that reads a script on standard input
    #[arg(long, value_name = "ENGINE", default_value = "sqlite")]
    pub engine: String,
    /// The greatest number of rows of a table
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..))]
    pub rows: u16,
    /// The integers that columns hold, "0..3"; by default those of which the schema and the queries speak, and a few more
    #[arg(long, value_name = "A..B", allow_hyphen_values = true, value_parser = values::integers, help_heading = "Values")]
    pub integers: Option<RangeInclusive<i64>>,
    /// A text that columns hold; may be given several times
    #[arg(long = "text", value_name = "TEXT", allow_hyphen_values = true, help_heading = "Values")]
    pub texts: Vec<String>,
    /// More files of the schema, read after it
    #[arg(long, value_name = "FILE")]
    pub also: Vec<PathBuf>,
    /// Of cover and mutants: a script with the databases of tests, or a folder of scripts, to be scored
    #[arg(long, value_name = "PATH")]
    pub against: Option<PathBuf>,
    /// Of diff and check: where the results are as they should be, tell which mutants of the first query the same databases
    /// tell from it
    #[arg(long)]
    pub mutants: bool,
    #[command(flatten)]
    pub answer: SqlFormat,
    #[command(flatten)]
    pub limits: LimitFlags,
}
