//! What stands on the command line.

pub mod arguments;
mod meant;
pub mod usage;
mod values;
