//! The instances of a problem, one after the other.

pub mod instances;
mod listing;
mod resume;
mod source;
pub mod streamed;
mod tighten;
pub mod walk;
