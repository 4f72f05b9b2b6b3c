//! The commands of the program: a file or a folder for each, those of one kind together.

pub mod counting;
pub mod diff;
pub mod exploring;
pub mod find;
pub mod generating;
pub mod install;
pub mod merge;
pub mod show;
pub mod specs;
pub mod test;

mod shared;
