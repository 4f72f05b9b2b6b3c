//! What several commands use.

pub mod question;
pub mod records;
pub mod schema;
pub mod statistics;
pub mod why;
