//! Files: specs, the modules that they open, and files that are replaced.

pub mod read;
pub mod replace;
pub mod spec;
