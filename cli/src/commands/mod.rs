//! The commands of the program: a file or a folder for each.

pub mod check;
pub mod choose;
pub mod count;
pub mod diff;
pub mod eval;
pub mod explore;
pub mod find;
pub mod fmt;
pub mod generate;
pub mod init;
pub mod install;
pub mod learn;
pub mod list;
pub mod lsp;
pub mod mcp;
pub mod merge;
pub mod minimise;
pub mod repl;
pub mod sample;
pub mod serve;
pub mod show;
pub mod test;
pub mod translate;
pub mod watch;
pub mod why;

mod parted;
mod resume;
mod shared;
mod stream;
mod template;
