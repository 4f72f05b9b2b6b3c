//! The right-hand side of a declaration, as it is written.
//!
//! Its constraints on a value are written out as formulas (`meaning`), once, when a declaration is
//! made. Beside these formulas only the domain has a meaning: the set that a value is a part of.

mod meaning;

use super::build::binary;
use super::{Expr, Multiplicity, RelationOp};

/// The right-hand side of a declaration.
#[derive(Clone, Debug)]
pub enum Range {
    /// `x: one A`, `x: set A`; for a higher arity the multiplicity is `Set`.
    Of { multiplicity: Multiplicity, domain: Expr },
    /// `x: A lone -> some B`: each left tuple has `right_multiplicity` right ones, and the other
    /// way round. The leaves within are of multiplicity `Set`.
    Arrow {
        /// The product of both sides' domains.
        domain: Box<Expr>,
        left: Box<Range>,
        left_multiplicity: Multiplicity,
        right_multiplicity: Multiplicity,
        right: Box<Range>,
    },
}

impl Range {
    /// A set with a multiplicity before it.
    pub fn of(multiplicity: Multiplicity, domain: Expr) -> Range {
        Range::Of { multiplicity, domain }
    }

    /// Two ranges, with the multiplicities at the left and the right end of the arrow between them.
    pub fn arrow(left: Range, [before, after]: [Multiplicity; 2], right: Range) -> Range {
        let product = binary(RelationOp::Product, left.domain().clone(), right.domain().clone());
        Range::Arrow {
            domain: Box::new(product),
            left: Box::new(left),
            left_multiplicity: before,
            right_multiplicity: after,
            right: Box::new(right),
        }
    }

    /// All tuples that a value may hold, multiplicities aside.
    pub fn domain(&self) -> &Expr {
        match self {
            Range::Of { domain, .. } => domain,
            Range::Arrow { domain, .. } => domain,
        }
    }

    pub fn arity(&self) -> usize {
        self.domain().arity
    }

    /// True if a value is one tuple of the domain.
    pub fn is_one(&self) -> bool {
        matches!(self, Range::Of { multiplicity: Multiplicity::One, .. })
    }

    /// The set of which a value is one atom; `None` if values are sets or relations.
    pub fn atoms(&self) -> Option<&Expr> {
        (self.is_one() && self.arity() == 1).then(|| self.domain())
    }

    /// True if it allows at most one last atom for all the others.
    pub fn is_function(&self) -> bool {
        match self {
            Range::Of { multiplicity, domain } => domain.arity == 1 && multiplicity.at_most_one(),
            // Not all tuples on the left need count.
            Range::Arrow { left, .. } if left.refuses_tuples() => false,
            Range::Arrow { right_multiplicity, right, .. } => match &**right {
                Range::Of { domain, .. } => domain.arity == 1 && right_multiplicity.at_most_one(),
                nested => nested.is_function(),
            },
        }
    }

    /// True if an arrow can refuse a single tuple of those that it speaks of: `A -> some B` refuses
    /// every one, if there are two atoms in A. Tuples of a nested arrow that it refuses do not
    /// count for the multiplicity at the other end of the outer one.
    fn refuses_tuples(&self) -> bool {
        match self {
            Range::Of { .. } => false,
            Range::Arrow { left, left_multiplicity, right_multiplicity, right, .. } => {
                left_multiplicity.at_least_one()
                    || right_multiplicity.at_least_one()
                    || left.refuses_tuples()
                    || right.refuses_tuples()
            }
        }
    }
}

impl Multiplicity {
    pub fn at_most_one(self) -> bool {
        matches!(self, Multiplicity::One | Multiplicity::Lone)
    }

    pub fn at_least_one(self) -> bool {
        matches!(self, Multiplicity::One | Multiplicity::Some)
    }
}
