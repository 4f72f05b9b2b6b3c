//! Every instance of a command, exactly one of each isomorphism class, as heap graphs.
//!
//! ```text
//! Model, Command → Problem → Translation → models → (canonical?) → Instance → heap graph → JSON
//! ```

// In reading order.
mod problem;

mod rooting;

mod questions;

mod canonical;

mod regions;

mod brute;

mod search;

mod parallel;

mod records;

pub mod heap;

#[cfg(test)]
mod testing;

pub use parallel::Batch;
pub use problem::{Meaning, Problem};
pub use questions::conflict::{Conflict, conflict};
pub use questions::vacuity::vacuity;
pub use questions::witnesses::{Witnesses, shown_variables};
pub use records::{Extras, Records, Unwritten};
pub use regions::shard::Shard;
pub use search::instances::{Instances, Next};
pub use search::strategy::{Classes, Engine, Strategy};
pub use search::stream::Stream;
pub use search::walk::Walk;
