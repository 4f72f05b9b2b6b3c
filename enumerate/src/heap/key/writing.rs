//! The progress of writing the text of a heap.

use super::cells::Cells;

/// A place in the text, and what is known there about the objects' numbers.
#[derive(Debug, Default)]
pub struct Writing {
    pub cells: Cells,
    /// The state that is being written.
    pub heap: usize,
    /// The type whose objects are being written, how many of them are, and how many numbers have been
    /// looked at for that.
    pub ty: usize,
    pub written: u32,
    pub looked_at: usize,
    /// The part that is being written, and the next of its pieces. No part, before an object's id.
    pub part: Option<u32>,
    pub piece: usize,
    /// The rest of the map or the relation that is being written.
    pub rows: Vec<RowWriter>,
    /// Something of the map or relation is written.
    pub has_items: bool,
}

/// The rows of a map, or the tuples of a relation that begin alike, which are not written yet.
#[derive(Clone, Debug, Default)]
pub struct RowWriter {
    pub left: Vec<u32>,
    /// The top-level sig of the last object in the column at hand, and its number.
    pub last: Option<(u32, u32)>,
}

/// An object, and the number that it is to get.
pub type NumberedObject = (u32, u32);

impl Writing {
    /// Takes over another state.
    pub fn copy(&mut self, other: &Writing) {
        self.cells.copy(&other.cells);
        self.heap = other.heap;
        (self.ty, self.written, self.looked_at) = (other.ty, other.written, other.looked_at);
        self.part = other.part;
        self.piece = other.piece;
        self.rows.clone_from(&other.rows);
        self.has_items = other.has_items;
    }

    /// Begins the first heap, once the cells are made.
    pub fn begin(&mut self) {
        self.begin_heap(0);
        self.rows.clear();
        self.has_items = false;
    }

    /// Begins a heap.
    pub fn begin_heap(&mut self, heap: usize) {
        self.heap = heap;
        (self.ty, self.written, self.looked_at) = (0, 0, 0);
        (self.part, self.piece) = (None, 0);
    }
}
