//! The grammar of specs: from text to nested pairs of rules.
//!
//! The code that pest makes of it takes longer to compile than all that reads its pairs; it stands in a
//! crate of its own, so that a change elsewhere, or a test build, does not compile it again.
//!
//! # Where to change what
//!
//! | to | go to |
//! |---|---|
//! | read another construct | `grammar` first, then `lang/parse`, `lang/ast`, then `lang/resolve`; `editors/tree-sitter-korrel`, and for a new word each list that a test in `cli/tests/packages/editors.rs` names |

/// Parses by a [`Rule`].
#[derive(pest_derive::Parser)]
#[grammar = "grammar.pest"]
pub struct Grammar;

/// The grammar itself, for a test that each of its rules is mapped.
pub const TEXT: &str = include_str!("grammar.pest");
