//! Heaps as lines of JSON.

pub mod graph;
pub mod json;
mod record;

pub use graph::write_graph;
pub use record::{
    Draw, Heading, Status, begin_record, end, end_of_shard, has_key, header, instance_record,
    record_body,
};
