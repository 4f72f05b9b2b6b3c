//! Standard output: whole lines, and streams that have an end. A corpus takes its place.

pub mod canvas;
pub mod closed;
pub mod corpus;
pub mod frame;
pub mod lines;
