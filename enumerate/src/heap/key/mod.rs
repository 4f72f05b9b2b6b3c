//! The key of a heap: a name that all its labellings share.
//!
//! *Problem.* Every version of this program, and other programs, must be able to find an input
//! again, so its name must not depend on how the search numbers objects. docs/heapgraph.md ("Keys")
//! defines it: the heap has a text under each permutation of interchangeable objects, and the key is
//! the SHA-256 of the least one. Twelve nodes have 479,001,600.
//!
//! *Choice.* The least text is written from its beginning, and objects get their numbers as late as
//! the text allows. The knowledge of the numbers is an ordered partition (`cells.rs`): sets of
//! objects that share a set of numbers. Where the text names one object, the object gets the number
//! of its cell that is spelled least. Where it has a set, those in the set share the numbers that
//! make its text least, and it stays open which of them has which. Neither is a choice: no other
//! number would do. Only where the text goes on with the fields of an object, and several could be
//! that object, each is tried (`least`), and is left as soon as its text is greater than the
//! best so far. Two labellings with one text are a symmetry, and the part that it maps onto the
//! part already searched is left out, as in McKay's nauty (Practical graph isomorphism, 1981). A
//! heap whose objects are reached from one that stands early in the text, as those of trees and
//! lists are, takes no choice at all.
//!
//! The states of a trace are written one after the other, and an object has one number in all of them. Those that a
//! state does not have keep several numbers open for the states that follow.
//!
//! *Rejected.* A canonical labelling by refinement and its own invariants, as nauty and bliss find
//! it: this is faster on regular graphs, but nobody else knows which labelling it calls least. A text that is
//! shorter to define, of the relations as matrices: a reader of the records would need the spec.

mod cells;
mod least;
mod map;
mod order;
mod relation;
mod script;
mod set;
mod spelling;
mod subject;
#[cfg(test)]
mod tests;
mod types;
mod writing;

use korrel_sat::Effort;
use sha2::{Digest, Sha256};

use self::least::LeastText;
use self::subject::KeySubject;
use self::types::KeyTypes;
use super::graph::HeapGraph;
use super::schema::Schema;

/// The hexadecimal digits of a key.
const LENGTH: usize = 16;

/// Finds the keys of the heaps of one schema.
pub struct Keys {
    types: KeyTypes,
    /// Kept, so that what it has allocated serves all heaps.
    search: LeastText,
}

impl Clone for Keys {
    fn clone(&self) -> Keys {
        Keys { types: self.types.clone(), search: LeastText::default() }
    }
}

impl Keys {
    pub fn new(schema: &Schema) -> Keys {
        Keys { types: KeyTypes::new(schema), search: LeastText::default() }
    }

    /// The key of a heap of the schema, or `None` if the flag was raised first.
    pub fn key(&mut self, heap: &HeapGraph<'_>, effort: &Effort) -> Option<String> {
        self.least_text(heap, effort).map(hash)
    }

    /// The text that the key is a hash of.
    pub fn least_text(&mut self, heap: &HeapGraph<'_>, effort: &Effort) -> Option<&[u8]> {
        self.search.least_text(KeySubject::Heap(heap), &self.types, effort)
    }

    /// The key of a trace or of a beginning, by its states. In a trace `back` follows the last one. An id is one
    /// object in all states. `None` if the flag was raised first.
    ///
    /// # Panics
    /// If there is no state.
    pub fn trace_key(
        &mut self,
        states: &[HeapGraph<'_>],
        back: Option<usize>,
        effort: &Effort,
    ) -> Option<String> {
        assert!(!states.is_empty(), "a trace has a state");
        self.search.least_text(KeySubject::Trace(states, back), &self.types, effort).map(hash)
    }
}

fn hash(text: &[u8]) -> String {
    let hash = Sha256::digest(text);
    hash[..LENGTH / 2].iter().map(|byte| format!("{byte:02x}")).collect()
}

/// True if a text has the form of a key.
pub fn is_key(text: &str) -> bool {
    text.len() == LENGTH && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}
