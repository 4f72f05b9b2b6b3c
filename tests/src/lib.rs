//! What the tests that cross crates share: from a spec's text to its instances, without the program.

mod engines;
mod spec;

pub use engines::{differences, open_cells};
pub use spec::Spec;
