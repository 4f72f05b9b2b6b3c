//! The questions, a file for each.

mod check;
mod choose;
mod count;
mod diff;
mod explain;
mod instances;
mod judge;
mod learn;
mod near_misses;
mod test;

pub use check::Check;
pub use choose::Choose;
pub use count::Count;
pub use diff::Diff;
pub use explain::Explain;
pub use instances::Instances;
pub use judge::Judge;
pub use learn::Learn;
pub use near_misses::NearMisses;
pub use test::Test;
