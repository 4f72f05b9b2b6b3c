//! The program as its users meet it: exit codes, flags, streams, records.

mod alloy;
mod check;
mod check_rows;
mod corpus;
mod eval;
mod exit_codes;
mod explain;
mod flags;
mod interrupt;
mod keys;
mod killed;
mod merged;
mod mutations;
mod program;
mod proof;
mod question_flags;
mod records;
mod robust;
mod saved;
mod show;
mod streams;
mod test;
mod translate;
mod update;
mod why;
mod witnesses;
