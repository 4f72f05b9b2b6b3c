//! Code that several commands share.

pub mod conjuncts;
pub mod expressions;
pub mod hash;
pub mod header;
pub mod question;
pub mod scopes;
pub mod statistics;
pub mod undecided;
pub mod why;
