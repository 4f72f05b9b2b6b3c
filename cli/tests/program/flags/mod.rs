//! The effects of flags, and the messages about them.

mod asked;
mod exit_codes;
mod explain;
mod help;
mod messages;
mod progress;
mod why;
mod written;

pub use help::commands;
