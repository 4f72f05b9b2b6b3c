//! Standard output: whole lines, and streams that have an end.

pub mod canvas;
pub mod closed;
pub mod frame;
pub mod lines;
