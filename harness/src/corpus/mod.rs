//! Inputs that outlive a run: failing ones recorded, known ones, ones to be sent again.

mod known;
mod record;
mod replay;

pub use known::KnownFailures;
pub use record::CorpusRecorder;
pub use replay::{RecordedInput, replayed};
