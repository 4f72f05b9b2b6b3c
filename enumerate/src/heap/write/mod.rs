//! Heaps as lines of JSON.

pub mod graph;
pub mod json;
mod record;

pub use graph::write_graph;
pub use record::{
    Heading, Status, begin_record, end, has_key, header, instance_record, record_body,
};
