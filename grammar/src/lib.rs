//! The grammar of specs: from text to nested pairs of rules.
//!
//! The code that pest makes of it takes longer to compile than all that reads its pairs; it stands in a
//! crate of its own, so that a change elsewhere, or a test build, does not compile it again.

/// Parses by a [`Rule`].
#[derive(pest_derive::Parser)]
#[grammar = "grammar.pest"]
pub struct Grammar;

/// The grammar itself, for a test that each of its rules is mapped.
pub const TEXT: &str = include_str!("grammar.pest");
