//! Korrel in Rust tests: a test runs on every instance of a spec within a bound, exactly one of each isomorphism class,
//! smallest first. Heaps become values of the test's own types.
//!
//! ```no_run
//! #[derive(serde::Deserialize)]
//! struct Tree {
//!     root: Option<Box<Node>>,
//! }
//!
//! #[derive(serde::Deserialize)]
//! struct Node {
//!     left: Option<Box<Node>>,
//!     right: Option<Box<Node>>,
//! }
//!
//! korrel_test::for_each_input("tests/tree.als", "repOk", |heap| {
//!     let tree: Tree = heap.root("t").expect("the struct has the fields of the spec");
//!     // …
//! });
//! ```
//!
//! The program `korrel` searches: the one that `$KORREL` names, else the one on the path. With the feature `library` the
//! search is built in, and a program is only asked where `$KORREL` names one. Both give the same instances in the same
//! order.
//!
//! # Where to change what
//!
//! | to | go to |
//! |---|---|
//! | give Rust tests inputs otherwise | `packages/rust`: `listing.rs` is what `program.rs` and `library.rs` share; `cli/tests/packages/rust.rs` compares them |

#[cfg(feature = "heaps")]
mod behaviours;
#[cfg(feature = "heaps")]
pub mod driver;
#[cfg(feature = "heaps")]
mod error;
pub mod exhaustive;
#[cfg(feature = "heaps")]
mod heap;
#[cfg(feature = "heaps")]
mod inputs;
#[cfg(feature = "library")]
mod library;
#[cfg(feature = "heaps")]
mod listing;
#[cfg(feature = "heaps")]
mod program;
#[cfg(feature = "proptest")]
pub mod proptest;
#[cfg(feature = "heaps")]
mod recorder;
#[cfg(feature = "heaps")]
mod settings;

#[cfg(feature = "heaps")]
pub use behaviours::Behaviours;
#[cfg(feature = "heaps")]
pub use error::{Error, Message, Place};
#[cfg(feature = "heaps")]
pub use heap::Heap;
#[cfg(feature = "heaps")]
pub use inputs::{Inputs, for_each_input};
#[cfg(feature = "heaps")]
pub use korrel_heapgraph::typed::{Misfit, TypedAction, TypedHeap, TypedTrace, Values};
#[cfg(feature = "heaps")]
pub use korrel_heapgraph::{Heap as HeapGraph, Object, Scalar, State, Value as HeapValue};
#[cfg(feature = "heaps")]
pub use listing::Instances;
#[cfg(feature = "heaps")]
pub use recorder::{Recorder, Recording};
#[cfg(feature = "heaps")]
pub use settings::{Overflow, Settings};
