//! harness/1: the lines that a driver gets, and the answers that it may give.

mod after;
mod breach;
mod header;
mod history;
mod integers;
mod ready;
mod reply;
mod shape;

pub use after::{PostState, pruned};
pub use breach::Breach;
pub use header::header;
pub use history::HistoryCall;
pub use ready::Ready;
pub(crate) use reply::Misanswer;
pub use reply::{Coverage, Opinion, Reads, Reply, Throw};
pub(crate) use shape::Wrong;
