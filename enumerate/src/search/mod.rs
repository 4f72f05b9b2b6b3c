//! The instances of a problem, one after the other.

mod any;
pub mod extent;
pub mod instances;
pub mod list;
mod listing;
pub(crate) mod resume;
mod source;
pub mod strategy;
pub mod stream;
pub(crate) mod tighten;
pub(crate) mod unbroken;
pub mod walk;
