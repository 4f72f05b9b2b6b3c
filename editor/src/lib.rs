//! The questions that an editor asks about a spec, as functions: no protocol, no files, no clock.
//!
//! A text is read once ([`Analysis::new`]), whatever mistakes it has; all answers are about that reading. Places are
//! [`Span`](korrel_lang::source::Span)s, in bytes.

mod analysis;
mod finding;

pub use analysis::Analysis;
pub use finding::{Finding, Related};
