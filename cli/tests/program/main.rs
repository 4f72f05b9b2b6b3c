//! The program as its users meet it: exit codes, flags, streams, records.

mod asking;
mod checking;
mod counting;
mod editing;
mod flags;
mod formats;
mod keys;
mod program;
mod robust;
mod solving;
mod streaming;
mod test;
