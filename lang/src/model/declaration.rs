//! Variables, and what their declarations say of their values.

use super::{Expr, Multiplicity, Node, Type, VariableId};
use crate::source::Span;

/// A bound variable, a parameter, or a `let`.
#[derive(Clone, Debug)]
pub struct Variable {
    pub name: String,
    /// 0 for a `let` that stands for an integer or a formula.
    pub arity: usize,
    /// The type of its values; without products, if they are no relations.
    pub ty: Type,
    /// A parameter that is declared by `seq`.
    pub is_sequence: bool,
    pub span: Span,
}

/// `disj x, y: range`.
#[derive(Clone, Debug)]
pub struct Declaration {
    pub variables: Vec<VariableId>,
    /// The values of its variables are pairwise disjoint; other bindings do not count.
    pub is_disjoint: bool,
    pub range: Range,
    pub span: Span,
}

impl Declaration {
    /// The set of which each of its variables is one atom; `None` if they stand for sets or relations.
    pub fn atoms(&self) -> Option<&Expr> {
        match &self.range {
            Range::Of { multiplicity: Multiplicity::One, domain } if domain.arity == 1 => {
                Some(domain)
            }
            _ => None,
        }
    }
}

/// The right-hand side of a declaration.
#[derive(Clone, Debug)]
pub enum Range {
    /// `x: one A`, `x: set A`; for a higher arity the multiplicity is `Set`.
    Of { multiplicity: Multiplicity, domain: Expr },
    /// `x: A lone -> some B`: each left tuple has `right_multiplicity` right ones, and the other
    /// way round. The leaves within are of multiplicity `Set`.
    Arrow {
        left: Box<Range>,
        left_multiplicity: Multiplicity,
        right_multiplicity: Multiplicity,
        right: Box<Range>,
    },
}

impl Range {
    pub fn arity(&self) -> usize {
        match self {
            Range::Of { domain, .. } => domain.arity,
            Range::Arrow { left, right, .. } => left.arity() + right.arity(),
        }
    }

    /// The sets that it is made of, from left to right.
    pub fn for_each_domain<'m>(&'m self, visit: &mut impl FnMut(Node<'m>)) {
        match self {
            Range::Of { domain, .. } => visit(Node::Relation(domain)),
            Range::Arrow { left, right, .. } => {
                left.for_each_domain(visit);
                right.for_each_domain(visit);
            }
        }
    }

    /// Whether an arrow can refuse a single tuple of those that it speaks of: of `A -> some B` every
    /// one, if there are two atoms in A. Tuples of a nested arrow that it refuses do not count for the
    /// multiplicity at the other end of the outer one.
    pub fn refuses_tuples(&self) -> bool {
        let is_some = |m: &Multiplicity| matches!(m, Multiplicity::One | Multiplicity::Some);
        match self {
            Range::Of { .. } => false,
            Range::Arrow { left, left_multiplicity, right_multiplicity, right } => {
                is_some(left_multiplicity)
                    || is_some(right_multiplicity)
                    || left.refuses_tuples()
                    || right.refuses_tuples()
            }
        }
    }
}
