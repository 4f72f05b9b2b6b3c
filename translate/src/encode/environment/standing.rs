//! The standing of a formula in the whole.

/// The way in which the formula that is being translated contributes to the whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Standing {
    /// It counts in one polarity only, and stands under no universal quantifier. Only encoders that
    /// show witnesses tell it from the next.
    Outermost,
    /// It counts in one polarity only.
    OneSided,
    /// It counts in both polarities: as a side of an equivalence, as a condition, in an expression.
    TwoSided,
}

impl Standing {
    /// The standing of the body of a universal quantifier that has this standing.
    pub fn in_universal(self) -> Standing {
        if self == Standing::Outermost { Standing::OneSided } else { self }
    }
}
