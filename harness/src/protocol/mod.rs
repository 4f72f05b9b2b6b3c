//! harness/1: what is said to a driver, and what it may answer.

mod breach;
mod header;
mod integers;
mod ready;
mod reply;
mod shape;

pub use breach::Breach;
pub use header::header;
pub use ready::Ready;
pub(crate) use reply::Misanswer;
pub use reply::{Coverage, Opinion, Reads, Reply, Throw};
pub(crate) use shape::Wrong;
