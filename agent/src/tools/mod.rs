//! The questions, a file for each.

mod check;
mod choose;
mod count;
mod diff;
mod eval;
mod explain;
mod find;
mod learn;
mod near_misses;
mod test;

pub use check::Check;
pub use choose::Choose;
pub use count::Count;
pub use diff::Diff;
pub use eval::Eval;
pub use explain::Explain;
pub use find::Find;
pub use learn::Learn;
pub use near_misses::NearMisses;
pub use test::Test;
