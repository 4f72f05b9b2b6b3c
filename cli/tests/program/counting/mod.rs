//! Numbers and samples instead of lists.

mod count;
mod sample;
mod traces;
