//! What a spec means: from text to a resolved [`model::Model`], and the value of any formula in an
//! [`instance::Instance`].
//!
//! ```text
//! text → parse → ast::Module → resolve → model::Model → evaluate
//! ```
//!
//! The crate knows no SAT, prints nothing, and reads no file that it was not handed.

// In reading order.
pub mod source;

pub mod visible;

pub mod code;

pub mod explain;

pub mod diagnostic;

pub mod arena;

pub mod ast;

pub mod parse;

pub mod similar;

pub mod library;

pub mod load;

pub mod strict;

pub mod model;

pub mod walk;

pub mod conjuncts;

pub mod resolve;

pub mod universe;

pub mod tuples;

pub mod instance;

pub mod integer;

pub mod evaluate;
