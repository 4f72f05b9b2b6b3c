//! The command line: its commands and flags.

// In reading order.
mod instances;

mod specs;

mod testing;

mod queueing;

mod exploring;

mod learning;

mod editing;
mod serving;

mod querying;

mod shared;

mod values;

pub mod help;

pub mod usage;

use clap::{Args, Parser};

pub use editing::{FmtFlags, LspFlags};
pub use exploring::{ExploreFlags, MinimiseFlags, WhyFlags};
pub use instances::{
    ClassesFlags, CountFlags, DiffFlags, DrawingFlags, FindFlags, SampleFlags, ShowFlags,
};
pub use learning::{ChooseFlags, LearnFlags, WatchFlags};
pub use querying::SqlFlags;
pub use queueing::{MergeFlags, PartChoice, PlanFlags, VerifyFlags, WorkFlags};
pub use serving::{McpFlags, ReplFlags, ServeFlags};
pub use shared::{
    AmountFlags, AskingFlags, KeyFlags, LanguageFlags, QuestionFlags, SearchFlags, StreamFlags,
    listed,
};
pub use specs::{
    CheckFlags, CompletionsFlags, EvalFlags, ExplainFlags, GenFlags, InitFlags, ListFlags,
    ManFlags, TranslateFlags,
};
pub use testing::{DriverFlags, InputFlags, OutcomeFlags, TestFlags, ToldFlags};
pub use values::{
    AnswerFormatFlag, CheckFormatFlag, CountFormatFlag, CoverTracesFlag, DialectFlag, EmitFlag,
    ExploreFormatFlag, FormatFlag, FromFlag, IdsFlag, MessagesFlag, MethodFlag, OverflowFlag,
    ReportFormatFlag, SampleFormatFlag, SolverFlag, SqlFormatFlag, SqlQuestionFlag,
    StatesFormatFlag, SymmetryFlag, TongueFlag, UnboundedMethodFlag, WhenFlag, name,
};

/// Korrel finds test inputs: every instance of a spec within a bound, exactly one of each
/// isomorphism class.
#[derive(Debug, Parser)]
#[command(name = "korrel", version, about)]
pub struct CommandLine {
    #[command(flatten)]
    pub global: GlobalFlags,
    #[command(subcommand)]
    pub command: Subcommand,
}

/// They come last in each command's help.
#[derive(Clone, Debug, Args)]
pub struct GlobalFlags {
    /// Colors in messages
    #[arg(long, value_enum, default_value_t = WhenFlag::Auto, global = true, value_name = "WHEN", help_heading = "Messages", display_order = 997)]
    pub color: WhenFlag,
    /// How messages are written to standard error
    #[arg(long, value_enum, default_value_t = MessagesFlag::Text, global = true, value_name = "FORMAT", help_heading = "Messages", display_order = 997)]
    pub messages: MessagesFlag,
    /// No warnings
    #[arg(short, long, global = true, display_order = 998)]
    pub quiet: bool,
}

#[derive(Debug, clap::Subcommand)]
pub enum Subcommand {
    /// Draw instances: of a command, of a stream that `find` wrote, or of Alloy's XML
    Show(ShowFlags),
    /// Stream every instance of a command as JSON heap graphs, one a line
    Find(Box<FindFlags>),
    /// Print how many instances a command has
    Count(CountFlags),
    /// Draw instances of a command at random, uniformly, by a seed
    Sample(SampleFlags),
    /// Run a program on every input of an operation, and judge its answers
    Test(Box<TestFlags>),
    /// Write a first spec, from JSON, a JSON Schema, Java classes or Python types
    Init(InitFlags),
    /// Show what a command allows, at each save of its spec, and what the last edit changed
    ///
    /// Instances are counted by size, the number of objects; of traces it is the number of states. `8: 2978+` is a size of which
    /// more may come. On a screen, `?` tells the keys.
    Watch(WatchFlags),
    /// Open a page in the browser, on which a spec and its instances are looked at while the spec is written
    Serve(ServeFlags),
    /// Ask about one instance after the other, line by line
    Repl(ReplFlags),
    /// List what a spec offers: commands with their scopes, predicates, assertions
    List(ListFlags),
    /// Run every command of each file and compare it with what it expects
    Check(CheckFlags),
    /// Evaluate expressions and formulas over heaps, and say which constraints they violate
    Eval(EvalFlags),
    /// Compare two predicates: the instances that only one of them allows
    Diff(Box<DiffFlags>),
    /// Propose the conjuncts that a predicate lacks, from good and bad heaps
    Learn(Box<LearnFlags>),
    /// Find a smallest set of instances that tells predicates apart, or a predicate from small changes of it
    Choose(Box<ChooseFlags>),
    /// Find the smallest database on which two SQL queries differ, or few that test one well, by a real engine
    Sql(SqlFlags),
    /// Find the states of a program by sequences of calls, each once
    Explore(Box<ExploreFlags>),
    /// Write typed classes of the heaps of a spec, with decoder and encoder, in another language
    Gen(GenFlags),
    /// Find the smallest input that fails for the same cause as a given one
    Minimise(Box<MinimiseFlags>),
    /// Find a formula that separates the failing inputs of a report from the passing ones
    Why(WhyFlags),
    /// Cut a question into parts, and make a folder from which many workers take them
    Plan(PlanFlags),
    /// Do parts of a queue until none is left, or one of them
    Work(WorkFlags),
    /// Join the outputs of shards: streams, counts, reports of tests, or the parts of a queue
    Merge(MergeFlags),
    /// Check the proof of a list, that it is complete and has one of each class, or of a count
    Verify(VerifyFlags),
    /// Lay specs out in the one layout
    Fmt(FmtFlags),
    /// Answer an editor: the Language Server Protocol, on standard input and output
    Lsp(LspFlags),
    /// Answer an agent: the Model Context Protocol, on standard input and output
    Mcp(McpFlags),
    /// Print a stage of the translation of a command
    Translate(TranslateFlags),
    /// Explain the code of a message; without a code, list all codes
    Explain(ExplainFlags),
    /// Write the manual page of the program or of a command
    Man(ManFlags),
    /// Write the script that completes commands and flags in a shell
    Completions(CompletionsFlags),
}

impl Subcommand {
    /// The name of a command that the feature `full` adds.
    #[cfg(not(feature = "full"))]
    pub fn name(&self) -> &'static str {
        match self {
            Subcommand::Watch(_) => "watch",
            Subcommand::Repl(_) => "repl",
            Subcommand::Serve(_) => "serve",
            Subcommand::Init(_) => "init",
            Subcommand::Gen(_) => "gen",
            Subcommand::Sql(_) => "sql",
            Subcommand::Verify(_) => "verify",
            Subcommand::Fmt(_) => "fmt",
            Subcommand::Lsp(_) => "lsp",
            Subcommand::Completions(_) => "completions",
            Subcommand::Man(_) => "man",
            _ => unreachable!("every program has it"),
        }
    }
}
