//! The meaning of a spec: from text to a resolved [`model::Model`], and the value of any formula in
//! an [`instance::Instance`].
//!
//! ```text
//! text → parse → ast::Module → resolve → model::Model → evaluate
//! ```
//!
//! The crate knows no SAT, prints nothing, and reads no file that it was not handed.
//!
//! # Where to change what
//!
//! | to | go to |
//! |---|---|
//! | change a built-in module | `lang/load/modules`, and its laws in `tests/specs/modules` |
//! | add an operator to the model | `lang/model`; the compiler names the arms missing in `lang/model/node`, `lang/evaluate` and `translate/encode` |
//! | change what a construct means | `lang/evaluate` first, then `translate/encode`, until the engines agree |
//! | add a message | `lang/message/code.rs`; docs/contributing/changing.md says how |
//! | show another kind of declaration in an outline | `lang/spec/outline.rs`, made of the syntax tree alone |
//! | tell an editor more of a name or an expression | `lang/resolve/noted.rs`: what the resolver notes, also of texts with mistakes; `editor/names.rs` turns it into places |

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
