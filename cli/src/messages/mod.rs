//! The program's messages beside its output: errors, progress, exit codes.

pub mod error;
pub mod exit;
pub mod patience;
pub mod progress;
pub mod reporter;
pub mod shell;
pub mod tell;
