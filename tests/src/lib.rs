//! Shared by the tests that cross crates: from a spec's text to its instances, without the program.

mod classes;
pub mod completions;
pub mod corpora;
mod engines;
mod notation;
pub mod resolution;
mod spec;
pub mod temporal;

pub use classes::{Agreed, one_of_each_class};
pub use engines::{differences, open_cells};
pub use notation::resolved;
pub use spec::{Spec, library_files};
