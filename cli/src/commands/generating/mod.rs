//! Code from a spec, and a first spec from what there is.

pub mod generate;
pub mod init;
