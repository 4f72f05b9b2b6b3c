//! Shared by the fuzz targets. Nothing here judges a result: a target fails by a panic, a stack
//! overflow, or more time or memory than its run allows.

mod front_end;
mod heap;
mod sentence;

pub use front_end::{front_end, parse_only};
pub use heap::read_heap;
pub use sentence::sentences;
