//! Every instance of a command, exactly one of each isomorphism class, as heap graphs.
//!
//! ```text
//! Model, Command → Problem → Translation → models → (canonical?) → Instance → heap graph → JSON
//! ```

// In reading order.
mod problem;

mod rooting;

mod tighten;

mod verdict;

mod conflict;

mod vacuity;

mod instances;

mod source;

mod walk;

mod canonical;

mod cube;

mod shard;

mod parallel;

mod resume;

mod streamed;

mod listing;

mod brute;

mod mentions;

mod judged;

mod witnesses;

pub mod heap;

#[cfg(test)]
mod testing;

pub use conflict::{Conflict, conflict};
pub use instances::{Classes, Engine, Instances, Next, Search};
pub use parallel::Batch;
pub use problem::{Meaning, Problem};
pub use shard::Shard;
pub use vacuity::vacuity;
pub use walk::Walk;
pub use witnesses::{Witnesses, shown_variables};
