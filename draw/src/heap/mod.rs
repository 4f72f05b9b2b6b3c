//! What is drawn: the records of heapgraph/1, read back.
//!
//! A drawing is a function of a stream's header and of one instance's record, and of nothing else. So a
//! stream in a file is drawn as the search that wrote it would be, and neither the spec nor the search
//! need be at hand. Rejected: to draw the heaps of the search itself, which know the spec's model; a file
//! would then have needed a second path.

mod header;
mod read;
mod value;

pub use header::RecordHeader;
pub use value::{HeapRecord, RecordObject, RecordScalar, RecordState, RecordValue};

use std::fmt;

/// Why a line is no record that can be drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Malformed {
    /// Where: `objects.Node$0.next`.
    pub path: String,
    pub expected: &'static str,
}

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: not {}", self.path, self.expected)
    }
}

impl std::error::Error for Malformed {}

fn malformed<T>(path: impl Into<String>, expected: &'static str) -> Result<T, Malformed> {
    Err(Malformed { path: path.into(), expected })
}
