//! Instances as heaps: objects with fields that point at one another, as programs have them.
//!
//! ```text
//! Model, Command ─► Schema              what types, fields and roots there are: once for a command
//! Instance ─► concretize ─► HeapGraph ─► record ─► JSON line      Trace, TraceGraph likewise
//! JSON ─► read ─► HeapGraph ─► abstraction ─► Instance
//! ```
//!
//! The format is heapgraph/1, and `docs/heapgraph.schema.json` is its JSON Schema. Everything that a
//! reader must know of the shape of a value stands in the declarations, never in the instance at
//! hand: a `set` with one element is still an array.

mod abstraction;
mod completion;
mod concretize;
mod graph;
mod key;
mod read;
mod schema;
mod template;
#[cfg(test)]
mod tests;
mod write;

pub use abstraction::{
    AbstractionFailure, Extent, ReturnedValue, abstract_heaps, abstract_states, abstract_trace,
    atom_values,
};
pub use completion::{HeapCompletion, ObjectNames, completion};
pub(crate) use concretize::object_atoms;
pub use concretize::{concretize, concretize_steps, concretize_trace, step_of};
pub use graph::{HeapGraph, HeapValue, Object, Scalar, TakenAction, TraceGraph};
pub use key::{Keys, is_key};
pub use read::{
    HeapError, TraceStates, read, read_changed, read_record, read_value, read_with_roots, repeats,
};
pub use schema::column::SortColumn;
pub use schema::shape::Shape;
pub use schema::sort::Sort;
pub(crate) use schema::sort::is_boolean;
pub use schema::{
    Clash, Member, NamedAction, Schema, SchemaEnum, SchemaType, Subset, WrittenOrder,
};
pub use template::{ModelValues, Template, ValueBits};
pub use write::{
    Draw, Heading, InstanceId, StateForm, Status, StreamFit, StreamMisfit, StreamTally,
    TraceHeading, after_id, begin_record, begin_unplaced, end, end_of_shard, end_with, has_key,
    header, instance_record, is_own_record, key_member, record_body, trace_body, write_graph,
    write_taken, write_trace,
};
