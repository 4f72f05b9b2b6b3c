//! Every instance of a command, exactly one of each isomorphism class, as heap graphs.
//!
//! ```text
//! Model, Command → Problem → Translation → models → (canonical?) → Instance → heap graph → JSON
//! ```

// In reading order.
mod problem;

mod rooting;

mod instances;

mod canonical;

mod brute;

mod mentions;

pub mod heap;

pub use instances::{Classes, Engine, Instances, Next, Search};
pub use problem::{Meaning, Problem};
