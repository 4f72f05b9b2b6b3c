//! The predicates that exclude all but one labelling of an instance, or most of them.

pub mod discovery;
pub mod lex_leader;
pub mod reached;
pub mod tree;
