//! How many instances there are, and some of them drawn at random.

pub mod count;
pub mod sample;
