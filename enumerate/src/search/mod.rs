//! The instances of a problem, one after the other.

mod any;
pub(crate) mod beyond;
pub mod extent;
pub mod instances;
mod listing;
pub(crate) mod resume;
mod source;
pub mod strategy;
pub mod stream;
pub(crate) mod tighten;
mod unbroken;
mod verdict;
pub mod walk;
pub(crate) mod witnesses;
