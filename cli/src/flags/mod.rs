//! What stands on the command line.

// In reading order.
mod arguments;

mod instances;

mod specs;

mod generating;

mod testing;

mod install;

mod question;

mod choices;

mod values;

pub mod help;

mod meant;

pub mod usage;

pub use arguments::{CommandLine, GlobalFlags, Subcommand};
pub use choices::{
    CheckFormatFlag, CountFormatFlag, EmitFlag, FormatFlag, FrameworkFlag, ListFormatFlag,
    MethodFlag, OverflowFlag, ReportFormatFlag, SolverFlag, StageFlag, SymmetryFlag, ThemeFlag,
    TongueFlag, WhenFlag,
};
pub use generating::{GenFlags, InitFlags};
pub use install::{CompletionsFlags, ManFlags};
pub use instances::{CountFlags, DrawingFlags, FindFlags, SampleFlags, ShowFlags};
pub use question::{LanguageFlags, QuestionFlags, SearchFlags};
pub use specs::{CheckFlags, EvalFlags, ExplainFlags, ListFlags, TranslateFlags};
pub use testing::{InputFlags, MergeFlags, OutcomeFlags, TestFlags};
