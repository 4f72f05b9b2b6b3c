//! Commands about a spec that list no instances.

pub mod check;
pub mod eval;
pub mod explain;
pub mod list;
pub mod translate;
