//! From a model and a scope to CNF, and back from its models to instances.
//!
//! ```text
//! Model, Command → Scopes → Bounds → Symmetry → Circuit → Cnf
//! ```
//!
//! The crate never searches.

// In reading order.
mod scope;

mod order;

mod strings;

mod cell;

mod bounds;

mod upper;

mod overflow;

mod symmetry;

mod rooted;

mod reached;

mod discovery;

mod tree;

pub mod circuit;

pub mod matrix;

pub mod word;

pub mod encode;

mod lex_leader;

mod cnf;

mod inputs;

mod population;

mod limit;

mod asserted;

mod translation;

mod doubt;

mod parts;

mod outermost;

mod witnessing;

#[cfg(test)]
mod testing;

pub use asserted::Options;
pub use bounds::{Bound, Bounds};
pub use cell::Cell;
pub use circuit::Budget;
pub use cnf::{Definitions, Encoding, to_cnf};
pub use doubt::{Doubt, Doubted, doubt_as_clauses};
pub use encode::Part;
pub use limit::Untranslated;
pub use order::{TotalOrder, total_orders};
pub use outermost::outermost;
pub use overflow::overflow_warnings;
pub use parts::{Origin, Parts, parts};
pub use reached::closed_fields;
pub use rooted::{Rooted, Row, candidates};
pub use scope::{Fill, Overflow, Scopes, scope_warnings};
pub use symmetry::{Shell, Symmetry, classes};
pub use translation::{Translation, translate};
pub use tree::{impossible, leading};
pub use upper::upper_bound;
pub use witnessing::{Witnessing, witnessing};
