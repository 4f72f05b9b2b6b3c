//! The command line.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};
use korrel_enumerate::Shard;
use korrel_lang::code::Code;

use crate::flags::testing::{Merge, Test};
use crate::flags::values;

/// Korrel finds test inputs: every instance of a spec within a bound, exactly one of each
/// isomorphism class.
#[derive(Debug, Parser)]
#[command(name = "korrel", version, about)]
pub struct Arguments {
    #[command(flatten)]
    pub global: Global,
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Clone, Debug, Args)]
pub struct Global {
    /// When to color messages
    #[arg(long, value_enum, default_value_t = When::Auto, global = true, value_name = "WHEN")]
    pub color: When,
    /// No warnings
    #[arg(short, long, global = true)]
    pub quiet: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum When {
    Auto,
    Always,
    Never,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Stream every instance of a command as JSON heap graphs, one a line
    Find(Find),
    /// Print how many instances a command has
    Count(Count),
    /// Run every command of each file and compare it with what it expects
    Check(Check),
    /// What there is to ask: commands with their scopes, predicates, assertions
    List(List),
    /// Evaluate expressions and formulas over heaps, and say which constraints they violate
    Eval(Eval),
    /// Draw instances: of a command, or of a stream that `find` wrote
    Show(Show),
    /// Run a program on every input of an operation, and judge what it does
    Test(Box<Test>),
    /// Join the reports of the shards of a test
    Merge(Merge),
    /// Look inside: what a command is translated to
    Translate(Translate),
    /// The long text of a message's code; without a code, all of them in a line each
    Explain(Explain),
}

#[derive(Debug, Args)]
pub struct Find {
    #[command(flatten)]
    pub question: QuestionFlags,
    #[command(flatten)]
    pub search: SearchFlags,
    /// Stop after N instances (0: all)
    #[arg(short = 'n', long, default_value_t = 0, value_name = "N")]
    pub limit: u64,
    /// Continue after the last whole instance of an earlier output, or after the instance with this id
    #[arg(long, value_name = "FILE|N")]
    pub after: Option<PathBuf>,
    /// Print the instances only, without the header and the end record
    #[arg(long, conflicts_with = "format")]
    pub bare: bool,
    /// Write each instance's key, which all its labellings share
    #[arg(long)]
    pub keys: bool,
    /// Write each instance into this folder, as a file named by its key, instead of standard output
    #[arg(long, value_name = "DIR", conflicts_with_all = ["bare", "format", "output"])]
    pub corpus: Option<PathBuf>,
    /// List until the instance with this key is found, and print it alone
    #[arg(long, value_name = "KEY", value_parser = values::key, conflicts_with = "limit")]
    pub key: Option<String>,
    /// Print only the instance with this id
    #[arg(long, value_name = "N", conflicts_with_all = ["limit", "after", "key", "shard"])]
    pub id: Option<u64>,
    #[command(flatten)]
    pub drawing: DrawingFlags,
    /// Evaluate each instance against the whole spec before it is printed
    #[arg(long)]
    pub verify: bool,
    /// If there is no instance, write a DRAT proof that the clauses (`translate --emit cnf`) have no
    /// model to this file, which must not exist
    #[arg(long, value_name = "FILE", conflicts_with_all = ["shard", "after", "key"])]
    pub proof: Option<PathBuf>,
    /// Write to this file, which must not exist; it is FILE.part until it is whole
    #[arg(short, long, value_name = "FILE", conflicts_with = "dry_run")]
    pub output: Option<PathBuf>,
    /// Go on with the FILE.part that an earlier run has left, from its last whole instance
    #[arg(long, requires = "output", conflicts_with_all = ["bare", "key", "id", "format", "proof"])]
    pub resume: bool,
}

/// How instances are written, and for whom.
#[derive(Clone, Debug, Args)]
pub struct DrawingFlags {
    /// How instances are written
    #[arg(long, value_enum)]
    pub format: Option<Format>,
    /// The width of drawings in columns; without it, that of the terminal, or 80
    #[arg(long, value_name = "COLUMNS", value_parser = clap::value_parser!(u16).range(20..))]
    pub width: Option<u16>,
    /// The colors of svg and html
    #[arg(long, value_enum, default_value_t = Theme::Light)]
    pub theme: Theme,
    /// An expression whose values the html page shows, and by which it filters; may be given several times
    #[arg(long, value_name = "EXPR")]
    pub by: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Heap graphs, one a line
    Json,
    /// Drawings for a terminal
    Text,
    /// A table for each type
    Table,
    /// One picture
    Svg,
    /// Graphviz's language
    Dot,
    /// One page with all instances, which needs nothing else
    Html,
    /// One instance for Alloy's viewer
    AlloyXml,
    /// A predicate of the spec that holds of the instance alone, and a command that finds it
    AlloyPredicate,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Theme {
    Light,
    Dark,
    /// Without hues, for print
    Plain,
}

#[derive(Debug, Args)]
pub struct Show {
    #[command(flatten)]
    pub question: QuestionFlags,
    #[command(flatten)]
    pub search: SearchFlags,
    /// Draw N instances (0: all); without it, one, and for html all
    #[arg(short = 'n', long, value_name = "N")]
    pub limit: Option<u64>,
    /// Draw the instance with this id
    #[arg(long, value_name = "N", conflicts_with = "limit")]
    pub id: Option<u64>,
    /// Draw the instance with this key
    #[arg(long, value_name = "KEY", value_parser = values::key, conflicts_with_all = ["limit", "id"])]
    pub key: Option<String>,
    #[command(flatten)]
    pub drawing: DrawingFlags,
}

#[derive(Debug, Args)]
pub struct Count {
    #[command(flatten)]
    pub question: QuestionFlags,
    #[command(flatten)]
    pub search: SearchFlags,
    /// Evaluate each instance against the whole spec before it is counted
    #[arg(long)]
    pub verify: bool,
}

/// What is asked, and how it is answered.
#[derive(Clone, Debug, Args)]
pub struct QuestionFlags {
    /// The spec: a file, or - for standard input
    pub spec: PathBuf,
    /// A command's label, a predicate's or assertion's name, or a command's index from 0; without
    /// it, the first command
    pub command: Option<String>,
    /// Replaces the command's scope: "5 but exactly 3 Node, 0..4 Int"
    #[arg(long, value_name = "SCOPE")]
    pub scope: Option<String>,
    /// Which instances count as different
    #[arg(long, value_enum, default_value_t = Symmetry::Full)]
    pub symmetry: Symmetry,
    /// A command's parameters are witnesses, not part of an instance
    #[arg(long)]
    pub ignore_parameters: bool,
    /// Who searches; the set of instances is the same
    #[arg(long, value_enum, default_value_t = Solver::Enumerator)]
    pub solver: Solver,
    /// What an integer overflow does
    #[arg(long, value_enum, default_value_t = Overflow::Forbid)]
    pub overflow: Overflow,
    #[command(flatten)]
    pub language: Language,
}

/// How a spec is read.
#[derive(Clone, Debug, Args)]
pub struct Language {
    /// A folder to look for opened modules in, after the spec's own; may be given several times
    #[arg(short = 'I', value_name = "DIR")]
    pub folders: Vec<PathBuf>,
    /// Refuse what Korrel adds to Alloy
    #[arg(long)]
    pub strict_alloy: bool,
}

/// How the search goes; none of it changes what an instance is, or the order.
#[derive(Clone, Debug, Args)]
pub struct SearchFlags {
    /// Only the I-th of N disjoint parts, which together are the whole set
    #[arg(long, value_name = "I/N", value_parser = values::shard)]
    pub shard: Option<Shard>,
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
    #[arg(long, value_enum, default_value_t = When::Auto, value_name = "WHEN")]
    pub progress: When,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Symmetry {
    /// Exactly one instance of each isomorphism class
    Full,
    /// Every labelled instance
    None,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Solver {
    /// The non-blocking enumerator
    Enumerator,
    /// varisat with blocking clauses
    Varisat,
    /// Every assignment, judged by the evaluator; for tiny scopes
    Brute,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Overflow {
    /// A comparison with an overflowing term makes the instance fail
    Forbid,
    /// Results wrap around
    Wrap,
}

#[derive(Debug, Args)]
pub struct Check {
    /// Files, and folders in which every .als file is checked
    #[arg(required = true)]
    pub paths: Vec<PathBuf>,
    /// Stop each command after this time: 30s, 5m
    #[arg(long, value_name = "TIME", value_parser = values::time)]
    pub timeout: Option<Duration>,
    /// What an integer overflow does
    #[arg(long, value_enum, default_value_t = Overflow::Forbid)]
    pub overflow: Overflow,
    /// How the outcomes are written
    #[arg(long, value_enum, default_value_t = CheckFormat::Text)]
    pub format: CheckFormat,
    /// Write the count that was found where another one is expected, and show what was changed
    #[arg(long)]
    pub update: bool,
    /// How many files are checked side by side (0: as many as the machine can); the output is the same
    #[arg(short = 'j', long, default_value_t = 1, value_name = "N")]
    pub threads: usize,
    #[command(flatten)]
    pub language: Language,
}

#[derive(Debug, Args)]
pub struct List {
    /// The specs: files, or - for standard input
    #[arg(required = true, value_name = "SPEC")]
    pub specs: Vec<PathBuf>,
    /// How they are listed
    #[arg(long, value_enum, default_value_t = ListFormat::Text)]
    pub format: ListFormat,
    #[command(flatten)]
    pub language: Language,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ListFormat {
    /// Lines for people
    Text,
    /// A JSON object for each command, predicate and assertion, one a line
    Json,
}

#[derive(Debug, Args)]
pub struct Eval {
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
    pub language: Language,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CheckFormat {
    /// A line for each command
    Text,
    /// A JSON object for each command, one a line, and one at the end
    Json,
    /// JUnit's XML, for build servers
    Junit,
}

#[derive(Debug, Args)]
pub struct Explain {
    /// As messages show it: E0006
    #[arg(value_parser = values::code)]
    pub code: Option<Code>,
}

#[derive(Debug, Args)]
pub struct Translate {
    #[command(flatten)]
    pub question: QuestionFlags,
    /// What to print
    #[arg(long, value_enum)]
    pub emit: Emit,
    /// As first translated, or as it is searched: within the bounds that probing has found
    #[arg(long, value_enum, default_value_t = Stage::First)]
    pub stage: Stage,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Stage {
    First,
    Searched,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Emit {
    /// The syntax tree
    Ast,
    /// The resolved model, as Alloy
    Model,
    /// What each relation must and may hold
    Bounds,
    /// The cells, what is asserted, and the gates
    Circuit,
    /// The clauses, as DIMACS
    Cnf,
}
