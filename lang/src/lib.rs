//! The meaning of a spec: from text to a resolved [`model::Model`], and the value of any formula in
//! an [`instance::Instance`].
//!
//! ```text
//! text → parse → ast::Module → resolve → model::Model → evaluate
//! ```
//!
//! The crate knows no SAT, prints nothing, and reads no file that it was not handed.

// In reading order.
mod message;

pub mod arena;

pub mod ast;

pub mod parse;

pub mod load;

pub mod model;

pub mod resolve;

pub mod spec;

mod values;

pub mod print;

pub mod unroll;

pub mod evaluate;

pub use message::{code, diagnostic, similar, source, visible};
pub use model::{conjuncts, states};
pub use values::{instance, integer, per_relation, trace, tuples, universe};
