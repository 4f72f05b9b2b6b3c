//! The command line of each command.

mod diff;
mod exploring;
mod generating;
mod install;
mod instances;
mod specs;
mod testing;

pub use diff::DiffFlags;
pub use exploring::{ExploreFlags, MinimiseFlags, WhyFlags};
pub use generating::{GenFlags, InitFlags};
pub use install::{CompletionsFlags, ManFlags};
pub use instances::{CountFlags, DrawingFlags, FindFlags, SampleFlags, ShowFlags};
pub use specs::{CheckFlags, EvalFlags, ExplainFlags, ListFlags, TranslateFlags};
pub use testing::{DriverFlags, InputFlags, MergeFlags, OutcomeFlags, TestFlags};
