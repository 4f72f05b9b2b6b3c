//! The instances of a problem, one after the other.

pub mod instances;
mod listing;
mod resume;
pub mod strategy;
pub mod stream;
pub(crate) mod tighten;
pub mod walk;
