//! What a draft of all instances is to hold.

use crate::encode::Detail;

/// What is asserted, and how.
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
    /// What a list is made from.
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
