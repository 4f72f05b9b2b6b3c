//! The limits that end the program early: time, memory, Ctrl-C.

pub mod memory;
pub mod stop;
