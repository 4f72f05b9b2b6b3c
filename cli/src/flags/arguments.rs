//! The command line.

use clap::{Args, Parser};

use super::choices::WhenFlag;
use super::commands::{
    CheckFlags, CompletionsFlags, CountFlags, DiffFlags, EvalFlags, ExplainFlags, ExploreFlags,
    FindFlags, GenFlags, InitFlags, ListFlags, ManFlags, MergeFlags, MinimiseFlags, SampleFlags,
    ShowFlags, TestFlags, TranslateFlags, WhyFlags,
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

#[derive(Clone, Debug, Args)]
pub struct GlobalFlags {
    /// When to color messages
    #[arg(long, value_enum, default_value_t = WhenFlag::Auto, global = true, value_name = "WHEN")]
    pub color: WhenFlag,
    /// No warnings
    #[arg(short, long, global = true)]
    pub quiet: bool,
}

#[derive(Debug, clap::Subcommand)]
pub enum Subcommand {
    /// Stream every instance of a command as JSON heap graphs, one a line
    Find(Box<FindFlags>),
    /// Print how many instances a command has
    Count(CountFlags),
    /// Draw instances of a command at random, uniformly, by a seed
    Sample(SampleFlags),
    /// Run every command of each file and compare it with what it expects
    Check(CheckFlags),
    /// What one predicate allows and another one does not, and the reverse
    Diff(Box<DiffFlags>),
    /// What there is to ask: commands with their scopes, predicates, assertions
    List(ListFlags),
    /// Evaluate expressions and formulas over heaps, and say which constraints they violate
    Eval(EvalFlags),
    /// Draw instances: of a command, or of a stream that `find` wrote
    Show(ShowFlags),
    /// Run a program on every input of an operation, and judge what it does
    Test(Box<TestFlags>),
    /// Find the states of a program by sequences of calls, each once
    Explore(Box<ExploreFlags>),
    /// Find the smallest input that fails for the same cause as a given one
    Minimise(Box<MinimiseFlags>),
    /// Find a formula that separates the failing inputs of a report from the passing ones
    Why(WhyFlags),
    /// Join what shards wrote: streams, counts, reports of tests
    Merge(MergeFlags),
    /// Write a first spec, from JSON, a JSON Schema, Java classes or Python types
    Init(InitFlags),
    /// Write typed classes of the heaps of a spec, with decoder and encoder, in another language
    Gen(GenFlags),
    /// Look inside: what a command is translated to
    Translate(TranslateFlags),
    /// The long text of a message's code; without a code, all of them in a line each
    Explain(ExplainFlags),
    /// Write what completes commands and flags in a shell
    Completions(CompletionsFlags),
    /// Write the manual's page, of the program or of a command
    Man(ManFlags),
}
