//! An input.

use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use korrel_heapgraph::Heap as HeapGraph;
use korrel_heapgraph::typed::TypedHeap;

use super::program::Drawer;

/// The width of a drawing in a message, in columns; messages do not depend on the reader.
const WIDTH: usize = 100;

/// An instance: objects with fields that point at one another. [`TypedHeap`] says how it becomes values of your own
/// types.
#[derive(Clone)]
pub struct Heap(pub(crate) Origin);

#[derive(Clone)]
pub(crate) enum Origin {
    Program(TypedHeap, Arc<Drawer>),
    #[cfg(feature = "library")]
    Library(korrel::Heap),
}

impl Deref for Heap {
    type Target = TypedHeap;

    fn deref(&self) -> &TypedHeap {
        match &self.0 {
            Origin::Program(typed, _) => typed,
            #[cfg(feature = "library")]
            Origin::Library(heap) => heap,
        }
    }
}

impl Heap {
    /// The objects with their types and fields, the roots, and the witnesses.
    pub fn graph(&self) -> HeapGraph {
        self.heap().expect("what Korrel writes fits its types")
    }

    /// The heap as `korrel show` draws it, without colours: at most so many columns wide, where that can be.
    pub fn drawing(&self, width: usize) -> String {
        match &self.0 {
            // A failure must be told even if the program has gone since it was found.
            Origin::Program(typed, drawer) => {
                drawer.draw(typed, width).unwrap_or_else(|error| format!("(no drawing: {error})\n"))
            }
            #[cfg(feature = "library")]
            Origin::Library(heap) => heap.drawing(width),
        }
    }

    /// The drawing, the values that it stands for, and the record.
    pub(crate) fn report(&self) -> String {
        self.shown(&self.drawing(WIDTH))
    }
}

/// The heap as its record; with `{:#?}`, as in the report of a failure, also as a drawing.
impl fmt::Debug for Heap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match f.alternate() {
            true => write!(f, "\n{}\n", self.report()),
            false => f.write_str(self.json()),
        }
    }
}
