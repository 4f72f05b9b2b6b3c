//! Heaps as lines of JSON.

pub mod graph;
mod id;
pub mod json;
mod record;
mod tally;
mod trace;

pub use graph::write_graph;
pub use id::InstanceId;
pub use record::{
    Draw, Heading, Status, TraceHeading, begin_record, begin_unplaced, end, end_of_shard, end_with,
    has_key, header, instance_record, key_member, record_body,
};
pub use tally::{StreamFit, StreamMisfit, StreamTally, after_id, is_own_record};
pub use trace::{StateForm, trace_body, write_taken, write_trace};
