//! `--select`: a small subset of the inputs that covers what all of them cover.
//!
//! *Problem.* Minimum set cover, which is NP-hard. Inputs are thousands, and the things they cover are
//! dozens to thousands. *Choice.* The reductions that need no search come first. An input that alone
//! covers something is taken. An input whose coverage another one's contains is left out. So is a
//! thing that always comes with another one, if each input that covers the other one covers it, too
//! (reductions of Karp's time, Beasley, Naval Research Logistics 34, 1987). The rest is covered
//! greedily (Johnson 1974: at most ln n times too many), and then by branch and bound on the thing
//! that fewest inputs cover, with a bound from things that no two share. Steps are counted, not
//! seconds: the same inputs give the same subset on every machine. *Rejected.* A solver: the problem
//! is small after the reductions, or out of its reach, too.

mod bits;
mod exact;
mod greedy;
mod reduce;
mod select;

pub use select::{InputCoverage, SelectedInput, Selection};
