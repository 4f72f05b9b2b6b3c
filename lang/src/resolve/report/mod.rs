//! What is said about a mistake, and about what is legal and yet cannot be meant.

pub(crate) mod arity;
pub(crate) mod foreign;
mod habits;
mod pitfalls;
pub(crate) mod temporal;
mod unknown;
mod warnings;
mod whole;
