//! What several commands use.

pub mod question;
pub mod statistics;
pub mod why;
