//! Code from a spec, and a first spec from existing files.

pub mod generate;
pub mod init;
