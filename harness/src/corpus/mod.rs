//! Inputs that outlive a run: failing ones recorded, known ones, ones to be sent again.

mod known;
mod record;
mod replay;

pub use known::Known;
pub use record::Recorder;
pub use replay::{Recorded, replayed};
