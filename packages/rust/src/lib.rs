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

mod behaviours;
pub mod driver;
mod error;
pub mod exhaustive;
mod heap;
mod inputs;
#[cfg(feature = "library")]
mod library;
mod listing;
mod program;
#[cfg(feature = "proptest")]
pub mod proptest;
mod recorder;
mod settings;

pub use behaviours::Behaviours;
pub use error::{Error, Message, Place};
pub use heap::Heap;
pub use inputs::{Inputs, for_each_input};
pub use korrel_heapgraph::typed::{Misfit, TypedAction, TypedHeap, TypedTrace, Values};
pub use korrel_heapgraph::{Heap as HeapGraph, Object, Scalar, State, Value as HeapValue};
pub use listing::Instances;
pub use recorder::{Recorder, Recording};
pub use settings::{Overflow, Settings};
