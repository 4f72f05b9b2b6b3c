//! What the tests that cross crates share: from a spec's text to its instances, without the program.

mod classes;
pub mod completions;
mod engines;
mod notation;
mod spec;

pub use classes::{Agreed, one_of_each_class};
pub use engines::{differences, open_cells};
pub use notation::resolved;
pub use spec::{Spec, library_files};
