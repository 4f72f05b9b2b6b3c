//! Operators on relations and numbers, which mean the same in the model as in the source.

/// An operator on one binary relation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PairOp {
    /// `~e`.
    Transpose,
    /// `^e`.
    Closure,
    /// `*e`: `^e + iden`.
    ReflexiveClosure,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RelationOp {
    Union,
    Difference,
    Intersection,
    /// `a ++ b`: `b`, and those tuples of `a` whose first atom starts no tuple of `b`.
    Override,
    Product,
    Join,
    /// `s <: r`.
    DomainRestriction,
    /// `r :> s`.
    RangeRestriction,
}

impl PairOp {
    pub fn sign(self) -> &'static str {
        match self {
            PairOp::Transpose => "~",
            PairOp::Closure => "^",
            PairOp::ReflexiveClosure => "*",
        }
    }
}

impl RelationOp {
    pub fn sign(self) -> &'static str {
        match self {
            RelationOp::Union => "+",
            RelationOp::Difference => "-",
            RelationOp::Intersection => "&",
            RelationOp::Override => "++",
            RelationOp::Product => "->",
            RelationOp::Join => ".",
            RelationOp::DomainRestriction => "<:",
            RelationOp::RangeRestriction => ":>",
        }
    }

    /// The arity of the result, of operands of these arities.
    pub fn arity(self, left: usize, right: usize) -> usize {
        match self {
            RelationOp::Product => left + right,
            RelationOp::Join => left + right - 2,
            RelationOp::DomainRestriction => right,
            RelationOp::Union
            | RelationOp::Difference
            | RelationOp::Intersection
            | RelationOp::Override
            | RelationOp::RangeRestriction => left,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum IntOp {
    Plus,
    Minus,
    Times,
    /// Rounds towards zero.
    Divide,
    /// Has the sign of the dividend.
    Remainder,
    ShiftLeft,
    /// Keeps the sign.
    ShiftRight,
    /// Fills with zeros, at the scope's bit width.
    UnsignedShiftRight,
}

impl IntOp {
    pub const ALL: [IntOp; 8] = [
        IntOp::Plus,
        IntOp::Minus,
        IntOp::Times,
        IntOp::Divide,
        IntOp::Remainder,
        IntOp::ShiftLeft,
        IntOp::ShiftRight,
        IntOp::UnsignedShiftRight,
    ];
}
