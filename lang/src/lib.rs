//! What a spec means: from text to a resolved [`model::Model`], and the value of any formula in an
//! [`instance::Instance`].
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

pub mod conjuncts;

pub mod states;

pub mod resolve;

pub mod spec;

pub mod universe;

pub mod tuples;

pub mod instance;

pub mod per_relation;

pub mod print;

pub mod integer;

pub mod evaluate;

pub use message::{code, diagnostic, similar, source, visible};
