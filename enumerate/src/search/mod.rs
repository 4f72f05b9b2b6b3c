//! The instances of a problem, one after the other.

mod any;
pub mod estimate;
pub mod instances;
mod listing;
pub mod measured;
pub mod ranked;
mod resume;
pub mod strategy;
pub mod stream;
pub(crate) mod tighten;
pub(crate) mod unbroken;
pub mod walk;
