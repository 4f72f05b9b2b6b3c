//! The values of flags that offer a few choices.

use clap::ValueEnum;

use crate::solver::SolverProgram;

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum WhenFlag {
    Auto,
    Always,
    Never,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum OverflowFlag {
    /// A comparison with an overflowing term makes the instance fail
    Forbid,
    /// Results wrap around
    Wrap,
}

impl OverflowFlag {
    /// As it is typed.
    pub fn name(self) -> &'static str {
        match self {
            OverflowFlag::Forbid => "forbid",
            OverflowFlag::Wrap => "wrap",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SymmetryFlag {
    /// Exactly one instance of each isomorphism class
    Full,
    /// Every labelled instance
    None,
}

impl SymmetryFlag {
    /// As it is typed.
    pub fn name(self) -> &'static str {
        match self {
            SymmetryFlag::Full => "full",
            SymmetryFlag::None => "none",
        }
    }
}

/// Who searches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SolverFlag {
    Enumerator,
    Varisat,
    Brute,
    Program(SolverProgram),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum StageFlag {
    First,
    Searched,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum EmitFlag {
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

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FormatFlag {
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
pub enum ThemeFlag {
    Light,
    Dark,
    /// Without hues, for print
    Plain,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum MethodFlag {
    /// List a few; if there are more, count them otherwise, as long as that costs little
    Auto,
    /// Find one instance after the other
    List,
    /// Take the formula apart, where each of its models is an instance of its own
    Compile,
    /// Add up what each kind of permutation leaves as it is
    Burnside,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CountFormatFlag {
    /// The number alone
    Text,
    /// A record that says of what it is the count, by which `korrel merge` adds those of shards
    Json,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CheckFormatFlag {
    /// A line for each command
    Text,
    /// A JSON object for each command, one a line, and one at the end
    Json,
    /// JUnit's XML, for build servers
    Junit,
}

/// A programming language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TongueFlag {
    Python,
    Java,
    #[value(name = "typescript")]
    TypeScript,
    Rust,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ListFormatFlag {
    /// Lines for people
    Text,
    /// A JSON object for each command, predicate and assertion, one a line
    Json,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ReportFormatFlag {
    /// For people
    Text,
    /// A header, a line for each failing input, the end
    Json,
    /// JUnit's XML
    Junit,
    /// The Test Anything Protocol
    Tap,
    /// One page, with states before and after beside each other
    Html,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum StatesFormatFlag {
    /// For people
    Text,
    /// For programs: records, one a line; `korrel show` draws the states among them
    Json,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FrameworkFlag {
    Pytest,
    Junit,
    Node,
    Rust,
}
