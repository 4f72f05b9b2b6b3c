//! Heaps as lines of JSON.

pub mod graph;
pub mod json;
mod record;

pub use graph::write_graph;
pub use record::{Heading, Status, end, header, heap_record, instance_record};
