//! The command line: its commands and flags.

// In reading order.
mod arguments;
mod asking;

mod commands;

mod question;

mod choices;

mod values;

pub mod help;

mod meant;

pub mod usage;

pub use arguments::{CommandLine, GlobalFlags, Subcommand};
pub use asking::AskingFlags;
pub use choices::{
    CheckFormatFlag, CountFormatFlag, EmitFlag, FormatFlag, FrameworkFlag, ListFormatFlag,
    MethodFlag, OverflowFlag, ReportFormatFlag, SolverFlag, StageFlag, StatesFormatFlag,
    SymmetryFlag, ThemeFlag, TongueFlag, WhenFlag,
};
pub use commands::{
    CheckFlags, CompletionsFlags, CountFlags, DiffFlags, DrawingFlags, DriverFlags, EvalFlags,
    ExplainFlags, ExploreFlags, FindFlags, GenFlags, InitFlags, InputFlags, ListFlags, ManFlags,
    MergeFlags, MinimiseFlags, OutcomeFlags, SampleFlags, ShowFlags, TestFlags, TranslateFlags,
    WhyFlags,
};
pub use question::{LanguageFlags, QuestionFlags, SearchFlags};
