//! harness/1: the lines that a driver gets, and the answers that it may give.

mod after;
mod breach;
mod header;
mod history;
mod integers;
mod ready;
mod reply;
mod shape;

pub use after::PostState;
pub use breach::Breach;
pub(crate) use breach::Misanswer;
pub use header::header;
pub use history::{HistoryCall, Throw};
pub use ready::Ready;
pub use reply::{Coverage, Opinion, Reads, Reply};
pub(crate) use shape::Wrong;
