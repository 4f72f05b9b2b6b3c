//! One file for each command of the program.

pub mod check;
pub mod count;
pub mod find;
pub mod translate;

mod question;
mod statistics;
