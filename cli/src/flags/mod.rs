//! What stands on the command line.

pub mod arguments;
mod meant;
pub mod testing;
pub mod usage;
mod values;
