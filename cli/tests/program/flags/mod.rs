//! What flags do, and what is said of them.

mod asked;
mod exit_codes;
mod explain;
mod help;
mod progress;
mod why;
mod written;
