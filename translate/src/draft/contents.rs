//! The contents of a draft of all instances.

use crate::encode::Detail;

/// The assertions that are made, and their form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contents {
    /// Assert the static symmetry-breaking predicates: discovery, and adjacent transpositions.
    pub break_symmetry: bool,
    /// Off only in tests: the canonicity test finds what transpositions exclude, too.
    pub transpositions: bool,
    /// Skolemise existential quantifiers over atoms, too, where none is universal around them. That
    /// makes a smaller question of whether there is any instance, and a worse list of all of them.
    pub constants: bool,
    /// Encode what is a function or a tree as that. Never changes an instance; off only in tests.
    pub patterns: bool,
    pub detail: Detail,
}

impl Default for Contents {
    /// The contents from which a list is made.
    fn default() -> Contents {
        Contents {
            break_symmetry: true,
            transpositions: true,
            constants: false,
            patterns: true,
            detail: Detail::Whole,
        }
    }
}
