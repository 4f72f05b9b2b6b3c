//! One file for each command of the program.

pub mod check;
pub mod count;
pub mod eval;
pub mod explain;
pub mod find;
pub mod generate;
pub mod init;
pub mod install;
pub mod list;
pub mod merge;
pub mod sample;
pub mod show;
pub mod test;
pub mod translate;

mod shared;
