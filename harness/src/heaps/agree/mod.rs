//! Compares two answers, up to the names of objects.

mod colours;
mod isomorphism;
mod normal;
mod state;

pub use isomorphism::isomorphism;
pub use state::{HeapState, Renaming};
