//! The command lines of `korrel find`, `count`, `sample`, `diff` and `show`.

use std::path::{Path, PathBuf};

use clap::Args;
use korrel::Theme;
use korrel::stream::InstanceId;

use super::shared::{
    ActionFlags, AmountFlags, AskingFlags, CountFormat, JudgedFlags, LanguageFlags, LimitFlags,
    QuestionFlags, RecordsFormat, SampleFormat, SearchFlags, StreamFlags,
};
use super::values::{
    self, FormatFlag, IdsFlag, MethodFlag, OverflowFlag, SymmetryFlag, ThemeFlag,
    UnboundedMethodFlag,
};
use crate::files::part::beside;

#[derive(Debug, Args)]
#[command(mut_arg("bare", |bare| bare.conflicts_with("format")))]
pub struct FindFlags {
    #[command(flatten)]
    pub amount: AmountFlags,
    /// Find one instance, whichever comes first, in the canonical form of its class and without an id
    #[arg(long, conflicts_with_all = ["after", "key", "id", "shard", "resume", "near_miss", "cover", "distinct_by", "complete"], help_heading = "Instances")]
    pub any: bool,
    /// Continue after the last whole instance of an earlier output, or after the instance with this id
    #[arg(long, value_name = "FILE|N", help_heading = "Instances")]
    pub after: Option<PathBuf>,
    /// List until the instance with this key is found, and print it alone
    #[arg(long, value_name = "KEY", value_parser = values::key, conflicts_with = "limit", help_heading = "Instances")]
    pub key: Option<String>,
    /// Print only the instance with this id
    #[arg(long, value_name = "N", conflicts_with_all = ["limit", "after", "key", "shard"], help_heading = "Instances")]
    pub id: Option<InstanceId>,
    #[command(flatten)]
    pub asking: AskingFlags,
    #[command(flatten)]
    pub stream: StreamFlags,
    #[command(flatten)]
    pub classes: ClassesFlags,
    /// With --prefixes: only beginnings that are no beginning of another one within the scope
    #[arg(long, requires = "prefixes", help_heading = "Traces")]
    pub maximal: bool,
    /// With --any or -n 1: the way to decide about traces of any number of states, `1.. steps`
    #[arg(long, value_enum, default_value_t = UnboundedMethodFlag::Auto, help_heading = "Traces")]
    pub method: UnboundedMethodFlag,
    /// Write the states of a trace by what changed, all but the first
    #[arg(long, help_heading = "Traces")]
    pub changes: bool,
    #[command(flatten)]
    pub naming: ActionFlags,
    /// Write each instance into this folder, as a file named by its key, instead of standard output
    #[arg(long, value_name = "DIR", conflicts_with_all = ["bare", "format", "output"], help_heading = "Output")]
    pub corpus: Option<PathBuf>,
    #[command(flatten)]
    pub drawing: DrawingFlags,
    /// If there is no instance, write a DRAT proof that the clauses (`translate --emit cnf`) have no
    /// model to this file, which must not exist
    #[arg(long, value_name = "FILE", conflicts_with_all = ["shard", "after", "key"], help_heading = "Output")]
    pub proof: Option<PathBuf>,
    /// Write the stream into this new folder, with a proof that it is complete and has one of each class, for `korrel verify`
    #[arg(long, value_name = "DIR", conflicts_with_all = ["any", "limit", "after", "key", "id", "corpus", "format", "output", "bare", "proof", "prefixes", "symmetry", "solver", "threads", "dry_run", "near_miss", "cover", "distinct_by", "complete", "classes", "ignore_parameters", "ids", "keys", "resume", "balanced", "per_conjunct", "where", "runtime", "maximal"], help_heading = "Output")]
    pub certify: Option<PathBuf>,
    /// Write to this file, which must not exist; it is FILE.part until it is whole
    #[arg(short, long, value_name = "FILE", conflicts_with = "dry_run")]
    pub output: Option<PathBuf>,
    /// Go on with the FILE.part that an earlier run has left, from its last whole instance
    #[arg(long, requires = "output", conflicts_with_all = ["bare", "key", "id", "format", "ids", "proof"], help_heading = "Output")]
    pub resume: bool,
    /// The answer of a solver that `show` draws.
    #[arg(skip)]
    pub model: Option<PathBuf>,
    /// Nobody asked for the limit. That there may be more is told.
    #[arg(skip)]
    pub is_cut: bool,
    #[command(flatten)]
    pub question: QuestionFlags,
    #[command(flatten)]
    pub search: SearchFlags,
}

/// Heaps of the user's own classes.
#[derive(Clone, Debug, Default, Args)]
pub struct ClassesFlags {
    /// In place of a spec, a file and the class of each root, tree.py:Tree, tree.mjs:Tree or Tree.java:Tree: heaps of these classes, as
    /// their types allow
    #[arg(long, help_heading = "Other questions")]
    pub classes: bool,
    /// With --classes: those that this method of the class, or function of the file, accepts
    #[arg(
        id = "where",
        long,
        value_name = "NAME",
        requires = "classes",
        help_heading = "Other questions"
    )]
    pub predicate: Option<String>,
    /// With --classes: what runs them, by default python3, node or java
    #[arg(
        long,
        alias = "python",
        value_name = "PROGRAM",
        requires = "classes",
        help_heading = "Other questions"
    )]
    pub runtime: Option<PathBuf>,
}

/// What each command does of classes; its other flags are about a spec.
pub const OF_CLASSES: [(&str, &[&str]); 3] = [
    ("find", &["spec", "scope", "limit", "timeout", "keys", "bare"]),
    ("learn", &["spec", "scope", "format", "timeout", "memory", "overflow"]),
    ("init", &["files", "from", "scope", "output", "format"]),
];

impl FindFlags {
    /// True if standard output shows the instances.
    pub fn is_streamed(&self) -> bool {
        self.output.is_none() && self.corpus.is_none() && self.certify.is_none()
    }

    /// The file that takes the stream.
    pub fn stream_file(&self) -> Option<PathBuf> {
        let certified = self.certify.as_ref().map(|folder| beside(folder).join("stream.jsonl"));
        certified.or_else(|| self.output.clone())
    }
}

#[derive(Debug, Args)]
pub struct CountFlags {
    #[command(flatten)]
    pub judged: JudgedFlags,
    /// The method of counting
    #[arg(long, value_enum, default_value_t = MethodFlag::Auto, help_heading = "Search")]
    pub method: MethodFlag,
    /// Print a line for each n of a range: a scope with the word n in it, and the range:
    /// --table "exactly n Node, 1..n Int" 2..9
    #[arg(long, num_args = 2, value_names = ["SCOPE", "RANGE"], allow_hyphen_values = true, value_parser = values::unlike_a_flag, conflicts_with_all = ["scope", "shard", "dry_run"])]
    pub table: Option<Vec<String>>,
    /// Print a line for each value of an expression: a number, an enum's value, a string, a truth value
    #[arg(long, value_name = "EXPR", allow_hyphen_values = true, value_parser = values::unlike_a_flag, conflicts_with_all = ["table", "shard", "dry_run"])]
    pub by: Option<String>,
    /// With --prefixes: only beginnings that are no beginning of another one within the scope
    #[arg(long, requires = "prefixes", conflicts_with = "estimate", help_heading = "Traces")]
    pub maximal: bool,
    /// Print an estimate, from parts that are drawn at random, and its error
    #[arg(long, conflicts_with_all = ["table", "by", "shard", "method", "verify", "dry_run"])]
    pub estimate: bool,
    /// Write a proof of the number into this new folder, for `korrel verify`
    #[arg(long, value_name = "DIR", conflicts_with_all = ["balanced", "table", "by", "estimate", "method", "shard", "verify", "prefixes", "symmetry", "solver", "threads", "dry_run", "stats", "progress", "ignore_parameters", "maximal"], help_heading = "Output")]
    pub certify: Option<PathBuf>,
    #[command(flatten)]
    pub answer: CountFormat,
    #[command(flatten)]
    pub question: QuestionFlags,
    #[command(flatten)]
    pub search: SearchFlags,
}

#[derive(Debug, Args)]
#[command(mut_arg("limit", |limit| limit.default_value("1")))]
pub struct SampleFlags {
    #[command(flatten)]
    pub amount: AmountFlags,
    /// The seed: the same one draws the same instances
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub seed: u64,
    /// Draw each instance as often as the value of this expression says: a number, or a truth value
    #[arg(long, value_name = "EXPR", allow_hyphen_values = true, value_parser = values::unlike_a_flag)]
    pub weight: Option<String>,
    #[command(flatten)]
    pub stream: StreamFlags,
    #[command(flatten)]
    pub answer: SampleFormat,
    #[command(flatten)]
    pub limits: LimitFlags,
    #[command(flatten)]
    pub naming: ActionFlags,
    #[command(flatten)]
    pub question: QuestionFlags,
}

#[derive(Debug, Args)]
pub struct ShowFlags {
    #[command(flatten)]
    pub amount: AmountFlags,
    /// Draw the instance with this id
    #[arg(long, value_name = "N", conflicts_with = "limit")]
    pub id: Option<InstanceId>,
    /// Draw the instance with this key
    #[arg(long, value_name = "KEY", value_parser = values::key, conflicts_with_all = ["limit", "id"], help_heading = "Instances")]
    pub key: Option<String>,
    /// Draw the instance that a solver found for `translate --emit cnf` with the same flags: the file has its lines `v`
    #[arg(long, value_name = "FILE", conflicts_with_all = ["limit", "id", "key", "shard", "solver"], help_heading = "Instances")]
    pub model: Option<PathBuf>,
    #[command(flatten)]
    pub drawing: DrawingFlags,
    #[command(flatten)]
    pub naming: ActionFlags,
    #[command(flatten)]
    pub question: QuestionFlags,
    #[command(flatten)]
    pub search: SearchFlags,
}

/// The drawing of instances.
#[derive(Clone, Debug, Default, Args)]
pub struct DrawingFlags {
    /// The format of the instances
    #[arg(long, value_enum)]
    pub format: Option<FormatFlag>,
    /// The ids of the instances, in json, parquet and arrow: as numbers, or as texts, which no reader rounds
    #[arg(long, value_enum, default_value_t, value_name = "FORM", help_heading = "Output")]
    pub ids: IdsFlag,
    /// The width of drawings in columns; by default that of the terminal, or 80
    #[arg(long, value_name = "COLUMNS", value_parser = clap::value_parser!(u16).range(20..), help_heading = "Output")]
    pub width: Option<u16>,
    /// The colors of svg and html: light, dark or plain; or a theme of Alloy's viewer, which says what is drawn and how;
    /// may be given several times
    #[arg(long, value_name = "COLORS|FILE", value_parser = values::theme, help_heading = "Output")]
    pub theme: Vec<ThemeFlag>,
    /// Draw what each object of this sig sees, or the one at place N, from 0; may be given several times
    #[arg(long, value_name = "SIG|SIG:N", value_parser = values::projection, help_heading = "Output")]
    pub project: Vec<(String, Option<usize>)>,
    /// An expression whose values text, table and html show, and by which the page filters; may be given several times
    #[arg(long, value_name = "EXPR", allow_hyphen_values = true, value_parser = values::unlike_a_flag, help_heading = "Output")]
    pub by: Vec<String>,
    /// Draw a trace as lanes, one for each object of this sig; may be given several times
    #[arg(long, value_name = "SIG", help_heading = "Traces")]
    pub lanes: Vec<String>,
}

impl DrawingFlags {
    /// The colours that are asked for last.
    pub fn colors(&self) -> Theme {
        let colors = self.theme.iter().rev().find_map(|theme| match theme {
            ThemeFlag::Colors(colors) => Some(*colors),
            ThemeFlag::File(_) => None,
        });
        colors.map(Theme::from).unwrap_or_default()
    }

    /// The themes, in order.
    pub fn themes(&self) -> impl Iterator<Item = &Path> {
        self.theme.iter().filter_map(|theme| match theme {
            ThemeFlag::Colors(_) => None,
            ThemeFlag::File(file) => Some(&**file),
        })
    }
}

#[derive(Debug, Args)]
#[command(mut_arg("limit", |limit| limit.default_value("1")))]
pub struct DiffFlags {
    /// The spec: a file, or - for standard input
    pub spec: PathBuf,
    /// A predicate, called with the roots of its parameters' names, or a formula
    #[arg(value_name = "P")]
    pub left: String,
    /// Another predicate or formula
    #[arg(value_name = "Q")]
    pub right: String,
    /// The command whose roots and scope count; without it that of P, else the first one
    #[arg(long, value_name = "COMMAND")]
    pub command: Option<String>,
    /// Replaces the command's scope: "5 but exactly 3 Node, 0..4 Int"
    #[arg(long, value_name = "SCOPE", allow_hyphen_values = true, value_parser = values::unlike_a_flag)]
    pub scope: Option<String>,
    #[command(flatten)]
    pub amount: AmountFlags,
    /// The instances that count as different
    #[arg(long, value_enum, default_value_t = SymmetryFlag::Full, help_heading = "Instances")]
    pub symmetry: SymmetryFlag,
    /// The effect of an integer overflow
    #[arg(long, value_enum, default_value_t = OverflowFlag::Forbid, help_heading = "Instances")]
    pub overflow: OverflowFlag,
    #[command(flatten)]
    pub stream: StreamFlags,
    #[command(flatten)]
    pub answer: RecordsFormat,
    #[command(flatten)]
    pub limits: LimitFlags,
    #[command(flatten)]
    pub language: LanguageFlags,
}
