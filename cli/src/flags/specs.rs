//! The command lines that list no instances and run no program: of `korrel check`, `list`, `eval`, `translate`,
//! `explain`, `gen`, `init`, `completions` and `man`.

use std::path::PathBuf;

use clap::Args;
use korrel_lang::code::Code;

use super::instances::ClassesFlags;
use super::shared::{
    ActionFlags, AnswerFormat, CheckFormat, KeyFlags, LanguageFlags, LimitFlags, QuestionFlags,
    RecordsFormat,
};
use super::values::{
    self, DialectFlag, DriverLanguageFlag, EmitFlag, OverflowFlag, ShellFlag, TongueFlag,
    UnboundedMethodFlag,
};

#[derive(Debug, Args)]
pub struct CheckFlags {
    /// Files, and folders in which every .als file is checked; after one file, the commands of it that are meant, by name or
    /// index
    #[arg(required = true, value_name = "SPEC|COMMAND")]
    pub paths: Vec<PathBuf>,
    /// Replaces the commands' scope, and with it what they expect of their own: "5 but exactly 3 Node, 0..4 Int"
    #[arg(long, value_name = "SCOPE", allow_hyphen_values = true, value_parser = values::unlike_a_flag, conflicts_with_all = ["update", "vacuity"])]
    pub scope: Option<String>,
    /// The number of states of a trace, or the least and the greatest: 6, 3..6; 1.. is any number
    #[arg(long, value_name = "RANGE", conflicts_with_all = ["update", "vacuity"], help_heading = "Traces")]
    pub steps: Option<String>,
    /// The way to decide about traces of any number of states, `1.. steps`; the answer is the same
    #[arg(long, value_enum, default_value_t = UnboundedMethodFlag::Auto, help_heading = "Traces")]
    pub method: UnboundedMethodFlag,
    #[command(flatten)]
    pub limits: LimitFlags,
    /// The effect of an integer overflow
    #[arg(long, value_enum, default_value_t = OverflowFlag::Forbid, help_heading = "Instances")]
    pub overflow: OverflowFlag,
    #[command(flatten)]
    pub answer: CheckFormat,
    /// Write the count that was found where another one is expected, and show the changes
    #[arg(long)]
    pub update: bool,
    /// Report the facts and conjuncts that change nothing within the scopes, and the checks that hold for
    /// want of instances
    #[arg(long)]
    pub vacuity: bool,
    /// Judge these examples, too: heaps with `truth`, as `korrel choose` writes them; those beside a spec, in
    /// NAME.examples.jsonl, are always judged
    #[arg(long, value_name = "FILE")]
    pub examples: Option<PathBuf>,
    /// The number of files that are checked side by side (0: as many as the machine can); the output is
    /// the same
    #[arg(short = 'j', long, default_value_t = 1, value_name = "N")]
    pub threads: usize,
    #[command(flatten)]
    pub naming: ActionFlags,
    #[command(flatten)]
    pub language: LanguageFlags,
}

#[derive(Debug, Args)]
pub struct ListFlags {
    /// The specs: files, or - for standard input
    #[arg(required = true, value_name = "SPEC")]
    pub specs: Vec<PathBuf>,
    #[command(flatten)]
    pub answer: AnswerFormat,
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
    /// Heaps as JSON: a stream of records, or objects one after the other; or Alloy's XML; - for standard input
    #[arg(long, value_name = "FILE")]
    pub heap: PathBuf,
    #[command(flatten)]
    pub keyed: KeyFlags,
    #[command(flatten)]
    pub answer: RecordsFormat,
    /// The command whose parameters are the roots; without it, the first one
    #[arg(long, value_name = "COMMAND")]
    pub command: Option<String>,
    #[command(flatten)]
    pub limits: LimitFlags,
    #[command(flatten)]
    pub language: LanguageFlags,
}

#[derive(Debug, Args)]
pub struct TranslateFlags {
    /// The stage that is printed
    #[arg(long, value_enum, value_name = "WHAT")]
    pub emit: EmitFlag,
    #[command(flatten)]
    pub answer: AnswerFormat,
    #[command(flatten)]
    pub question: QuestionFlags,
}

#[derive(Debug, Args)]
pub struct ExplainFlags {
    /// The code as messages show it: E0006
    #[arg(value_parser = values::code)]
    pub code: Option<Code>,
    #[command(flatten)]
    pub answer: AnswerFormat,
}

#[derive(Debug, Args)]
pub struct GenFlags {
    /// The language
    #[arg(value_enum, value_name = "LANGUAGE")]
    pub tongue: TongueFlag,
    /// The spec: a file, or - for standard input
    pub spec: PathBuf,
    /// A command's label, a predicate's or assertion's name, or a command's index from 0, whose
    /// parameters are the roots; without it, the first command
    pub command: Option<String>,
    /// Add a driver for `korrel test`: a function for each operation, to be filled in
    #[arg(long)]
    pub driver: bool,
    /// Instead of classes, a machine for `korrel test --traces`, to be filled in: a method for each action of the command
    #[arg(long, conflicts_with_all = ["driver", "values"])]
    pub traces: bool,
    /// The type in the language of what the atoms of a sig without fields, or integers, stand for:
    /// Key=String, Int=Long; may be given several times
    #[arg(long, value_name = "SIG=TYPE", value_parser = values::typed_sig)]
    pub values: Vec<(String, String)>,
    /// Write to this file, which must not exist
    #[arg(short, long, value_name = "FILE", conflicts_with = "format")]
    pub output: Option<PathBuf>,
    #[command(flatten)]
    pub answer: AnswerFormat,
    #[command(flatten)]
    pub language: LanguageFlags,
}

#[derive(Debug, Args)]
#[command(mut_arg("classes", |classes| classes.conflicts_with_all(["from", "root", "template", "fields"])))]
pub struct InitFlags {
    /// Sample JSON, a JSON Schema or OpenAPI document (JSON or YAML), Java class files, Python modules with type hints,
    /// TypeScript, Rust, SQL or .proto files: one or several of one kind
    #[arg(value_name = "FILE", required_unless_present_any = ["from", "template"])]
    pub files: Vec<PathBuf>,
    /// The same
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with = "files")]
    pub from: Vec<PathBuf>,
    /// Write to this file, which must not exist
    #[arg(short, long, value_name = "FILE", conflicts_with = "format")]
    pub output: Option<PathBuf>,
    /// The type of an input, by its name in the files or in the spec; by default the one that holds most others
    #[arg(long, value_name = "TYPE", conflicts_with = "template")]
    pub root: Option<String>,
    /// Instead of a spec, a folder for a hunt in a library of your own: FILE is the folder, by default the name; without
    /// a name, what templates there are
    #[arg(long, value_name = "NAME", num_args = 0..=1, conflicts_with_all = ["from", "output", "format"])]
    pub template: Option<Option<String>>,
    /// With --template: the language of the driver
    #[arg(long, value_enum, value_name = "LANGUAGE", default_value_t = DriverLanguageFlag::Python, requires = "template")]
    pub language: DriverLanguageFlag,
    /// Of files in TypeScript: write what the fields of their classes hold, as the package for JavaScript takes it
    #[arg(long, conflicts_with_all = ["root", "template", "output", "format"])]
    pub fields: bool,
    #[command(flatten)]
    pub tables: TablesFlags,
    #[command(flatten)]
    pub classes: ClassesFlags,
    /// With --classes: the bounds of the classes and values, "4 Node, 1..4 int"
    #[arg(long, value_name = "SCOPE", requires = "classes", allow_hyphen_values = true, value_parser = values::unlike_a_flag)]
    pub scope: Option<String>,
    #[command(flatten)]
    pub answer: AnswerFormat,
}

/// The databases of an SQL schema.
#[derive(Debug, Args)]
pub struct TablesFlags {
    /// Of SQL: the engine that decides which databases are valid; by default it is guessed
    #[arg(long, value_enum, help_heading = "SQL")]
    pub dialect: Option<DialectFlag>,
    /// Of SQL: the greatest number of rows of a table, or the least and the greatest, "3..3"
    #[arg(long, value_name = "N", default_value = "3", value_parser = values::rows, help_heading = "SQL")]
    pub rows: std::ops::RangeInclusive<u16>,
    /// Of SQL: the integers that columns hold, "0..3"; by default those about which the schema speaks, and a few more
    #[arg(long, value_name = "A..B", allow_hyphen_values = true, value_parser = values::integers, help_heading = "SQL")]
    pub integers: Option<std::ops::RangeInclusive<i64>>,
    /// Of SQL: a text that columns hold; may be given several times
    #[arg(long = "text", value_name = "TEXT", allow_hyphen_values = true, help_heading = "SQL")]
    pub texts: Vec<String>,
}

#[derive(Debug, Args)]
pub struct CompletionsFlags {
    /// The shell that reads the script
    pub shell: ShellFlag,
}

#[derive(Debug, Args)]
pub struct ManFlags {
    /// The command; without it, the page is that of the program
    pub command: Option<String>,
}
