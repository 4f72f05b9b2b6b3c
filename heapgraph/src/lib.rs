//! The format heapgraph/1: the header of a stream, and the heaps that it declares.
//!
//! ```text
//! JSON ─► Header: types, their ancestors, fields; Shape: how a value is written ─► JSON
//! Header, JSON ─► Heap: roots, objects, sets, relations; Trace: the states of a behaviour
//! ItfTrace: a trace in the format of Apalache and Quint; AlloyXml: an instance as Alloy's viewer saves it
//! Header, JSON, Values ─► TypedHeap: values of the caller's own types
//! ```
//!
//! A header says all that a reader of heaps needs to know. Every room that reads or writes heaps does so with
//! these types, and this room knows no specs.
//!
//! ```
//! use korrel_heapgraph::{Header, Heap, Scalar, Shape, Value};
//!
//! let header = serde_json::json!({"format": "heapgraph/1", "roots": {"l": "List"},
//!     "types": {"List": {"first": "Node?"}, "Node": {"next": "Node?"}}});
//! let header = Header::read(&header)?;
//! let next = &header.field("Node", "next").unwrap().shape;
//! assert!(matches!(next, Shape::Lone(column) if column.sorts().eq(["Node"])));
//!
//! let record = serde_json::json!({"id": 0, "roots": {"l": "List$0"}, "objects": {
//!     "List$0": {"$type": "List", "first": null}}});
//! let heap = Heap::read(&header, &record)?;
//! assert_eq!(heap.state.roots, [("l".to_owned(), Value::One(Scalar::Object(0)))]);
//! # Ok::<(), korrel_heapgraph::MalformedRecord>(())
//! ```
//!
//! # Where to change what
//!
//! | to | go to |
//! |---|---|
//! | read heaps as other types, or write them | `heapgraph/typed`; `api/encoder.rs` |
//! | say otherwise what a reader makes of a stream, or what a writer writes, in any language | `heapgraph/vectors` first: the program, the library, all packages and the generated classes run them |
//! | write the heaps of a running program otherwise, in any language | `heapgraph/vectors/recorded.jsonl` first: the recorders of all packages run it |

#[cfg(feature = "alloy")]
pub mod alloy;
mod counted;
mod fit;
pub mod graph6;
pub mod graphs;
#[cfg(feature = "hash")]
pub mod hash;
mod header;
mod heap;
pub mod itf;
pub mod json;
mod read;
mod record;
mod shape;
mod trace;
pub mod typed;

use std::fmt;

pub use counted::{counted, noun, verb};
pub use header::{
    Action, Enumeration, Header, Member, ObjectType, SubsetSig, number, shape_of, shapes,
};
pub use heap::{Heap, Object, Scalar, State, Value};
pub use record::{Record, is_trace};
pub use shape::{Column, Shape};
pub use trace::{TakenStep, Trace, back, is_dead_end, objects_after, whole_states};

/// A record that does not have the form that it must have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MalformedRecord {
    /// The place: `objects.Node$0.next`.
    pub path: String,
    pub expected: &'static str,
}

impl fmt::Display for MalformedRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: not {}", self.path, self.expected)
    }
}

impl std::error::Error for MalformedRecord {}

fn malformed<T>(path: impl Into<String>, expected: &'static str) -> Result<T, MalformedRecord> {
    Err(MalformedRecord { path: path.into(), expected })
}
