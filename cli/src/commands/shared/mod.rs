//! What several commands use.

pub mod conjuncts;
pub mod expressions;
pub mod growing;
pub mod hash;
pub mod header;
pub mod question;
pub mod statistics;
pub mod undecided;
pub mod why;
