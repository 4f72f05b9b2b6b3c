//! The number of instances, and instances drawn at random.

pub mod count;
pub mod sample;
