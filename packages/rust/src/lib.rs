//! Korrel in Rust tests: a test runs on every instance of a spec within a bound, exactly one of each isomorphism class,
//! smallest first. Heaps become values of the test's own types.
//!
#![cfg_attr(feature = "heaps", doc = "```no_run")]
#![cfg_attr(not(feature = "heaps"), doc = "```ignore")]
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
//! | give Rust tests inputs otherwise | `packages/rust`: `heaps/listing.rs` is what `program.rs` and `library.rs` share; `cli/tests/packages/rust.rs` compares them |
//! | add an awkward value | `exhaustive/awkward.rs` |
//! | make sequences of calls otherwise | `exhaustive/sequences.rs`: `calls.rs` draws them, `sides.rs` makes one on both sides, `tally.rs` says what was tried |

pub mod exhaustive;
#[cfg(feature = "heaps")]
mod heaps;

#[cfg(feature = "heaps")]
pub use heaps::*;

/// The README, whose programs compile.
#[cfg(all(doctest, feature = "heaps"))]
#[doc = include_str!("../README.md")]
struct Readme;
