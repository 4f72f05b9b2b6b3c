//! What several commands use.

pub mod hash;
pub mod header;
pub mod question;
pub mod statistics;
pub mod why;
